//! What other programs read: one object a line. What `solve` and `epd` say of a position is written by the library (its
//! feature `serde`), so that others write the same.

use peasant::board::{Move, Position};
use peasant::wire;
use schemars::JsonSchema;
use serde::Serialize;

use crate::host::fault::Fault;

/// A move by both names, in the order in which some verbs have always printed them.
#[derive(Serialize, JsonSchema)]
pub struct SanFirst {
    /// The move.
    san: String,
    /// The move.
    uci: Move,
}

impl SanFirst {
    /// A move that is legal in this position.
    pub fn new(position: &Position, m: Move) -> SanFirst {
        let wire::Named { uci, san } = wire::Named::new(position, m);
        SanFirst { san, uci }
    }
}

/// Which fields there are, and what they mean: `docs/json/` describes these ones.
const SCHEMA: u32 = 1;

/// What every object begins with.
#[derive(Serialize)]
struct Envelope<T> {
    schema: u32,
    #[serde(flatten)]
    content: T,
}

/// The object on one line, with its schema.
pub fn line(content: &impl Serialize) -> String {
    let schema = SCHEMA;
    serde_json::to_string(&Envelope { schema, content })
        .unwrap_or_else(|error| unreachable!("every answer has names for its fields: {error}"))
}

/// Behind the rows: what they come to.
#[derive(Serialize, JsonSchema)]
pub struct SummaryAnswer<T> {
    /// What they come to.
    summary: T,
}

/// The last line of a file.
pub fn summary(summary: &impl Serialize) -> String {
    line(&SummaryAnswer { summary })
}

/// In place of the answer; for a command line that cannot be understood as well, if `--json` is in it.
#[derive(Serialize, JsonSchema)]
pub struct ErrorAnswer<'f> {
    /// Why there is no answer.
    error: &'f Fault,
}

/// In place of the row, from `epd`, `compare`, `annotate` (for a game) and `study`, where it stands in the file: a line that
/// cannot be read, one that holds more pieces than the rules take (`compare`: any), or at which tables or the store
/// contradict the proof.
#[derive(Serialize, JsonSchema)]
pub struct BadLineAnswer {
    /// The line, from 1.
    line_number: usize,
    /// Why there is no answer.
    error: Fault,
}

impl BadLineAnswer {
    pub fn new(line_number: usize, error: Fault) -> BadLineAnswer {
        BadLineAnswer { line_number, error }
    }
}

/// A fault in place of an answer; of a line of a file, if it has a number.
pub fn error(error: &Fault, line_number: Option<usize>) -> String {
    match line_number {
        Some(line_number) => line(&BadLineAnswer::new(line_number, error.clone())),
        None => line(&ErrorAnswer { error }),
    }
}

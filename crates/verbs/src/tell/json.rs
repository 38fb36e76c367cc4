//! What other programs read: one object a line. What `solve` and `epd` say of a position is written by the library (its
//! feature `serde`), so that others write the same.

use peasant::board::{Color, Move, Position};
use peasant::value::{Bounds, Wdl};
use schemars::JsonSchema;
use serde::Serialize;

use super::san;
use crate::host::fault::Fault;

/// Proved bounds of a result.
#[derive(Serialize, JsonSchema)]
pub struct Result {
    /// It is no worse.
    lower: String,
    /// It is no better.
    upper: String,
}

/// A move of chess: every object that is one carries both names.
#[derive(Serialize, JsonSchema)]
pub struct Named {
    /// The move.
    uci: String,
    /// The move.
    san: String,
}

impl Named {
    /// A move of a position that may be no pawn ending.
    pub fn from_names(uci: String, san: String) -> Named {
        Named { uci, san }
    }

    /// A move that is legal in this position.
    pub fn new(position: &Position, m: Move) -> Named {
        Named {
            uci: m.to_string(),
            san: san::format(position, m),
        }
    }
}

/// The same in the order in which some verbs have always printed it.
#[derive(Serialize, JsonSchema)]
pub struct SanFirst {
    /// The move.
    san: String,
    /// The move.
    uci: String,
}

impl SanFirst {
    /// A move that is legal in this position.
    pub fn new(position: &Position, m: Move) -> SanFirst {
        let Named { uci, san } = Named::new(position, m);
        SanFirst { san, uci }
    }
}

pub fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub fn result(bounds: Bounds) -> Result {
    Result {
        lower: bounds.lower().to_string(),
        upper: bounds.upper().to_string(),
    }
}

/// A result that is known.
pub fn exactly(result: Wdl) -> Result {
    let name = result.to_string();
    Result {
        lower: name.clone(),
        upper: name,
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
/// cannot be read, one that holds more pieces than the rules take (`compare`: any), or at which tables or endings of the base
/// contradict the proof.
#[derive(Serialize, JsonSchema)]
pub struct BadLineAnswer<'f> {
    /// The line, from 1.
    line_number: usize,
    /// Why there is no answer.
    error: &'f Fault,
}

/// A fault in place of an answer; of a line of a file, if it has a number.
pub fn error(error: &Fault, line_number: Option<usize>) -> String {
    match line_number {
        Some(line_number) => line(&BadLineAnswer { line_number, error }),
        None => line(&ErrorAnswer { error }),
    }
}

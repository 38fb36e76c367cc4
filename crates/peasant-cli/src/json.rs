//! What other programs read: one object a line.

use peasant::board::{Color, Move, Position};
use peasant::notation::fen;
use peasant::value::{Bounds, Distance, Wdl};
use peasant::{Analysis, LineEnd, MoveAnalysis};
use serde::Serialize;

use crate::fault::Fault;
use crate::{san, words};

/// The answer about one position.
#[derive(Serialize)]
pub struct Answer {
    fen: String,
    rules: &'static str,
    side_to_move: &'static str,
    result: Result,
    exact: bool,
    moves: Vec<MoveAnswer>,
    best: Vec<String>,
    line: Vec<String>,
    line_san: Vec<String>,
    line_end: Option<&'static str>,
    stopped: Option<&'static str>,
    reasons: Vec<Reason>,
    stats: Stats,
}

/// An ending that could not be solved and kept a bound open.
#[derive(Serialize)]
struct Reason {
    fen: String,
    men: u32,
    /// Would Syzygy tables settle it?
    syzygy: bool,
}

/// Proved bounds of a result.
#[derive(Serialize)]
pub struct Result {
    lower: String,
    upper: String,
}

/// A move of chess: every object that is one carries both names.
#[derive(Serialize)]
pub struct Named {
    uci: String,
    san: String,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(flatten)]
    name: Named,
    result: Result,
    exact: bool,
    distance: Option<u16>,
}

#[derive(Serialize)]
struct Stats {
    structures: u64,
    /// Without promoted pieces, with one, with two.
    structures_by_pieces: [u64; 3],
    bytes: u64,
    seconds: f64,
    result_seconds: Option<f64>,
}

impl Answer {
    pub fn new(analysis: &Analysis) -> Answer {
        let Analysis {
            position,
            statistics,
            ..
        } = analysis;
        let names = |moves: &[Move]| moves.iter().map(Move::to_string).collect();
        Answer {
            fen: fen::format(position),
            rules: analysis.rules.name(),
            side_to_move: side(position.turn()),
            result: result(analysis.bounds),
            exact: analysis.bounds.exact().is_some(),
            moves: analysis
                .moves
                .iter()
                .map(|m| move_answer(position, m))
                .collect(),
            best: names(&analysis.best),
            line: names(&analysis.line),
            line_san: words::names(position, &analysis.line),
            line_end: analysis.line_end.map(LineEnd::name),
            stopped: analysis.stopped.map(|stop| stop.name()),
            reasons: analysis.reasons.iter().map(reason).collect(),
            stats: Stats {
                structures: statistics.structures,
                structures_by_pieces: statistics.by_pieces,
                bytes: statistics.bytes,
                seconds: statistics.time.as_secs_f64(),
                result_seconds: statistics.result_time.map(|time| time.as_secs_f64()),
            },
        }
    }
}

fn reason(position: &Position) -> Reason {
    let men = position.occupied().count();
    Reason {
        fen: fen::format(position),
        men,
        syzygy: men <= words::SYZYGY_MEN,
    }
}

fn move_answer(position: &Position, m: &MoveAnalysis) -> MoveAnswer {
    MoveAnswer {
        name: Named::new(position, m.r#move),
        result: result(m.bounds),
        exact: m.bounds.exact().is_some(),
        distance: m.distance.map(Distance::plies),
    }
}

impl Named {
    /// A move that is legal in this position.
    pub fn new(position: &Position, m: Move) -> Named {
        Named {
            uci: m.to_string(),
            san: san::format(position, m),
        }
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

/// Which fields there are, and what they mean: `docs/json.md` describes this one.
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

#[derive(Serialize)]
struct ErrorAnswer<'f> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line_number: Option<usize>,
    error: &'f Fault,
}

/// A fault in place of an answer; of a line of a file, if it has a number.
pub fn error(fault: &Fault, line_number: Option<usize>) -> String {
    line(&ErrorAnswer {
        line_number,
        error: fault,
    })
}

//! What other programs read: one object a line.

use peasant::board::{Color, Move, Position};
use peasant::notation::fen;
use peasant::value::{Bounds, Distance};
use peasant::{Analysis, LineEnd, MoveAnalysis};
use serde::Serialize;

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

#[derive(Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
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
        uci: m.r#move.to_string(),
        san: san::format(position, m.r#move),
        result: result(m.bounds),
        exact: m.bounds.exact().is_some(),
        distance: m.distance.map(Distance::plies),
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

/// The object on one line.
pub fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

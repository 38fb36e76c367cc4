//! What is proved about a position, as `peasant solve --json` prints it (`docs/json.md` in the repository), but for the `schema` that
//! the program puts before it.

use serde::{Serialize, Serializer};

use super::Seconds;
use crate::analysis::{Analysis, LineEnd, MoveAnalysis, Statistics};
use crate::board::{Color, Move, Position};
use crate::limits::Stop;
use crate::notation::san;
use crate::rules::Rules;
use crate::value::{Bounds, Distance};

/// Syzygy tables exist for so many men.
const SYZYGY_MEN: u32 = 7;

/// The form of [`Analysis`].
#[derive(Serialize)]
#[serde(rename = "Analysis")]
struct Answer<'a> {
    fen: &'a Position,
    rules: Rules,
    side_to_move: Color,
    result: Bounds,
    exact: bool,
    moves: Vec<MoveAnswer>,
    best: &'a [Move],
    line: &'a [Move],
    line_san: Vec<String>,
    line_end: Option<&'static str>,
    stopped: Option<Stop>,
    reasons: Vec<Reason<'a>>,
    stats: Stats,
}

#[derive(Serialize)]
struct MoveAnswer {
    uci: Move,
    san: String,
    result: Bounds,
    exact: bool,
    distance: Option<Distance>,
}

/// An ending that could not be solved and kept a bound open.
#[derive(Serialize)]
struct Reason<'a> {
    fen: &'a Position,
    men: u32,
    /// Would Syzygy tables settle it?
    syzygy: bool,
}

#[derive(Serialize)]
struct Stats {
    structures: u64,
    /// Without promoted pieces, with one, with two.
    structures_by_pieces: [u64; 3],
    bytes: u64,
    seconds: Seconds,
    result_seconds: Option<Seconds>,
}

impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let answer = Answer {
            fen: &self.position,
            rules: self.rules,
            side_to_move: self.position.turn(),
            result: self.bounds,
            exact: self.bounds.exact().is_some(),
            moves: self
                .moves
                .iter()
                .map(|m| move_answer(&self.position, m))
                .collect(),
            best: &self.best,
            line: &self.line,
            line_san: line_san(self.position, &self.line),
            line_end: self.line_end.map(LineEnd::name),
            stopped: self.stopped,
            reasons: self.reasons.iter().map(reason).collect(),
            stats: stats(&self.statistics),
        };
        answer.serialize(serializer)
    }
}

fn move_answer(position: &Position, m: &MoveAnalysis) -> MoveAnswer {
    MoveAnswer {
        uci: m.r#move,
        san: san::format(m.r#move, position),
        result: m.bounds,
        exact: m.bounds.exact().is_some(),
        distance: m.distance,
    }
}

fn line_san(mut position: Position, line: &[Move]) -> Vec<String> {
    let mut names = Vec::with_capacity(line.len());
    for &m in line {
        names.push(san::format(m, &position));
        position = position.play(m);
    }
    names
}

fn reason(position: &Position) -> Reason<'_> {
    let men = position.occupied().count();
    Reason {
        fen: position,
        men,
        syzygy: men <= SYZYGY_MEN,
    }
}

fn stats(statistics: &Statistics) -> Stats {
    Stats {
        structures: statistics.structures,
        structures_by_pieces: statistics.by_pieces,
        bytes: statistics.bytes,
        seconds: Seconds(statistics.time),
        result_seconds: statistics.result_time.map(Seconds),
    }
}

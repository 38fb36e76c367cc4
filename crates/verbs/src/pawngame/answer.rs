//! What other programs read of a solution.

use pawngame::{Move, Position, Preset, Solution};
use serde::Serialize;

use super::words::MIB;
use crate::tell::json;

/// The answer about one position.
#[derive(Serialize)]
pub struct Answer {
    rules: Rules,
    position: String,
    side_to_move: &'static str,
    result: json::Result,
    exact: bool,
    moves: Vec<MoveAnswer>,
    line: Vec<String>,
    /// What looks best where that is not proved.
    promising: Option<String>,
    stats: Stats,
    stopped: Option<&'static str>,
}

/// The rules by which a position is played.
#[derive(Serialize)]
pub struct Rules {
    /// The game whose rules these are, whatever the board; `null` if it has no name.
    preset: Option<&'static str>,
    files: u32,
    ranks: u32,
    rows: u32,
    home_rank: u32,
    double_step: bool,
    en_passant: bool,
    no_move: &'static str,
}

#[derive(Serialize)]
struct MoveAnswer {
    r#move: String,
    /// The position after it.
    position: String,
    result: json::Result,
    exact: bool,
}

/// What can be played, without a word on what it is worth.
#[derive(Serialize)]
pub struct Moves {
    rules: Rules,
    position: String,
    side_to_move: &'static str,
    moves: Vec<Next>,
}

#[derive(Serialize)]
struct Next {
    r#move: String,
    /// The position after it.
    position: String,
}

impl Moves {
    pub fn of(position: &Position) -> Moves {
        let next = |m: Move| Next {
            r#move: m.to_string(),
            position: position.play(m).to_string(),
        };
        Moves {
            rules: Rules::of(position),
            position: position.to_string(),
            side_to_move: json::side(position.turn()),
            moves: position.legal_moves().into_iter().map(next).collect(),
        }
    }
}

#[derive(Serialize)]
struct Stats {
    nodes: u64,
    positions: u64,
    bytes: u64,
    seconds: f64,
    peak_memory_mib: f64,
}

impl Answer {
    pub fn new(solution: &Solution) -> Answer {
        let position = &solution.position;
        let moves = solution.moves.iter().map(|answer| MoveAnswer {
            r#move: answer.r#move.to_string(),
            position: position.play(answer.r#move).to_string(),
            result: json::result(answer.bounds),
            exact: answer.bounds.exact().is_some(),
        });
        let stats = &solution.stats;
        Answer {
            rules: Rules::of(position),
            position: position.to_string(),
            side_to_move: json::side(position.turn()),
            result: json::result(solution.bounds),
            exact: solution.bounds.exact().is_some(),
            moves: moves.collect(),
            line: solution.line.iter().map(Move::to_string).collect(),
            promising: solution.promising.as_ref().map(Move::to_string),
            stats: Stats {
                nodes: stats.nodes,
                positions: stats.positions,
                bytes: stats.peak_memory,
                seconds: stats.elapsed.as_secs_f64(),
                peak_memory_mib: stats.peak_memory as f64 / MIB,
            },
            stopped: solution.stopped.map(|stop| stop.name()),
        }
    }
}

impl Rules {
    pub fn of(position: &Position) -> Rules {
        let set = position.rules().get();
        Rules {
            preset: set.preset().map(Preset::name),
            files: set.files,
            ranks: set.ranks,
            rows: set.rows,
            home_rank: set.home_rank,
            double_step: set.double_step,
            en_passant: set.en_passant,
            no_move: set.no_move.name(),
        }
    }
}

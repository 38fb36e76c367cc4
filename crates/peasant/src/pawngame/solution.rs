//! What a solver answers.

use std::time::Duration;

use super::position::{Move, Position};
use crate::limits::Stop;
use crate::value::Bounds;

/// What is proved of a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The position.
    pub position: Position,
    /// The result for the side to move.
    pub bounds: Bounds,
    /// Every move, the best first.
    pub moves: Vec<MoveAnswer>,
    /// Best play, as far as it is proved.
    pub line: Vec<Move>,
    /// Why the proof ended before everything was decided.
    pub stopped: Option<Stop>,
    /// What went wrong beside the proof: a checkpoint that could not be written.
    pub warnings: Vec<String>,
    /// What it took.
    pub stats: Stats,
}

/// What is proved of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveAnswer {
    /// The move.
    pub r#move: Move,
    /// The result for the side that makes it.
    pub bounds: Bounds,
}

/// What a solution took.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Positions looked into, as often as they were; those that are decided at a glance do not count.
    pub nodes: u64,
    /// Positions in the table at the end.
    pub positions: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Bytes of the tables at the end; they only grow.
    pub peak_memory: u64,
}

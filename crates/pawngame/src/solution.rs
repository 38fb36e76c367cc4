//! What a solver answers.

use std::time::Duration;

use super::position::{Move, Position};
use peasant::limits::Stop;
use peasant::value::Bounds;

/// A solution: what is proved of a position.
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
    /// The move that seems best after looking ahead for a moment, where none is proved to be so. Nothing is proved of it
    /// that is not in `moves`.
    pub promising: Option<Move>,
    /// The reason why the proof ended before everything was decided.
    pub stopped: Option<Stop>,
    /// Warnings of what went wrong beside the proof: a checkpoint that could not be written.
    pub warnings: Vec<String>,
    /// The cost of it.
    pub stats: Stats,
}

impl Solution {
    /// The moves one of which is the best: what is proved to be worse than another is left out.
    #[must_use]
    pub fn candidates(&self) -> Vec<Move> {
        let sure = self.moves.iter().map(|answer| answer.bounds.lower()).max();
        let is_sure = |answer: &&MoveAnswer| Some(answer.bounds.lower()) == sure;
        let may_be = |answer: &&MoveAnswer| Some(answer.bounds.upper()) >= sure;
        let answers = self.moves.iter();
        if self.is_decided() {
            answers
                .filter(is_sure)
                .map(|answer| answer.r#move)
                .collect()
        } else {
            answers.filter(may_be).map(|answer| answer.r#move).collect()
        }
    }

    /// True if a move is proved to be the best.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let upper = self.bounds.upper();
        self.moves
            .iter()
            .any(|answer| answer.bounds.lower() == upper)
    }
}

/// A move and what is proved of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveAnswer {
    /// The move.
    pub r#move: Move,
    /// The result for the side that makes it.
    pub bounds: Bounds,
}

/// The cost of a solution.
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

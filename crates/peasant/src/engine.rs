//! Opinions from outside: an engine that is asked about endings with promoted pieces that no proof has reached.

use crate::board::{Move, Position};
use crate::value::Wdl;

/// Somebody who judges positions without proof. What it says never becomes part of a proof: it only takes the place of
/// an assumption in a conditional verdict ([`crate::analysis::Conditional`]).
pub trait Engine: Send + Sync {
    /// What the engine thinks of a position; `None` if it does not say, or cannot.
    fn assess(&self, position: &Position) -> Option<Assessment>;
}

/// An engine's opinion of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The result that it expects.
    pub result: Wdl,
    /// Its score in hundredths of a pawn; a mate in `n` moves counts as 100,000 - n, being mated as its negative.
    pub score: i32,
}

/// What somebody thinks of a position that is not settled, and what to play there. It is no proof, and no prover gives it: whoever
/// has asked somebody adds it to an [`Analysis`](crate::Analysis), for those who show both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Whose opinion it is.
    pub source: String,
    /// For the side to move, as [`Assessment::score`] counts.
    pub score: i32,
    /// How far ahead has been looked, in plies.
    pub depth: u32,
    /// The move that is thought best, and how play goes on; never empty.
    pub line: Vec<Move>,
}

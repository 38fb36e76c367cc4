//! Opinions of positions that no proof has settled.

use crate::board::Move;

/// What somebody thinks of a position that is not settled, and what to play there. It is no proof, and no prover gives it: whoever
/// has asked somebody adds it to an [`Analysis`](crate::Analysis), for those who show both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Whose opinion it is.
    pub source: String,
    /// In hundredths of a pawn, for the side to move; a mate in `n` moves counts as 100,000 - n, being mated as its negative.
    pub score: i32,
    /// How far ahead has been looked, in plies.
    pub depth: u32,
    /// The move that is thought best, and how play goes on; never empty.
    pub line: Vec<Move>,
}

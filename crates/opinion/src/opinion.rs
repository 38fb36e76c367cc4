//! What a search answers.

use peasant::Move;

use crate::score::Score;

/// What a search thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The move that it would play.
    pub best: Move,
    /// The score for the side to move.
    pub score: Score,
    /// The plies that it has looked ahead everywhere, give or take; single lines go further, and hopeless ones less far.
    pub depth: u32,
    /// How play goes on, the best move first; all moves are legal.
    pub line: Vec<Move>,
    /// The positions looked at.
    pub nodes: u64,
}

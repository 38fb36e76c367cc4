//! What becomes known while a request is worked on.

use super::answer::{LineEnd, MoveAnalysis};
use crate::board::Move;
use crate::value::Bounds;

/// Something new about a position, from the side to move's view unless it says otherwise. Later events of a kind replace earlier ones.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The position's bounds are narrower.
    Bounds(Bounds),
    /// A move's bounds, and how far it is to the end where that is known by now.
    Move(MoveAnalysis),
    /// A line of best play, as in [`Analysis`](crate::Analysis).
    Line {
        /// The moves that are best.
        best: Vec<Move>,
        /// The line.
        line: Vec<Move>,
        /// The reason why it ends.
        line_end: Option<LineEnd>,
    },
}

//! One pawn structure solved for all placements of the kings at once.

mod exit;
pub(crate) mod exits;
mod fixpoint;
pub(crate) mod frame;
pub(crate) mod point;
mod relation;
mod simd;

use exits::{Children, Exits};
pub use exit::{Exit, ExitKind, for_each_exit, passed_square};
use frame::Frame;
pub use relation::{Relation, Wins};

use crate::board::Pawns;

/// Where the attacker (White) wins in a structure, from what is known about the structures that follow.
pub(crate) fn solve<'e, C: 'e>(
    pawns: Pawns,
    exits: impl Iterator<Item = &'e Exit<C>>,
    children: &impl Children<C>,
) -> Wins {
    simd::widest(|| {
        let frame = Frame::new(pawns);
        fixpoint::solve(&frame, &Exits::new(&frame, exits, children))
    })
}

/// The same, round by round: entry `n` holds what the attacker wins within `n` steps of its king
/// and an exit. The last entry is the whole.
pub(crate) fn rounds<'e, C: 'e>(
    pawns: Pawns,
    exits: impl Iterator<Item = &'e Exit<C>>,
    children: &impl Children<C>,
) -> Vec<Wins> {
    simd::widest(|| {
        let frame = Frame::new(pawns);
        fixpoint::rounds(&frame, &Exits::new(&frame, exits, children))
    })
}

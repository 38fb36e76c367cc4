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
pub(crate) fn solve<C>(pawns: Pawns, exits: &[Exit<C>], children: &impl Children<C>) -> Wins {
    simd::widest(Solve { pawns, exits, children })
}

/// The same, round by round: entry `n` holds what the attacker wins within `n` steps of its king
/// and an exit. The last entry is the whole.
pub(crate) fn rounds<C>(pawns: Pawns, exits: &[Exit<C>], children: &impl Children<C>) -> Vec<Wins> {
    simd::widest(Rounds(Solve { pawns, exits, children }))
}

struct Solve<'a, C, K> {
    pawns: Pawns,
    exits: &'a [Exit<C>],
    children: &'a K,
}

struct Rounds<'a, C, K>(Solve<'a, C, K>);

impl<C, K: Children<C>> simd::Work for Solve<'_, C, K> {
    type Output = Wins;

    #[inline(always)]
    fn run(self) -> Wins {
        let frame = Frame::new(self.pawns);
        fixpoint::solve(&frame, &Exits::new(&frame, self.exits, self.children))
    }
}

impl<C, K: Children<C>> simd::Work for Rounds<'_, C, K> {
    type Output = Vec<Wins>;

    #[inline(always)]
    fn run(self) -> Vec<Wins> {
        let Solve { pawns, exits, children } = self.0;
        let frame = Frame::new(pawns);
        fixpoint::rounds(&frame, &Exits::new(&frame, exits, children))
    }
}

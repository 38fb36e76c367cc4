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
pub(crate) use point::Point;
pub use relation::{Relation, Wins};

use crate::board::Pawns;

/// Where the attacker (White) wins in a structure, from what is known about the structures that follow.
pub(crate) fn solve<C>(pawns: Pawns, exits: &[Exit<C>], children: &impl Children<C>) -> Wins {
    simd::widest(Solve { pawns, exits, children })
}

/// The same by distance: entry `n - 1` holds what is decided within `n` plies to the conversion. The
/// last entry is the whole.
pub(crate) fn stages<C>(pawns: Pawns, exits: &[Exit<C>], children: &impl Children<C>) -> Vec<Wins> {
    simd::widest(Stages(Solve { pawns, exits, children }))
}

/// The distance of a point in plies, by the stages of its structure.
pub(crate) fn distance(stages: &[Wins], point: Point) -> Option<u16> {
    let stage = stages.iter().position(|wins| wins.contains(point))?;
    Some(stage as u16 + 1)
}

struct Solve<'a, C, K> {
    pawns: Pawns,
    exits: &'a [Exit<C>],
    children: &'a K,
}

struct Stages<'a, C, K>(Solve<'a, C, K>);

impl<C, K: Children<C>> simd::Work for Solve<'_, C, K> {
    type Output = Wins;

    #[inline(always)]
    fn run(self) -> Wins {
        let frame = Frame::new(self.pawns);
        fixpoint::solve(&frame, &Exits::new(&frame, self.exits, self.children))
    }
}

impl<C, K: Children<C>> simd::Work for Stages<'_, C, K> {
    type Output = Vec<Wins>;

    #[inline(always)]
    fn run(self) -> Vec<Wins> {
        let Solve { pawns, exits, children } = self.0;
        let frame = Frame::new(pawns);
        fixpoint::stages(&frame, &Exits::new(&frame, exits, children))
    }
}

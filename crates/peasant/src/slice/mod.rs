//! One pawn structure solved for all placements of the kings at once.

mod exit;
pub(crate) mod exits;
mod fixpoint;
pub(crate) mod frame;
pub(crate) mod newborn;
pub(crate) mod pieces;
pub(crate) mod point;
mod relation;
mod simd;

pub use exit::{Exit, ExitKind, for_each_exit, passed_square};
pub(crate) use exit::{for_each_chess_exit, for_each_en_passant};
use exits::Children;
pub(crate) use exits::Exits;
pub(crate) use frame::Frame;
pub(crate) use point::Point;
pub use relation::{Relation, Wins};

use crate::board::Pawns;

/// Where the attacker (White) wins in a structure, from what is known about the structures that follow.
pub(crate) fn solve<C>(pawns: Pawns, exits: &[Exit<C>], children: &impl Children<C>) -> Wins {
    simd::widest(Solve {
        pawns,
        exits,
        children,
    })
}

/// The same by distance: entry `n - 1` holds what is decided within `n` plies to the conversion. The
/// last entry is the whole.
pub(crate) fn stages<C>(pawns: Pawns, exits: &[Exit<C>], children: &impl Children<C>) -> Vec<Wins> {
    simd::widest(Stages(Solve {
        pawns,
        exits,
        children,
    }))
}

/// What one exit is worth to its mover: where it wins for the attacker, or holds for the defender.
pub(crate) fn worth<C>(frame: &Frame, exit: &Exit<C>, children: &impl Children<C>) -> Relation {
    simd::widest(Worth {
        frame,
        exit,
        children,
    })
}

/// Where the attacker wins, from the summed worth of the exits.
pub(crate) fn solve_sum(frame: &Frame, sum: &Exits) -> Wins {
    simd::widest(Sum { frame, sum })
}

/// The same by distance, see [`stages`].
pub(crate) fn stages_of_sum(frame: &Frame, sum: &Exits) -> Vec<Wins> {
    simd::widest(SumStages { frame, sum })
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
        let Solve {
            pawns,
            exits,
            children,
        } = self.0;
        let frame = Frame::new(pawns);
        fixpoint::stages(&frame, &Exits::new(&frame, exits, children))
    }
}

struct Worth<'a, C, K> {
    frame: &'a Frame,
    exit: &'a Exit<C>,
    children: &'a K,
}

impl<C, K: Children<C>> simd::Work for Worth<'_, C, K> {
    type Output = Relation;

    #[inline(always)]
    fn run(self) -> Relation {
        let mut worth = Relation::EMPTY;
        exits::add_worth(self.frame, self.exit, self.children, &mut worth);
        worth
    }
}

struct Sum<'a> {
    frame: &'a Frame,
    sum: &'a Exits,
}

impl simd::Work for Sum<'_> {
    type Output = Wins;

    #[inline(always)]
    fn run(self) -> Wins {
        fixpoint::solve(self.frame, self.sum)
    }
}

struct SumStages<'a> {
    frame: &'a Frame,
    sum: &'a Exits,
}

impl simd::Work for SumStages<'_> {
    type Output = Vec<Wins>;

    #[inline(always)]
    fn run(self) -> Vec<Wins> {
        fixpoint::stages(self.frame, self.sum)
    }
}

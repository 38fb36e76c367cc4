//! One structure solved for all placements of the kings, and of the promoted pieces, at once.
//!
//! [`relation`] draws the bits, [`plane`] the planes; [`legal`] says which placements are legal, [`stalemate`] which have no move;
//! [`exits`] what the moves are worth that leave the structure, [`equations`] where the attacker therefore wins.

mod buffer;
mod children;
mod equations;
mod exits;
mod legal;
mod moves;
mod plane;
mod point;
mod relation;
pub(crate) mod simd;
mod slide;
mod stages;
mod stalemate;

pub(crate) use buffer::{Buffer, bytes as buffer_bytes};
pub(crate) use children::Children;
pub(crate) use exits::decides;
pub(crate) use legal::{Frame, NEAR};
pub(crate) use moves::quiet_moves;
pub(crate) use plane::Placement;
pub(crate) use point::Point;
pub(crate) use relation::{Relation, Wins};
pub(crate) use stages::Stages;

use crate::board::{Color, Pawns};
use crate::structure::{Exit, Structure};
use equations::{Plane, Planes, Worth};

/// Where the attacker (White) wins in a structure of pawns alone, from what is known about the structures that follow.
pub(crate) fn solve_pawns<C: Copy>(
    pawns: Pawns,
    exits: &[Exit<C>],
    children: &impl Children<C>,
) -> Wins {
    simd::widest(PawnsWork {
        pawns,
        exits,
        children,
        finish: Solved,
    })
}

/// The same by distance.
pub(crate) fn stages_of_pawns<C: Copy>(
    pawns: Pawns,
    exits: &[Exit<C>],
    children: &impl Children<C>,
) -> Stages {
    let wins = simd::widest(PawnsWork {
        pawns,
        exits,
        children,
        finish: Staged,
    });
    Stages::new(1, wins)
}

/// What one exit is worth to its mover, plane by plane, in place of what stands there.
pub(crate) fn worth<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    children: &impl Children<C>,
    to: &mut [Relation],
) {
    to.fill(Relation::EMPTY);
    add_worth(frame, exit, children, to);
}

/// Adds what one exit is worth to its mover, plane by plane.
pub(crate) fn add_worth<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    children: &impl Children<C>,
    to: &mut [Relation],
) {
    simd::widest(ExitWork {
        frame,
        exit,
        children,
        to,
    });
}

/// Where the defender, to move and not in check, has no legal move (en passant apart), plane by plane.
pub(crate) fn stalemates(frame: &Frame) -> Buffer {
    let mut stalemates = Buffer::new(frame.planes());
    simd::widest(StalematesWork {
        frame,
        to: &mut stalemates,
    });
    stalemates
}

/// Where the attacker wins, plane by plane, if the exits win here for the attacker and hold there for the defender (stalemates
/// included).
pub(crate) fn solve(frame: &Frame, won: &[Relation], escapes: &[Relation]) -> Vec<Wins> {
    let worth = Worth { won, escapes };
    simd::widest(SolveWork { frame, worth })
}

/// The same by distance.
pub(crate) fn stages(frame: &Frame, won: &[Relation], escapes: &[Relation]) -> Stages {
    let worth = Worth { won, escapes };
    let wins = simd::widest(StagesWork { frame, worth });
    Stages::new(frame.planes(), wins)
}

/// What is made of the one plane of a structure of pawns alone.
trait Finish {
    type Output;

    fn finish(self, plane: Plane) -> Self::Output;
}

struct Solved;

impl Finish for Solved {
    type Output = Wins;

    #[inline(always)]
    fn finish(self, plane: Plane) -> Wins {
        plane.solve()
    }
}

struct Staged;

impl Finish for Staged {
    type Output = Vec<Wins>;

    #[inline(always)]
    fn finish(self, plane: Plane) -> Vec<Wins> {
        plane.stages()
    }
}

struct PawnsWork<'a, C, K, F> {
    pawns: Pawns,
    exits: &'a [Exit<C>],
    children: &'a K,
    finish: F,
}

impl<C: Copy, K: Children<C>, F: Finish> simd::Work for PawnsWork<'_, C, K, F> {
    type Output = F::Output;

    #[inline(always)]
    fn run(self) -> F::Output {
        let frame = Frame::new(Structure::from(self.pawns));
        let (mut won, mut escapes) = ([Relation::EMPTY], [Relation::EMPTY]);
        stalemate::add_stalemates(&frame, &mut escapes);
        for exit in self.exits {
            let sum = match exit.mover {
                Color::White => &mut won,
                Color::Black => &mut escapes,
            };
            exits::add_worth(&frame, exit, self.children, sum);
        }
        self.finish.finish(Plane::new(&frame, &won[0], &escapes[0]))
    }
}

struct ExitWork<'a, C, K> {
    frame: &'a Frame,
    exit: &'a Exit<C>,
    children: &'a K,
    to: &'a mut [Relation],
}

impl<C: Copy, K: Children<C>> simd::Work for ExitWork<'_, C, K> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        exits::add_worth(self.frame, self.exit, self.children, self.to);
    }
}

struct StalematesWork<'a> {
    frame: &'a Frame,
    to: &'a mut [Relation],
}

impl simd::Work for StalematesWork<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        stalemate::add_stalemates(self.frame, self.to);
    }
}

struct SolveWork<'a> {
    frame: &'a Frame,
    worth: Worth<'a>,
}

impl simd::Work for SolveWork<'_> {
    type Output = Vec<Wins>;

    #[inline(always)]
    fn run(self) -> Vec<Wins> {
        let SolveWork { frame, worth } = self;
        if frame.pieces.is_empty() {
            return vec![Plane::new(frame, &worth.won[0], &worth.escapes[0]).solve()];
        }
        let mut planes = Planes::new(frame, &worth);
        while planes.round() {}
        planes.wins()
    }
}

struct StagesWork<'a> {
    frame: &'a Frame,
    worth: Worth<'a>,
}

impl simd::Work for StagesWork<'_> {
    type Output = Vec<Wins>;

    #[inline(always)]
    fn run(self) -> Vec<Wins> {
        let StagesWork { frame, worth } = self;
        if frame.pieces.is_empty() {
            return Plane::new(frame, &worth.won[0], &worth.escapes[0]).stages();
        }
        let mut planes = Planes::new(frame, &worth);
        let mut stages = Vec::new();
        while planes.round() {
            stages.extend(planes.wins());
        }
        if stages.is_empty() {
            stages = planes.wins();
        }
        stages
    }
}

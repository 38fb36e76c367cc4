//! One structure solved for all placements of the kings, and of the promoted pieces, at once.
//!
//! [`relation`] draws the bits, [`plane`] the planes; [`legal`] says which placements are legal, [`stalemate`] which have no move;
//! [`exits`] and [`worth`] what the moves are worth that leave the structure, [`equations`] where the attacker therefore wins.

mod buffer;
mod children;
mod countdown;
mod eightfold;
mod equations;
mod exits;
mod legal;
mod moves;
mod numbers;
pub(crate) mod pawnless;
mod plane;
mod plies;
mod point;
mod relation;
mod retrograde;
pub(crate) mod simd;
mod slabs;
mod slide;
mod stages;
mod stalemate;
pub(crate) mod stored_planes;
mod worth;

pub(crate) use buffer::{Buffer, bytes as buffer_bytes, give_back};
pub(crate) use children::Children;
pub(crate) use countdown::{Countdown, Countdowns, count_down};
pub(crate) use legal::{Frame, NEAR};
pub(crate) use moves::quiet_moves;
pub(crate) use plane::Placement;
pub(crate) use plies::Plies;
pub(crate) use point::Point;
pub(crate) use relation::{Relation, Wins};
pub(crate) use stages::Stages;
pub(crate) use worth::decides;

use crate::board::{Color, Pawns};
use crate::structure::{Exit, Structure};
use equations::Plane;
use plies::Count;
use retrograde::Planes;
pub(crate) use simd::vectorised;

vectorised! {
    /// Where the attacker (White) wins in a structure of pawns alone, from what is known about the structures that follow.
    pub(crate) fn [C: Copy, K: Children<C>] solve_pawns(pawns: Pawns, exits: &[Exit<C>], children: &K) -> Wins {
        let frame = Frame::new(Structure::from(pawns));
        plane_of_pawns(&frame, exits, children).solve()
    }
}

vectorised! {
    /// The same by distance.
    #[cfg(any(test, feature = "eager"))]
    pub(crate) fn [C: Copy, K: Children<C>] stages_of_pawns(pawns: Pawns, exits: &[Exit<C>], children: &K) -> Stages {
        let frame = Frame::new(Structure::from(pawns));
        Stages::new(1, plane_of_pawns(&frame, exits, children).stages())
    }
}

/// The one plane of a structure of pawns alone, its exits looked at.
#[inline(always)]
fn plane_of_pawns<'a, C: Copy>(
    frame: &'a Frame,
    exits: &[Exit<C>],
    children: &impl Children<C>,
) -> Plane<'a> {
    let (mut won, mut escapes) = ([Relation::EMPTY], [Relation::EMPTY]);
    stalemate::add_stalemates(frame, &mut escapes);
    for exit in exits {
        let sum = match exit.mover {
            Color::White => &mut won,
            Color::Black => &mut escapes,
        };
        worth::add_worth(frame, exit, children, sum);
    }
    Plane::new(frame, &won[0], &escapes[0])
}

vectorised! {
    /// Adds what one exit is worth to its mover, plane by plane.
    pub(crate) fn [C: Copy, K: Children<C>] add_worth(
        frame: &Frame,
        exit: &Exit<C>,
        children: &K,
        to: &mut [Relation],
    ) {
        worth::add_worth(frame, exit, children, to);
    }
}

vectorised! {
    /// Adds where the defender, to move and not in check, has no legal move (en passant apart), plane by plane.
    fn [] add_stalemates(frame: &Frame, to: &mut [Relation]) {
        stalemate::add_stalemates(frame, to);
    }
}

/// Where the defender, to move and not in check, has no legal move (en passant apart), plane by plane.
pub(crate) fn stalemates(frame: &Frame) -> Buffer {
    let mut stalemates = Buffer::new(frame.planes());
    add_stalemates(frame, &mut stalemates);
    stalemates
}

vectorised! {
    /// Adds where the defender is checkmated, with promoted pieces, plane by plane.
    fn [] add_mates(frame: &Frame, to: &mut [Relation]) {
        stalemate::add_mates(frame, to);
    }
}

vectorised! {
    /// Where the attacker wins, plane by plane, if the exits win here for the attacker and hold there for the defender (stalemates
    /// included).
    pub(crate) fn [] solve(frame: &Frame, won: &[Relation], escapes: &[Relation]) -> Vec<Wins> {
        if frame.pieces.is_empty() {
            return vec![Plane::new(frame, &won[0], &escapes[0]).solve()];
        }
        let mut planes = Planes::new(frame, won, escapes);
        while planes.round() {}
        planes.into_wins()
    }
}

vectorised! {
    /// The same of pawns alone.
    pub(crate) fn [] solve_plane(frame: &Frame, won: &Relation, escapes: &Relation) -> Wins {
        Plane::new(frame, won, escapes).solve()
    }
}

vectorised! {
    /// The same by distance.
    pub(crate) fn [] stages(frame: &Frame, won: &[Relation], escapes: &[Relation]) -> Stages {
        if frame.pieces.is_empty() {
            return Stages::new(1, Plane::new(frame, &won[0], &escapes[0]).stages());
        }
        let mut planes = Planes::new(frame, won, escapes);
        let mut stages = Vec::new();
        while planes.round() {
            stages.extend(planes.wins());
        }
        if stages.is_empty() {
            stages = planes.into_wins();
        }
        Stages::new(frame.planes(), stages)
    }
}

vectorised! {
    /// The distances in a slice with promoted pieces, from the same; the mates are found first.
    fn [E] count_plies(
        frame: &Frame,
        won: &[Relation],
        escapes: &[Relation],
        mates: Buffer,
        stop: &dyn Fn() -> Result<(), E>,
    ) -> Result<Plies, E> {
        Count::new(frame, escapes, mates).run(won, stop)
    }
}

/// The distances in a slice with promoted pieces, if the exits win here for the attacker and hold there for the defender
/// (stalemates included). Before every ply `stop` may give a reason to stop.
pub(crate) fn plies<E>(
    frame: &Frame,
    won: &[Relation],
    escapes: &[Relation],
    stop: &dyn Fn() -> Result<(), E>,
) -> Result<Plies, E> {
    let mut mates = Buffer::new(frame.planes());
    add_mates(frame, &mut mates);
    count_plies(frame, won, escapes, mates, stop)
}

//! What an exit is worth to its mover: where it wins for the attacker, or holds for the defender.
//!
//! Every kind of exit is a file that says it twice: set-wise for all placements at once (`add`), and at one point (`at`). The point's
//! form asks about each child that the exit hangs on, so that it also tells where the exit leads ([`successors`]). The tests hold
//! both forms against each other.

mod double_step;
mod leave;
mod newborn_promotion;
mod pawn_capture;
mod pawn_move;
mod piece_capture;
mod promotion;
#[cfg(test)]
mod tests;

use super::children::{Children, WinsNowhere};
use super::{Frame, Point, Relation, stalemate};
use crate::board::Color;
use crate::slice::simd::vectorised;
use crate::structure::{Exit, ExitKind, Structure};
use leave::{Ask, Leave};

/// Adds what one exit is worth, plane by plane.
#[inline(always)]
pub(crate) fn add_worth<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    children: &impl Children<C>,
    sum: &mut [Relation],
) {
    add(&Leave::new(frame, exit), children, sum);
}

#[inline(always)]
fn add<C: Copy>(leave: &Leave<C>, children: &impl Children<C>, sum: &mut [Relation]) {
    let exit = leave.exit;
    if leave.hangs_on_child() && children.is_worthless(&exit.child, exit.mover) {
        return;
    }
    match exit.kind {
        ExitKind::PawnMove => pawn_move::add(leave, children, sum),
        ExitKind::DoubleStep => double_step::add(leave, children, add_stalemates, sum),
        ExitKind::PawnCapture => pawn_capture::add(leave, children, sum),
        ExitKind::PieceCapture => piece_capture::add(leave, children, sum),
        ExitKind::Promotion => promotion::add(leave, children, sum),
        ExitKind::NewbornPromotion | ExitKind::GrudgingPromotion => {
            newborn_promotion::add(leave, children, &mut sum[0]);
        }
    }
}

/// Adds the placements in which the defender, to move and not in check, has no legal move, plane by plane. An exit is legal where it
/// is worth something to a defender whom the attacker cannot beat.
#[inline(always)]
pub(crate) fn add_stalemates(frame: &Frame, to: &mut [Relation]) {
    stalemate::add_stalemates(frame, to);
}

vectorised! {
    /// Adds where one of the defender's exits is legal, in some of the planes.
    pub(super) fn [] add_legal(
        frame: &Frame,
        exit: &Exit<Structure>,
        wanted: &[bool],
        legal: &mut [Relation],
    ) {
        add(&Leave::new(frame, exit).only_in(wanted), &WinsNowhere, legal);
    }
}

/// Adds the placements in which the defender is checkmated, with promoted pieces, plane by plane.
#[inline(always)]
pub(crate) fn add_mates(frame: &Frame, to: &mut [Relation]) {
    stalemate::add_mates(frame, to);
}

/// Does the exit decide for its mover at this point: wins for the attacker, holds for the defender?
/// An exit of the other side, or one that cannot be played here, does not. `None`: it hangs on what is not known.
pub(crate) fn decides<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    point: Point,
    ask: &mut Ask<C>,
) -> Option<bool> {
    if point.to_move != (exit.mover == Color::White) {
        return Some(false);
    }
    let leave = &Leave::new(frame, exit);
    match exit.kind {
        ExitKind::PawnMove => pawn_move::at(leave, point, ask),
        ExitKind::DoubleStep => double_step::at(leave, point, ask),
        ExitKind::PawnCapture => pawn_capture::at(leave, point, ask),
        ExitKind::PieceCapture => piece_capture::at(leave, point, ask),
        ExitKind::Promotion => promotion::at(leave, point, ask),
        ExitKind::NewbornPromotion | ExitKind::GrudgingPromotion => {
            newborn_promotion::at(leave, point, ask)
        }
    }
}

/// Every child and the point in it that an exit hangs on at this point: where it leads, and where the captures lead that may
/// answer it at once. Points may be illegal.
#[cfg(test)]
pub(crate) fn successors<C: Copy>(frame: &Frame, exit: &Exit<C>, point: Point) -> Vec<(C, Point)> {
    let mut all = Vec::new();
    decides(frame, exit, point, &mut |&child, there| {
        all.push((child, there));
        None
    });
    all
}

//! What an exit is worth to its mover: where it wins for the attacker, or holds for the defender.
//!
//! Every kind of exit is a file that says it twice: set-wise for all placements at once (`add`), and at one point (`at`). The point's
//! form asks about each child that the exit hangs on, so that it also tells where the exit leads. The tests hold both forms against
//! each other. Where the structure after a double step is stalemate is for the caller to say (`../worth.rs`).

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
use super::{Frame, Point, Relation};
use crate::board::Color;
use crate::slice::simd::vectorised;
use crate::structure::{Exit, ExitKind, Structure};
pub(super) use leave::Ask;
use leave::Leave;

/// Finds the stalemates of a structure, plane by plane: a double step hangs on them.
type AddStalemates = fn(&Frame, &mut [Relation]);

/// Adds what one exit is worth, plane by plane.
#[inline(always)]
pub(super) fn add_worth<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    children: &impl Children<C>,
    add_stalemates: AddStalemates,
    sum: &mut [Relation],
) {
    add(&Leave::new(frame, exit), children, add_stalemates, sum);
}

#[inline(always)]
fn add<C: Copy>(
    leave: &Leave<C>,
    children: &impl Children<C>,
    add_stalemates: AddStalemates,
    sum: &mut [Relation],
) {
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
        ExitKind::NewbornPromotion | ExitKind::PessimisticPromotion => {
            newborn_promotion::add(leave, children, &mut sum[0]);
        }
    }
}

vectorised! {
    /// Adds where one of the defender's exits is legal, in some of the planes: where it is worth something to a defender whom the
    /// attacker cannot beat. That hangs on no stalemate.
    pub(super) fn [] add_legal(
        frame: &Frame,
        exit: &Exit<Structure>,
        wanted: &[bool],
        legal: &mut [Relation],
    ) {
        add(&Leave::new(frame, exit).only_in(wanted), &WinsNowhere, |_, _| {}, legal);
    }
}

/// Does the exit decide for its mover at this point: wins for the attacker, holds for the defender?
/// An exit of the other side, or one that cannot be played here, does not. `None`: it hangs on what is not known.
pub(super) fn decides<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    point: Point,
    is_stalemate: fn(&Frame, Point) -> bool,
    ask: &mut Ask<C>,
) -> Option<bool> {
    if point.to_move != (exit.mover == Color::White) {
        return Some(false);
    }
    let leave = &Leave::new(frame, exit);
    match exit.kind {
        ExitKind::PawnMove => pawn_move::at(leave, point, ask),
        ExitKind::DoubleStep => double_step::at(leave, point, is_stalemate, ask),
        ExitKind::PawnCapture => pawn_capture::at(leave, point, ask),
        ExitKind::PieceCapture => piece_capture::at(leave, point, ask),
        ExitKind::Promotion => promotion::at(leave, point, ask),
        ExitKind::NewbornPromotion | ExitKind::PessimisticPromotion => {
            newborn_promotion::at(leave, point, ask)
        }
    }
}

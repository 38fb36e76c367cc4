//! By the rules of chess: a pawn promotes, perhaps taking a piece, and the new piece plays on.
//!
//! The new piece may be taken at once, which leads back to a structure without it. The exit knows that structure too: so a promotion
//! on an attacked square is worth what it is worth even while nothing is known of the structure with the piece.

use super::leave::{Ask, Leave};
use super::pawn_capture;
use crate::slice::children::Children;
use crate::slice::moves::captures;
use crate::slice::{Buffer, Frame, Point, Relation};
use crate::structure::{Exit, ExitKind, Structure};
use crate::value::all;

/// Set-wise: what the child is worth, but for where taking the new piece is better.
#[inline(always)]
pub(super) fn add<C: Copy>(leave: &Leave<C>, children: &impl Children<C>, sum: &mut [Relation]) {
    let answers = leave
        .exit
        .taken
        .map(|taken| recaptures(leave, taken, children));
    for placement in leave.pawn_placements() {
        let mut value = leave.landing(children, &placement, &mut None).relation();
        if let Some(answers) = &answers {
            let left = leave
                .removed
                .map_or(placement, |place| placement.without(place));
            value.remove(&answers[left.plane()]);
        }
        sum[placement.plane()].add(&value);
    }
}

/// The structure after the promotion, without the new piece.
#[inline(always)]
fn without_new_piece<C: Copy>(leave: &Leave<C>) -> Frame {
    let before = leave.frame.pieces;
    let pieces = leave.removed.map_or(before, |place| before.without(place));
    Frame::new(Structure::new(leave.after.pawns, pieces))
}

/// Where the other side can take the new piece, and that is good for it: by the pieces of the structure without it.
#[inline(always)]
fn recaptures<C: Copy>(leave: &Leave<C>, taken: C, children: &impl Children<C>) -> Buffer {
    let left = without_new_piece(leave);
    let capture = Exit {
        mover: !leave.exit.mover,
        kind: ExitKind::PawnCapture,
        from: leave.exit.to,
        takes: None,
        becomes: None,
        child: taken,
        taken: None,
        ..*leave.exit
    };
    let mut answers = Buffer::new(left.planes());
    pawn_capture::add(&Leave::new(&left, &capture), children, &mut answers);
    answers
}

/// At a point: the child must be good, and every legal capture of the new piece bad for the other side.
pub(super) fn at<C: Copy>(leave: &Leave<C>, point: Point, ask: &mut Ask<C>) -> Option<bool> {
    let Some(next) = leave.pawn_lands_on(point) else {
        return Some(false);
    };
    let Some(taken) = leave.exit.taken else {
        return leave.lands(next, ask);
    };
    let left = without_new_piece(leave);
    let before = leave
        .removed
        .map_or(point.placement, |place| point.placement.without(place));
    let without = Point {
        placement: before,
        ..point.passed()
    };
    let mut ways: Vec<Option<Point>> = captures(&left, without, leave.exit.to)
        .filter(|there| left.is_legal(*there))
        .map(Some)
        .collect();
    ways.push(None);
    all(ways.into_iter().map(|way| match way {
        Some(there) => ask(&taken, there).map(|won| won == leave.is_attackers()),
        None => leave.lands(next, ask),
    }))
}

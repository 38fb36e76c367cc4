//! The king or a promoted piece takes a promoted piece.

use super::leave::{Ask, Landing, Leave};
use crate::board::{Bitboard, Role, Square};
use crate::slice::children::Children;
use crate::slice::moves::{captures, movers};
use crate::slice::plane::{Placement, placements};
use crate::slice::slide::radiate;
use crate::slice::{Point, Relation};
use crate::value::any;

/// Set-wise: what the child is worth with the king or the piece where the other piece stood, carried back to where they may come
/// from.
#[inline(always)]
pub(super) fn add<C: Copy>(leave: &Leave<C>, children: &impl Children<C>, sum: &mut [Relation]) {
    let taken = leave.removed.unwrap_or_default();
    if leave.frame.pieces.len() == 1 {
        add_king_taking_the_last(leave, children, sum);
    } else {
        for placement in leave.placements() {
            let scratch = &mut None;
            let landing = leave.landing(children, &placement, scratch);
            let to = placement.squares()[taken];
            landing.add_king_capture(to, &mut sum[placement.plane()]);
        }
    }
    for (place, role) in movers(leave.frame.pieces, leave.exit.mover) {
        add_piece(leave, children, (place, role), taken, sum);
    }
}

/// The king takes the only piece: all placements lead to the same plane.
#[inline(always)]
fn add_king_taking_the_last<C: Copy>(
    leave: &Leave<C>,
    children: &impl Children<C>,
    sum: &mut [Relation],
) {
    let scratch = &mut None;
    let placement = Placement::NONE.with(0, Square::new(0));
    let value = leave.landing(children, &placement, scratch).relation();
    let landing = if leave.is_attackers() {
        Landing::Wins(&value)
    } else {
        Landing::Holds(value, &Relation::EMPTY)
    };
    for placement in leave.placements() {
        landing.add_king_capture(placement.squares()[0], &mut sum[placement.plane()]);
    }
}

/// One piece takes another, wherever they stand.
#[inline(always)]
fn add_piece<C: Copy>(
    leave: &Leave<C>,
    children: &impl Children<C>,
    (place, role): (usize, Role),
    taken: usize,
    sum: &mut [Relation],
) {
    let pawns = Bitboard(leave.frame.occupied);
    // Both on one square: that is the placement after the capture, the taken piece still listed.
    for rest in placements(leave.frame.pieces.len() - 1, pawns) {
        let left = place - usize::from(place > taken);
        let to = rest.squares()[left];
        let there = rest.with(taken, to);
        let value = leave.landing(children, &there, &mut None).relation();
        let blocked = pawns | rest.without(left).occupied();
        radiate(role, to, &value, blocked, |from, reached| {
            sum[there.moved(place, from).plane()].add(reached);
        });
    }
}

/// At a point: by any of those that reach the piece.
pub(super) fn at<C: Copy>(leave: &Leave<C>, point: Point, ask: &mut Ask<C>) -> Option<bool> {
    let taken = leave.removed.unwrap_or_default();
    let ways = captures(leave.frame, point, point.placement.squares()[taken]);
    any(ways.map(|next| {
        let placement = next.placement.without(taken);
        leave.lands(Point { placement, ..next }, ask)
    }))
}

//! A pawn steps once, or takes a pawn or a piece, and does not promote.

use super::leave::{Ask, Leave};
use crate::slice::children::Children;
use crate::slice::{Point, Relation};

/// Set-wise: what the child is worth wherever nobody stands in the way.
#[inline(always)]
pub(super) fn add<C: Copy>(leave: &Leave<C>, children: &impl Children<C>, sum: &mut [Relation]) {
    for placement in leave.pawn_placements() {
        let scratch = &mut None;
        let landing = leave.landing(children, &placement, scratch);
        landing.add_to(&mut sum[placement.plane()]);
    }
}

/// At a point.
pub(super) fn at<C: Copy>(leave: &Leave<C>, point: Point, ask: &mut Ask<C>) -> Option<bool> {
    match leave.pawn_lands_on(point) {
        Some(next) => leave.lands(next, ask),
        None => Some(false),
    }
}

//! The king or a promoted piece takes a pawn.

use super::leave::{Ask, Leave};
use crate::board::Bitboard;
use crate::slice::children::Children;
use crate::slice::moves::{captures, movers};
use crate::slice::plane::placements;
use crate::slice::slide::radiate;
use crate::slice::{Point, Relation};
use crate::value::any;

/// Set-wise: what the child is worth with the king or the piece on the square of the pawn, carried back to where they may come
/// from.
#[inline(always)]
pub(super) fn add<C: Copy>(leave: &Leave<C>, children: &impl Children<C>, sum: &mut [Relation]) {
    let to = leave.exit.to;
    for placement in leave.placements() {
        let scratch = &mut None;
        let landing = leave.landing(children, &placement, scratch);
        landing.add_king_capture(to, &mut sum[placement.plane()]);
    }
    let (pieces, pawns) = (leave.frame.pieces, Bitboard(leave.frame.occupied));
    for (place, role) in movers(pieces, leave.exit.mover) {
        let on_the_square = placements(pieces.len(), pawns.without(to))
            .filter(|there| there.squares()[place] == to);
        for there in on_the_square {
            let value = leave.landing(children, &there, &mut None).relation();
            let blocked = pawns | there.without(place).occupied();
            radiate(role, to, &value, blocked, |from, reached| {
                sum[there.moved(place, from).plane()].add(reached);
            });
        }
    }
}

/// At a point: by any of those that reach the pawn.
pub(super) fn at<C: Copy>(leave: &Leave<C>, point: Point, ask: &mut Ask<C>) -> Option<bool> {
    let ways = captures(leave.frame, point, leave.exit.to);
    any(ways.map(|next| leave.lands(next, ask)))
}

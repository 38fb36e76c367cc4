//! Levers: pawns that step to where they can be taken, or take.

use super::{Class, Element, Partial};
use crate::board::{Bitboard, Square};
use crate::pawnking::pattern::Identity;
use crate::pawnking::span;
use crate::pawnking::view::View;

/// Every lever.
pub fn evaluate(view: &View) -> Vec<Partial> {
    span::pawns(view.board, Identity::Lever)
        .map(|pawn| lever(view, pawn))
        .collect()
}

fn lever(view: &View, pawn: Square) -> Partial {
    let breaks = landings(view, pawn).any(|to| breaks_through(view, pawn, to));
    Partial {
        element: Element::Lever,
        side: view.side,
        pawn,
        class: if breaks {
            Class::Breakthrough
        } else {
            Class::Opens
        },
        sensitive: 0,
        goal: if breaks { 2 } else { 1 },
        rests_on: Vec::new(),
        own_aims: Bitboard::EMPTY,
        enemy_aims: Bitboard::EMPTY,
    }
}

/// Where the pawn meets enemy pawns by a step.
fn landings(view: &View, pawn: Square) -> Bitboard {
    let free = !view.board.occupied();
    let step = pawn.set().up() & free;
    let double = (step & Bitboard::rank(2)).up() & free;
    (step | double) & view.enemy_pawns().black_pawn_attacks()
}

/// After the step, whichever enemy pawn takes, does another pawn have a free way that the enemy king is too far from?
fn breaks_through(view: &View, pawn: Square, to: Square) -> bool {
    let takers = to.set().white_pawn_attacks() & view.enemy_pawns();
    takers.into_iter().all(|taker| {
        let own = view.own_pawns().without(pawn);
        let enemy = view.enemy_pawns().without(taker).with(to);
        span::passed(own, enemy).any(|runner| is_out_of_reach(view, runner))
    })
}

/// Is the enemy king outside the square of the pawn, the pawn to move?
fn is_out_of_reach(view: &View, pawn: Square) -> bool {
    let promotion = View::promotion(pawn);
    let double = u32::from(pawn.rank() == 1);
    let steps = 7 - pawn.rank() - double;
    let blocked = View::ahead(pawn) & view.board.pawns();
    blocked.is_empty() && view.enemy_king.distance(promotion) > steps
}

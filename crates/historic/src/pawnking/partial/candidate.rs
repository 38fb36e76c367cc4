//! Candidates: pawns that can become passed.

use super::{Class, Element, Partial};
use crate::pawnking::pattern::Identity;
use crate::pawnking::span;
use crate::pawnking::view::View;
use peasant::board::{Bitboard, Square};

/// Every candidate.
pub fn evaluate(view: &View) -> Vec<Partial> {
    span::pawns(view.board, Identity::Candidate)
        .map(|pawn| candidate(view, pawn))
        .collect()
}

/// Ready with as many helpers as sentries, else slow.
fn candidate(view: &View, pawn: Square) -> Partial {
    let sides = pawn.set().left() | pawn.set().right();
    let helpers = view.own_pawns() & (sides | span::below(sides));
    let sentries = view.enemy_pawns() & span::above(sides);
    let surplus = helpers.count().cast_signed() - sentries.count().cast_signed();
    let class = if surplus >= 0 {
        Class::Ready
    } else {
        Class::Slow
    };
    Partial {
        element: Element::Candidate,
        side: view.side,
        pawn,
        class,
        sensitive: None,
        goal: moves(pawn, sentries),
        rests_on: Vec::new(),
        own_aims: span::above(sides) & !view.enemy_pawns(),
        enemy_aims: View::ahead(pawn),
    }
}

/// Steps until the pawn, or a helper that steps before it, meets the last sentry, and the exchange.
fn moves(pawn: Square, sentries: Bitboard) -> u32 {
    let nearest = sentries.map(Square::rank).max().unwrap_or(pawn.rank());
    nearest.saturating_sub(pawn.rank() + 2) + 2
}

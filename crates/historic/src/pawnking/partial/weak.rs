//! Weak pawns: those of the other side that no pawn guards and the own king can reach.

use super::{Class, Element, Partial, along, own, sensitive};
use crate::pawnking::view::View;
use peasant::board::{Bitboard, Square};

/// Every enemy pawn that no pawn guards and that the own king has a way to.
pub fn evaluate(view: &View) -> Vec<Partial> {
    let pawns = view.enemy_pawns();
    let weak = pawns - pawns.black_pawn_attacks();
    weak.filter_map(|pawn| weak_pawn(view, pawn)).collect()
}

/// The own king takes the pawn in so many moves, unless the enemy king stands beside it by then.
fn weak_pawn(view: &View, pawn: Square) -> Option<Partial> {
    let takes = view.own_path.to(pawn)?.cast_signed();
    let beside = pawn.set().king_steps();
    let guard = beside.filter(|&square| view.enemy_path.to(square).is_some());
    let guard = guard.min_by_key(|&square| view.enemy_path.to(square));
    let comes = guard
        .and_then(|square| view.enemy_path.to(square))
        .map_or(super::WIDEST, u32::cast_signed);
    // The guard must stand there one move before the pawn is taken.
    let margin = comes - (takes - 1 + view.wait()) - 1;
    let evades = can_step_away(view, pawn) || can_be_guarded(view, pawn);
    let class = match margin {
        0.. if evades => Class::Evades,
        0.. => Class::Falls,
        -1 => Class::Besieged,
        _ => Class::Defended,
    };
    let slack = match class {
        Class::Defended => -margin - 2,
        Class::Falls | Class::Evades => margin,
        _ => 0,
    };
    Some(Partial {
        element: Element::Weak,
        side: view.side,
        pawn,
        class,
        sensitive: sensitive(slack),
        goal: takes.cast_unsigned(),
        rests_on: [
            own(view, pawn),
            guard.and_then(|square| along(!view.side, &view.enemy_path, square)),
        ]
        .into_iter()
        .flatten()
        .collect(),
        own_aims: pawn.set(),
        enemy_aims: beside,
    })
}

/// Can the enemy pawn step forward?
fn can_step_away(view: &View, pawn: Square) -> bool {
    !(pawn.set().down() & !view.board.occupied()).is_empty()
}

/// Can another enemy pawn step to where it guards this one?
fn can_be_guarded(view: &View, pawn: Square) -> bool {
    let free = !view.board.occupied();
    let step = view.enemy_pawns().down() & free;
    let double = (step & Bitboard::rank(5)).down() & free;
    !((step | double) & pawn.set().white_pawn_attacks()).is_empty()
}

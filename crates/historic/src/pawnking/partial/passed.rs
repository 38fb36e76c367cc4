//! Passed pawns.

use super::{Class, Dependence, Element, Partial, along, own, sensitive};
use crate::pawnking::distance::{KingPath, Lines};
use crate::pawnking::view::View;
use peasant::board::{Bitboard, Square};
use peasant::kpk::key_squares;

/// Every passed pawn that has no own pawn ahead.
pub fn evaluate(view: &View) -> Vec<Partial> {
    let pawns = view.passed;
    pawns
        .filter_map(|pawn| Some(passed(view, pawn, view.moves_to_promote(pawn)?)))
        .collect()
}

fn passed(view: &View, pawn: Square, moves: i32) -> Partial {
    let ways = enemy_ways(view, pawn);
    let (lead, meets) = lead(view, pawn, &ways);
    let keys = key_squares(pawn);
    let base = |class, margin, goal: i32, rests_on: [Option<Dependence>; 2]| Partial {
        element: Element::Passed,
        side: view.side,
        pawn,
        class,
        sensitive: sensitive(margin),
        goal: goal.cast_unsigned(),
        rests_on: rests_on.into_iter().flatten().collect(),
        own_aims: keys,
        enemy_aims: View::ahead(pawn).with(pawn),
    };
    let enemy = |key| along(!view.side, &ways, key);
    let race = [meets.and_then(enemy), None];
    if lead >= 0 {
        let class = if outraces(view, moves) {
            Class::Decisive
        } else {
            Class::Runs
        };
        return base(class, lead, moves, race);
    }
    match first_at_key(view, &ways, keys) {
        Some((key, own_moves, margin)) if margin >= 0 => base(
            Class::Supported,
            margin,
            own_moves + moves,
            [own(view, key), enemy(key)],
        ),
        _ => base(Class::Held, -lead - 1, moves, race),
    }
}

/// The ways of the enemy king to a pawn that runs. What the pawn itself guards does not close them, it moves on; nor does a guard
/// that the king can take.
fn enemy_ways(view: &View, pawn: Square) -> KingPath {
    let mut guards = view.own_pawns().without(pawn);
    loop {
        let closed = view.enemy_pawns() | guards.white_pawn_attacks();
        let ways = KingPath::new(view.enemy_king.set(), !closed);
        let taken: Bitboard = guards.filter(|&guard| ways.to(guard).is_some()).collect();
        if taken.is_empty() {
            return ways;
        }
        guards = guards - taken;
    }
}

/// By how many moves the enemy king comes too late for the pawn, which runs at once, and the square where they meet first; negative if the
/// king is in time. Squares that the own king guards cannot be entered; own king in the way, it guards nothing.
fn lead(view: &View, pawn: Square, ways: &KingPath) -> (i32, Option<Square>) {
    let path = View::ahead(pawn);
    if path.contains(view.enemy_king) {
        return (-1, Some(view.enemy_king));
    }
    let detour = path.contains(view.own_king);
    let guarded = if detour {
        Bitboard::EMPTY
    } else {
        view.own_king.set().king_steps()
    };
    let delay = view.wait() + i32::from(detour) + checks(view);
    let double = pawn.rank() == 1 && !detour;
    let spare = |square: Square| -> Option<(i32, Option<Square>)> {
        let arrives = ways.to(square)?.cast_signed();
        let steps = square.rank().cast_signed() - pawn.rank().cast_signed();
        // The square that a double step jumps over must be free at once; the others are reached one by one.
        let moves = match (double, steps) {
            (true, 1) => 0,
            (true, _) => (steps - 1).max(0),
            (false, _) => steps,
        };
        Some((arrives - moves - delay - 1, Some(square)))
    };
    let open = path.with(pawn) - guarded;
    open.filter_map(spare)
        .min()
        .unwrap_or((super::WIDEST, None))
}

/// How many enemy pawns could disturb with a check: each takes a move.
fn checks(view: &View) -> i32 {
    let king = view.own_king.set();
    let files = king.left() | king.right();
    let above = super::super::span::above(files);
    (view.enemy_pawns() & above.up()).count().cast_signed()
}

/// Does a pawn that promotes in so many moves leave every enemy pawn far enough from promotion for the queen to stop it?
fn outraces(view: &View, moves: i32) -> bool {
    let made = moves - 1 + view.wait() + checks(view);
    view.enemy_pawns().all(|pawn| {
        let double = i32::from(pawn.rank() == 6);
        let left = pawn.rank().cast_signed() - double - made;
        left >= 4 || left >= safe_moves(view, pawn) || is_shut_in(view, pawn)
    })
}

/// How many moves from promotion an enemy pawn must be for a queen, which its side is to answer, to win against it: two, but three on
/// the files where a pawn on the seventh rank can hold, and four there if its king is near.
fn safe_moves(view: &View, pawn: Square) -> i32 {
    let promotion = Square::at(pawn.file(), 0);
    match pawn.file() {
        1 | 3 | 4 | 6 => 2,
        _ if Lines::between(view.enemy_king, promotion).steps() > 4 => 3,
        _ => 4,
    }
}

/// Does the enemy pawn stand before an own one, with nothing to take on the way?
fn is_shut_in(view: &View, pawn: Square) -> bool {
    let span = super::super::span::below(pawn.set());
    // The king must not be able to take what stands in the way.
    let blocked = (span & view.own_pawns()).any(|own| view.enemy_path.to(own).is_none());
    let takes = span.with(pawn).left() | span.with(pawn).right();
    blocked && (takes.down() & view.own_pawns()).is_empty()
}

/// The key square at which the own king is first by most: with its own moves there and the margin.
fn first_at_key(view: &View, ways: &KingPath, keys: Bitboard) -> Option<(Square, i32, i32)> {
    let race = |key: Square| {
        let own = view.own_path.to(key)?.cast_signed();
        let enemy = ways.to(key).map_or(super::WIDEST, u32::cast_signed);
        // The enemy king only has to come next to the square.
        Some((key, own, (enemy - 1) - own - view.wait()))
    };
    keys.filter_map(race)
        .max_by_key(|&(_, own, margin)| (margin, -own))
}

//! ONEPAWN: king and pawn against king by rules. Our reconstruction: the rules of the original (Newborn and Piasetski) are not published in
//! what we have.
//!
//! The rules speak of positions with the defender to move; whatever they do not call won is drawn. They are helped by a short look ahead:
//! the attacker to move wins if one of its moves leads to a position that is won, and the defender to move loses if all of its steps do, to
//! a depth of two moves.

use super::board::Board;
use crate::kpk::published::Measure;
use peasant::board::{Bitboard, Color, Square};
use peasant::kpk::{Placement, Side, Verdict, bitbase};

/// Gives the verdict of the rules.
#[must_use]
pub fn verdict(placement: Placement) -> Verdict {
    let (attacker, defender, pawn) = (placement.attacker(), placement.defender(), placement.pawn());
    let won = match placement.turn() {
        Side::Attacker => wins_with_the_move(attacker, defender, pawn, LOOK),
        Side::Defender => wins_without_the_move(attacker, defender, pawn, LOOK),
    };
    if won { Verdict::Won } else { Verdict::Drawn }
}

/// Every position with one side to move, against the exact result by the rules of chess.
#[must_use]
pub fn measure(turn: Side) -> Measure {
    let mut measure = Measure::default();
    for placement in Placement::all(turn) {
        measure.add(Some(verdict(placement)), bitbase().probe(placement));
    }
    measure
}

/// What the rules say of a board with one pawn and no queen.
pub(super) fn judge(board: &Board, attacker: Color) -> Verdict {
    let seen = |square: Square| match attacker {
        Color::White => square,
        Color::Black => square.flip(),
    };
    let turn = if board.turn() == attacker {
        Side::Attacker
    } else {
        Side::Defender
    };
    let kings = [attacker, !attacker].map(|color| seen(board.king(color)));
    let placement = board
        .pawns(attacker)
        .first()
        .and_then(|pawn| Placement::new(kings[0], kings[1], seen(pawn), turn));
    placement.map_or(Verdict::Drawn, verdict)
}

/// How many of its own moves the defender looks ahead.
const LOOK: u32 = 2;

/// Attacker to move: does a move lead to a won position?
fn wins_with_the_move(attacker: Square, defender: Square, pawn: Square, look: u32) -> bool {
    let wins = |king, pawn| wins_without_the_move(king, defender, pawn, look);
    if let Some(ahead) = free_step(attacker, defender, pawn) {
        if pawn.rank() == 6 {
            if promotes_safely(attacker, defender, ahead) {
                return true;
            }
        } else if wins(attacker, ahead) {
            return true;
        }
        let double = free_step(attacker, defender, ahead).filter(|_| pawn.rank() == 1);
        if double.is_some_and(|double| wins(attacker, double)) {
            return true;
        }
    }
    let mut steps = attacker.set().king_steps() - defender.set().king_steps() - pawn.set();
    steps.any(|step| wins(step, pawn))
}

/// The square before the pawn, if no king stands there.
fn free_step(attacker: Square, defender: Square, pawn: Square) -> Option<Square> {
    let ahead = pawn.set().up().first()?;
    (ahead != attacker && ahead != defender).then_some(ahead)
}

/// A new queen wins unless it is taken. (A queen that stalemates is overlooked.)
fn promotes_safely(attacker: Square, defender: Square, queen: Square) -> bool {
    defender.distance(queen) > 1 || attacker.distance(queen) == 1
}

/// Defender to move: is it lost?
fn wins_without_the_move(attacker: Square, defender: Square, pawn: Square, look: u32) -> bool {
    if takes(attacker, defender, pawn) || is_stalemate(attacker, defender, pawn) {
        return false;
    }
    if is_outside_the_square(attacker, defender, pawn) {
        return true;
    }
    let by_rule = match pawn.file() {
        0 | 7 => rook_pawn(attacker, defender, pawn),
        _ => other_pawn(attacker, defender, pawn),
    };
    by_rule
        || look > 0
            && defender_steps(attacker, defender, pawn)
                .all(|step| wins_with_the_move(attacker, step, pawn, look - 1))
}

/// The defender's legal steps, but for a capture.
fn defender_steps(attacker: Square, defender: Square, pawn: Square) -> Bitboard {
    let steps = defender.set().king_steps() - attacker.set().king_steps();
    steps - pawn.set().white_pawn_attacks() - pawn.set()
}

fn takes(attacker: Square, defender: Square, pawn: Square) -> bool {
    defender.distance(pawn) == 1 && attacker.distance(pawn) > 1
}

/// The pawn cannot be taken.
fn is_stalemate(attacker: Square, defender: Square, pawn: Square) -> bool {
    let in_check = pawn.set().white_pawn_attacks().contains(defender);
    !in_check && defender_steps(attacker, defender, pawn).is_empty()
}

/// The rule of the square, the defender to move.
fn is_outside_the_square(attacker: Square, defender: Square, pawn: Square) -> bool {
    let promotion = Square::at(pawn.file(), 7);
    let own_king = u32::from(attacker.file() == pawn.file() && attacker.rank() > pawn.rank());
    let moves = 7 - pawn.rank() - u32::from(pawn.rank() == 1) + own_king;
    defender.distance(promotion) > moves + 1
}

/// A rook pawn wins only if the king gets to the squares beside the corner first, and the pawn does not fall meanwhile.
fn rook_pawn(attacker: Square, defender: Square, pawn: Square) -> bool {
    let file = if pawn.file() == 0 { 1 } else { 6 };
    let keys = Square::at(file, 6).set() | Square::at(file, 7).set();
    let corner = Square::at(pawn.file(), 7);
    keys.into_iter().any(|key| {
        let way = attacker.distance(key);
        let first = defender.distance(key) > way + 1 && defender.distance(corner) > way + 1;
        first && is_safe(attacker, defender, pawn, key)
    })
}

/// Any other pawn wins if the king gets to a key square with nobody near it, and the pawn does not fall meanwhile.
fn other_pawn(attacker: Square, defender: Square, pawn: Square) -> bool {
    key_squares(pawn).into_iter().any(|key| {
        let way = attacker.distance(key);
        let first = way == 0 || defender.distance(key) > way + 1;
        let safe = defender.distance(pawn) > way + 1 || is_safe(attacker, defender, pawn, key);
        first && safe
    }) || has_opposition(attacker, defender, pawn)
        || is_escorted(attacker, defender, pawn)
}

/// The king beside its pawn, and the defender behind them, or level and not near: they go on together.
fn is_escorted(attacker: Square, defender: Square, pawn: Square) -> bool {
    let level = defender.rank() == pawn.rank() && defender.distance(pawn) > 2;
    attacker.distance(pawn) == 1 && (level || defender.rank() < pawn.rank())
}

/// The king before its pawn, and the defender, to move, straight before the king.
fn has_opposition(attacker: Square, defender: Square, pawn: Square) -> bool {
    let ahead = attacker.rank() == pawn.rank() + 1;
    ahead && attacker.file().abs_diff(pawn.file()) <= 1 && defender.index() == attacker.index() + 16
}

/// Can the king go to the square and be back in time to guard the pawn?
fn is_safe(attacker: Square, defender: Square, pawn: Square, key: Square) -> bool {
    attacker.distance(key) + key.distance(pawn) <= defender.distance(pawn)
}

/// The squares on which the attacker's king wins, whoever is to move.
fn key_squares(pawn: Square) -> Bitboard {
    let wide = pawn.set() | pawn.set().left() | pawn.set().right();
    match pawn.rank() {
        0..=3 => wide.up().up(),
        4 | 5 => wide.up() | wide.up().up(),
        _ => (wide | wide.up()) - Bitboard::file(pawn.file()),
    }
}

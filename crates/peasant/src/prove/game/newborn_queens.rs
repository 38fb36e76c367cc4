//! Newborn's rules (1977) for one position: what a queen on the board is worth.

use crate::board::{Color, Position, Role};
use crate::rules::Rules;
use crate::value::{all, any};

/// The rules for one position with a queen on the board. Does the attacker win?
pub(crate) fn wins(
    position: &Position,
    attacker: Color,
    next: &mut dyn FnMut(&Position) -> Option<bool>,
) -> Option<bool> {
    let y = position.turn();
    let has_queen = |color| !position.pieces(color, Role::Queen).is_empty();
    match (has_queen(y), has_queen(!y)) {
        (true, true) => Some(attacker == y && has_decisive_answer(position)),
        (true, false) => Some(attacker == y),
        _ => answers_win(position, attacker, next),
    }
}

/// X has just promoted and Y is to move.
fn answers_win(
    position: &Position,
    attacker: Color,
    next: &mut dyn FnMut(&Position) -> Option<bool>,
) -> Option<bool> {
    let y = position.turn();
    let attacker_promoted = attacker != y;
    if position.is_checkmate() {
        return Some(attacker_promoted);
    }
    let mut answers = Rules::Newborn
        .moves(position)
        .into_iter()
        .map(|reply| next(&position.play(reply)));
    if position.is_stalemate() {
        Some(false)
    } else if attacker_promoted {
        all(&mut answers)
    } else {
        any(&mut answers)
    }
}

/// Queens are equal: can the side to move promote again, or take the new queen with its king?
fn has_decisive_answer(position: &Position) -> bool {
    let queens = position.pieces(!position.turn(), Role::Queen);
    let king = position.king(position.turn());
    Rules::Newborn
        .moves(position)
        .into_iter()
        .any(|m| m.promotion.is_some() || m.from == king && queens.contains(m.to))
}

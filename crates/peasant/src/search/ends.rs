//! Positions that need no search: at most three men.

use crate::board::{Color, Position, Role};
use crate::kpk::{self, Placement, Side, Verdict};

/// Does White win, as far as his men alone or tables of three men tell? A mate may be `None`.
pub(super) fn result(position: &Position) -> Option<bool> {
    let white = position.men(Color::White).count();
    let others = position.men(Color::Black).count();
    match (white, others) {
        (1, _) => Some(false),
        (2, 1) => Some(against_bare_king(position)),
        _ => None,
    }
}

/// Does White win with one man beside the king? A queen or rook wins unless the other king, which is to move, takes it or is stalemated.
fn against_bare_king(position: &Position) -> bool {
    let mine = |role| position.pieces(Color::White, role);
    if let Some(pawn) = mine(Role::Pawn).first() {
        let [attacker, defender] = Color::BOTH.map(|color| position.king(color));
        let turn = match position.turn() {
            Color::White => Side::Attacker,
            Color::Black => Side::Defender,
        };
        let placement = Placement::new(attacker, defender, pawn, turn);
        return placement.is_some_and(|placement| kpk::bitbase().probe(placement) == Verdict::Won);
    }
    if (mine(Role::Queen) | mine(Role::Rook)).is_empty() {
        return false;
    }
    if position.turn() == Color::White {
        return true;
    }
    let moves = position.legal_moves();
    match moves.is_empty() {
        true => position.in_check(),
        false => !moves.iter().any(|&m| position.is_capture(m)),
    }
}

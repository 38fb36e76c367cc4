//! Squares that the handbooks speak of.

use crate::board::{Bitboard, Square};

/// The key squares of a pawn: a king that occupies one wins, as the handbooks have it (the seventh
/// rank is our reading).
#[must_use]
pub fn key_squares(pawn: Square) -> Bitboard {
    let file = pawn.set();
    if matches!(pawn.file(), 0 | 7) {
        let beside = Bitboard::file(if pawn.file() == 0 { 1 } else { 6 });
        return beside & (Bitboard::rank(6) | Bitboard::rank(7));
    }
    let wide = file | file.left() | file.right();
    match pawn.rank() {
        0..=3 => wide.up().up(),
        4 | 5 => wide.up() | wide.up().up(),
        _ => (wide | wide.up()) - Bitboard::file(pawn.file()),
    }
}

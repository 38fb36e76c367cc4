//! Passed pawns, and whether a king can stop them.

use super::board::{Board, beside, forward, rank_for};
use peasant::board::{Color, Square};

/// The passed pawns of a side: no enemy pawn stands before them on their own file or one beside it.
pub(super) fn passed_pawns(board: &Board, color: Color) -> impl Iterator<Item = Square> {
    let enemies = board.pawns(!color);
    board.pawns(color).filter(move |&pawn| {
        !enemies.into_iter().any(|enemy| {
            enemy.file().abs_diff(pawn.file()) <= 1
                && rank_for(color, enemy) > rank_for(color, pawn)
        })
    })
}

/// The moves that a pawn needs to promote if nothing is in its way; a double step counts as one.
pub(super) fn moves_to_promote(color: Color, pawn: Square) -> u32 {
    match rank_for(color, pawn) {
        1 => 5,
        rank => 7 - rank,
    }
}

/// The square on which a pawn promotes if it takes nothing.
pub(super) fn promotion_square(color: Color, pawn: Square) -> Square {
    match color {
        Color::White => Square::at(pawn.file(), 7),
        Color::Black => Square::at(pawn.file(), 0),
    }
}

/// The rule of the square for a passed pawn: nothing stands in its way, and the enemy king comes too late even to take the new
/// queen.
pub(super) fn outruns_king(board: &Board, color: Color, pawn: Square) -> bool {
    let mut at = pawn;
    while let Some(next) = beside(at, 0, forward(color)) {
        if board.man(next).is_some() {
            return false;
        }
        at = next;
    }
    let first = u32::from(board.turn() != color);
    board.king(!color).distance(at) > moves_to_promote(color, pawn) + first
}

/// Does a pawn that needs so many moves promote so early that no enemy pawn can promote in reply? Enemy pawns are taken to have a
/// free way.
pub(super) fn outraces_pawns(board: &Board, color: Color, moves: u32) -> bool {
    let first = u32::from(board.turn() != color);
    let mut enemies = board.pawns(!color).into_iter();
    enemies.all(|enemy| moves_to_promote(!color, enemy) > moves + first)
}

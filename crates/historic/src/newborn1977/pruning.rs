//! Forward pruning: which moves of the king are not looked at near the tips.
//!
//! The source says only that many king moves are left out. Our choice: within the last two plies before the maximum depth a
//! king that is not in check makes only moves that take something, come nearer to the centre of gravity of the pawns or to the nearest
//! enemy pawn, or take the opposition. While a queen is on the board nothing is left out: the game ends with the reply.

use super::board::Board;
use super::evaluate::{is_opposition, steps_to_centre};
use peasant::board::{Color, Move, Square};

/// Moves are left out at so many plies before the maximum depth.
pub(super) const PLIES: u32 = 2;

/// Is the move worth looking at near the tips? The side to move is not in check.
pub(super) fn is_promising(board: &Board, r#move: Move) -> bool {
    let side = board.turn();
    if r#move.from != board.king(side) || board.is_capture(r#move) {
        return true;
    }
    steps_to_centre(board, r#move.to) < steps_to_centre(board, r#move.from)
        || steps_to_enemy(board, side, r#move.to) < steps_to_enemy(board, side, r#move.from)
        || is_opposition(r#move.to, board.king(!side))
}

fn steps_to_enemy(board: &Board, side: Color, from: Square) -> Option<u32> {
    board.pawns(!side).map(|pawn| pawn.distance(from)).min()
}

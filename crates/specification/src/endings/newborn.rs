//! What a promotion is worth under the rules of Newborn's program PEASANT (1977).
//!
//! "Only promotions to a queen were possible, and to avoid later queen moves, the side to move had a win if one queen
//! ahead and a draw if both sides had the same number of queens (> 0) and no queening actually possible."
//!
//! Read here as follows. X has just promoted, Y is to move.
//!
//! * Y is mated: X has won. Y is stalemated: draw.
//! * Y takes the new queen with its king: play goes on without it, X to move.
//! * Y promotes too: X wins if it can promote again or can take Y's queen with its king; otherwise it is a draw, even
//!   where X is mated or stalemated.
//! * Y plays anything else: X, to move and a queen ahead, has won, even where that move mates X.
//!
//! Y takes the best of these. All moves must be legal with the queens on the board: checks and pins by queens count.

use super::Wdl;
use super::board::{Board, Man, Side};
use super::moves::{Kind, NaiveMove, newborn_moves};

/// What X's promotion is worth to X. The board is the one after it. `without_queen` tells what a board of kings and
/// pawns, reached when Y takes the queen, is worth to X, who is then to move.
pub fn promotion(board: &Board, x: Side, mut without_queen: impl FnMut(&Board) -> Wdl) -> Wdl {
    let y = x.other();
    let replies = newborn_moves(board, y, None);
    if replies.is_empty() {
        return match board.in_check(y) {
            true => Wdl::Win,
            false => Wdl::Draw,
        };
    }
    replies
        .into_iter()
        .map(|(reply, after)| {
            if takes_queen(board, reply) {
                without_queen(&after)
            } else if reply.kind == Kind::Promotion(Man::Queen) {
                queen_each(&after, x)
            } else {
                Wdl::Win
            }
        })
        .min()
        .expect("there is a reply")
}

/// Both sides have just made a queen and X is to move.
fn queen_each(board: &Board, x: Side) -> Wdl {
    let goes_ahead = newborn_moves(board, x, None)
        .into_iter()
        .any(|(again, _)| again.kind == Kind::Promotion(Man::Queen) || takes_queen(board, again));
    match goes_ahead {
        true => Wdl::Win,
        false => Wdl::Draw,
    }
}

/// Whether the move takes a queen. Only a king can: a new queen stands on its own last rank, behind every enemy pawn.
fn takes_queen(board: &Board, candidate: NaiveMove) -> bool {
    let victim = board.at(candidate.to);
    victim.is_some_and(|piece| piece.man == Man::Queen)
}

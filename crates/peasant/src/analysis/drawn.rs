//! Drawing moves: which of them sets the opponent the harder task.

use super::guard::Guard;
use super::inquiry::{Crossed, Inquiry};
use crate::board::{Move, Position, Role};
use crate::prove::worth;
use crate::value::Wdl;

/// What a drawing move asks of the opponent; the least is the best to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Task {
    /// What the move gives away for nothing, in pawns; less than nothing if it wins something.
    pub gives: i32,
    /// Of a thousand answers, how many are not known to lose.
    holding: u32,
    /// How many those are.
    answers: u32,
}

impl Task {
    /// The task that a move sets.
    pub fn of(inquiry: &mut Inquiry, here: &Position, m: Move) -> Result<Task, Crossed> {
        let next = here.play(m);
        let answers = inquiry.rules.moves(&next);
        let (mut holding, mut taken) = (0_u32, 0);
        for &answer in &answers {
            let after = next.play(answer);
            if inquiry.known(&after)?.lower() == Wdl::Win {
                continue;
            }
            holding += 1;
            // What is taken for stalemate costs nothing.
            if next.is_capture(answer) && !after.is_stalemate() {
                taken = taken.max(taken_by(&next, answer) - best_recapture(&after, answer));
            }
        }
        let all = answers.len() as u32;
        let gives = taken - taken_by(here, m);
        Ok(Task {
            gives: gives.max(i32::from(leaves_a_pawn(here, m))),
            // Who has no answer at all, has no task.
            holding: (holding * 1000).checked_div(all).unwrap_or(1000),
            answers: holding,
        })
    }
}

/// Does a move that takes nothing leave a pawn that the king could guard: is one then lost by force, as long as only the kings move?
pub(super) fn leaves_a_pawn(here: &Position, m: Move) -> bool {
    let (side, next) = (here.turn(), here.play(m));
    if !next.is_pawn_ending() || !here.is_pawn_ending() || here.is_capture(m) {
        return false;
    }
    let other = here.king(!side);
    let falls = Guard::new(next.pawns(), side).falls(next.king(side), other);
    falls && !Guard::new(here.pawns(), side).is_lost(here.king(side), other)
}

/// What a move takes, in pawns. En passant there is nobody on the square.
fn taken_by(here: &Position, m: Move) -> i32 {
    if !here.is_capture(m) {
        return 0;
    }
    let role = here.piece_at(m.to).map_or(Role::Pawn, |(_, role)| role);
    worth(role) as i32
}

/// What can be taken back on the square of a capture.
fn best_recapture(after: &Position, capture: Move) -> i32 {
    let moves = after.legal_moves().into_iter();
    let back = moves.filter(|m| m.to == capture.to && after.is_capture(*m));
    back.map(|m| taken_by(after, m)).max().unwrap_or(0)
}

//! What a look at an ending with promoted pieces shows, before anything is assumed of it: mates and stalemates, pieces that hang, and
//! who can promote at once. It proves nothing.

use crate::board::{Move, Position, Role};
use crate::prove::balance;
use crate::value::Wdl;

/// So many plies are looked at.
const PLIES: u32 = 5;

/// More than all men.
const MATE: i32 = 1_000;

/// The result that an ending seems to have for the side to move: who is ahead in pieces wins, once what hangs is taken and who can promote
/// has done it.
pub(super) fn look(position: &Position) -> Wdl {
    match seen(position, PLIES, -MATE, MATE) {
        1.. => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    }
}

/// The side to move's pieces less the other's, pawns left out, after the best of what cannot wait.
fn seen(position: &Position, plies: u32, mut lower: i32, upper: i32) -> i32 {
    let moves = position.legal_moves();
    let in_check = position.in_check();
    match moves[..] {
        [] if in_check => return -MATE,
        [] => return 0,
        _ if plies == 0 => return balance(position),
        _ => {}
    }
    // Whoever is not in check may wait, unless every move is forced.
    lower = lower.max(if in_check { -MATE } else { balance(position) });
    for m in moves {
        let next = position.play(m);
        let counts = in_check || is_loud(position, m) || plies == PLIES && next.is_checkmate();
        if lower >= upper {
            break;
        }
        if counts {
            lower = lower.max(-seen(&next, plies - 1, -upper, -lower));
        }
    }
    lower
}

/// A promotion, or a capture of a piece.
fn is_loud(position: &Position, m: Move) -> bool {
    let taken = position.piece_at(m.to);
    m.promotion.is_some() || taken.is_some_and(|(_, role)| role != Role::Pawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn what_cannot_wait_is_seen() {
        for (text, expected) in [
            // A queen against a pawn, and against one that promotes at once.
            ("8/8/8/3K1k2/8/1p6/1P6/7q w - -", Wdl::Loss),
            ("5K2/6P1/8/7k/8/7p/8/7q w - -", Wdl::Draw),
            // The queen is taken; the promotion is mate; stalemate.
            ("6K1/8/8/8/8/8/1k1p4/Q7 b - -", Wdl::Draw),
            ("7k/1P4p1/6Kp/8/8/8/8/q7 w - -", Wdl::Win),
            ("K7/2k5/1q6/8/8/8/8/8 w - -", Wdl::Draw),
            // Whoever is in check cannot wait, nor promote.
            ("8/8/8/8/4k3/8/2p5/4QK2 b - -", Wdl::Loss),
        ] {
            let position = fen::parse(text).expect("a legal position");
            assert_eq!(look(&position), expected, "{text}");
        }
    }
}

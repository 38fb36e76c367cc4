//! What a look at an ending with promoted pieces shows, before anything is assumed of it: mates and stalemates, pieces that hang, and
//! who can promote at once. It proves nothing.

use crate::board::{Color, Move, Position, Role, Square};
use crate::prove::balance;
use crate::value::Wdl;

/// So many plies are looked at.
const PLIES: u32 = 5;

/// A king with more steps than these to a pawn's last square comes too late to help its queen.
const FAR: u32 = 4;

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
        _ if plies == 0 => return standing(position),
        _ => {}
    }
    // Whoever is not in check may wait, unless every move is forced.
    lower = lower.max(if in_check { -MATE } else { standing(position) });
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

/// The pieces of the side to move less those of the other; nothing where a pawn holds a draw against the queen.
fn standing(position: &Position) -> i32 {
    if Color::BOTH
        .into_iter()
        .any(|side| pawn_holds(position, side))
    {
        0
    } else {
        balance(position)
    }
}

/// Does a pawn hold a draw against a lone queen: a rook's or bishop's pawn, one step from promotion or two with the move, its king beside
/// its last square, the other king far away? So say the books.
fn pawn_holds(position: &Position, side: Color) -> bool {
    let queen = position.pieces(!side, Role::Queen);
    if queen.count() != 1 || position.men(!side).count() != 2 {
        return false;
    }
    let pawns = position.pieces(side, Role::Pawn);
    let to_move = u32::from(position.turn() == side);
    let holds = |pawn: Square| {
        let left = 7 - pawn.seen_by(side).rank();
        let last = Square::at(pawn.file(), 7).seen_by(side);
        let steps = |king: Color| position.king(king).distance(last);
        let is_near = left <= 1 + to_move && steps(side) <= 1;
        is_near && steps(!side) > FAR && matches!(pawn.file(), 0 | 2 | 5 | 7)
    };
    position.men(side).count() == pawns.count() + 1 && pawns.into_iter().any(holds)
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
            // A queen and a rook's pawn that comes to its last step; its king is away, or the other one near.
            ("1Q6/8/8/8/6K1/p7/8/k7 b - -", Wdl::Draw),
            ("2Q5/8/8/4K3/8/p7/1k6/8 w - -", Wdl::Win),
            ("8/8/7K/8/8/8/5pk1/3Q4 w - -", Wdl::Draw),
            ("8/8/8/8/3k4/8/p6Q/7K w - -", Wdl::Win),
            ("8/8/8/8/8/1K6/p6Q/1k6 w - -", Wdl::Win),
        ] {
            let position = fen::parse(text).expect("a legal position");
            assert_eq!(look(&position), expected, "{text}");
        }
    }
}

//! Which of the moves that fail a player would think of, and when a refutation has shown why they fail. Nothing of it is a
//! result; it only chooses among what is proved.

use super::motive::Motive;
use crate::analysis::PassedPawn;
use crate::board::{Move, Position, Square};
use crate::value::Wdl;

/// The less, the sooner a player would think of the move: captures, then moves of pawns and pieces, then the king's steps towards the
/// pawns and the place where the best moves go; last a piece that is given away.
pub(super) fn strangeness(position: &Position, best: &[Move], m: Move) -> (u32, u32) {
    let king = position.king(position.turn());
    let is_piece = m.from != king && !position.pawns().occupied().contains(m.from);
    let is_taken = || {
        let answers = position.play(m).legal_moves();
        answers.iter().any(|answer| answer.to == m.to)
    };
    if is_piece && !position.is_capture(m) && is_taken() {
        return (3, 0);
    }
    if position.is_capture(m) {
        return (0, 0);
    }
    if m.from != king {
        return (1, 0);
    }
    let aims = best.iter().filter(|best| best.from == m.from);
    let aside = aims.map(|best| best.to.distance(m.to)).min().unwrap_or(0);
    (2, aside + to_a_pawn(position, m.to))
}

/// How far the nearest pawn is.
fn to_a_pawn(position: &Position, square: Square) -> u32 {
    let pawns = position.pawns().occupied();
    let distances = pawns.map(|pawn| pawn.distance(square));
    distances.min().unwrap_or(0)
}

/// Does a motive say why a move is good, not just that it is?
pub(super) const fn tells(motive: &Motive) -> bool {
    !matches!(
        motive,
        Motive::OnlyMove | Motive::PawnWon(_) | Motive::Race(_) | Motive::PromotionWithCheck
    )
}

/// A draw is shown without a motive by so many plies after the mistake, or not at all: what comes later is another matter.
pub(super) const SOON: usize = 7;

/// Is the matter decided for a player after a move of the side that refutes, with this result for it? `reply` is the next
/// move of the line.
pub(super) fn decides(position: &Position, m: Move, reply: Option<Move>, result: Wdl) -> bool {
    let (side, next) = (position.turn(), position.play(m));
    let is_taken = reply.is_some_and(|reply| reply.to == m.to);
    let takes = position.is_capture(m) && !is_taken;
    if result == Wdl::Draw {
        // King and pawn against king is known to everybody.
        let bare = next.pawns().of(!side).is_empty();
        let simple = next.pawns().occupied().count() == 1;
        return takes && (bare || simple) && next.is_pawn_ending();
    }
    let promotes = m.promotion.is_some() && !is_taken;
    takes || promotes || PassedPawn::uncaught(&next).is_some()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn played(fen: &str, m: &str) -> (Position, Move) {
        (fen.parse().unwrap(), m.parse().unwrap())
    }

    /// Réti: pushing the pawn comes before the king's steps, and of these the one beside the best before the one away.
    #[test]
    fn natural_moves_come_first() {
        let reti = "7K/8/k1P5/7p/8/8/8/8 w - -";
        let (position, best) = played(reti, "h8g7");
        let strange = |m: &str| strangeness(&position, &[best], m.parse().unwrap());
        assert!(strange("c6c7") < strange("h8h7"));
        assert!(strange("h8h7") < strange("h8g8"), "h7 is nearer to h5");
        let (position, take) = played("8/8/8/8/8/3k4/3P4/3K4 b - -", "d3d2");
        assert_eq!(strangeness(&position, &[], take), (0, 0));
    }

    #[test]
    fn a_pawn_that_cannot_be_caught_decides() {
        let (position, m) = played("8/8/k7/7p/2P5/8/8/K7 b - -", "h5h4");
        assert!(decides(&position, m, None, Wdl::Win));
        assert!(!decides(&position, m, None, Wdl::Draw));
        assert_eq!(
            PassedPawn::uncaught(&position.play(m)).unwrap().pawn,
            Square::parse("h4").unwrap()
        );
        // White's pawn runs as well.
        let (position, m) = played("8/2P5/k7/8/7p/8/8/K7 b - -", "h4h3");
        assert!(!decides(&position, m, None, Wdl::Win));
        // White's king is near.
        let (position, m) = played("8/8/k7/7p/2P5/8/8/5K2 b - -", "h5h4");
        assert!(!decides(&position, m, None, Wdl::Win));
    }

    #[test]
    fn the_last_pawn_taken_decides_a_draw() {
        let (position, m) = played("8/8/8/8/8/3k4/4P3/7K b - -", "d3e2");
        assert!(decides(&position, m, None, Wdl::Draw));
        let (position, m) = played("8/8/8/8/8/3k4/PP2P3/7K b - -", "d3e2");
        assert!(!decides(&position, m, None, Wdl::Draw));
    }
}

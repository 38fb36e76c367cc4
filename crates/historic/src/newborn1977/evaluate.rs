//! PEASANT's evaluator, as Church's footnote gives it: `10*MAT + 5*PP - PRO + K1 + K2 + R`.
//!
//! Every term is White's less Black's. What the source leaves open stands with each term as our reading.

use super::board::{Board, rank_for};
use super::passed::{moves_to_promote, outruns_king, passed_pawns};
use peasant::board::NotAPawnEnding;
use peasant::board::{Color, Position, Square};

/// The terms of the evaluator, from White's side; K1, K2 and R carry their weights already, as in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evaluation {
    /// The difference in pieces. Our reading: a pawn is one piece, and a queen, which stands on the board only while the reply to
    /// a promotion is awaited, nine.
    pub mat: i32,
    /// The difference in passed pawns.
    pub pp: i32,
    /// The moves that White's most advanced pawn needs to promote less those of Black's: it is subtracted. Our reading: a double
    /// step counts as one move, nothing that stands in the way counts, and without a pawn it is seven moves.
    pub pro: i32,
    /// Minus five for every square between the king and the centre of gravity of all pawns. Our reading: king steps to the mean of
    /// their files and ranks, rounded at the end; 0 without pawns; Black's king counts plus five.
    pub k1: i32,
    /// Three for the opposition. Our reading: the direct one, on a file or a rank; the side that is not to move has it.
    pub k2: i32,
    /// Ten times the rank of each passed pawn that the enemy king cannot stop. Our reading: the rank as its owner counts, 2 to 7,
    /// and the rule of the square with nothing in the pawn's way.
    pub r: i32,
}

impl Evaluation {
    /// `10*MAT + 5*PP - PRO + K1 + K2 + R`, from White's side.
    #[must_use]
    pub const fn total(self) -> i32 {
        10 * self.mat + 5 * self.pp - self.pro + self.k1 + self.k2 + self.r
    }

    pub(super) fn of(board: &Board) -> Evaluation {
        Evaluation {
            mat: mat(board),
            pp: pp(board),
            pro: pro(board),
            k1: k1(board),
            k2: k2(board),
            r: r(board),
        }
    }
}

/// Evaluates a position without search.
///
/// # Errors
/// A position with other pieces than kings and pawns is refused.
pub fn evaluate(position: &Position) -> Result<Evaluation, NotAPawnEnding> {
    if position.is_pawn_ending() {
        Ok(Evaluation::of(&Board::new(position)))
    } else {
        Err(NotAPawnEnding)
    }
}

/// White's number less Black's.
fn difference(of: impl Fn(Color) -> i32) -> i32 {
    of(Color::White) - of(Color::Black)
}

fn mat(board: &Board) -> i32 {
    difference(|color| board.pawns(color).count() as i32 + 9 * i32::from(board.queens(color)))
}

fn pp(board: &Board) -> i32 {
    difference(|color| passed_pawns(board, color).count() as i32)
}

fn pro(board: &Board) -> i32 {
    difference(|color| {
        let pawns = board.pawns(color).into_iter();
        let moves = pawns.map(|pawn| moves_to_promote(color, pawn)).min();
        moves.unwrap_or(7) as i32
    })
}

fn k1(board: &Board) -> i32 {
    difference(|color| -5 * steps_to_centre(board, board.king(color)))
}

fn k2(board: &Board) -> i32 {
    let [white, black] = Color::BOTH.map(|color| board.king(color));
    match (is_opposition(white, black), board.turn()) {
        (false, _) => 0,
        (true, Color::Black) => 3,
        (true, Color::White) => -3,
    }
}

fn r(board: &Board) -> i32 {
    difference(|color| {
        let free = passed_pawns(board, color).filter(|&pawn| outruns_king(board, color, pawn));
        free.map(|pawn| 10 * (1 + rank_for(color, pawn) as i32))
            .sum()
    })
}

/// King steps from a square to the centre of gravity of all pawns, rounded to whole ones; 0 without pawns.
pub(super) fn steps_to_centre(board: &Board, square: Square) -> i32 {
    let pawns = board.pawns(Color::White) | board.pawns(Color::Black);
    let (mut files, mut ranks, mut count) = (0, 0, 0);
    for pawn in pawns {
        files += pawn.file() as i32;
        ranks += pawn.rank() as i32;
        count += 1;
    }
    if count == 0 {
        return 0;
    }
    let across = (count * square.file() as i32 - files).abs();
    let along = (count * square.rank() as i32 - ranks).abs();
    (2 * across.max(along) + count) / (2 * count)
}

/// Do the kings face each other on a file or a rank, one square between them?
pub(super) fn is_opposition(a: Square, b: Square) -> bool {
    matches!(
        (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank())),
        (0, 2) | (2, 0)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use peasant::notation::fen;

    fn terms(text: &str) -> Evaluation {
        let position = fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        evaluate(&position).expect("a pawn ending")
    }

    #[test]
    fn each_term() {
        // White: one pawn more, b5 passed and out of the king's reach; centre of gravity (b5, g4, g5): about e5.
        let e = terms("8/8/8/1P4p1/6P1/4k3/8/6K1 b - -");
        assert_eq!((e.mat, e.pp), (1, 1));
        assert_eq!(e.pro, 3 - 4);
        assert_eq!(e.k1, -5 * 4 + 5 * 2);
        assert_eq!((e.k2, e.r), (0, 50));
        assert_eq!(e.total(), 10 + 5 + 1 - 10 + 50);
        let e = terms("8/8/3k4/8/3K4/8/3P4/8 b - -");
        assert_eq!((e.k2, e.r, e.pro), (3, 0, 5 - 7));
        assert_eq!(terms("8/8/3k4/8/3K4/8/3P4/8 w - -").k2, -3);
    }

    #[test]
    fn colours_are_treated_alike() {
        for text in [
            "8/8/8/1P4p1/6P1/4k3/8/6K1 b - -",
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -",
            "8/6p1/8/8/7K/7P/4k2P/8 w - -",
        ] {
            let position = fen::parse(text).expect("a position");
            let total = |position: Position| evaluate(&position).expect("a pawn ending").total();
            assert_eq!(total(position.flip()), -total(position), "{text}");
            assert_eq!(total(position.mirror()), total(position), "{text}");
        }
    }
}

//! The five distances on which partial evaluations rest: rank, file, diagonal, pawn path, king path.
//!
//! Source: Chess Programming Wiki, "PawnKing", "Partial" names the five; what *diagonal distance* is, and which squares a path avoids, is our
//! reading.

use super::quad::{Man, Quad};
use peasant::board::{Bitboard, Square};

/// The three distances of an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Ranks between them.
    pub rank: u32,
    /// Files between them.
    pub file: u32,
    /// Files from the second to the diagonals of the first.
    pub diagonal: u32,
}

impl Lines {
    /// The distances between two squares.
    #[must_use]
    pub const fn between(one: Square, other: Square) -> Lines {
        let rank = one.rank().abs_diff(other.rank());
        let file = one.file().abs_diff(other.file());
        Lines {
            rank,
            file,
            diagonal: rank.abs_diff(file),
        }
    }

    /// Moves of a king with nothing in its way: one for each rank and file passed together, one for each left.
    #[must_use]
    pub const fn steps(self) -> u32 {
        let together = if self.rank < self.file {
            self.rank
        } else {
            self.file
        };
        together + self.diagonal
    }

    /// True if two kings so far apart stand in opposition, whoever moves: near, distant, diagonal, or at corners of a rectangle.
    #[must_use]
    pub const fn is_opposition(self) -> bool {
        self.rank.is_multiple_of(2) && self.diagonal.is_multiple_of(2)
    }
}

/// Moves of an own pawn straight ahead. Kings do not count as obstacles, they step aside.
#[must_use]
pub fn pawn_path(board: Quad, from: Square, to: Square) -> Option<u32> {
    if from.file() != to.file() || from.rank() > to.rank() {
        return None;
    }
    let steps = to.rank() - from.rank();
    let way = (1..=steps).map(|step| Square::at(from.file(), from.rank() + step));
    let free = way.collect::<Bitboard>() & board.pawns() == Bitboard::EMPTY;
    let double = u32::from(from.rank() == 1 && steps >= 2);
    free.then_some(steps - double)
}

/// The number of moves that a king needs to each square, if nobody else moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KingPath([u8; 64]);

/// No way leads there.
const NO_WAY: u8 = u8::MAX;

impl KingPath {
    /// The own king's: round own pawns and squares that enemy pawns guard.
    #[must_use]
    pub fn own(board: Quad, from: Square) -> KingPath {
        let closed = board.get(Man::OwnPawn) | board.get(Man::EnemyPawn).black_pawn_attacks();
        KingPath::new(from.set(), !closed)
    }

    /// The enemy king's.
    #[must_use]
    pub fn enemy(board: Quad, from: Square) -> KingPath {
        let closed = board.get(Man::EnemyPawn) | board.get(Man::OwnPawn).white_pawn_attacks();
        KingPath::new(from.set(), !closed)
    }

    /// Measures from the nearest of some squares over open ones.
    #[must_use]
    pub fn new(from: Bitboard, open: Bitboard) -> KingPath {
        let mut moves = [NO_WAY; 64];
        let (mut reached, mut edge, mut count) = (from, from, 0);
        while !edge.is_empty() {
            for square in edge {
                moves[square.index()] = count;
            }
            edge = edge.king_steps() & (open - reached);
            reached |= edge;
            count += 1;
        }
        KingPath(moves)
    }

    /// The moves to a square; `None` if no way leads there.
    #[must_use]
    pub fn to(&self, square: Square) -> Option<u32> {
        let moves = self.0[square.index()];
        (moves != NO_WAY).then_some(u32::from(moves))
    }

    /// The squares to which a way leads.
    #[must_use]
    pub fn region(&self) -> Bitboard {
        Square::all()
            .filter(|&square| self.to(square).is_some())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peasant::board::Color;
    use peasant::notation::fen;

    fn board(text: &str) -> Quad {
        Quad::of(&fen::parse(text).expect("a legal position"), Color::White)
    }

    fn at(name: &str) -> Square {
        Square::parse(name).expect("a square")
    }

    #[test]
    fn the_five_distances_of_reti() {
        let board = board("7K/8/k1P5/7p/8/8/8/8 w - -");
        let (king, goal) = (at("h8"), at("c7"));
        let lines = Lines::between(king, goal);
        let Lines {
            rank,
            file,
            diagonal,
        } = lines;
        assert_eq!((rank, file, diagonal, lines.steps()), (1, 5, 4, 5));
        assert_eq!(pawn_path(board, king, goal), None);
        assert_eq!(KingPath::own(board, king).to(goal), Some(5));
        assert_eq!(pawn_path(board, at("c6"), at("c8")), Some(2));
    }

    #[test]
    fn kings_in_opposition() {
        for (king, opposed) in [
            ("e4", true),
            ("e2", true),
            ("g4", true),
            ("g6", true),
            ("c8", true),
            ("f4", false),
            ("e5", false),
            ("g7", false),
        ] {
            assert_eq!(
                Lines::between(at("e6"), at(king)).is_opposition(),
                opposed,
                "{king}"
            );
        }
    }

    #[test]
    fn a_pawn_path_knows_the_double_step_and_what_stands_in_the_way() {
        let free = board("k7/8/8/8/8/8/3P4/K7 w - -");
        assert_eq!(pawn_path(free, at("d2"), at("d8")), Some(5));
        assert_eq!(pawn_path(free, at("d2"), at("d3")), Some(1));
        let blocked = board("k7/8/8/3p4/8/8/3P4/K7 w - -");
        assert_eq!(pawn_path(blocked, at("d2"), at("d4")), Some(1));
        assert_eq!(pawn_path(blocked, at("d2"), at("d8")), None);
    }

    #[test]
    fn a_king_walks_round_what_pawns_guard() {
        // The black pawns guard the fourth rank but for a4 and c4: White's king has to go round.
        let board = board("7k/8/8/2p2pp1/8/8/8/7K w - -");
        let path = KingPath::own(board, at("h1"));
        assert_eq!(path.to(at("h5")), Some(10));
        assert_eq!(path.to(at("d4")), None);
    }
}

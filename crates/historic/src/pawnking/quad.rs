//! The men as four sets of squares, seen by one side.

use std::ops::{BitAnd, BitOr};

use peasant::board::{Bitboard, Color, Pawns, Position, Role};

/// Kinds of men, seen by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Man {
    /// A pawn of this side; it goes up the board.
    OwnPawn,
    /// A pawn of the other side.
    EnemyPawn,
    /// The king of this side.
    OwnKing,
    /// The other king.
    EnemyKing,
}

/// A quad-bitboard: a set of squares for each [`Man`]. For Black the board is turned over, so that a side's own pawns always go up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quad([Bitboard; 4]);

impl Quad {
    /// No men.
    pub const EMPTY: Quad = Quad([Bitboard::EMPTY; 4]);

    /// The kings and pawns of a position as a side sees them.
    #[must_use]
    pub fn of(position: &Position, side: Color) -> Quad {
        let seen = match side {
            Color::White => *position,
            Color::Black => position.flip(),
        };
        let Pawns { white, black } = seen.pawns();
        let kings = Color::BOTH.map(|color| seen.pieces(color, Role::King));
        Quad([white, black, kings[0], kings[1]])
    }

    /// The squares of these men.
    #[must_use]
    pub const fn get(self, man: Man) -> Bitboard {
        self.0[man as usize]
    }

    /// Adds more squares for these men.
    #[must_use]
    pub fn with(mut self, man: Man, squares: Bitboard) -> Quad {
        self.0[man as usize] |= squares;
        self
    }

    /// True if every man of the first is also in the second.
    #[must_use]
    pub fn is_subset(self, of: Quad) -> bool {
        self & of == self
    }

    /// True if there is nothing.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Quad::EMPTY
    }

    /// All pawns.
    #[must_use]
    pub fn pawns(self) -> Bitboard {
        self.get(Man::OwnPawn) | self.get(Man::EnemyPawn)
    }

    /// All men.
    #[must_use]
    pub fn occupied(self) -> Bitboard {
        self.pawns() | self.get(Man::OwnKing) | self.get(Man::EnemyKing)
    }
}

impl BitAnd for Quad {
    type Output = Quad;
    fn bitand(self, other: Quad) -> Quad {
        Quad(std::array::from_fn(|man| self.0[man] & other.0[man]))
    }
}

impl BitOr for Quad {
    type Output = Quad;
    fn bitor(self, other: Quad) -> Quad {
        Quad(std::array::from_fn(|man| self.0[man] | other.0[man]))
    }
}

//! Sets of squares in one machine word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use super::color::Color;
use super::square::Square;

/// A set of squares: bit `n` stands for the square with index `n` (a1 = bit 0, h8 = bit 63).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Square {
    /// The set that holds this square only.
    #[must_use]
    pub const fn set(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);

    /// The squares of a rank, 0 = first.
    #[must_use]
    pub const fn rank(rank: u32) -> Bitboard {
        Bitboard(0xff << ((rank & 7) * 8))
    }

    /// The squares of a file, 0 = a.
    #[must_use]
    pub const fn file(file: u32) -> Bitboard {
        Bitboard(Bitboard::FILE_A.0 << (file & 7))
    }

    /// True if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.set().0 != 0
    }

    /// The set with one square more.
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.set().0)
    }

    /// The set with one square less.
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !square.set().0)
    }

    /// The square with the lowest index.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::new(self.0.trailing_zeros()))
        }
    }

    /// Every square one rank up (towards the eighth).
    #[must_use]
    pub const fn up(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// Every square one rank down (towards the first).
    #[must_use]
    pub const fn down(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// Every square one file towards the a-file.
    #[must_use]
    pub const fn left(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_A.0) >> 1)
    }

    /// Every square one file towards the h-file.
    #[must_use]
    pub const fn right(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_H.0) << 1)
    }

    /// The squares that a king on a square of the set attacks: K(x) of the equations.
    #[must_use]
    pub const fn king_steps(self) -> Bitboard {
        let sides = self.left().0 | self.right().0;
        let row = Bitboard(self.0 | sides);
        Bitboard(sides | row.up().0 | row.down().0)
    }

    /// The squares that white pawns on the set attack.
    #[must_use]
    pub const fn white_pawn_attacks(self) -> Bitboard {
        let ahead = self.up();
        Bitboard(ahead.left().0 | ahead.right().0)
    }

    /// The squares that black pawns on the set attack.
    #[must_use]
    pub const fn black_pawn_attacks(self) -> Bitboard {
        let ahead = self.down();
        Bitboard(ahead.left().0 | ahead.right().0)
    }

    /// The set in the left-right mirror: a1 becomes h1.
    #[must_use]
    pub const fn mirror(self) -> Bitboard {
        let x = self.0;
        let x = (x >> 1 & 0x5555_5555_5555_5555) | ((x & 0x5555_5555_5555_5555) << 1);
        let x = (x >> 2 & 0x3333_3333_3333_3333) | ((x & 0x3333_3333_3333_3333) << 2);
        let x = (x >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | ((x & 0x0f0f_0f0f_0f0f_0f0f) << 4);
        Bitboard(x)
    }

    /// The set seen from the other side of the board: a1 becomes a8.
    #[must_use]
    pub const fn flip(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set as a side sees it whose pawns are to go up: for Black the board is turned over.
    #[must_use]
    pub const fn seen_by(self, side: Color) -> Bitboard {
        match side {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes the square with the lowest index out of the set.
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count() as usize, Some(self.count() as usize))
    }
}

impl ExactSizeIterator for Bitboard {}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        square.set()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;
    /// The squares of the first set that are not in the second.
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Bitboard {
    /// Lists the squares: `{a1 c3}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (n, square) in self.enumerate() {
            write!(f, "{}{square}", if n == 0 { "" } else { " " })?;
        }
        f.write_str("}")
    }
}

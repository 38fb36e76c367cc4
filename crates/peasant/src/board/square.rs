//! The 64 squares, numbered a1 = 0, b1 = 1, … h8 = 63.

use std::fmt;
use std::str::FromStr;

use super::color::Color;
use super::name::UnknownName;

/// A square of the board; `index` runs a1 = 0, b1 = 1, … h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index; indices wrap at 64, so every value names a square.
    #[must_use]
    pub const fn new(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// The square on file `file` (0 = a) and rank `rank` (0 = first).
    #[must_use]
    pub const fn at(file: u32, rank: u32) -> Square {
        Square::new((rank & 7) * 8 + (file & 7))
    }

    /// All squares, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u32).map(Square::new)
    }

    /// 0 for a1 … 63 for h8.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for the a-file … 7 for the h-file.
    #[must_use]
    pub const fn file(self) -> u32 {
        self.0 as u32 & 7
    }

    /// 0 for the first rank … 7 for the eighth.
    #[must_use]
    pub const fn rank(self) -> u32 {
        self.0 as u32 >> 3
    }

    /// The square in the left-right mirror: a1 becomes h1.
    #[must_use]
    pub const fn mirror(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// The square seen from the other side of the board: a1 becomes a8.
    #[must_use]
    pub const fn flip(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square as a side sees it whose pawns are to go up: for Black the board is turned over.
    #[must_use]
    pub const fn seen_by(self, side: Color) -> Square {
        match side {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// The number of king steps between two squares on an empty board.
    #[must_use]
    pub const fn distance(self, other: Square) -> u32 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Reads a square name such as `e4`; anything else gives `None`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Square> {
        match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Some(Square::at(u32::from(file - b'a'), u32::from(rank - b'1')))
            }
            _ => None,
        }
    }
}

impl FromStr for Square {
    type Err = UnknownName;

    /// Reads a square name such as `e4`.
    fn from_str(text: &str) -> Result<Square, UnknownName> {
        let cure = "a file from a to h and a rank from 1 to 8, such as `e4`";
        Square::parse(text).ok_or_else(|| UnknownName::new(text, "square", cure))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + (self.0 & 7));
        let rank = char::from(b'1' + (self.0 >> 3));
        write!(f, "{file}{rank}")
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

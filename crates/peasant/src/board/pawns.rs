//! A pawn structure: where the pawns of both sides stand, without the kings.

use super::bitboard::Bitboard;
use super::color::Color;

/// A pawn structure. No square holds two pawns and no pawn stands on the first or last rank;
/// whoever builds one from parts keeps to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Pawns {
    /// The squares of White's pawns.
    pub white: Bitboard,
    /// The squares of Black's pawns.
    pub black: Bitboard,
}

impl Pawns {
    /// No pawns at all.
    pub const NONE: Pawns = Pawns {
        white: Bitboard::EMPTY,
        black: Bitboard::EMPTY,
    };

    /// The pawns of one side.
    #[must_use]
    pub const fn of(self, color: Color) -> Bitboard {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The squares of all pawns.
    #[must_use]
    pub const fn occupied(self) -> Bitboard {
        Bitboard(self.white.0 | self.black.0)
    }

    /// The structure in the left-right mirror.
    #[must_use]
    pub const fn mirror(self) -> Pawns {
        Pawns {
            white: self.white.mirror(),
            black: self.black.mirror(),
        }
    }

    /// The structure with colours exchanged and the board turned over: White's pawns become
    /// Black's, and still move the right way.
    #[must_use]
    pub const fn flip(self) -> Pawns {
        Pawns {
            white: self.black.flip(),
            black: self.white.flip(),
        }
    }

    /// Counts how far the pawns are from promotion, in steps, all added up. Every pawn move, capture and
    /// promotion makes it smaller: it grades the structures so that there are no cycles.
    #[must_use]
    pub fn steps_left(self) -> u32 {
        let ranks = |pawns: Bitboard| {
            let odd = (pawns.0 & 0xff00_ff00_ff00_ff00).count_ones();
            let twos = (pawns.0 & 0xffff_0000_ffff_0000).count_ones();
            let fours = (pawns.0 >> 32).count_ones();
            odd + 2 * twos + 4 * fours
        };
        let white = 7 * self.white.count() - ranks(self.white);
        let black = ranks(self.black);
        white + black
    }
}

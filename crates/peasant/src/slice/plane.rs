//! Planes: a slice with promoted pieces is a list of them, one for each way to place the pieces, and every plane is a slice over
//! both kings. Pawns alone have one plane, one piece 64, two 4,096.
//!
//! The number of a plane writes the squares of the pieces in base 64, in the order of the structure's list. K+Q v K+R with the
//! queen on b1 (1) and the rook on h8 (63) is plane 1 * 64 + 63 = 127:
//!
//! ```text
//!  plane 0            plane 127              plane 4095
//!  Q a1, R a1   …     Q b1, R h8       …     Q h8, R h8
//!  (empty)            64 rows: attacker's king
//!                     64 bits: defender's king
//! ```

use crate::board::{Bitboard, Square};
use crate::structure::{Pieces, Symmetry};

/// The squares of up to three promoted pieces, in the order of the structure's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Placement {
    squares: [Square; 3],
    len: u8,
}

impl Placement {
    /// No pieces.
    pub const NONE: Placement = Placement {
        squares: [Square::new(0); 3],
        len: 0,
    };

    /// The placement of a plane, perhaps with two pieces on one square.
    #[inline(always)]
    pub fn of_plane(len: usize, plane: usize) -> Placement {
        let square = |place: usize| Square::new((plane >> (6 * (len - 1 - place)) & 63) as u32);
        (0..len).map(square).collect()
    }

    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline(always)]
    pub fn squares(&self) -> &[Square] {
        &self.squares[..self.len()]
    }

    /// The number of the plane.
    #[inline(always)]
    pub fn plane(&self) -> usize {
        self.squares()
            .iter()
            .fold(0, |plane, square| plane * 64 + square.index())
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.squares()
            .iter()
            .fold(Bitboard::EMPTY, |set, &square| set.with(square))
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// With one more piece, at this place of the list.
    #[inline(always)]
    pub fn with(mut self, place: usize, square: Square) -> Placement {
        self.squares.copy_within(place..2, place + 1);
        self.squares[place] = square;
        self.len += 1;
        self
    }

    /// Without the piece at this place of the list.
    #[inline(always)]
    pub fn without(mut self, place: usize) -> Placement {
        self.squares.copy_within(place + 1.., place);
        self.squares[2] = Square::new(0);
        self.len -= 1;
        self
    }

    /// With one piece moved.
    #[inline(always)]
    pub fn moved(mut self, place: usize, square: Square) -> Placement {
        self.squares[place] = square;
        self
    }

    /// The same squares seen through a symmetry. With colours exchanged the order of the list is another; `pieces` is the
    /// list before.
    #[inline(always)]
    pub fn through(mut self, symmetry: Symmetry, pieces: Pieces) -> Placement {
        if symmetry.mirrors() {
            for square in &mut self.squares[..usize::from(self.len)] {
                *square = square.mirror();
            }
        }
        if symmetry.flips() {
            self = pieces.seen_by_opponent(self.squares()).collect();
        }
        self
    }
}

impl FromIterator<Square> for Placement {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Placement {
        squares.into_iter().fold(Placement::NONE, |all, square| {
            let last = all.len();
            all.with(last, square)
        })
    }
}

/// Every way to place so many pieces on different squares outside of a set.
#[inline(always)]
pub(crate) fn placements(len: usize, blocked: Bitboard) -> impl Iterator<Item = Placement> {
    (0..1_usize << (6 * len)).filter_map(move |plane| {
        let placement = Placement::of_plane(len, plane);
        let occupied = placement.occupied();
        let fits = occupied.count() as usize == len && (occupied & blocked).is_empty();
        fits.then_some(placement)
    })
}

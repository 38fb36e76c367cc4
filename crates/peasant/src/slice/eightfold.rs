//! The eight symmetries of the board, which endings without pawns have.

use super::Relation;
use crate::board::Square;

/// Left and right exchanged, then up and down, then files and ranks: each of them or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Eightfold(u8);

const MIRROR: u8 = 1;
const FLIP: u8 = 2;
const TRANSPOSE: u8 = 4;

/// Where each symmetry takes each square.
static IMAGES: [[u8; 64]; 8] = {
    let mut images = [[0; 64]; 8];
    let mut index = 0;
    while index < 8 * 64 {
        let (symmetry, square) = (index / 64, index % 64);
        let (mut file, mut rank) = (square % 8, square / 8);
        if symmetry & MIRROR as usize != 0 {
            file = 7 - file;
        }
        if symmetry & FLIP as usize != 0 {
            rank = 7 - rank;
        }
        if symmetry & TRANSPOSE as usize != 0 {
            (file, rank) = (rank, file);
        }
        images[symmetry][square] = (file + 8 * rank) as u8;
        index += 1;
    }
    images
};

impl Eightfold {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Eightfold; 8] = {
        let mut all = [Eightfold(0); 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Eightfold(index as u8);
            index += 1;
        }
        all
    };

    /// What brings a square into the triangle of a1, d1 and d4.
    #[inline(always)]
    pub fn to_corner(square: Square) -> Eightfold {
        let (file, rank) = (square.file(), square.rank());
        let (mirror, flip) = (file > 3, rank > 3);
        let (file, rank) = (
            file ^ if mirror { 7 } else { 0 },
            rank ^ if flip { 7 } else { 0 },
        );
        let mut symmetry = 0;
        for (part, needed) in [(MIRROR, mirror), (FLIP, flip), (TRANSPOSE, rank > file)] {
            symmetry |= if needed { part } else { 0 };
        }
        Eightfold(symmetry)
    }

    /// The same, and files and ranks exchanged after it.
    #[inline(always)]
    pub fn transposed(self) -> Eightfold {
        Eightfold(self.0 ^ TRANSPOSE)
    }

    #[inline(always)]
    pub fn is_identity(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn has(self, part: u8) -> bool {
        self.0 & part != 0
    }

    /// Where a square goes.
    #[inline(always)]
    pub fn apply(self, square: Square) -> Square {
        Square::new(u32::from(IMAGES[usize::from(self.0)][square.index()]))
    }

    /// The image of every placement of the kings.
    #[inline(always)]
    pub fn image(self, of: &Relation) -> Relation {
        let mut bits = *of;
        if self.has(MIRROR) {
            bits.0.iter_mut().for_each(|row| *row = mirror(*row));
        }
        if self.has(FLIP) {
            bits.0.iter_mut().for_each(|row| *row = row.swap_bytes());
        }
        if self.has(TRANSPOSE) {
            bits.0.iter_mut().for_each(|row| *row = transpose(*row));
        }
        let mut image = Relation::EMPTY;
        for (row, &to) in bits.0.iter().zip(&IMAGES[usize::from(self.0)]) {
            image.0[usize::from(to)] = *row;
        }
        image
    }

    /// Every placement of the kings whose image this is.
    #[inline(always)]
    pub fn original(self, image: &Relation) -> Relation {
        let mut bits = Relation::EMPTY;
        for (row, &from) in bits.0.iter_mut().zip(&IMAGES[usize::from(self.0)]) {
            *row = image.0[usize::from(from)];
        }
        if self.has(TRANSPOSE) {
            bits.0.iter_mut().for_each(|row| *row = transpose(*row));
        }
        if self.has(FLIP) {
            bits.0.iter_mut().for_each(|row| *row = row.swap_bytes());
        }
        if self.has(MIRROR) {
            bits.0.iter_mut().for_each(|row| *row = mirror(*row));
        }
        bits
    }
}

/// Every byte backwards.
#[inline(always)]
fn mirror(mut row: u64) -> u64 {
    row = row >> 1 & 0x5555_5555_5555_5555 | (row & 0x5555_5555_5555_5555) << 1;
    row = row >> 2 & 0x3333_3333_3333_3333 | (row & 0x3333_3333_3333_3333) << 2;
    row >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (row & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Files and ranks exchanged: blocks of one, two and four squares change places across the long diagonal.
#[inline(always)]
fn transpose(mut row: u64) -> u64 {
    for (by, mask) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let swap = (row ^ row >> by) & mask;
        row ^= swap ^ swap << by;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_go_where_their_squares_go() {
        for symmetry in Eightfold::ALL {
            for w in Square::all() {
                for b in Square::all() {
                    let mut one = Relation::EMPTY;
                    one.0[w.index()] = b.set().0;
                    let image = symmetry.image(&one);
                    assert!(image.contains(symmetry.apply(w), symmetry.apply(b)));
                    assert_eq!(symmetry.original(&image), one);
                }
            }
        }
    }

    #[test]
    fn every_square_has_its_place_in_the_corner() {
        for square in Square::all() {
            let image = Eightfold::to_corner(square).apply(square);
            assert!(image.file() < 4 && image.rank() <= image.file(), "{square}");
        }
    }
}

//! How a position is seen: colours may be exchanged, and the board turned.

use super::lines::Squares;
use super::men::Men;
use crate::board::BLACK;

/// How the board is turned: by [`FILES`] the files are exchanged, by [`RANKS`] the ranks, and after that by [`SWAP`] files and ranks.
pub type Way = u8;

pub const FILES: Way = 7;
pub const RANKS: Way = 56;
pub const SWAP: Way = 64;

/// Where a square comes to.
pub fn turned(square: u8, way: Way) -> u8 {
    let square = square ^ way & (FILES | RANKS);
    if way & SWAP == 0 { square } else { square >> 3 | (square & 7) << 3 }
}

/// Where the squares of a set come to.
pub fn all_turned(set: Squares, way: Way) -> Squares {
    let set = if way & RANKS != 0 { set.swap_bytes() } else { set };
    let set = if way & FILES != 0 { set.swap_bytes().reverse_bits() } else { set };
    if way & SWAP == 0 { set } else { swapped(set) }
}

/// The way back.
pub fn back(way: Way) -> Way {
    way & SWAP | turned(way & (FILES | RANKS), way & SWAP)
}

/// Files and ranks exchanged: in squares of four by four, two by two, and one.
fn swapped(set: Squares) -> Squares {
    let parts =
        [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)];
    parts.iter().fold(set, |set, &(by, part)| {
        let moved = (set ^ set >> by) & part;
        set ^ moved ^ moved << by
    })
}

/// How the men of a position become those of an ending.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// The colours, and with them the ranks.
    pub is_exchanged: bool,
    /// The two men that are no kings change places in the list.
    pub is_swapped: bool,
    /// The files.
    pub is_mirrored: bool,
}

impl View {
    pub fn way(&self) -> Way {
        (if self.is_exchanged { RANKS } else { 0 }) | (if self.is_mirrored { FILES } else { 0 })
    }

    /// The number in the list that a man gets.
    pub fn place(&self, index: usize) -> usize {
        index ^ usize::from(if index < 2 { self.is_exchanged } else { self.is_swapped })
    }

    /// The position.
    pub fn of(&self, men: &Men) -> Men {
        let mut seen = Men { doubled: None, ..*men };
        for index in 0..men.count {
            let place = self.place(index);
            seen.kinds[place] = men.kinds[index] ^ if self.is_exchanged { BLACK } else { 0 };
            seen.squares[place] = turned(men.squares[index], self.way());
        }
        seen.turn ^= if self.is_exchanged { BLACK } else { 0 };
        seen
    }
}

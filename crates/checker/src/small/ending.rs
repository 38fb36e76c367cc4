//! An ending: which men there are, and where the pawns stand. Its positions are numbered.

use super::MOST;
use super::men::Men;
use crate::board::{BLACK, PAWN};

/// An ending, seen so that many are the same: colours may be exchanged, and the board turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    pub count: u8,
    /// How many of the men are no pawns; these stand first.
    pub pieces: u8,
    pub kinds: [u8; MOST],
    /// Where the pawns stand, those of them that there are; else 0.
    pub pawns: [u8; MOST],
}

impl Ending {
    /// The ending of a position, and the position as it is seen there.
    pub fn of(men: &Men) -> (Ending, Men) {
        let mut seen = if balance(men) < 0 { exchanged(men) } else { *men };
        in_order(&mut seen);
        let is_pawn = |index: usize| seen.kinds[index] & 7 == PAWN;
        let pieces = (2..seen.count).find(|&index| is_pawn(index)).unwrap_or(seen.count);
        if pieces < seen.count {
            let mut mirrored = turned(&seen, 7);
            in_order(&mut mirrored);
            if mirrored.squares[pieces..] < seen.squares[pieces..] {
                seen = mirrored;
            }
        }
        let mut pawns = [0; MOST];
        pawns[pieces..seen.count].copy_from_slice(&seen.squares[pieces..seen.count]);
        (Ending { count: seen.count as u8, pieces: pieces as u8, kinds: seen.kinds, pawns }, seen)
    }

    /// How many codes there are.
    pub const CODES: usize = 1 << 20;

    /// A number for each ending: the two men that are no kings, and the squares of pawns among them.
    pub fn code(&self) -> usize {
        (2..MOST).fold(0, |code, index| {
            code << 10 | usize::from(self.kinds[index]) << 6 | usize::from(self.pawns[index])
        })
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        2 << (6 * self.pieces)
    }

    /// The number of a position: six bits a piece, and before them the turn.
    pub fn number(&self, men: &Men) -> usize {
        let mask = self.mirror(men.squares[0]);
        let pieces = &men.squares[..usize::from(self.pieces)];
        pieces.iter().fold(usize::from(men.turn != 0), |number, square| {
            number << 6 | usize::from(square ^ mask)
        })
    }

    /// The position of a number; it may be none.
    pub fn position(&self, number: usize) -> Men {
        let pieces = usize::from(self.pieces);
        let mut squares = self.pawns;
        for (index, square) in squares[..pieces].iter_mut().enumerate() {
            *square = (number >> (6 * (pieces - 1 - index)) & 63) as u8;
        }
        let turn = if number >> (6 * pieces) == 0 { 0 } else { BLACK };
        Men { count: usize::from(self.count), kinds: self.kinds, squares, turn, doubled: None }
    }

    /// Without pawns the board is turned until White's king stands on a1 to d4: every position has one image there. What a square
    /// is changed by.
    pub fn mirror(&self, king: u8) -> u8 {
        if self.pieces < self.count {
            return 0;
        }
        (if king % 8 > 3 { 7 } else { 0 }) | (if king / 8 > 3 { 56 } else { 0 })
    }
}

/// Above 0 if White has more men of the strongest kind of which one side has more.
fn balance(men: &Men) -> i32 {
    let weight = |index: usize| {
        let man = men.kinds[index];
        if man & BLACK == 0 { 1 << (3 * man) } else { -1 << (3 * (man & 7)) }
    };
    (2..men.count).map(weight).sum()
}

/// Colours exchanged, and the board turned over.
fn exchanged(men: &Men) -> Men {
    let mut seen = turned(men, 56);
    seen.turn ^= BLACK;
    seen.kinds[..seen.count].iter_mut().for_each(|man| *man ^= BLACK);
    seen.kinds.swap(0, 1);
    seen.squares.swap(0, 1);
    seen
}

/// Every square changed by some bits: 7 mirrors the files, 56 the ranks.
fn turned(men: &Men, mask: u8) -> Men {
    let mut seen = *men;
    seen.squares[..men.count].iter_mut().for_each(|square| *square ^= mask);
    seen.doubled = men.doubled.map(|square| square ^ mask);
    seen
}

/// Pieces before pawns, White's before Black's, the stronger before the weaker.
fn in_order(men: &mut Men) {
    if men.count < MOST {
        return;
    }
    let rank = |index: usize| {
        let (man, square) = (men.kinds[index], men.squares[index]);
        (man & 7 == PAWN, man & BLACK, 7 - (man & 7), square)
    };
    if rank(2) > rank(3) {
        men.kinds.swap(2, 3);
        men.squares.swap(2, 3);
    }
}

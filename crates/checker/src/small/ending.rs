//! An ending: which men there are, and where the pawns stand. Its positions are numbered.

use super::MOST;
use super::men::Men;
use super::view::{FILES, RANKS, SWAP, View, Way, turned};
use crate::board::{BLACK, PAWN};

/// An ending, seen so that many are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    count: usize,
    /// How many of the men are no pawns; these stand first.
    pub pieces: usize,
    kinds: [u8; MOST],
    /// Where the pawns stand, those of them that there are; else 0.
    pawns: [u8; MOST],
}

/// Without pawns White's king stands on one of these (a1, b1, b2, c1 to c3, d1 to d4): every position has an image there.
const KINGS: [u8; 10] = [0, 1, 9, 2, 10, 18, 3, 11, 19, 27];

impl Ending {
    /// The ending of a position, and how that is seen there.
    pub fn of(men: &Men) -> (Ending, View) {
        let plain = in_order(men, View { is_exchanged: balance(men) < 0, ..View::default() });
        let mirrored = in_order(men, View { is_mirrored: true, ..plain });
        let view = if pawns(&mirrored.of(men)) < pawns(&plain.of(men)) { mirrored } else { plain };
        let Men { count, kinds, .. } = view.of(men);
        let pieces = (2..count).find(|&index| kinds[index] & 7 == PAWN).unwrap_or(count);
        (Ending { count, pieces, kinds, pawns: pawns(&view.of(men)) }, view)
    }

    /// How many codes there are.
    pub const CODES: usize = 1 << 20;

    /// A number for all positions of an ending that are seen alike: the two men that are no kings, and the squares of pawns among them.
    pub fn code(men: &Men) -> usize {
        let pawns = pawns(men);
        (2..MOST).fold(0, |code, index| {
            code << 10 | usize::from(men.kinds[index]) << 6 | usize::from(pawns[index])
        })
    }

    /// The piece that stands anywhere in the positions of a block.
    pub fn last(&self) -> usize {
        self.pieces - 1
    }

    fn has_pawns(&self) -> bool {
        self.pieces < self.count
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        (if self.has_pawns() { 64 } else { KINGS.len() }) << (6 * (self.pieces - 2) + 1)
    }

    /// The number of the block of a position that is turned: White's king, six bits for each other piece but the last, and the turn.
    pub fn block(&self, men: &Men, way: Way) -> usize {
        let king = turned(men.squares[0], way);
        let (file, rank) = (usize::from(king % 8), usize::from(king / 8));
        let king = if self.has_pawns() { usize::from(king) } else { file * (file + 1) / 2 + rank };
        let others = men.squares[1..self.last()].iter();
        let number = others.fold(king, |all, &square| all << 6 | usize::from(turned(square, way)));
        number << 1 | usize::from(men.turn != 0)
    }

    /// The number of a block whose piece, not White's king, has moved: what its square is changed by.
    pub fn moved(&self, number: usize, index: usize, by: u8) -> usize {
        number ^ usize::from(by) << (6 * (self.last() - 1 - index) + 1)
    }

    /// The men of a block; the last piece stands on a1.
    pub fn men(&self, number: usize) -> Men {
        let bits = |index: usize| number >> (6 * (self.last() - 1 - index) + 1);
        let squares = std::array::from_fn(|index| match index {
            0 if self.has_pawns() => bits(0) as u8,
            0 => KINGS[bits(0)],
            _ if index < self.last() => bits(index) as u8 & 63,
            _ => self.pawns[index],
        });
        let turn = if number & 1 == 0 { 0 } else { BLACK };
        Men { count: self.count, kinds: self.kinds, squares, turn, doubled: None }
    }

    /// How the board is turned to bring White's king where it is to stand; on the long diagonal there are two ways.
    pub fn ways(&self, king: u8) -> (Way, Option<Way>) {
        if self.has_pawns() {
            return (0, None);
        }
        let way = (if king % 8 > 3 { FILES } else { 0 }) | (if king / 8 > 3 { RANKS } else { 0 });
        let near = turned(king, way);
        let (file, rank) = (near % 8, near / 8);
        let first = if file < rank { way | SWAP } else { way };
        (first, (file == rank).then_some(way | SWAP))
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

/// Where the pawns stand; 0 for other men.
fn pawns(men: &Men) -> [u8; MOST] {
    std::array::from_fn(|index| if men.kinds[index] & 7 == PAWN { men.squares[index] } else { 0 })
}

/// Pieces before pawns, the weaker before the stronger, Black's before White's: the piece with most moves is the last.
fn in_order(men: &Men, view: View) -> View {
    let view = View { is_swapped: false, ..view };
    let (seen, pawns) = (view.of(men), pawns(&view.of(men)));
    let rank = |index: usize| {
        let man = seen.kinds[index];
        (man & 7 == PAWN, man & 7, man & BLACK == 0, pawns[index])
    };
    View { is_swapped: men.count == MOST && rank(2) > rank(3), ..view }
}

//! 64 positions at once: all men but the last piece stand still, and that stands anywhere.

use super::ending::Ending;
use super::lines::{Lines, Squares};
use super::men::Men;
use super::other;
use super::view::{self, Way};
use crate::board::BLACK;

/// A block of an ending.
pub struct Block<'e> {
    ending: &'e Ending,
    pub number: usize,
    /// The men; where the last piece stands is not said.
    pub men: Men,
    pub last: usize,
    /// The squares of the men that stand still.
    pub squares: Squares,
}

/// A block that follows or precedes by a move of a man that else stands still.
pub struct Neighbour {
    pub number: usize,
    /// How the board is turned there.
    way: Way,
    /// The squares of the move: the last piece is not on them.
    entered: Squares,
}

impl Neighbour {
    /// Positions of the block, seen from there.
    pub fn there(&self, here: Squares) -> Squares {
        view::all_turned(here & !self.entered, self.way)
    }

    /// Positions from there, seen from the block.
    pub fn here(&self, there: Squares) -> Squares {
        view::all_turned(there, view::back(self.way)) & !self.entered
    }
}

impl Block<'_> {
    pub fn new(ending: &Ending, number: usize) -> Block<'_> {
        let (men, last) = (ending.men(number), ending.last());
        let still = (0..men.count).filter(|&index| index != last);
        let squares = still.fold(0, |all, index| all | 1 << men.squares[index]);
        Block { ending, number, men, last, squares }
    }

    /// The men of a side that stand still.
    pub fn still(&self, side: u8) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let last = self.last;
        self.men.side(side).filter(move |&index| index != last)
    }

    /// Does the last piece belong to a side?
    pub fn is_last(&self, side: u8) -> bool {
        self.men.kinds[self.last] & BLACK == side
    }

    /// Where the last piece may stand: not on another man, and not so that the side that is not to move is in check.
    pub fn legal(&self) -> Squares {
        if self.squares.count_ones() as usize + 1 < self.men.count {
            return 0;
        }
        !self.squares & !self.checks(other(self.men.turn))
    }

    /// Where the last piece may stand so that the king of a side is attacked.
    pub fn checks(&self, side: u8) -> Squares {
        let king = usize::from(side != 0);
        let others = self.still(other(side));
        if self.last == king {
            return others.fold(0, |all, index| all | self.men.reach(index, self.squares));
        }
        let (men, square) = (&self.men, self.men.squares[king]);
        let others = others.filter(|&index| men.attacks(index, square, self.squares));
        let open = |index: usize| !Lines::of_pieces().between(men.squares[index], square);
        let by_last = if self.is_last(side) { 0 } else { self.attacking(king) };
        others.fold(by_last, |all, index| all | open(index))
    }

    /// Where the last piece may stand so that it attacks another man.
    pub fn attacking(&self, man: usize) -> Squares {
        self.spread(1 << self.men.squares[man])
    }

    /// Where the last piece can go to, or has come from.
    pub fn spread(&self, from: Squares) -> Squares {
        Lines::of_pieces().reach(self.men.kinds[self.last] & 7, from, self.squares)
    }

    /// The block with the other side to move: the last piece goes there, or has come from there.
    pub fn turned(&self) -> usize {
        self.number ^ 1
    }

    /// The blocks to which men of a side that else stand still go, and from which they have come; nothing is taken. Where a block has
    /// two images, as White's king comes to the long diagonal, these are both visited: each is solved for itself.
    pub fn neighbours(&self, side: u8, mut visit: impl FnMut(Neighbour)) {
        for index in self.still(side).filter(|&index| index < self.last) {
            let (kind, from) = (self.men.kinds[index] & 7, self.men.squares[index]);
            Lines::of_pieces().each(kind, from, self.squares, |to, entered| {
                if index > 0 {
                    let number = self.ending.moved(self.turned(), index, from ^ to);
                    return visit(Neighbour { number, way: 0, entered });
                }
                let (way, another) = self.ending.ways(to);
                for way in [Some(way), another].into_iter().flatten() {
                    let number = self.ending.block(&self.men.with(0, to), way) ^ 1;
                    visit(Neighbour { number, way, entered });
                }
            });
        }
    }

    /// The positions of the block from which the side to move can come into some positions, told by the number of their block.
    /// Nothing is taken. Not more is found out than what is asked for.
    pub fn before(&self, asked: Squares, into: impl Fn(usize) -> Squares) -> Squares {
        let side = self.men.turn;
        let mut found = if self.is_last(side) { self.spread(into(self.turned())) } else { 0 };
        self.neighbours(side, |next| {
            if asked & !found != 0 {
                found |= next.here(into(next.number));
            }
        });
        found & asked
    }
}

//! 64 positions at once: all men but the last piece stand still, and that stands anywhere.

use super::ending::Ending;
use super::lines::{self, Lines, Squares};
use super::men::Men;
use super::other;
use crate::board::BLACK;

/// A block of an ending: its number is that of its positions without the last piece's square.
pub struct Block<'e> {
    ending: &'e Ending,
    number: usize,
    /// The men; where the last piece stands is not said.
    pub men: Men,
    last: usize,
    /// The squares of the men that stand still.
    still: Squares,
}

/// A block that follows or precedes by a move of a man that else stands still.
pub struct Neighbour {
    pub number: usize,
    /// How the board is turned there.
    mask: u8,
    /// The squares of the move: the last piece is not on them.
    entered: Squares,
}

impl Neighbour {
    /// Positions of the block, seen from there.
    pub fn there(&self, here: Squares) -> Squares {
        lines::turned(here & !self.entered, self.mask)
    }

    /// Positions from there, seen from the block.
    pub fn here(&self, there: Squares) -> Squares {
        lines::turned(there, self.mask) & !self.entered
    }
}

impl Block<'_> {
    pub fn new(ending: &Ending, number: usize) -> Block<'_> {
        let (men, last) = (ending.position(number << 6), usize::from(ending.pieces) - 1);
        let still = (0..men.count).filter(|&index| index != last);
        let still = still.fold(0, |all, index| all | 1 << men.squares[index]);
        Block { ending, number, men, last, still }
    }

    /// The numbers of all blocks of an ending.
    pub fn numbers(ending: &Ending) -> impl Iterator<Item = usize> {
        let king = 6 * (usize::from(ending.pieces) - 2);
        (0..ending.size() >> 6)
            .filter(move |number| ending.mirror((number >> king & 63) as u8) == 0)
    }

    /// The men of a side that stand still.
    fn still(&self, side: u8) -> impl Iterator<Item = usize> + use<> {
        let last = self.last;
        self.men.side(side).filter(move |&index| index != last)
    }

    /// Does the last piece belong to a side?
    fn is_last(&self, side: u8) -> bool {
        self.men.kinds[self.last] & BLACK == side
    }

    /// The position with the last piece on a square.
    pub fn with_last(&self, square: u8) -> Men {
        let mut men = self.men;
        men.squares[self.last] = square;
        men
    }

    /// Where the last piece cannot stand: on another man, or so that the side that is not to move is in check.
    pub fn none(&self) -> Squares {
        let stand_apart = self.still.count_ones() as usize + 1 == self.men.count;
        if stand_apart { self.still | self.checks(other(self.men.turn)) } else { !0 }
    }

    /// Where the last piece may stand so that the king of a side is attacked.
    pub fn checks(&self, side: u8) -> Squares {
        let king = usize::from(side != 0);
        let others = self.still(other(side));
        if self.last == king {
            return others.fold(0, |all, index| all | self.men.reach(index, self.still));
        }
        let (men, square) = (&self.men, self.men.squares[king]);
        let others = others.filter(|&index| men.attacks(index, square, self.still));
        let open = |index: usize| !Lines::of_pieces().between(men.squares[index], square);
        others.fold(self.attacking(king), |all, index| all | open(index))
    }

    /// Where the last piece may stand so that it attacks another man, if that is not of its side.
    fn attacking(&self, man: usize) -> Squares {
        if self.is_last(self.men.kinds[man] & BLACK) {
            return 0;
        }
        lines::reach(self.men.kinds[self.last] & 7, 1 << self.men.squares[man], self.still)
    }

    /// The pawn of the side to move, if it is the only one and does not become a piece next: its steps lead to blocks that are alike.
    pub fn pawn_ahead(&self) -> Option<usize> {
        let pawns = usize::from(self.ending.pieces)..self.men.count;
        let (pawn, man) = (pawns.start, *self.men.kinds.get(pawns.start)?);
        let last_but_one = if man & BLACK == 0 { 6 } else { 1 };
        let goes_on = pawns.len() == 1 && man & BLACK == self.men.turn;
        (goes_on && self.men.squares[pawn] / 8 != last_but_one).then_some(pawn)
    }

    /// The blocks of other endings that follow by moves of men that stand still, and where the last piece may stand for that.
    pub fn followers(&self) -> Vec<(Men, Squares)> {
        let (men, mut all) = (&self.men, Vec::new());
        if let Some(pawn) = self.pawn_ahead() {
            let mut entered = 0;
            men.steps(pawn, self.still, |after| {
                entered |= 1 << after.squares[pawn];
                all.push((Men { doubled: None, ..after }, !entered));
            });
        }
        for (index, taken) in self.captures() {
            let between = Lines::of_pieces().between(men.squares[index], men.squares[taken]);
            all.push((men.taking(index, taken), !between));
        }
        all
    }

    /// Captures among pieces that stand still, and of pawns by them: who, and whom.
    fn captures(&self) -> impl Iterator<Item = (usize, usize)> {
        let movers = self.still(self.men.turn).filter(|&index| index < self.last);
        movers.flat_map(|index| self.theirs().map(move |taken| (index, taken))).filter(
            |&(index, taken)| {
                self.last > 1 && self.men.attacks(index, self.men.squares[taken], self.still)
            },
        )
    }

    /// The men of the side that is not to move that may be taken, but for the last piece.
    fn theirs(&self) -> impl Iterator<Item = usize> + use<> {
        self.still(other(self.men.turn)).filter(|&man| man > 1)
    }

    /// What follows if the last piece takes another, and where it may come from.
    pub fn captures_by_last(&self) -> impl Iterator<Item = (Men, Squares)> {
        let is_mover = self.is_last(self.men.turn);
        let taken = self.theirs().filter(move |_| is_mover);
        taken.map(|taken| (self.men.taking(self.last, taken), self.attacking(taken)))
    }

    /// Where the last piece may stand so that another move may leave the ending, a capture of it or what a pawn does. Some squares
    /// are too many.
    pub fn leaving(&self) -> Squares {
        let (men, mover) = (&self.men, self.men.turn);
        let has_pawns = self.last + 1 < men.count;
        let by_pawn =
            self.still(mover).any(|index| index > self.last) && self.pawn_ahead().is_none();
        if by_pawn || has_pawns && self.last == 1 {
            return !0;
        }
        let takers = self.still(mover).filter(|_| self.last > 1 && !self.is_last(mover));
        takers.fold(0, |all, index| all | men.reach(index, self.still))
    }

    /// The number of the block with the other side to move.
    fn turned(&self) -> usize {
        self.number ^ 1 << (6 * self.last)
    }

    /// The blocks to which men of a side that else stand still go, and from which they have come; nothing is taken.
    pub fn neighbours(&self, side: u8, mut visit: impl FnMut(Neighbour)) {
        for index in self.still(side).filter(|&index| index < self.last) {
            let from = self.men.squares[index];
            let place = 6 * (self.last - 1 - index);
            Lines::of_pieces().each(self.men.kinds[index] & 7, from, self.still, |to, entered| {
                let mask = if index == 0 { self.ending.mirror(to) } else { 0 };
                let moved = self.turned() ^ usize::from(from ^ to) << place;
                let number =
                    (0..self.last).fold(moved, |all, man| all ^ usize::from(mask) << (6 * man));
                visit(Neighbour { number, mask, entered });
            });
        }
    }

    /// The block to which the last piece goes, and from which it has come, if it belongs to a side.
    pub fn by_last(&self, side: u8) -> Option<usize> {
        self.is_last(side).then(|| self.turned())
    }

    /// Where the last piece can go to, or has come from.
    pub fn spread(&self, from: Squares) -> Squares {
        lines::reach(self.men.kinds[self.last] & 7, from, self.still)
    }

    /// The positions of the block from which the side to move can come into some positions, told by the number of their block.
    /// Nothing is taken. Not more is found out than what is asked for.
    pub fn before(&self, asked: Squares, into: impl Fn(usize) -> Squares) -> Squares {
        let side = self.men.turn;
        let mut found = self.by_last(side).map_or(0, |turned| self.spread(into(turned)));
        self.neighbours(side, |next| {
            if asked & !found != 0 {
                found |= next.here(into(next.number));
            }
        });
        found & asked
    }
}

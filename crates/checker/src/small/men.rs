//! A position of few men: a list of them.

use super::lines::{Lines, Squares};
use super::{MOST, other};
use crate::board::{BISHOP, BLACK, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// Men and where they stand. White's king is the first, Black's the second.
#[derive(Clone, Copy, Debug)]
pub struct Men {
    pub count: usize,
    pub kinds: [u8; MOST],
    pub squares: [u8; MOST],
    /// 0: White is to move; [`BLACK`]: Black is.
    pub turn: u8,
    /// The square of a pawn that has just made a double step.
    pub doubled: Option<u8>,
}

impl Men {
    /// The men of a board.
    pub fn of(board: &Board) -> Men {
        let mut men =
            Men { count: 2, kinds: [0; MOST], squares: [0; MOST], turn: board.turn, doubled: None };
        for (square, &man) in board.men.iter().enumerate().filter(|&(_, &man)| man != 0) {
            let index = match man {
                KING => 0,
                man if man == BLACK | KING => 1,
                _ => men.count,
            };
            men.count = men.count.max(index + 1);
            (men.kinds[index], men.squares[index]) = (man, square as u8);
        }
        if board.en_passant > 0 {
            men.doubled = Some(if board.turn == 0 { 31 } else { 23 } + board.en_passant);
        }
        men
    }

    /// The numbers of a side's men in the list.
    pub fn side(&self, side: u8) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let kinds = self.kinds;
        (0..self.count).filter(move |&index| kinds[index] & BLACK == side)
    }

    /// Does a man attack a square?
    pub fn attacks(&self, index: usize, square: u8, occupied: Squares) -> bool {
        let (man, from) = (self.kinds[index], self.squares[index]);
        match man & 7 {
            PAWN => takes(man, from).any(|to| to == square),
            kind => Lines::of_pieces().attacks(kind, from, square, occupied),
        }
    }

    /// The empty squares that a man attacks.
    pub fn reach(&self, index: usize, occupied: Squares) -> Squares {
        let (man, from) = (self.kinds[index], self.squares[index]);
        match man & 7 {
            PAWN => takes(man, from).fold(0, |all, to| all | 1 << to),
            kind => Lines::of_pieces().reach(kind, 1 << from, occupied),
        }
    }

    /// What follows by the steps of a pawn ahead, be it on its last square, and the squares it has entered.
    pub fn steps(&self, index: usize, occupied: Squares, mut visit: impl FnMut(Men, Squares)) {
        let (from, is_white) = (self.squares[index], self.kinds[index] & BLACK == 0);
        let ahead = |square: u8| if is_white { square + 8 } else { square - 8 };
        let is_free = |square: u8| occupied >> square & 1 == 0;
        let one = ahead(from);
        if is_free(one) {
            visit(self.after(index, one), 1 << one);
        }
        let is_first = from / 8 == if is_white { 1 } else { 6 };
        if is_first && is_free(one) && is_free(ahead(one)) {
            let after = self.after(index, ahead(one));
            visit(Men { doubled: Some(ahead(one)), ..after }, 1 << one | 1 << ahead(one));
        }
    }

    /// A man has moved: a pawn on the last rank becomes a piece.
    pub fn arriving(mut self, index: usize, mut visit: impl FnMut(Men)) {
        let man = self.kinds[index];
        if man & 7 != PAWN || !matches!(self.squares[index] / 8, 0 | 7) {
            return visit(self);
        }
        for kind in [QUEEN, ROOK, KNIGHT, BISHOP] {
            self.kinds[index] = man & BLACK | kind;
            visit(self);
        }
    }

    /// What follows by captures en passant.
    pub fn en_passant_captures(self) -> impl Iterator<Item = Men> {
        let taken = self
            .doubled
            .and_then(|square| (2..self.count).find(|&index| self.squares[index] == square));
        taken.into_iter().flat_map(move |taken| {
            let square = self.squares[taken];
            let behind = if self.turn == 0 { square + 8 } else { square - 8 };
            let pawns = self.side(self.turn).filter(move |&index| self.kinds[index] & 7 == PAWN);
            let takers = pawns.filter(move |&index| self.attacks(index, behind, 0));
            takers.map(move |index| self.after(index, behind).without(taken))
        })
    }

    /// The same with a man elsewhere.
    pub fn with(&self, index: usize, square: u8) -> Men {
        let mut men = *self;
        men.squares[index] = square;
        men
    }

    /// A man stands elsewhere, and the other side is to move.
    fn after(&self, index: usize, to: u8) -> Men {
        Men { turn: other(self.turn), doubled: None, ..self.with(index, to) }
    }

    /// A man takes another.
    pub fn taking(&self, index: usize, taken: usize) -> Men {
        self.after(index, self.squares[taken]).without(taken)
    }

    /// The same without a man; the last of the list takes its place.
    fn without(mut self, taken: usize) -> Men {
        self.count -= 1;
        for list in [&mut self.kinds, &mut self.squares] {
            list[taken] = list[self.count];
            list[self.count] = 0;
        }
        self
    }
}

/// The squares that a pawn attacks.
fn takes(man: u8, from: u8) -> impl Iterator<Item = u8> {
    let ahead = if man & BLACK == 0 { from + 8 } else { from.wrapping_sub(8) };
    let left = (!from.is_multiple_of(8)).then(|| ahead.wrapping_sub(1));
    let right = (from % 8 < 7).then(|| ahead.wrapping_add(1));
    left.into_iter().chain(right)
}

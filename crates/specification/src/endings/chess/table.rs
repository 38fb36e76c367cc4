//! The values of all placings of one class, found by sweeps.
//!
//! A placing is won when a move leads to one that is lost, and lost when its side is mated or every move leads to one that is
//! won. Sweeps over all placings apply this until a sweep finds nothing; what is open then is drawn. Between two sweeps
//! the placings one walk before those just decided are looked at, in no order: that only saves sweeps.

use super::class::Class;
use super::place::{Numbering, Place};
use crate::endings::Wdl;
use crate::endings::board::{Board, Side};
use crate::endings::moves::{Kind, moves_of};

/// What is known of a placing. At the end an open one is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Two men share a square, or the side that has just moved is in check.
    Illegal,
    Open,
    Lost,
    Won,
}

/// The values of a class.
pub struct Table {
    numbering: Numbering,
    marks: Vec<Mark>,
}

impl Table {
    /// The value for the side to move; `None` if the position is not legal.
    pub fn value(&self, place: &Place) -> Option<Wdl> {
        match self.marks[self.numbering.number(place)] {
            Mark::Illegal => None,
            Mark::Open => Some(Wdl::Draw),
            Mark::Lost => Some(Wdl::Loss),
            Mark::Won => Some(Wdl::Win),
        }
    }
}

/// A class while it is solved.
pub struct Sweeper {
    numbering: Numbering,
    marks: Vec<Mark>,
    /// The best that a move out of the class is worth to the side to move, if there is a legal one.
    zeroing_values: Vec<Option<Wdl>>,
    /// How many walks to open placings must still turn out badly before a look may find a loss. Never too many.
    waits: Vec<u8>,
    /// Decided, but the placings before them have not been looked at.
    fresh: Vec<usize>,
}

impl Sweeper {
    /// Marks the placings that are not legal.
    pub fn new(class: &Class) -> Sweeper {
        let numbering = Numbering::new(class);
        let mark = |number| {
            let place = numbering.place(number);
            match numbering.board(&place) {
                Some(board) if !board.in_check(place.to_move.other()) => Mark::Open,
                _ => Mark::Illegal,
            }
        };
        let len = numbering.len();
        Sweeper {
            marks: (0..len).map(mark).collect(),
            zeroing_values: vec![None; len],
            waits: vec![0; len],
            fresh: Vec::new(),
            numbering,
        }
    }

    /// Notes what the moves out of the class are worth. `best` tells it of a board and the side to move.
    pub fn note_zeroing_moves(&mut self, mut best: impl FnMut(&Board, Side) -> Option<Wdl>) {
        for number in 0..self.marks.len() {
            if self.marks[number] == Mark::Open {
                let place = self.numbering.place(number);
                let board = self.board(&place);
                self.zeroing_values[number] = best(&board, place.to_move);
            }
        }
    }

    /// Sweeps until nothing changes.
    pub fn solve(mut self) -> Table {
        loop {
            for number in 0..self.marks.len() {
                self.look_at(number);
            }
            if self.fresh.is_empty() {
                break;
            }
            while let Some(number) = self.fresh.pop() {
                self.look_before(number);
            }
        }
        Table {
            numbering: self.numbering,
            marks: self.marks,
        }
    }

    fn board(&self, place: &Place) -> Board {
        let board = self.numbering.board(place);
        board.expect("every man has a square of its own")
    }

    /// Decides an open placing if that follows from the marks of others.
    fn look_at(&mut self, number: usize) {
        if self.marks[number] != Mark::Open {
            return;
        }
        if self.zeroing_values[number] == Some(Wdl::Win) {
            return self.decide(number, Mark::Won);
        }
        let place = self.numbering.place(number);
        let board = self.board(&place);
        let mut best = self.zeroing_values[number];
        let mut open = 0;
        self.walks(&place, &board, place.to_move, |after| {
            match self.marks[after] {
                Mark::Illegal => {} // The move leaves the king in check.
                Mark::Open => open += 1,
                Mark::Lost => best = Some(Wdl::Win),
                Mark::Won => best = best.max(Some(Wdl::Loss)),
            }
        });
        match best {
            Some(Wdl::Win) => self.decide(number, Mark::Won),
            Some(Wdl::Draw) => {}
            _ if open > 0 => self.waits[number] = open,
            Some(Wdl::Loss) => self.decide(number, Mark::Lost),
            None if board.in_check(place.to_move) => self.decide(number, Mark::Lost),
            None => {} // Stalemate.
        }
    }

    fn decide(&mut self, number: usize, mark: Mark) {
        self.marks[number] = mark;
        self.fresh.push(number);
    }

    /// Looks at the placings from which one walk leads here.
    fn look_before(&mut self, number: usize) {
        let place = self.numbering.place(number);
        let board = self.board(&place);
        let mut before = Vec::new();
        // Kings and pieces walk back as they walk.
        self.walks(&place, &board, place.to_move.other(), |earlier| {
            before.push(earlier);
        });
        for earlier in before {
            match (self.marks[earlier], self.marks[number]) {
                (Mark::Open, Mark::Lost) => self.decide(earlier, Mark::Won),
                (Mark::Open, Mark::Won) => self.wait_less(earlier),
                _ => {}
            }
        }
    }

    /// One of the walks from a placing has turned out badly: if it was the last, all may have.
    fn wait_less(&mut self, number: usize) {
        if self.waits[number] > 0 {
            self.waits[number] -= 1;
            if self.waits[number] == 0 {
                self.look_at(number);
            }
        }
    }

    /// Shows where every walk of a side's king and pieces leads.
    fn walks(&self, place: &Place, board: &Board, side: Side, mut show: impl FnMut(usize)) {
        for (man, piece) in self.numbering.men.iter().enumerate() {
            if piece.side == side {
                let number_at = self.numbering.numbers_after(place, man);
                moves_of(board, place.squares[man], None, &mut |walk| {
                    if walk.kind == Kind::Walk {
                        show(number_at(walk.to));
                    }
                });
            }
        }
    }
}

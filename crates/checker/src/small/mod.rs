//! Endings of at most four men, solved: who wins is looked up. Nothing is stored outside; what is asked for is solved first.
//!
//! An ending is solved for fixed pawns, backwards from mates and from moves that leave it: captures, and moves of pawns. These
//! lead to other endings, which are solved before.

mod block;
mod ending;
mod lines;
mod men;
mod solve;
mod table;

use crate::board::{BLACK, Board};
use ending::Ending;
use lines::Squares;
use men::Men;
use table::Table;

/// The most men that are looked up.
pub const MOST: usize = 4;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    Loss,
    Draw,
    Win,
}

impl Worth {
    /// The same for the other side.
    fn turned(self) -> Worth {
        match self {
            Worth::Loss => Worth::Win,
            Worth::Draw => Worth::Draw,
            Worth::Win => Worth::Loss,
        }
    }
}

/// What was solved, each ending when it was first needed.
#[derive(Default)]
pub struct Small {
    tables: Vec<Table>,
    /// By the code of an ending: one more than the number of its table, or 0.
    places: Vec<u32>,
}

impl Small {
    /// True if a side wins a legal position of at most [`MOST`] men.
    pub fn wins(&mut self, board: &Board, side: u8) -> bool {
        let wanted = if board.turn == side { Worth::Win } else { Worth::Loss };
        self.worth(board) == Some(wanted)
    }

    /// What a position of at most [`MOST`] men is worth; `None` if the side that is not to move is in check.
    pub fn worth(&mut self, board: &Board) -> Option<Worth> {
        self.look_up(&Men::of(board))
    }

    /// The same of a list of men.
    fn look_up(&mut self, men: &Men) -> Option<Worth> {
        let (ending, seen) = Ending::of(men);
        let here = self.table(&ending).worth(ending.number(&seen))?;
        // Who can take en passant may do so; he keeps a pawn, and does not lose by it.
        let taken = seen.en_passant_captures();
        let best = taken.filter_map(|after| self.look_up(&after).map(Worth::turned)).max();
        Some(best.map_or(here, |best| best.max(here)))
    }

    /// Where the last piece may stand, which stands on a1, so that the side to move wins, draws, loses. It must be the last of the
    /// ending, too.
    fn look_up_all(&mut self, men: &Men) -> [Squares; 3] {
        let (ending, seen) = Ending::of(men);
        let a1 = seen.squares[usize::from(ending.pieces) - 1] ^ ending.mirror(seen.squares[0]);
        let sets = self.table(&ending).sets(ending.number(&seen) >> 6);
        sets.map(|set| lines::turned(set, a1))
    }

    /// The table of an ending, solved if it is not there.
    fn table(&mut self, ending: &Ending) -> &Table {
        let code = ending.code();
        if self.places.is_empty() {
            self.places = vec![0; Ending::CODES];
        }
        if self.places[code] == 0 {
            let table = solve::solve(ending, self);
            self.tables.push(table);
            self.places[code] = self.tables.len() as u32;
        }
        &self.tables[self.places[code] as usize - 1]
    }
}

/// The other side.
fn other(side: u8) -> u8 {
    side ^ BLACK
}

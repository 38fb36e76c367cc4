//! Endings of at most four men, solved: who wins is looked up. Nothing is stored outside; what is asked for is solved first.
//!
//! An ending is solved for fixed pawns, backwards from mates and from moves that leave it: captures, and moves of pawns. These
//! lead to other endings, which are solved before.

mod block;
mod ending;
mod exits;
mod lines;
mod men;
mod solve;
mod table;
mod view;

use crate::board::{BLACK, Board};
use ending::Ending;
use lines::Squares;
use men::Men;
use table::{Sets, Table};
use view::View;

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
    const ALL: [Worth; 3] = [Worth::Loss, Worth::Draw, Worth::Win];

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
    /// The tables of positions, and how these are seen there.
    views: Vec<(usize, View)>,
    /// By the code of a position: one more than the number of its view, or 0.
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
        let (table, view) = self.table(men);
        let here = table.worth(&view.of(men))?;
        // Who can take en passant may do so; he keeps a pawn, and does not lose by it.
        let taken = men.en_passant_captures();
        let best = taken.filter_map(|after| self.look_up(&after).map(Worth::turned)).max();
        Some(best.map_or(here, |best| best.max(here)))
    }

    /// The same for a man on each of some squares, if nobody can take en passant.
    fn look_up_all(&mut self, men: &Men, index: usize, squares: Squares) -> Sets {
        let (table, view) = self.table(men);
        let squares = view::all_turned(squares, view.way());
        let sets = table.sets(&view.of(men), view.place(index), squares);
        sets.map(|set| view::all_turned(set, view.way()))
    }

    /// The table of a position, solved if it is not there, and how the position is seen there.
    fn table(&mut self, men: &Men) -> (&Table, View) {
        let code = Ending::code(men);
        if self.places.is_empty() {
            self.places = vec![0; Ending::CODES];
        }
        if self.places[code] == 0 {
            let (ending, view) = Ending::of(men);
            let table = self.tables.iter().position(|table| table.ending == ending);
            let table = table.unwrap_or_else(|| {
                let table = solve::solve(ending, self);
                self.tables.push(table);
                self.tables.len() - 1
            });
            self.views.push((table, view));
            self.places[code] = self.views.len() as u32;
        }
        let (table, view) = self.views[self.places[code] as usize - 1];
        (&self.tables[table], view)
    }
}

/// The other side.
fn other(side: u8) -> u8 {
    side ^ BLACK
}

//! A game between a person and the solver: what was played, and by whom.

use peasant::board::Color;
use peasant::pawngame::{Move, Position};

/// A game as far as it has come.
pub struct Game {
    start: Position,
    here: Position,
    played: Vec<Ply>,
    /// The side that the person has.
    pub person: Color,
}

/// A move that was made.
struct Ply {
    before: Position,
    by_person: bool,
}

impl Game {
    pub fn new(start: Position, person: Color) -> Game {
        Game {
            start,
            here: start,
            played: Vec::new(),
            person,
        }
    }

    pub fn here(&self) -> &Position {
        &self.here
    }

    pub fn is_over(&self) -> bool {
        self.here.ended().is_some()
    }

    /// Is the solver to move?
    pub fn is_solvers_turn(&self) -> bool {
        !self.is_over() && self.here.turn() != self.person
    }

    /// Makes a move of whoever is to move. Is it legal?
    pub fn play(&mut self, m: Move) -> bool {
        let Some(after) = self.here.try_play(m) else {
            return false;
        };
        self.played.push(Ply {
            before: self.here,
            by_person: self.here.turn() == self.person,
        });
        self.here = after;
        true
    }

    /// Takes back the person's last move and what followed. Was there one?
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.played.iter().rposition(|ply| ply.by_person) else {
            return false;
        };
        self.here = self.played[last].before;
        self.played.truncate(last);
        // They may have changed sides since.
        self.person = self.here.turn();
        true
    }

    /// The person takes the other side.
    pub fn switch(&mut self) {
        self.person = !self.person;
    }

    pub fn restart(&mut self) {
        self.here = self.start;
        self.played.clear();
    }
}

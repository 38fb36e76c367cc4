//! A game between a person and the program: what was played, and by whom.

use peasant::board::Color;

/// A position of some game for two.
pub trait Playable: Clone {
    type Move: Copy;

    fn turn(&self) -> Color;

    /// Has the game ended here?
    fn is_over(&self) -> bool;

    /// What a move leads to, if it is legal.
    fn after(&self, m: Self::Move) -> Option<Self>;
}

/// A game as far as it has come.
pub struct Game<P: Playable> {
    start: P,
    here: P,
    played: Vec<Ply<P>>,
    /// The side that the person has.
    pub person: Color,
    /// So many hints were given here.
    hints: usize,
}

/// A move that was made.
struct Ply<P> {
    before: P,
    by_person: bool,
}

impl<P: Playable> Game<P> {
    pub fn new(start: P, person: Color) -> Game<P> {
        Game {
            here: start.clone(),
            start,
            played: Vec::new(),
            person,
            hints: 0,
        }
    }

    pub fn here(&self) -> &P {
        &self.here
    }

    pub fn is_over(&self) -> bool {
        self.here.is_over()
    }

    /// Is the program to move?
    pub fn is_programs_turn(&self) -> bool {
        !self.is_over() && self.here.turn() != self.person
    }

    /// Makes a move of whoever is to move. Is it legal?
    pub fn play(&mut self, m: P::Move) -> bool {
        let Some(after) = self.here.after(m) else {
            return false;
        };
        let by_person = self.here.turn() == self.person;
        let before = std::mem::replace(&mut self.here, after);
        self.played.push(Ply { before, by_person });
        self.hints = 0;
        true
    }

    /// Takes back the person's last move and what followed. Was there one?
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.played.iter().rposition(|ply| ply.by_person) else {
            return false;
        };
        self.here = self.played.swap_remove(last).before;
        self.played.truncate(last);
        self.hints = 0;
        // They may have changed sides since.
        self.person = self.here.turn();
        true
    }

    /// The person takes the other side.
    pub fn switch(&mut self) {
        self.person = !self.person;
    }

    pub fn restart(&mut self) {
        self.here = self.start.clone();
        self.played.clear();
        self.hints = 0;
    }

    /// How many hints were given in this position? One more will be.
    pub fn next_hint(&mut self) -> usize {
        self.hints += 1;
        self.hints - 1
    }

    /// The positions before this one, the first of all first.
    pub fn earlier(&self) -> impl Iterator<Item = &P> {
        self.played.iter().map(|ply| &ply.before)
    }
}

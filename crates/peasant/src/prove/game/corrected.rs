//! A game around a game: the same, but for what chess has shown to be otherwise.

use std::sync::Arc;

use super::Game;
use super::corrections::Corrections;
use crate::board::{Color, Position};
use crate::slice::{Relation, Wins};
use crate::structure::{Exit, Goal, Reference, Structure};

/// A game with corrections.
#[derive(Clone)]
pub(in crate::prove) struct Corrected {
    game: Arc<dyn Game>,
    pub corrections: Corrections,
}

impl Corrected {
    /// A game of which nothing is known to be otherwise yet.
    pub fn new(game: impl Game + 'static) -> Corrected {
        Corrected {
            game: Arc::new(game),
            corrections: Corrections::default(),
        }
    }
}

impl Game for Corrected {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        self.game.for_each_exit(structure, visit);
    }

    fn pieces_play_on(&self) -> bool {
        self.game.pieces_play_on()
    }

    fn decides(
        &self,
        position: &Position,
        attacker: Color,
        next: &mut dyn FnMut(&Position) -> Option<bool>,
    ) -> Option<Option<bool>> {
        self.game.decides(position, attacker, next)
    }

    fn corrects_exits(&self, goal: Goal) -> bool {
        self.corrections.has_exits_of(goal)
    }

    fn correct_exit(&self, goal: Goal, exit: &Exit<Reference>, worth: &mut Relation) {
        if let Some(correction) = self.corrections.of_exit(goal, exit) {
            correction.correct(worth);
        }
    }

    fn correct_wins(&self, goal: Goal, wins: &mut Wins) {
        if let Some(correction) = self.corrections.of_goal(goal) {
            *wins = correction.correct(*wins);
        }
    }
}

//! The game that a proof plays.

use std::ops::Deref;

use super::Game;
use super::chess::Chess;
use super::corrected::Corrected;
use super::corrections::{ExitCorrection, GoalCorrection};
use super::newborn::Newborn;
use crate::board::{Color, Square};
use crate::rules::Rules;
use crate::structure::Goal;

/// The game of a proof: as its rules are, or with corrections.
#[derive(Clone)]
pub(in crate::prove) enum Played {
    /// As its rules are.
    AsItIs(&'static dyn Game),
    /// With corrections, which may still be none.
    Corrected(Corrected),
}

impl Played {
    /// The game of a rule set, as it is.
    pub fn by(rules: Rules) -> Played {
        Played::AsItIs(game(rules))
    }

    /// A relaxed game that takes corrections.
    pub fn relaxed(game: impl Game + 'static) -> Played {
        Played::Corrected(Corrected::new(game))
    }

    /// Chess says this of a promotion. Is that news? A game that is played as it is learns nothing.
    pub fn learn_of_exit(
        &mut self,
        goal: Goal,
        mover: Color,
        from: Square,
        correction: ExitCorrection,
    ) -> bool {
        match self {
            Played::AsItIs(_) => false,
            Played::Corrected(game) => game.corrections.set_exit(goal, mover, from, correction),
        }
    }

    /// The same of a structure.
    pub fn learn_of_goal(&mut self, goal: Goal, correction: GoalCorrection) -> bool {
        match self {
            Played::AsItIs(_) => false,
            Played::Corrected(game) => game.corrections.set_goal(goal, correction),
        }
    }

    /// Bytes that corrections take.
    pub fn bytes(&self) -> u64 {
        match self {
            Played::AsItIs(_) => 0,
            Played::Corrected(game) => game.corrections.bytes(),
        }
    }
}

impl Deref for Played {
    type Target = dyn Game;

    fn deref(&self) -> &Self::Target {
        match self {
            Played::AsItIs(game) => *game,
            Played::Corrected(game) => game,
        }
    }
}

/// The game of a rule set.
pub(in crate::prove) fn game(rules: Rules) -> &'static dyn Game {
    match rules {
        Rules::Chess => &Chess,
        Rules::Newborn => &Newborn,
    }
}

//! What the rules of chess have shown of a relaxed game: where it was mistaken.
//!
//! A relaxed game decides promotions on sight. Where a proof by the rules of chess has found otherwise, or could not find out, the
//! game is corrected, and the relaxed proof goes on from there. Corrections steer the search for a proof and are never part of
//! one.

use std::collections::HashMap;

use crate::board::{Color, Square};
use crate::slice::{Relation, Wins};
use crate::structure::{Exit, Goal};

/// Corrections of a relaxed game.
#[derive(Clone, Default)]
pub(crate) struct Facts {
    /// Of promotions, by the goal, the mover, and where the pawn comes from.
    exits: HashMap<(Goal, Color, Square), ExitFact>,
    /// Of structures.
    goals: HashMap<Goal, GoalFact>,
}

/// What is known of a promotion, for all placements of the kings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ExitFact {
    /// Good for the mover: wins for the attacker, holds for the defender.
    pub good: Relation,
    /// Not good for the mover.
    pub bad: Relation,
}

/// What is known of a structure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct GoalFact {
    /// Won by the attacker.
    pub won: Wins,
    /// Not refuted.
    pub possible: Wins,
}

impl ExitFact {
    /// Corrects what the relaxed game thinks that the exit is worth.
    pub fn correct(&self, worth: &mut Relation) {
        worth.add(&self.good);
        worth.remove(&self.bad);
    }
}

impl GoalFact {
    /// Corrects what the relaxed game thinks is won.
    pub fn correct(&self, wins: Wins) -> Wins {
        wins.or(&self.won).and(&self.possible)
    }
}

impl Facts {
    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.exits.is_empty() && self.goals.is_empty()
    }

    /// What is known of an exit, as the attacker of the goal sees it.
    pub fn of_exit<C>(&self, goal: Goal, exit: &Exit<C>) -> Option<&ExitFact> {
        if self.exits.is_empty() || !exit.promotes() {
            return None;
        }
        self.exits.get(&(goal, exit.mover, exit.from))
    }

    /// What is known of a structure.
    pub fn of_goal(&self, goal: Goal) -> Option<&GoalFact> {
        if self.goals.is_empty() {
            return None;
        }
        self.goals.get(&goal)
    }

    /// Sets what is known of a promotion. Is that news?
    pub fn set_exit(&mut self, goal: Goal, mover: Color, from: Square, fact: ExitFact) -> bool {
        self.exits.insert((goal, mover, from), fact) != Some(fact)
    }

    /// Sets what is known of a structure. Is that news?
    pub fn set_goal(&mut self, goal: Goal, fact: GoalFact) -> bool {
        self.goals.insert(goal, fact) != Some(fact)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let exits = self.exits.capacity() * size_of::<((Goal, Color, Square), ExitFact)>();
        let goals = self.goals.capacity() * size_of::<(Goal, GoalFact)>();
        (exits + goals) as u64
    }
}

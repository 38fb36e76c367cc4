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
    /// Where the promotion is doubted: not good for the mover if it is `mine`, the side's whose claim is to be proved, else
    /// good. What is proved counts more.
    pub fn doubt(&mut self, doubts: &Relation, mine: bool) {
        let (to, proved) = match mine {
            true => (&mut self.bad, &self.good),
            false => (&mut self.good, &self.bad),
        };
        let mut doubts = *doubts;
        doubts.remove(proved);
        to.add(&doubts);
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Pawns;
    use crate::slice::{Placement, Point};
    use crate::structure::{Exit, Structure, exits::for_each_newborn};

    const GOAL: Goal = Goal {
        node: 3,
        attacker: Color::White,
    };

    fn relation(squares: &[(u32, u32)]) -> Relation {
        let mut relation = Relation::EMPTY;
        for &(attacker, defender) in squares {
            relation.0[attacker as usize] |= 1 << defender;
        }
        relation
    }

    fn wins(squares: &[(u32, u32)]) -> Wins {
        let mut wins = Wins::NONE;
        for &(attacker, defender) in squares {
            wins.insert(Point {
                attacker: Square::new(attacker),
                defender: Square::new(defender),
                to_move: true,
                placement: Placement::NONE,
            });
        }
        wins
    }

    /// The exits of a white pawn on e7 or e6.
    fn exits_from(square: &str) -> Vec<Exit<Pawns>> {
        let from: Square = square.parse().expect("a square");
        let pawns = Pawns {
            white: from.set(),
            ..Pawns::NONE
        };
        let mut exits = Vec::new();
        for_each_newborn(Structure::from(pawns).pawns, |exit| exits.push(exit));
        exits.retain(|exit| exit.from == from && exit.to != from);
        exits
    }

    #[test]
    fn an_exit_is_worth_what_is_known_of_it_and_else_what_it_was() {
        let fact = ExitFact {
            good: relation(&[(0, 10), (1, 11)]),
            bad: relation(&[(2, 20)]),
        };
        let mut worth = relation(&[(1, 11), (2, 20), (3, 30)]);
        fact.correct(&mut worth);
        assert!(worth == relation(&[(0, 10), (1, 11), (3, 30)]));
    }

    #[test]
    fn a_structure_is_won_where_that_is_proved_and_nowhere_else_than_is_possible() {
        let fact = GoalFact {
            won: wins(&[(0, 10)]),
            possible: wins(&[(0, 10), (1, 11)]),
        };
        let corrected = fact.correct(wins(&[(1, 11), (2, 20)]));
        assert_eq!(corrected, wins(&[(0, 10), (1, 11)]));
    }

    #[test]
    fn facts_are_kept_by_goal_mover_and_square() {
        let mut facts = Facts::default();
        assert!(facts.is_empty());
        let fact = ExitFact {
            good: Relation::EMPTY,
            bad: relation(&[(2, 20)]),
        };
        let [promotion] = exits_from("e7")[..] else {
            panic!("one exit");
        };
        let from = promotion.from;
        assert!(facts.of_exit(GOAL, &promotion).is_none());
        assert!(facts.set_exit(GOAL, Color::White, from, fact), "new");
        assert!(!facts.set_exit(GOAL, Color::White, from, fact), "known");
        assert!(!facts.is_empty() && facts.bytes() > 0);
        assert!(facts.of_exit(GOAL, &promotion).is_some());
        assert!(facts.of_exit(GOAL.opponent(), &promotion).is_none());
        let other = ExitFact {
            good: fact.bad,
            bad: Relation::EMPTY,
        };
        assert!(facts.set_exit(GOAL, Color::White, from, other), "changed");
    }

    #[test]
    fn a_fact_about_a_promotion_is_none_about_a_step() {
        let mut facts = Facts::default();
        let [step] = exits_from("e6")[..] else {
            panic!("one exit");
        };
        let fact = ExitFact {
            good: Relation::EMPTY,
            bad: Relation::EMPTY,
        };
        facts.set_exit(GOAL, Color::White, step.from, fact);
        assert!(facts.of_exit(GOAL, &step).is_none());
    }

    #[test]
    fn what_is_said_again_of_a_structure_is_no_news() {
        let mut facts = Facts::default();
        let fact = GoalFact {
            won: Wins::NONE,
            possible: wins(&[(1, 11)]),
        };
        assert!(facts.of_goal(GOAL).is_none());
        assert!(facts.set_goal(GOAL, fact) && !facts.set_goal(GOAL, fact));
        assert!(!facts.is_empty() && facts.of_goal(GOAL).is_some());
        assert!(facts.of_goal(GOAL.opponent()).is_none());
    }
}

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
pub(crate) struct Corrections {
    /// Of promotions: the mover, and where the pawn comes from.
    exits: HashMap<Goal, Vec<(Color, Square, ExitCorrection)>>,
    /// Of structures.
    goals: HashMap<Goal, GoalCorrection>,
}

/// What is known of a promotion, for all placements of the kings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ExitCorrection {
    /// Good for the mover: wins for the attacker, holds for the defender.
    pub good: Relation,
    /// Not good for the mover.
    pub bad: Relation,
}

/// What is known of a structure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct GoalCorrection {
    /// Won by the attacker.
    pub won: Wins,
    /// Not refuted.
    pub possible: Wins,
}

impl ExitCorrection {
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

impl GoalCorrection {
    /// Corrects what the relaxed game thinks is won.
    pub fn correct(&self, wins: Wins) -> Wins {
        wins.or(&self.won).and(&self.possible)
    }
}

impl Corrections {
    /// Is anything known of the exits of a goal?
    pub fn has_exits_of(&self, goal: Goal) -> bool {
        self.exits.contains_key(&goal)
    }

    /// What is known of an exit, as the attacker of the goal sees it.
    pub fn of_exit<C>(&self, goal: Goal, exit: &Exit<C>) -> Option<&ExitCorrection> {
        if !exit.promotes() {
            return None;
        }
        let mut exits = self.exits.get(&goal)?.iter();
        let (.., correction) =
            exits.find(|(mover, from, _)| (*mover, *from) == (exit.mover, exit.from))?;
        Some(correction)
    }

    /// What is known of a structure.
    pub fn of_goal(&self, goal: Goal) -> Option<&GoalCorrection> {
        self.goals.get(&goal)
    }

    /// Sets what is known of a promotion. Is that news?
    pub fn set_exit(
        &mut self,
        goal: Goal,
        mover: Color,
        from: Square,
        correction: ExitCorrection,
    ) -> bool {
        let exits = self.exits.entry(goal).or_default();
        match exits
            .iter_mut()
            .find(|exit| (exit.0, exit.1) == (mover, from))
        {
            Some((.., known)) => std::mem::replace(known, correction) != correction,
            None => {
                exits.push((mover, from, correction));
                true
            }
        }
    }

    /// Sets what is known of a structure. Is that news?
    pub fn set_goal(&mut self, goal: Goal, correction: GoalCorrection) -> bool {
        self.goals.insert(goal, correction) != Some(correction)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let lists = self.exits.capacity() * size_of::<(Goal, Vec<()>)>();
        let exits = self.exits.values().map(Vec::capacity).sum::<usize>();
        let exits = exits * size_of::<(Color, Square, ExitCorrection)>();
        let goals = self.goals.capacity() * size_of::<(Goal, GoalCorrection)>();
        (lists + exits + goals) as u64
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
        let correction = ExitCorrection {
            good: relation(&[(0, 10), (1, 11)]),
            bad: relation(&[(2, 20)]),
        };
        let mut worth = relation(&[(1, 11), (2, 20), (3, 30)]);
        correction.correct(&mut worth);
        assert!(worth == relation(&[(0, 10), (1, 11), (3, 30)]));
    }

    #[test]
    fn a_structure_is_won_where_that_is_proved_and_nowhere_else_than_is_possible() {
        let correction = GoalCorrection {
            won: wins(&[(0, 10)]),
            possible: wins(&[(0, 10), (1, 11)]),
        };
        let corrected = correction.correct(wins(&[(1, 11), (2, 20)]));
        assert_eq!(corrected, wins(&[(0, 10), (1, 11)]));
    }

    #[test]
    fn corrections_are_stored_by_goal_mover_and_square() {
        let mut corrections = Corrections::default();
        assert!(!corrections.has_exits_of(GOAL));
        let correction = ExitCorrection {
            good: Relation::EMPTY,
            bad: relation(&[(2, 20)]),
        };
        let [promotion] = exits_from("e7")[..] else {
            panic!("one exit");
        };
        let from = promotion.from;
        assert!(corrections.of_exit(GOAL, &promotion).is_none());
        assert!(
            corrections.set_exit(GOAL, Color::White, from, correction),
            "new"
        );
        assert!(
            !corrections.set_exit(GOAL, Color::White, from, correction),
            "known"
        );
        assert!(corrections.has_exits_of(GOAL) && corrections.bytes() > 0);
        assert!(corrections.of_exit(GOAL, &promotion).is_some());
        assert!(corrections.of_exit(GOAL.opponent(), &promotion).is_none());
        let other = ExitCorrection {
            good: correction.bad,
            bad: Relation::EMPTY,
        };
        assert!(
            corrections.set_exit(GOAL, Color::White, from, other),
            "changed"
        );
    }

    #[test]
    fn a_correction_of_a_promotion_is_none_about_a_step() {
        let mut corrections = Corrections::default();
        let [step] = exits_from("e6")[..] else {
            panic!("one exit");
        };
        let correction = ExitCorrection {
            good: Relation::EMPTY,
            bad: Relation::EMPTY,
        };
        corrections.set_exit(GOAL, Color::White, step.from, correction);
        assert!(corrections.of_exit(GOAL, &step).is_none());
    }

    #[test]
    fn what_is_said_again_of_a_structure_is_no_news() {
        let mut corrections = Corrections::default();
        let correction = GoalCorrection {
            won: Wins::NONE,
            possible: wins(&[(1, 11)]),
        };
        assert!(corrections.of_goal(GOAL).is_none());
        assert!(corrections.set_goal(GOAL, correction) && !corrections.set_goal(GOAL, correction));
        assert!(!corrections.has_exits_of(GOAL) && corrections.of_goal(GOAL).is_some());
        assert!(corrections.of_goal(GOAL.opponent()).is_none());
    }
}

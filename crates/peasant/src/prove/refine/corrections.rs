//! How a relaxed game learns from the rules of chess.

use super::claim::Claim;
use super::failures::Failures;
use super::leaf::Promotion;
use super::relaxed_games::repair;
use crate::board::{Color, Square};
use crate::prove::game::corrections::{ExitCorrection, GoalCorrection};
use crate::prove::graph::interval::{Bound, Slot};
use crate::prove::solve::exit_values::ExitValues;
use crate::prove::solve::goal_prover::GoalProver;
use crate::slice::{Relation, Wins};
use crate::structure::{Goal, Reference};

/// A relaxed game beside a proof by the rules of chess, and the leaves that have failed in it.
pub(super) struct Play<'a> {
    pub chess: &'a mut GoalProver,
    pub game: &'a mut GoalProver,
    pub failures: &'a mut Failures,
}

impl Play<'_> {
    /// Corrects the game where the strategy failed, by structure at these points. Does it claim less there now?
    pub fn correct(&mut self, claim: Claim, gaps: &[(Goal, Wins)]) -> bool {
        let goals: Vec<Goal> = gaps.iter().map(|(goal, _)| *goal).collect();
        self.correct_at(goals.iter().copied(), &goals);
        gaps.iter().any(|(goal, points)| {
            let same = self.counterpart(*goal);
            let [lower, upper] = self.game.known.bounds_of_pawns(same);
            let bound = if claim.is_win() { lower } else { upper };
            claim.held_among(points, &bound) != *points
        })
    }

    /// What is doubted counts as the game says again.
    pub fn withdraw(&mut self, doubts: &[Promotion]) {
        for promotion in doubts {
            self.failures.doubts.remove(promotion);
        }
        self.correct_at(doubts.iter().map(|promotion| promotion.goal), &[]);
    }

    /// Tells the game what is known of the exits of some goals; those at which it was mistaken in some other way are computed
    /// again without first bounds.
    fn correct_at(&mut self, goals: impl Iterator<Item = Goal>, mistaken: &[Goal]) {
        let mut corrected = Vec::new();
        for goal in once_each(goals) {
            let same = self.counterpart(goal);
            if self.inform(goal, same, &mut corrected) || mistaken.contains(&goal) {
                corrected.push(same);
            }
        }
        repair(&mut self.game.known, corrected);
    }

    /// The goal of the game for one of the proof.
    pub fn counterpart(&mut self, goal: Goal) -> Goal {
        let view = self.chess.known.nodes.view(goal);
        self.game.known.name(view).goal()
    }

    /// Tells the game what the rules of chess have shown of the structures that follow a goal. Is there news of promotions?
    fn inform(&mut self, goal: Goal, same: Goal, corrected: &mut Vec<Goal>) -> bool {
        let values = ExitValues::new(&self.chess.known, goal);
        let mut news = false;
        for (mover, from) in promotions(&values) {
            let mut correction = promotion_correction(&values, mover, from);
            for promotion in Promotion::every(goal, mover, from) {
                if let Some(doubt) = self.failures.doubts.get(&promotion) {
                    correction.doubt(&doubt.at, mover == promotion.claim.strategist());
                }
            }
            news |= self
                .game
                .known
                .game
                .learn_of_exit(same, mover, from, correction);
        }
        let children = self.chess.known.nodes.children(goal);
        for child in once_each(children.map(Reference::goal)) {
            self.inform_of_goal(child, corrected);
        }
        news
    }

    /// Tells the game what is proved of a structure without promoted pieces.
    fn inform_of_goal(&mut self, goal: Goal, corrected: &mut Vec<Goal>) {
        let interval = self.chess.known.interval(goal);
        let nothing = interval.lower == Slot::NONE && interval.upper == Slot::ALL;
        if nothing || self.chess.known.nodes.has_pieces(goal) {
            return;
        }
        let [won, possible] = self.chess.known.bounds_of_pawns(goal);
        let same = self.counterpart(goal);
        if self
            .game
            .known
            .game
            .learn_of_goal(same, GoalCorrection { won, possible })
        {
            corrected.push(same);
        }
    }
}

/// Every goal once, in an order that is always the same.
pub(super) fn once_each(goals: impl Iterator<Item = Goal>) -> Vec<Goal> {
    let mut goals: Vec<Goal> = goals.collect();
    goals.sort_unstable_by_key(|goal| (goal.node, goal.attacker as usize));
    goals.dedup();
    goals
}

/// Who can promote which pawn.
fn promotions(values: &ExitValues) -> Vec<(Color, Square)> {
    let queens = values
        .exits()
        .filter(|exit| exit.becomes.is_some() && !exit.is_underpromotion());
    queens.map(|exit| (exit.mover, exit.from)).collect()
}

/// What is proved of the promotions of a pawn together. Lesser pieces count where they are proved to be good.
fn promotion_correction(values: &ExitValues, mover: Color, from: Square) -> ExitCorrection {
    let (sure, possible) = match mover {
        Color::White => (Bound::Lower, Bound::Upper),
        Color::Black => (Bound::Upper, Bound::Lower),
    };
    let (mut good, mut bad) = (Relation::EMPTY, Relation::EMPTY);
    for (index, exit) in values.exits().enumerate() {
        if exit.becomes.is_none() || (exit.mover, exit.from) != (mover, from) {
            continue;
        }
        good.add(&values.worth(index, sure)[0]);
        if !exit.is_underpromotion() {
            let possible = &values.worth(index, possible)[0];
            bad = Relation(std::array::from_fn(|w| !possible.0[w]));
        }
    }
    bad.remove(&good);
    ExitCorrection { good, bad }
}

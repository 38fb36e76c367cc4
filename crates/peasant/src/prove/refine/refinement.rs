//! The loop: a relaxed proof, its support, its leaves proved; what is refuted corrects the game.

use std::collections::HashMap;

use super::claim::Claim;
use super::corrections::{Play, once_each};
use super::failures::Failures;
use super::relaxed_games::{newborn, pessimistic};
use super::support::{Deferred, Search, Support};
use crate::limits::{Stop, Watch};
use crate::prove::effort::Effort;
use crate::prove::graph::interval::LeafDepths;
use crate::prove::policy::{
    FAMILY_LEAVES, FIRST_LEAF, MAX_PIECES, PESSIMISTIC_PART, RELAXED_FIRST,
};
use crate::prove::solve::goal_prover::GoalProver;
use crate::slice::{Point, Wins};
use crate::structure::{Goal, Structure, Symmetry};

/// The relaxed games beside a proof by the rules of chess, and what has been tried.
pub(in crate::prove) struct Refinement {
    /// Newborn's game, with corrections.
    newborn: GoalProver,
    pessimistic: GoalProver,
    /// What has come of the leaves in each.
    newborn_failures: Failures,
    pessimistic_failures: Failures,
    leaves: LeafDepths,
    prices: Prices,
}

/// What each question hangs on that is open.
type Prices = HashMap<(Goal, Point), Price>;

/// How many slices with two pieces the strategy in work hangs on.
struct Price {
    slices: u64,
    /// How many had been solved when they were counted.
    solved: u64,
}

/// Which of them.
#[derive(Clone, Copy)]
enum Relaxed {
    Newborn,
    Pessimistic,
}

/// A question by the rules of chess, and the game whose proof is followed.
struct Question<'a> {
    play: Play<'a>,
    prices: &'a mut Prices,
    goal: Goal,
    point: Point,
    seen: Symmetry,
    claim: Claim,
}

impl Refinement {
    /// The games are under one limit with the proof.
    pub fn new(chess: &GoalProver) -> Refinement {
        let [mut newborn, mut pessimistic] = [newborn(), pessimistic()];
        newborn.share(chess);
        pessimistic.share(chess);
        Refinement {
            newborn,
            pessimistic,
            newborn_failures: Failures::new(FIRST_LEAF),
            pessimistic_failures: Failures::new(FIRST_LEAF),
            leaves: LeafDepths::new(),
            prices: Prices::new(),
        }
    }

    /// A new request begins.
    pub fn begin(&mut self, watch: &Watch) {
        self.pessimistic.begin(watch.clone().silent());
        self.newborn.begin(watch.clone().silent());
    }

    /// How many slices with two pieces a question hangs on that is open, as far as that has been counted.
    pub fn price(&self, chess: &GoalProver, goal: Goal, point: Point) -> Option<u64> {
        let price = self.prices.get(&(goal, point))?;
        let solved = chess.counts[MAX_PIECES] - price.solved;
        Some(price.slices.saturating_sub(solved)).filter(|&slices| slices > 0)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let failures = self.newborn_failures.bytes() + self.pessimistic_failures.bytes();
        self.pessimistic.bytes() + self.newborn.bytes() + failures
    }

    /// Works on a question by the rules of chess, until it is answered or so much has been spent. Returns what Newborn's game claims.
    pub fn work(
        &mut self,
        chess: &mut GoalProver,
        view: Structure,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<Option<Claim>, Stop> {
        let settling = effort * RELAXED_FIRST;
        chess.account.allow(settling);
        let Some(won) = self.newborn.ask_relaxed(view, point, settling)? else {
            return Ok(None);
        };
        chess.account.allow(effort);
        let lost = match won {
            true => Some(true),
            false => {
                let share = chess.account.left() / PESSIMISTIC_PART;
                self.pessimistic.ask_relaxed(view, point, share)?
            }
        };
        let game = match lost {
            Some(false) => Relaxed::Pessimistic,
            _ => Relaxed::Newborn,
        };
        let claim = Claim::of(won);
        self.question(chess, game, (view, point, seen), claim)
            .rounds()?;
        Ok(Some(claim))
    }

    fn question<'a>(
        &'a mut self,
        chess: &'a mut GoalProver,
        game: Relaxed,
        (view, point, seen): (Structure, Point, Symmetry),
        claim: Claim,
    ) -> Question<'a> {
        let mirror = chess.known.name(view).symmetry().mirror_part();
        let (goal, point) = chess.known.goal(view, point);
        let (game, failures) = match game {
            Relaxed::Newborn => (&mut self.newborn, &mut self.newborn_failures),
            Relaxed::Pessimistic => (&mut self.pessimistic, &mut self.pessimistic_failures),
        };
        let leaves = &mut self.leaves;
        Question {
            play: Play {
                chess,
                game,
                failures,
                leaves,
            },
            prices: &mut self.prices,
            goal,
            point,
            seen: seen.compose(mirror),
            claim,
        }
    }
}

impl Question<'_> {
    /// Round after round, until the question is answered or the budget is spent, or until a leaf would have to cost more than that: the
    /// rest is left to descents.
    fn rounds(&mut self) -> Result<(), Stop> {
        let most = self.play.chess.account.left_for_slices();
        while self.play.chess.account.left() > Effort::NONE {
            if !self.is_claimed()? {
                if self.play.failures.doubts.is_empty() || !self.try_harder(most)? {
                    return Ok(());
                }
                if !self.is_claimed()? {
                    return Ok(());
                }
            }
            let search = Search::proving(self.claim, &mut self.play);
            let mut support = search.support(self.goal, self.point, self.seen)?;
            self.solve_support(&mut support)?;
            if self.is_answered() {
                return Ok(());
            }
            let changed = self.play.correct(self.claim, &support.gaps);
            let spent = self.play.chess.account.left() == Effort::NONE;
            if !changed && !spent && !self.try_harder(most)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// When nothing else is left to try: nothing is doubted any more, and queens on both sides are solved, or leaves may cost more, but
    /// not more than `most`.
    fn try_harder(&mut self, most: Effort) -> Result<bool, Stop> {
        self.play.withdraw_doubts();
        if self.solve_family()? {
            return Ok(true);
        }
        let left = self.play.chess.account.left();
        Ok(left > Effort::NONE && self.play.failures.raise_budget(most))
    }

    /// Solves queens on both sides for all leaves of a strategy together, as if none had failed. Is anything new?
    fn solve_family(&mut self) -> Result<bool, Stop> {
        if !self.is_claimed()? {
            return Ok(false);
        }
        let search = Search::listing(self.claim, &mut self.play, FAMILY_LEAVES);
        let support = search.support(self.goal, self.point, self.seen)?;
        let goals = once_each(support.leaves.iter().map(|leaf| leaf.goal));
        let Play { chess, leaves, .. } = &mut self.play;
        let Some(family) = chess.family(&goals, self.claim, leaves) else {
            return Ok(false);
        };
        let price = Price {
            slices: family.open as u64,
            solved: chess.counts[MAX_PIECES],
        };
        self.prices.insert((self.goal, self.point), price);
        let solved = chess.solve_family(family, &goals, self.claim, leaves)?;
        if solved {
            self.play.failures.try_again(&goals);
        }
        Ok(solved)
    }

    fn is_answered(&self) -> bool {
        let known = &self.play.chess.known;
        known.answer(self.goal, self.point).is_some()
    }

    /// Does the game claim the answer still?
    fn is_claimed(&mut self) -> Result<bool, Stop> {
        let (point, left) = (self.point, self.play.chess.account.left());
        let view = self.play.chess.known.nodes.view(self.goal);
        Ok(self.play.game.ask_relaxed(view, point, left)? == Some(self.claim.is_win()))
    }

    /// Solves the structures of a support from what is proved, the lowest first. Leaves that come after them are proved on the way;
    /// one that fails is a gap.
    fn solve_support(&mut self, support: &mut Support) -> Result<(), Stop> {
        for &goal in support.goals.iter().rev() {
            for Deferred { leaf, left } in support.deferred.get(&goal).into_iter().flatten() {
                let known = &self.play.chess.known;
                if known.answer(left.0, left.1) != Some(self.claim.is_win()) {
                    continue;
                }
                if !self.play.prove_leaves(self.claim, &[*leaf])?.is_empty() {
                    self.play.failures.doubt(leaf);
                    let (_, before) = leaf.played;
                    support.gaps.push((goal, Wins::only(before)));
                }
            }
            self.play.chess.narrow(goal)?;
        }
        Ok(())
    }
}

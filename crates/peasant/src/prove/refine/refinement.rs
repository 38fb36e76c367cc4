//! The loop: a relaxed proof, its support, its leaves proved; what is refuted corrects the game.

use std::collections::{HashMap, HashSet};

use super::claim::Claim;
use super::corrections::{Play, once_each};
use super::failures::Failures;
use super::leaf::Promotion;
use super::relaxed_games::{newborn, pessimistic};
use super::support::{Deferred, Search, Support};
use crate::limits::{Stop, Watch};
use crate::prove::effort::Effort;
use crate::prove::policy::{BEFORE_QUEENS, FIRST_LEAF, MAX_PIECES, RELAXED};
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
    /// What each question hangs on that is open, by the game whose proof is followed and its claim.
    prices: HashMap<(Goal, Point), (Relaxed, Claim, Price)>,
}

/// How many slices with two pieces the strategy in work hangs on.
#[derive(Clone, Copy)]
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
    price: Option<Price>,
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
            prices: HashMap::new(),
        }
    }

    /// A new request begins.
    pub fn begin(&mut self, watch: &Watch) {
        self.pessimistic.begin(watch.clone().silent());
        self.newborn.begin(watch.clone().silent());
    }

    /// How many slices with two pieces a question hangs on that is open, if queens are in its way: those of the strategy in work, or
    /// where that has failed those behind the cheapest promotions.
    pub fn price(&mut self, chess: &mut GoalProver, goal: Goal, point: Point) -> Option<u64> {
        let &(game, claim, price) = self.prices.get(&(goal, point))?;
        let solved = chess.counts[MAX_PIECES] - price.solved;
        if price.slices > solved {
            return Some(price.slices - solved);
        }
        let mut play = self.play(chess, game);
        let (_, cheapest) = play.priced_doubts(claim).pop_first()?;
        let doubts = &play.failures.doubts;
        let leaves = once_each(cheapest.iter().map(|doubt| doubts[doubt].leaf));
        play.count_family(claim, &leaves)
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
        let settling = effort * RELAXED;
        chess.account.allow(settling);
        let Some(won) = self.newborn.ask_relaxed(view, point, settling)? else {
            return Ok(None);
        };
        chess.account.allow(effort);
        let lost = match won {
            true => Some(true),
            false => {
                let share = chess.account.left() / RELAXED;
                self.pessimistic.ask_relaxed(view, point, share)?
            }
        };
        let game = match lost {
            Some(false) => Relaxed::Pessimistic,
            _ => Relaxed::Newborn,
        };
        let claim = Claim::of(won);
        let mirror = chess.known.name(view).symmetry().mirror_part();
        let (goal, point) = chess.known.goal(view, point);
        let mut question = Question {
            play: self.play(chess, game),
            price: None,
            goal,
            point,
            seen: seen.compose(mirror),
            claim,
        };
        let done = question.rounds();
        if let Some(price) = question.price {
            self.prices.insert((goal, point), (game, claim, price));
        }
        done.map(|()| Some(claim))
    }

    fn play<'a>(&'a mut self, chess: &'a mut GoalProver, game: Relaxed) -> Play<'a> {
        let (game, failures) = match game {
            Relaxed::Newborn => (&mut self.newborn, &mut self.newborn_failures),
            Relaxed::Pessimistic => (&mut self.pessimistic, &mut self.pessimistic_failures),
        };
        Play {
            chess,
            game,
            failures,
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

    /// When nothing else is left to try leaves may cost more, as far as that is cheaper than queens on both sides; then these are solved;
    /// then leaves may cost still more, up to `most`.
    fn try_harder(&mut self, most: Effort) -> Result<bool, Stop> {
        if self.raise_budget(most.min(BEFORE_QUEENS)) {
            return Ok(true);
        }
        let leaves = self.cheapest_leaves()?;
        if let Some(slices) = self.play.count_family(self.claim, &leaves) {
            let solved = self.play.chess.counts[MAX_PIECES];
            self.price = Some(Price { slices, solved });
        }
        Ok(self.play.solve_cheapest(self.claim, &leaves)? || self.raise_budget(most))
    }

    /// Nothing is doubted any more, and leaves may cost more, but not more than `most`. May they?
    fn raise_budget(&mut self, most: Effort) -> bool {
        let left = self.play.chess.account.left();
        let raised = left > Effort::NONE && self.play.failures.raise_budget(most);
        if raised {
            let doubts: Vec<Promotion> = self.play.failures.doubts.keys().copied().collect();
            self.play.withdraw(&doubts);
        }
        raised
    }

    /// Doubts the cheapest promotions no more, until the game claims the answer again. Returns those leaves of them on which its strategy
    /// leans; all of them if it leans on none.
    fn cheapest_leaves(&mut self) -> Result<Vec<Goal>, Stop> {
        let mut withdrawn = HashSet::new();
        for doubts in self.play.priced_doubts(self.claim).into_values() {
            let doubted = &self.play.failures.doubts;
            withdrawn.extend(doubts.iter().map(|doubt| doubted[doubt].leaf));
            self.play.withdraw(&doubts);
            if !self.is_claimed()? {
                continue;
            }
            let search = Search::listing(self.claim, &mut self.play);
            let support = search.support(self.goal, self.point, self.seen)?;
            let leaves = support.leaves.iter().map(|leaf| leaf.goal);
            let leaned = once_each(leaves.filter(|leaf| withdrawn.contains(leaf)));
            return Ok(match leaned.is_empty() {
                true => once_each(withdrawn.into_iter()),
                false => leaned,
            });
        }
        Ok(Vec::new())
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

//! The loop: a relaxed proof, its support, its leaves proved; what is refuted corrects the game.

use std::collections::HashSet;

use super::claim::Claim;
use super::corrections::Play;
use super::failures::Failures;
use super::relaxed_games::pessimistic;
use super::support::{Leaf, Search, Support};
use crate::limits::{Stop, Watch};
use crate::prove::effort::Effort;
use crate::prove::policy::{
    ASSUMPTION_ROUNDS, ASSUMPTIONS, FAILED_LEAVES, FEW_LEAVES, FIRST_DESCENT, FIRST_LEAF, PATIENCE,
    PESSIMISTIC_SHARE, SECOND_CHANCE, STRATEGY, WEIGHT,
};
use crate::prove::solve::exit_values::ExitValues;
use crate::prove::solve::goal_prover::GoalProver;
use crate::slice::Point;
use crate::structure::{Goal, Structure, Symmetry};

/// The relaxed games beside a proof by the rules of chess, and what has been tried.
pub(in crate::prove) struct Refinement {
    pessimistic: GoalProver,
    /// What has come of the leaves in the pessimistic game, and in Newborn's.
    failures: [Failures; 2],
    /// Newborn's game with corrections; the adviser of the proof plays it without.
    newborn: Option<Box<GoalProver>>,
    prepared: bool,
    /// Leaves that were not believed count as refuted, until the next request.
    rejected: bool,
}

/// A question by the rules of chess, and the game whose proof is followed.
struct Question<'a> {
    play: Play<'a>,
    goal: Goal,
    point: Point,
    seen: Symmetry,
    claim: Claim,
    /// What strategies have taken.
    strategies: Effort,
}

/// How a round ends.
enum Round {
    /// The question is answered.
    Answered,
    /// Leaves were refuted or doubted, and the game has been corrected.
    Corrected,
    /// Nothing came of it.
    Vain,
    /// There was not enough effort left for all leaves.
    Spent,
}

impl Refinement {
    /// The games are under one limit with the proof.
    pub fn new(chess: &GoalProver) -> Refinement {
        let mut pessimistic = pessimistic();
        pessimistic.share_memory(chess);
        Refinement {
            pessimistic,
            failures: [Failures::new(), Failures::new()],
            newborn: None,
            prepared: false,
            rejected: false,
        }
    }

    /// A new request begins.
    pub fn begin(&mut self, chess: &mut GoalProver, watch: &Watch) {
        if std::mem::take(&mut self.rejected) {
            self.in_both_games(chess, |play| play.withdraw_doubts());
        }
        self.pessimistic.begin(watch.clone().silent());
        if let Some(newborn) = &mut self.newborn {
            newborn.begin(watch.clone().silent());
        }
    }

    /// Newborn's game with corrections, which begins with what the adviser knows.
    pub fn newborn(&mut self, chess: &GoalProver) -> Option<&mut GoalProver> {
        if self.newborn.is_none() {
            let adviser = chess.adviser.as_ref()?;
            self.newborn = Some(Box::new(adviser.to_be_corrected()));
        }
        self.newborn.as_deref_mut()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let failures = self.failures.iter().map(Failures::bytes);
        let newborn = self.newborn.as_ref().map_or(0, |newborn| newborn.bytes());
        self.pessimistic.bytes() + newborn + failures.sum::<u64>()
    }

    /// Works on a question by the rules of chess, until it is answered or so much has been spent.
    pub fn work(
        &mut self,
        chess: &mut GoalProver,
        view: Structure,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<(), Stop> {
        let name = chess.known.name(view);
        let mirror = name.symmetry().mirror_part();
        let (goal, at) = chess.known.goal(view, point);
        let Some(newborn) = self.newborn(chess) else {
            return Ok(());
        };
        let before = newborn.spent();
        let Some(won) = newborn.suppose(view, point, effort)? else {
            return Ok(());
        };
        if won && effort < PATIENCE {
            return Ok(());
        }
        let spent = newborn.spent() - before;
        if !self.prepared && effort >= WEIGHT[2] {
            self.prepared = true;
            chess.solve_queens()?;
        }
        let before = self.pessimistic.spent();
        // What a question is worth doubles from call to call.
        let patient = effort.magnitude() % 2 == 1;
        let share = effort / PESSIMISTIC_SHARE[usize::from(patient)];
        let lost = match won {
            true => Some(true),
            false => self.pessimistic.suppose(view, point, share)?,
        };
        if lost.is_none() && patient && effort < PATIENCE {
            return Ok(());
        }
        let held = lost == Some(false);
        let left = effort - spent - (self.pessimistic.spent() - before);
        let [of_pessimistic, of_newborn] = &mut self.failures;
        let (game, failures) = match self.newborn.as_deref_mut() {
            Some(newborn) if !held => (newborn, of_newborn),
            _ => (&mut self.pessimistic, of_pessimistic),
        };
        let play = Play {
            chess,
            game,
            failures,
        };
        let mut question = Question {
            play,
            goal,
            point: at,
            seen: seen.compose(mirror),
            claim: Claim::of(won),
            strategies: Effort::NONE,
        };
        question.rounds(left)
    }
}

impl Refinement {
    /// What failed counts as the games say again, so that they may suppose it.
    pub fn begin_supposing(&mut self, chess: &mut GoalProver, watch: &Watch) {
        self.newborn(chess);
        if let Some(newborn) = &mut self.newborn {
            newborn.begin(watch.clone().silent());
        }
        self.in_both_games(chess, |play| play.withdraw_doubts());
    }

    /// The leaves on which it leans that the attacker wins a point, or does not, beyond what is proved, and
    /// whether these are all. `None`: no game says so.
    pub fn leaves(
        &mut self,
        chess: &mut GoalProver,
        view: Structure,
        point: Point,
        seen: Symmetry,
        won: bool,
    ) -> Option<(Vec<Leaf>, bool)> {
        let mut adviser = chess.adviser.take()?;
        let name = chess.known.name(view);
        let seen = seen.compose(name.symmetry().mirror_part());
        let (goal, at) = chess.known.goal(view, point);
        let [of_pessimistic, of_newborn] = &mut self.failures;
        let mut of_adviser = Failures::new();
        let newborn = self.newborn.as_deref_mut();
        // Who wins in the pessimistic game may owe it to queens against queens. The adviser is not to be corrected.
        let games = [
            (!won).then_some((&mut self.pessimistic, of_pessimistic, ASSUMPTION_ROUNDS)),
            newborn.map(|newborn| (newborn, of_newborn, ASSUMPTION_ROUNDS)),
            Some((&mut *adviser, &mut of_adviser, 1)),
        ];
        let leaves = games
            .into_iter()
            .flatten()
            .find_map(|(game, failures, rounds)| {
                let claims = game.known.result(view, point) == Some(won);
                let play = Play {
                    chess,
                    game,
                    failures,
                };
                let mut question = Question {
                    play,
                    goal,
                    point: at,
                    seen,
                    claim: Claim::of(won),
                    strategies: Effort::NONE,
                };
                claims.then(|| question.leaves(rounds)).flatten()
            });
        chess.adviser = Some(adviser);
        leaves
    }

    /// Leaves that are not believed count as refuted in both games, for the rest of the request.
    pub fn reject(&mut self, chess: &mut GoalProver, leaves: &[Leaf]) {
        self.rejected |= !leaves.is_empty();
        self.in_both_games(chess, |play| play.reject(leaves));
    }

    fn in_both_games(&mut self, chess: &mut GoalProver, mut work: impl FnMut(&mut Play)) {
        let [of_pessimistic, of_newborn] = &mut self.failures;
        let newborn = self.newborn.as_deref_mut();
        let newborn = newborn.map(|newborn| (newborn, of_newborn));
        let games = newborn
            .into_iter()
            .chain([(&mut self.pessimistic, of_pessimistic)]);
        for (game, failures) in games {
            work(&mut Play {
                chess,
                game,
                failures,
            });
        }
    }
}

impl Question<'_> {
    /// Round after round, until so much has been spent.
    fn rounds(&mut self, effort: Effort) -> Result<(), Stop> {
        let before = self.spent();
        while self.spent() - before < effort {
            let left = effort - (self.spent() - before);
            match self.round(left)? {
                Round::Answered | Round::Spent => return Ok(()),
                Round::Corrected if self.is_claimed(left)? => {}
                Round::Corrected if self.play.failures.doubts.is_empty() => return Ok(()),
                Round::Corrected | Round::Vain => {
                    self.play.raise_budget();
                    if !self.is_claimed(left)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// What has been spent by both, and on strategies.
    fn spent(&self) -> Effort {
        self.play.chess.spent() + self.play.game.spent() + self.strategies
    }

    /// Does the game claim the answer still?
    fn is_claimed(&mut self, effort: Effort) -> Result<bool, Stop> {
        let point = self.point;
        let view = self.play.chess.known.nodes.view(self.goal);
        Ok(self.play.game.suppose(view, point, effort)? == Some(self.claim.is_win()))
    }

    /// One strategy, its leaves, and what follows from those that are proved.
    fn round(&mut self, left: Effort) -> Result<Round, Stop> {
        let play = &mut self.play;
        let Failures { doubts, dear, .. } = &*play.failures;
        let search = Search::new(self.claim, play.chess, play.game, doubts, dear);
        let support = search.support(self.goal, self.point, self.seen)?;
        self.strategies += STRATEGY * support.goals.len() as u64;
        let (unproved, done) = self.prove_leaves(&support, left)?;
        self.solve_support(&support)?;
        if self
            .play
            .chess
            .known
            .answer(self.goal, self.point)
            .is_some()
        {
            return Ok(Round::Answered);
        }
        let news = self.play.correct(&support, &unproved);
        Ok(match (news, done) {
            (true, _) => Round::Corrected,
            (false, true) => Round::Vain,
            (false, false) => Round::Spent,
        })
    }

    /// Proves the leaves, the cheapest kinds first, until too many have failed. Returns those that are refuted or left open, and
    /// whether there was effort enough.
    fn prove_leaves(&mut self, support: &Support, left: Effort) -> Result<(Vec<Leaf>, bool), Stop> {
        let before = self.play.chess.spent();
        let mut leaves = support.leaves.clone();
        leaves.sort_by_key(|leaf| {
            (
                self.play.chess.known.nodes.pieces(leaf.goal),
                leaf.goal.node,
            )
        });
        let mut unproved = Vec::new();
        let mut failed = HashSet::new();
        for leaf in leaves {
            if self.play.chess.spent() - before >= left {
                return Ok((unproved, false));
            }
            if failed.len() >= FAILED_LEAVES {
                break;
            }
            let again = failed.contains(&leaf.goal);
            if !self.play.failures.contains(&leaf) && !self.try_leaf(&leaf, again)? {
                continue;
            }
            let answer = self.play.chess.known.answer(leaf.goal, leaf.point);
            if answer != Some(self.claim.is_win()) {
                unproved.push(leaf);
                failed.insert(leaf.goal);
            }
        }
        if failed.len() <= FEW_LEAVES {
            self.try_again(&mut unproved)?;
        }
        Ok((unproved, true))
    }

    /// When few leaves have failed they are worth more work before another strategy is.
    fn try_again(&mut self, unproved: &mut Vec<Leaf>) -> Result<(), Stop> {
        let budget = self.play.failures.budget.max(SECOND_CHANCE);
        let mut failed = HashSet::new();
        for leaf in unproved.iter() {
            let Leaf {
                goal, point, seen, ..
            } = *leaf;
            if self.play.chess.known.answer(goal, point).is_some() || failed.contains(&goal) {
                continue;
            }
            self.play.chess.resolve(goal, point, seen, budget)?;
            if self.play.chess.known.answer(goal, point) != Some(self.claim.is_win()) {
                failed.insert(goal);
            }
        }
        unproved.retain(|leaf| {
            self.play.chess.known.answer(leaf.goal, leaf.point) != Some(self.claim.is_win())
        });
        Ok(())
    }

    /// Works on a leaf. Of a structure in which others have failed already only what costs nothing more: if that is not enough it
    /// has not been tried.
    fn try_leaf(&mut self, leaf: &Leaf, again: bool) -> Result<bool, Stop> {
        let Leaf {
            goal, point, seen, ..
        } = *leaf;
        let budget = self.play.failures.budget;
        let open = |chess: &GoalProver| chess.known.answer(goal, point).is_none();
        if open(self.play.chess) {
            self.play.chess.try_slices(goal, point, budget)?;
        }
        let first = budget == FIRST_LEAF;
        if !open(self.play.chess) || first && self.play.chess.known.nodes.is_unarmed(goal) {
            return Ok(true);
        }
        if again {
            return Ok(false);
        }
        self.play.chess.known.spares_large = first;
        let budget = if first { FIRST_DESCENT } else { budget };
        let spent = self.play.chess.resolve(goal, point, seen, budget);
        self.play.chess.known.spares_large = false;
        spent?;
        Ok(true)
    }

    /// Solves the structures of a support from what is proved, the lowest first.
    fn solve_support(&mut self, support: &Support) -> Result<(), Stop> {
        for &goal in support.goals.iter().rev() {
            self.play.chess.count(0)?;
            let values = ExitValues::new(&self.play.chess.known, goal);
            values.narrow(&mut self.play.chess.known);
        }
        Ok(())
    }

    /// The leaves of a strategy, if there is one, and whether these are all. Before each round but the first the game is corrected.
    fn leaves(&mut self, rounds: usize) -> Option<(Vec<Leaf>, bool)> {
        for round in 1..=rounds {
            let play = &mut self.play;
            let Failures { doubts, dear, .. } = &*play.failures;
            let search = Search::new(self.claim, play.chess, play.game, doubts, dear);
            let search = search.no_more_than(ASSUMPTIONS);
            let mut support = search.support(self.goal, self.point, self.seen).ok()?;
            let complete = support.leaves.len() <= ASSUMPTIONS;
            if support.gaps.is_empty() || !complete {
                support.leaves.truncate(ASSUMPTIONS);
                return Some((support.leaves, complete));
            }
            if round == rounds {
                return None;
            }
            play.correct(&support, &[]);
            let view = play.chess.known.nodes.view(self.goal);
            if play.game.known.result(view, self.point) != Some(self.claim.is_win()) {
                return None;
            }
        }
        None
    }
}

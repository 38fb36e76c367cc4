//! Goals solved from below, all that they need before them.

#[cfg(feature = "elsewhere")]
use super::apart::Work;
use super::goal_prover::GoalProver;
use super::solution::{self, Solution};
use super::subtree::Subtree;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::{Bound, Depth};
use crate::prove::policy::{AGAIN, LOOKS, MAX_FIXED_PAWNS, MAX_PIECES, SUBTREE_GAIN, WEIGHT};
use crate::prove::solve::shared_memory::WORK_ROOM;
use crate::prove::tried::Tried;
use crate::slice::pawnless;
use crate::structure::Goal;

/// No thread takes fewer of them: a slice without pieces takes less time than handing it over.
const LEAST: [usize; MAX_PIECES + 1] = [32, 1, 1];

/// So many slices without pieces, and with one, are solved at a time, side by side where there are threads. A number
/// that does not depend on the threads: then neither does what is found.
const BATCH: [usize; MAX_PIECES] = [256, 32];

impl GoalProver {
    /// Solves everything below a goal with the pawns of whoever has a piece fixed, if that is cheap.
    pub(in crate::prove) fn fix_pawns(&mut self, goal: Goal) -> Result<(), Stop> {
        let Tried {
            fixed_pawns,
            more_than,
            ..
        } = self.known.interval(goal).tried;
        if !fixed_pawns && MAX_FIXED_PAWNS >= more_than * AGAIN {
            let solved = self.solve_subtree(goal, Depth::FixedPawns, MAX_FIXED_PAWNS)?;
            self.known.interval_mut(goal).tried.fixed_pawns |= solved;
        }
        Ok(())
    }

    /// Solves everything below a goal with a piece, if that is cheap compared to what has been spent on it. Was it?
    pub(in crate::prove) fn try_subtree(
        &mut self,
        goal: Goal,
        spent: Effort,
    ) -> Result<bool, Stop> {
        let tried = self.known.interval(goal).tried;
        let worth = (tried.effort + spent) * SUBTREE_GAIN;
        if worth < tried.more_than.max(WEIGHT[1] * SUBTREE_GAIN) * AGAIN {
            return Ok(false);
        }
        let solved = self.solve_subtree(goal, Depth::Full, worth)?;
        if solved {
            self.known.interval_mut(goal).tried.more_than = worth;
        }
        Ok(solved)
    }

    /// Solves everything below a goal, if that costs no more than `max`. Was it?
    pub(in crate::prove) fn solve_subtree(
        &mut self,
        goal: Goal,
        depth: Depth,
        max: Effort,
    ) -> Result<bool, Stop> {
        let Some(subtree) = self.below(goal, depth, max) else {
            return Ok(false);
        };
        self.solve_in_order(subtree, depth)?;
        Ok(true)
    }

    /// Solves goals level by level, the lowest first.
    pub(super) fn solve_in_order(&mut self, subtree: Subtree, depth: Depth) -> Result<(), Stop> {
        #[cfg(feature = "elsewhere")]
        if let Some(others) = self.resources.elsewhere.clone()
            && subtree.keys().any(|(_, pieces)| *pieces == MAX_PIECES)
        {
            let goals = subtree.into_values().flatten();
            let goals = goals.map(|goal| (goal, Work::Goal(depth)));
            return self.solve_apart(goals, &*others).map(drop);
        }
        for ((_, pieces), level) in subtree {
            let mut left = &level[..];
            while !left.is_empty() {
                let (batch, rest) = left.split_at(self.batch(pieces).min(left.len()));
                self.solve_batch(batch, pieces, depth)?;
                left = rest;
            }
        }
        Ok(())
    }

    /// Everything below a goal that has to be solved, if that costs no more than `max` and there is so much left. The look costs, too.
    pub(super) fn below(&mut self, goal: Goal, depth: Depth, max: Effort) -> Option<Subtree> {
        let max = max.min(self.account.left_for_slices());
        let (subtree, found) = self.known.subtree(goal, depth, max, &self.watch);
        self.account.spend_on_slices(Effort(found / LOOKS));
        subtree
    }

    /// How many goals with so many pieces are solved at a time: of the largest as many as there are threads and room for.
    pub(in crate::prove) fn batch(&mut self, pieces: usize) -> usize {
        if pieces < MAX_PIECES {
            return BATCH[pieces];
        }
        let threads = self.resources.workers.count();
        let fits = |&count: &usize| self.make_room(WORK_ROOM[pieces] * count as u64);
        (2..=threads).rev().find(fits).unwrap_or(1)
    }

    fn solve_batch(&mut self, goals: &[Goal], pieces: usize, depth: Depth) -> Result<(), Stop> {
        let mut open = Vec::with_capacity(goals.len());
        for &goal in goals {
            self.count(pieces)?;
            self.known.find_exits(goal);
            if pieces > 0 && self.is_same_again(goal, depth) {
                self.known.interval_mut(goal).tried.fixed_pawns = true;
            } else if pieces == 0 || !(self.load(goal) || self.solve_pawnless(goal)) {
                open.push(goal);
            }
        }
        if pieces == MAX_PIECES {
            self.solve_both_bounds(&open);
            return Ok(());
        }
        let (known, least) = (&self.known, LEAST[pieces]);
        let workers = &self.resources.workers;
        let solutions = workers.map(&open, least, |&goal| solution::solve(known, goal, depth));
        let read = known.read_now();
        for (goal, solution) in open.into_iter().zip(solutions) {
            self.keep(goal, solution, read);
        }
        Ok(())
    }

    /// Would a goal with pieces be solved from the same bounds as last time?
    pub(super) fn is_same_again(&self, goal: Goal, depth: Depth) -> bool {
        let solved = match depth {
            Depth::FixedPawns => &Bound::BOTH[..1],
            Depth::Full | Depth::Whole => &Bound::BOTH,
        };
        let mut solved = solved.iter();
        solved.all(|&bound| self.known.is_same_again(goal, bound))
    }

    /// Solves both bounds of goals with most pieces; of one with exact children they are one.
    fn solve_both_bounds(&mut self, goals: &[Goal]) {
        let bounds = |&goal: &Goal| match self.known.all_exact(goal) {
            true => vec![(goal, Bound::Lower)],
            false => vec![(goal, Bound::Lower), (goal, Bound::Upper)],
        };
        let asked: Vec<(Goal, Bound)> = goals.iter().flat_map(bounds).collect();
        let read = self.known.read_now();
        let mut solved = self.solve_large(&asked).into_iter();
        for bounds in asked.chunk_by(|(one, _), (other, _)| one == other) {
            let goal = bounds[0].0;
            let planes = solved.by_ref().take(bounds.len()).collect();
            self.keep(goal, Solution::Large(planes), read);
        }
    }

    /// Solves a goal and everything below it exactly, under-promotions too. Endings with three pieces must be known; what
    /// is not stays open, and what hangs on it.
    pub(in crate::prove) fn solve_exactly(&mut self, goal: Goal) -> Result<(), Stop> {
        let pieces = self.known.nodes.pieces(goal);
        if pieces > MAX_PIECES || self.known.interval(goal).is_exact() || self.load(goal) {
            return Ok(());
        }
        self.known.find_exits(goal);
        let children = self.known.nodes.child_goals(goal);
        for child in children {
            self.solve_exactly(child)?;
        }
        self.count(pieces)?;
        if !self.solve_pawnless(goal) {
            let read = self.known.read_now();
            let solution = solution::solve(&self.known, goal, Depth::Full);
            self.keep(goal, solution, read);
        }
        Ok(())
    }

    /// Takes in what has been computed from such a revision of all bounds.
    pub(super) fn keep(&mut self, goal: Goal, solution: Solution, read: u32) {
        let known = &mut self.known;
        match solution {
            Solution::Pawns(bounds) => {
                let [lower, upper] = *bounds;
                known.narrow_one(goal, lower, upper);
                return;
            }
            Solution::Pieces { lower, upper } => {
                let bounds = if upper.is_some() {
                    &Bound::BOTH[..]
                } else {
                    &Bound::BOTH[..1]
                };
                known.narrow_by_solution(goal, read, bounds, |known| {
                    known.narrow(goal, Some(lower), upper);
                });
            }
            Solution::Large(planes) => {
                known.narrow_by_solution(goal, read, &Bound::BOTH, |known| {
                    let only = planes.first().filter(|_| planes.len() == 1).cloned();
                    for (bound, planes) in
                        Bound::BOTH.into_iter().zip(planes.into_iter().chain(only))
                    {
                        known.narrow_packed(goal, bound, planes);
                    }
                });
            }
        }
        known.interval_mut(goal).tried.fixed_pawns = true;
        known.save_at_once(goal);
    }

    /// Solves a goal without pawns up to the symmetries of the board, and what captures lead to. Is it one?
    pub(super) fn solve_pawnless(&mut self, goal: Goal) -> bool {
        let pieces = self.known.nodes.view_pieces(goal);
        let few = (1..=MAX_PIECES).contains(&pieces.len());
        if !few || !self.known.nodes.view(goal).is_pawnless() {
            return false;
        }
        self.known.find_exits(goal);
        for child in self.known.nodes.child_goals(goal) {
            if !self.known.interval(child).is_exact() {
                self.solve_pawnless(child);
            }
        }
        if let Some(planes) = pawnless::all_planes(pieces) {
            let (lower, upper) = (planes.clone(), Some(planes));
            let read = self.known.read_now();
            self.keep(goal, Solution::Pieces { lower, upper }, read);
        }
        true
    }

    /// Takes a goal from what was saved. Was it there, and exact? Slices of the largest kind are looked for when they are worked on, and no
    /// sooner.
    pub(in crate::prove) fn load(&mut self, goal: Goal) -> bool {
        let may_be_there =
            self.known.nodes.pieces(goal) == MAX_PIECES || self.known.is_unknown(goal);
        may_be_there && self.known.take_saved(goal)
    }
}

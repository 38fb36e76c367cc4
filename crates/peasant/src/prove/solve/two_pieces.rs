//! Goals with two promoted pieces, the largest that are solved: questions and what questions hang on alike.

use super::goal_prover::GoalProver;
use super::solution;
use super::three_pieces::Promotions;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::{Bound, Depth};
use crate::prove::graph::planes::PackedPlanes;
use crate::prove::policy::{MAX_LARGE, MAX_PIECES, WEIGHT};
use crate::prove::solve::shared_memory::WORK_ROOM;
use crate::slice::Wins;
use crate::structure::Goal;

/// Bytes that both bounds of a slice take, packed.
const SLICE: u64 = (size_of::<Wins>() as u64) << (6 * MAX_PIECES);

impl GoalProver {
    /// Solves a goal with two promoted pieces and all that is below it, if that costs no more than the question is worth, or a few dozen
    /// slices. What is too dear now is left for later, and counts as dearer each time.
    pub(in crate::prove) fn resolve_large(
        &mut self,
        goal: Goal,
        effort: Effort,
    ) -> Result<(), Stop> {
        if self.account.left_for_slices() < WEIGHT[MAX_PIECES] {
            return Ok(());
        }
        if !self.make_room(WORK_ROOM[MAX_PIECES]) {
            self.lack_memory(goal);
            return Ok(());
        }
        if self.load(goal) {
            return Ok(());
        }
        if self.known.nodes.view(goal).is_pawnless() {
            self.count(MAX_PIECES)?;
            self.solve_pawnless(goal);
            return Ok(());
        }
        let max = MAX_LARGE.max(effort);
        let promotions = self.resolve_promotions(goal, effort)?;
        if promotions == Promotions::Known {
            self.solve_exactly(goal)?;
        }
        if self.known.interval(goal).is_exact() {
            return Ok(());
        }
        let more_than = self.known.interval(goal).tried.more_than;
        if max >= more_than * 2 && self.solve_all_below(goal, max)? {
            let interval = self.known.interval_mut(goal);
            interval.tried.more_than = max;
            interval.disabled = promotions != Promotions::TooDear;
        } else {
            self.known.make_dearer(goal);
        }
        Ok(())
    }

    /// Solves everything below a goal, if that costs no more than `max` and there is room for it. Was it?
    fn solve_all_below(&mut self, goal: Goal, max: Effort) -> Result<bool, Stop> {
        let Some(subtree) = self.below(goal, Depth::Full, max) else {
            return Ok(false);
        };
        let large = subtree
            .iter()
            .filter(|((_, pieces), _)| *pieces == MAX_PIECES);
        let slices: u64 = large.map(|(_, goals)| goals.len() as u64).sum();
        let scratch = self.resources.scratch.as_ref();
        let on_disk = scratch.map_or(0, |scratch| scratch.room());
        if self.room().saturating_add(on_disk) < WORK_ROOM[MAX_PIECES] + SLICE * slices {
            self.lack_memory(goal);
            return Ok(false);
        }
        self.solve_in_order(subtree, Depth::Full)?;
        Ok(true)
    }

    /// Solves bounds of goals with most pieces that do not need each other, side by side.
    pub(super) fn solve_large(&self, asked: &[(Goal, Bound)]) -> Vec<PackedPlanes> {
        let known = &self.known;
        let solve = |&(goal, bound): &(Goal, Bound)| solution::solve_packed(known, goal, bound);
        self.resources.workers.map(asked, 1, solve)
    }

    /// There is no room for what would settle a goal: in this request it is left alone.
    fn lack_memory(&mut self, goal: Goal) {
        self.lacked_memory = true;
        self.known.interval_mut(goal).disabled = true;
        self.given_up.push(goal);
    }
}

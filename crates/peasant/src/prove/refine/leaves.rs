//! Leaves: endings with one promoted piece on which a strategy leans, proved by slices.
//!
//! A slice is solved for all placements at once, from what is known of the slices that follow; what is not known counts against the
//! claim. So a leaf is looked into a little deeper each time: first its own slice, then together with those that one exit leads to,
//! two, and so on, each solved by the one bound that the claim needs, the lowest first. Mostly little is needed: a queen that
//! need only hold takes one pawn or gives check for ever.

use std::collections::BTreeMap;

use super::claim::Claim;
use super::corrections::Play;
use super::leaf::{Leaf, LeafDepths};
use crate::board::{Color, Pawns, Role};
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::{Bound, Depth};
use crate::prove::policy::{FIRST_LEAF, LARGE_LIMIT, LEAF_DEPTH, WEIGHT, WORK_ROOM};
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::solution;
use crate::structure::{Goal, Pieces, Structure};

impl Play<'_> {
    /// Proves leaves in one structure, all at once. Returns those that are refuted, or cannot be had for what a leaf may cost now.
    pub fn prove_leaves(&mut self, claim: Claim, leaves: &[Leaf]) -> Result<Vec<Leaf>, Stop> {
        let goal = leaves[0].goal;
        if self.missing(claim, leaves).is_some() && !self.failures.has_given_up(goal) {
            self.work_on_leaves(claim, leaves)?;
            let spent = self.chess.account.left() == Effort::NONE;
            if self.missing(claim, leaves).is_some() && !spent {
                self.failures.give_up(goal);
            }
        }
        let known = &self.chess.known;
        let unproved = |leaf: &&Leaf| known.answer(leaf.goal, leaf.point) != Some(claim.is_win());
        Ok(leaves.iter().filter(unproved).copied().collect())
    }

    /// A leaf that is not proved; one that is refuted comes first.
    fn missing(&self, claim: Claim, leaves: &[Leaf]) -> Option<Leaf> {
        let answer = |leaf: &Leaf| self.chess.known.answer(leaf.goal, leaf.point);
        let refuted = |leaf: &&Leaf| answer(leaf) == Some(!claim.is_win());
        let open = |leaf: &&Leaf| answer(leaf).is_none();
        leaves
            .iter()
            .find(refuted)
            .or_else(|| leaves.iter().find(open))
            .copied()
    }

    /// Is there any left that is open, and none that is refuted?
    fn is_open(&self, claim: Claim, leaves: &[Leaf]) -> bool {
        let missing = self.missing(claim, leaves);
        missing.is_some_and(|leaf| self.chess.known.answer(leaf.goal, leaf.point).is_none())
    }

    /// Slices with one piece first; when leaves may cost more than at first, descents too.
    fn work_on_leaves(&mut self, claim: Claim, leaves: &[Leaf]) -> Result<(), Stop> {
        let (goal, bound, budget) = (leaves[0].goal, claim.bound(), self.failures.budget);
        let most = (budget.0 / WEIGHT[1].0) as usize;
        for depth in 0..LEAF_DEPTH {
            let complete = self
                .chess
                .look_into(goal, bound, depth, most, self.leaves)?;
            if !self.is_open(claim, leaves) {
                return Ok(());
            }
            if !complete {
                break;
            }
        }
        if self.chess.known.nodes.is_unarmed(goal) {
            let armed = goal.opponent();
            self.chess.known.seed(armed);
            self.chess.freeze_pawns(armed)?;
            self.chess.known.refute_by_opponent(goal);
        }
        if budget <= FIRST_LEAF {
            return Ok(());
        }
        for leaf in leaves {
            if !self.is_open(claim, leaves) {
                break;
            }
            let Leaf { point, seen, .. } = *leaf;
            self.chess.resolve(goal, point, seen, budget)?;
        }
        Ok(())
    }
}

impl GoalProver {
    /// Solves one bound of a goal with a promoted piece, from those that follow by at most so many exits with the same piece, if these
    /// are no more than `most`. Are they?
    fn look_into(
        &mut self,
        goal: Goal,
        bound: Bound,
        depth: usize,
        most: usize,
        depths: &mut LeafDepths,
    ) -> Result<bool, Stop> {
        let done = |depths: &LeafDepths, goal| depths.get(&(goal, bound == Bound::Upper)).copied();
        // What was forgotten for want of memory is solved again.
        let is_kept = !self.known.is_unknown(goal);
        if is_kept && done(depths, goal).is_some_and(|done| done >= depth) {
            return Ok(true);
        }
        let Some(below) = self.slices_below(goal, depth, most) else {
            return Ok(false);
        };
        for level in below.values() {
            let open = |(goal, depth): &&(Goal, usize)| {
                let done = done(depths, *goal).is_some_and(|done| done >= *depth);
                !done && !self.known.interval(*goal).is_exact()
            };
            let level: Vec<(Goal, usize)> = level.iter().filter(open).copied().collect();
            self.solve_bounds(level.iter().map(|&(goal, _)| goal).collect(), bound)?;
            for (goal, depth) in level {
                depths.insert((goal, bound == Bound::Upper), depth);
            }
        }
        Ok(true)
    }

    /// The goals with the same piece that follow one by at most so many exits, itself included, by the pawns' steps that are left, each with
    /// how many exits may follow. Moves of the pawns of the side that has the piece are left out, and under-promotions. `None`:
    /// there are more than `most`.
    fn slices_below(
        &mut self,
        root: Goal,
        depth: usize,
        most: usize,
    ) -> Option<BTreeMap<u32, Vec<(Goal, usize)>>> {
        let unarmed = self.known.nodes.is_unarmed(root);
        let key = |prover: &GoalProver, goal: Goal| {
            let level = prover.known.nodes.view(goal).pawns.steps_left();
            (u32::MAX - level, goal.node, goal.attacker as usize)
        };
        let mut queue = BTreeMap::from([(key(self, root), (root, depth))]);
        let mut below: BTreeMap<u32, Vec<(Goal, usize)>> = BTreeMap::new();
        let mut found = 0;
        while let Some(((level, ..), (goal, left))) = queue.pop_first() {
            found += 1;
            if found > most {
                return None;
            }
            below
                .entry(u32::MAX - level)
                .or_default()
                .push((goal, left));
            self.known.seed(goal);
            if left == 0 {
                continue;
            }
            self.known.find_exits(goal);
            let mut children = Vec::new();
            for exit in self.known.nodes.exits(goal) {
                let own_push = exit.is_push() && (exit.mover == Color::White) != unarmed;
                if !own_push && !exit.is_underpromotion() {
                    children.extend(exit.structures().map(|child| child.goal()));
                }
            }
            for child in children {
                let nodes = &self.known.nodes;
                let alike = nodes.pieces(child) == 1 && nodes.is_unarmed(child) == unarmed;
                if alike && !self.known.interval(child).is_exact() {
                    let entry = queue.entry(key(self, child)).or_insert((child, 0));
                    entry.1 = entry.1.max(left - 1);
                }
            }
        }
        Some(below)
    }

    /// Solves one bound of goals with one piece that do not need each other, side by side.
    fn solve_bounds(&mut self, goals: Vec<Goal>, bound: Bound) -> Result<(), Stop> {
        for &goal in &goals {
            self.count(1)?;
            self.known.expand(goal);
        }
        let known = &self.known;
        let solve = |goal: &Goal| solution::solve_bound(known, *goal, bound);
        let solutions = self.resources.workers.map(&goals, 1, solve);
        for (goal, planes) in goals.into_iter().zip(solutions) {
            match bound {
                Bound::Lower => self.known.narrow(goal, Some(planes), None),
                Bound::Upper => self.known.narrow(goal, None, Some(planes)),
            }
        }
        Ok(())
    }

    /// Solves queen against queen without pawns, in which leaves end more than in anything else.
    pub(super) fn solve_queens(&mut self) -> Result<(), Stop> {
        let queens = Color::BOTH.iter().try_fold(Pieces::NONE, |pieces, &color| {
            Some(pieces.with(color, Role::Queen)?.0)
        });
        let Some(pieces) = queens else {
            return Ok(());
        };
        let pawns = Pawns::NONE;
        let goal = self.known.name(Structure { pawns, pieces }).goal();
        for goal in [goal, goal.opponent()] {
            if !self.known.interval(goal).is_exact() && self.make_room(WORK_ROOM[2]) {
                self.solve_subtree(goal, Depth::Full, LARGE_LIMIT)?;
            }
        }
        Ok(())
    }
}

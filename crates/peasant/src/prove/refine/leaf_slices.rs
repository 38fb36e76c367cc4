//! The slices of leaves: one bound of an ending with promoted pieces, from those that follow with the same pieces.

use std::collections::BTreeMap;

use super::claim::Claim;
use super::leaf::{Leaf, LeafDepths};
use crate::board::{Color, Pawns, Role};
use crate::limits::Stop;
use crate::prove::graph::interval::{Bound, Depth};
use crate::prove::policy::{LARGE_LIMIT, MAX_PIECES, TRADE, WORK_ROOM};
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::solution;
use crate::structure::{ExitKind, Goal, Pieces, Structure};

impl GoalProver {
    /// Solves one bound of a goal with a promoted piece, or two, from those that follow by at most so many exits with the same pieces, if
    /// these are no more than `most`. Are they?
    pub(super) fn look_into(
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
        let Some(below) = self.slices_below(&[goal], bound, depth, most) else {
            return Ok(false);
        };
        for level in below.into_values() {
            let open = |(goal, depth): &(Goal, usize)| {
                let done = done(depths, *goal).is_some_and(|done| done >= *depth);
                !done && !self.known.interval(*goal).is_exact()
            };
            let level: Vec<(Goal, usize)> = level.into_iter().filter(open).collect();
            let goals: Vec<Goal> = level.iter().map(|&(goal, _)| goal).collect();
            self.solve_bounds(&goals, bound, depths)?;
            for (goal, depth) in level {
                depths.insert((goal, bound == Bound::Upper), depth);
            }
        }
        Ok(true)
    }

    /// Some goals and those with the same pieces that follow them by at most so many exits, by the pawns' steps that are left, each with
    /// how many exits may follow. Under-promotions are left out, and moves of the pawns of a side that has a piece, but for those against
    /// which another piece has to hold. `None`: there are more than `most`.
    fn slices_below(
        &mut self,
        roots: &[Goal],
        bound: Bound,
        depth: usize,
        most: usize,
    ) -> Option<BTreeMap<u32, Vec<(Goal, usize)>>> {
        let key = |prover: &GoalProver, goal: Goal| {
            let level = prover.known.nodes.view(goal).pawns.steps_left();
            (u32::MAX - level, goal.node, goal.attacker as usize)
        };
        let queue = roots.iter().map(|&root| (key(self, root), (root, depth)));
        let mut queue: BTreeMap<_, _> = queue.collect();
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
            let pieces = self.known.nodes.view_pieces(goal);
            let holds = bound == Bound::Upper && pieces.any_of(Color::Black);
            let stays = |color: Color| pieces.any_of(color) && !(holds && color == Color::White);
            let mut children = Vec::new();
            for exit in self.known.nodes.exits(goal) {
                if !(exit.is_underpromotion() || exit.is_push() && stays(exit.mover)) {
                    children.extend(exit.structures().map(|child| child.goal()));
                }
            }
            for child in children {
                let alike = self.known.nodes.view_pieces(child) == pieces;
                if alike && !self.known.interval(child).is_exact() {
                    let entry = queue.entry(key(self, child)).or_insert((child, 0));
                    entry.1 = entry.1.max(left - 1);
                }
            }
        }
        Some(below)
    }

    /// How many follow some goals with the same pieces, together, themselves included. `None`: more than `most`.
    pub(super) fn family(&mut self, roots: &[Goal], bound: Bound, most: usize) -> Option<usize> {
        let below = self.slices_below(roots, bound, most, most)?;
        Some(below.values().map(Vec::len).sum())
    }

    /// How many slices with two pieces it takes at most to settle leaves behind which another pawn promotes. `None`: more than `most`.
    pub(in crate::prove) fn family_of(
        &mut self,
        leaves: &[Leaf],
        won: bool,
        most: usize,
    ) -> Option<usize> {
        let claim = Claim::of(won);
        let children = leaves
            .iter()
            .flat_map(|leaf| self.second_promotions(leaf.goal, claim));
        let mut children: Vec<Goal> = children.collect();
        children.retain(|&child| !self.known.interval(child).is_exact());
        self.family(&children, claim.bound(), most)
    }

    /// What follows a goal with one piece when another pawn promotes at once; where the claim's opponent promotes, whatever the pawn may
    /// become.
    pub(super) fn second_promotions(&mut self, goal: Goal, claim: Claim) -> Vec<Goal> {
        self.known.find_exits(goal);
        let nodes = &self.known.nodes;
        let promotions = nodes.exits(goal).filter(|exit| {
            exit.becomes == Some(Role::Queen)
                || exit.becomes.is_some() && exit.mover != claim.strategist()
        });
        let children = promotions.map(|exit| exit.child.goal());
        children
            .filter(|&child| nodes.pieces(child) == MAX_PIECES)
            .collect()
    }

    /// Solves one bound of goals with as many pieces that do not need each other, side by side. With two, what is left after a trade is
    /// looked at before.
    pub(super) fn solve_bounds(
        &mut self,
        goals: &[Goal],
        bound: Bound,
        depths: &mut LeafDepths,
    ) -> Result<(), Stop> {
        let pieces = goals
            .first()
            .map_or(0, |&goal| self.known.nodes.pieces(goal));
        let mut left = goals;
        while !left.is_empty() {
            let (batch, rest) = left.split_at(self.batch(pieces).min(left.len()));
            left = rest;
            let mut open = Vec::with_capacity(batch.len());
            for &goal in batch {
                self.known.expand(goal);
                // The base has what is smallest.
                if pieces == MAX_PIECES && self.load(goal) {
                    continue;
                }
                self.look_at_trades(goal, bound, depths)?;
                self.count(pieces)?;
                open.push(goal);
            }
            let known = &self.known;
            let solve = |goal: &Goal| solution::solve_bound(known, *goal, bound);
            let solutions = self.resources.workers.map(&open, 1, solve);
            for (goal, planes) in open.into_iter().zip(solutions) {
                match bound {
                    Bound::Lower => self.known.narrow(goal, Some(planes), None),
                    Bound::Upper => self.known.narrow(goal, None, Some(planes)),
                }
            }
        }
        Ok(())
    }

    /// What is left after a piece is taken: with the other one by itself; with pawns alone as far as their races to promote go, where
    /// somebody may win by giving the piece for the last pawn that could stop it.
    fn look_at_trades(
        &mut self,
        goal: Goal,
        bound: Bound,
        depths: &mut LeafDepths,
    ) -> Result<(), Stop> {
        let exits = self.known.nodes.exits(goal);
        let trades = exits.filter(|exit| exit.kind == ExitKind::PieceCapture);
        let children: Vec<Goal> = trades.map(|exit| exit.child.goal()).collect();
        for child in children {
            if self.known.nodes.has_pieces(child) {
                self.look_into(child, bound, 0, 1, depths)?;
            } else if bound == Bound::Lower {
                self.known.seed(child);
                self.freeze(child, TRADE)?;
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
        let goal = self.known.name(Structure::new(pawns, pieces)).goal();
        for goal in [goal, goal.opponent()] {
            if !self.known.interval(goal).is_exact() && self.make_room(WORK_ROOM[2]) {
                self.solve_subtree(goal, Depth::Full, LARGE_LIMIT)?;
            }
        }
        Ok(())
    }
}

//! The slices of leaves: one bound of an ending with promoted pieces, from those that follow with the same pieces.

use std::collections::BTreeMap;

#[cfg(feature = "elsewhere")]
use super::apart::Work;
use super::goal_prover::GoalProver;
use super::solution;
use crate::board::Color;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::Bound;
use crate::prove::graph::nodes::Level;
use crate::prove::graph::walk::Walk;
use crate::prove::policy::{LOOKS, MAX_PIECES};
use crate::structure::{Exit, ExitKind, Goal, Reference};

/// Everything that follows with the same pieces.
pub(in crate::prove) const ALL_BELOW: u8 = u8::MAX - 1;

/// Goals, the lowest first, each with how many exits may follow.
pub(in crate::prove) type Levels = BTreeMap<Level, Vec<(Goal, u8)>>;

impl GoalProver {
    /// Solves one bound of a goal with a promoted piece, or two, from those that follow by at most so many exits with the same pieces, if
    /// these are no more than `most`. Are they?
    pub(in crate::prove) fn look_into(
        &mut self,
        goals: &[Goal],
        bound: Bound,
        depth: u8,
        most: usize,
    ) -> Result<bool, Stop> {
        if self.are_solved(goals, bound, depth) {
            return Ok(true);
        }
        match self.open_below(goals, bound, depth, most) {
            Some(below) => self.solve_levels(below, bound),
            None => Ok(false),
        }
    }

    /// Solves one bound of goals with as many pieces, level by level, the lowest first, as far as the budget goes. Does it go far enough?
    pub(in crate::prove) fn solve_levels(
        &mut self,
        levels: Levels,
        bound: Bound,
    ) -> Result<bool, Stop> {
        #[cfg(feature = "elsewhere")]
        if let Some(others) = self.resources.elsewhere.clone()
            && let Some(&(first, _)) = levels.values().flatten().next()
            && self.known.nodes.pieces(first) == MAX_PIECES
        {
            let goals = levels.into_values().flatten();
            let goals = goals.map(|(goal, depth)| (goal, Work::Bound(bound, depth)));
            return self.solve_apart(goals, &*others);
        }
        for level in levels.into_values() {
            let pieces = level
                .first()
                .map_or(0, |&(goal, _)| self.known.nodes.pieces(goal));
            for some in level.chunks(self.batch(pieces)) {
                if self.account.left() == Effort::NONE {
                    return Ok(false);
                }
                let goals: Vec<Goal> = some.iter().map(|&(goal, _)| goal).collect();
                self.solve_bounds(&goals, bound)?;
                for &(goal, depth) in some {
                    let looked = &mut self.known.interval_mut(goal).tried.looked[bound as usize];
                    *looked = Some(depth).max(*looked);
                }
            }
        }
        Ok(true)
    }

    /// Has that been done for all of these goals? What was forgotten for want of memory is solved again.
    pub(in crate::prove) fn are_solved(&self, goals: &[Goal], bound: Bound, depth: u8) -> bool {
        goals.iter().all(|&goal| {
            let interval = self.known.interval(goal);
            let is_deep = interval.tried.looked[bound as usize] >= Some(depth);
            interval.is_exact() || is_deep && !self.known.is_unknown(goal)
        })
    }

    /// Some goals and those with the same pieces that follow them by at most so many exits, each with how many exits may follow, as far as
    /// that has not been done. Under-promotions are left out, and moves of the pawns of a side that has a piece, but for those against
    /// which another piece has to hold. `None`: there are more than `most`. The look costs, too.
    pub(in crate::prove) fn open_below(
        &mut self,
        roots: &[Goal],
        bound: Bound,
        depth: u8,
        most: usize,
    ) -> Option<Levels> {
        let (mut walk, mut below) = (Walk::<u8>::new(), Levels::new());
        for &root in roots {
            *walk.come_to(&self.known.nodes, root) = depth;
        }
        let (mut looks, mut found) = (0, 0);
        while let Some((level, goal, left)) = walk.next() {
            looks += 1;
            self.seek(goal);
            if self.are_solved(&[goal], bound, left) {
                continue;
            }
            found += 1;
            if found > most {
                break;
            }
            below.entry(level).or_default().push((goal, left));
            self.known.look_up(goal);
            if left == 0 {
                continue;
            }
            let left = if left == ALL_BELOW { left } else { left - 1 };
            for child in self.followers(goal, bound) {
                let deepest = walk.come_to(&self.known.nodes, child);
                *deepest = left.max(*deepest);
            }
        }
        self.account.spend_on_slices(Effort(looks / LOOKS));
        (found <= most).then_some(below)
    }

    /// Takes what a store knows of a goal with most pieces.
    fn seek(&mut self, goal: Goal) {
        let is_large = self.known.nodes.pieces(goal) == MAX_PIECES;
        if is_large && !self.known.interval(goal).sought && self.known.is_unknown(goal) {
            self.load(goal);
        }
    }

    /// The goals with the same pieces, not exact, that matter for a bound of one.
    pub(in crate::prove) fn followers(&mut self, goal: Goal, bound: Bound) -> Vec<Goal> {
        self.known.find_exits(goal);
        let nodes = &self.known.nodes;
        let pieces = nodes.view_pieces(goal);
        let holds = bound == Bound::Upper && pieces.any_of(Color::Black);
        let stays = |color: Color| pieces.any_of(color) && !(holds && color == Color::White);
        let matters = |exit: &Exit<Reference>| {
            !(exit.is_underpromotion() || exit.is_push() && stays(exit.mover))
        };
        let children = nodes.exits(goal).filter(matters).flat_map(Exit::structures);
        children
            .map(Reference::goal)
            .filter(|&child| {
                nodes.view_pieces(child) == pieces && !self.known.interval(child).is_exact()
            })
            .collect()
    }

    /// Solves one bound of goals with as many pieces that do not need each other, side by side. With two, what is left after a trade is
    /// looked at before.
    pub(in crate::prove) fn solve_bounds(
        &mut self,
        goals: &[Goal],
        bound: Bound,
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
                if pieces == MAX_PIECES && !self.is_large_open(goal)? {
                    continue;
                }
                self.known.expand(goal);
                self.look_at_trades(goal, bound)?;
                self.count(pieces)?;
                if !self.known.is_same_again(goal, bound) {
                    open.push(goal);
                }
            }
            let read = self.known.read_now();
            if pieces == MAX_PIECES {
                let asked: Vec<(Goal, Bound)> = open.iter().map(|&goal| (goal, bound)).collect();
                for (goal, planes) in open.into_iter().zip(self.solve_large(&asked)) {
                    self.known
                        .narrow_by_solution(goal, read, &[bound], |known| {
                            known.narrow_packed(goal, bound, planes);
                        });
                }
                continue;
            }
            let known = &self.known;
            let solve = |goal: &Goal| solution::solve_bound(known, *goal, bound);
            let solutions = self.resources.workers.map(&open, 1, solve);
            for (goal, planes) in open.into_iter().zip(solutions) {
                let (lower, upper) = match bound {
                    Bound::Lower => (Some(planes), None),
                    Bound::Upper => (None, Some(planes)),
                };
                self.known
                    .narrow_by_solution(goal, read, &[bound], |known| {
                        known.narrow(goal, lower, upper);
                    });
            }
        }
        Ok(())
    }

    /// Is there more to do for a goal with two pieces than to look it up? What is smallest is solved for good, and a store keeps it.
    pub(super) fn is_large_open(&mut self, goal: Goal) -> Result<bool, Stop> {
        self.known.expand(goal);
        if self.known.interval(goal).is_exact() || self.load(goal) {
            return Ok(false);
        }
        let is_smallest = self.known.nodes.view(goal).is_pawnless();
        if is_smallest {
            self.count(MAX_PIECES)?;
            self.solve_pawnless(goal);
        }
        Ok(!is_smallest)
    }

    /// What is left after a piece is taken.
    pub(super) fn trades(&self, goal: Goal) -> Vec<Goal> {
        let exits = self.known.nodes.exits(goal);
        let trades = exits.filter(|exit| exit.kind == ExitKind::PieceCapture);
        trades.map(|exit| exit.child.goal()).collect()
    }

    /// What is left after a piece is taken: with the other one by itself; with pawns alone as far as their races to promote go, where
    /// somebody may win by giving the piece for the last pawn that could stop it.
    pub(super) fn look_at_trades(&mut self, goal: Goal, bound: Bound) -> Result<(), Stop> {
        for child in self.trades(goal) {
            if self.known.nodes.has_pieces(child) {
                self.look_into(&[child], bound, 0, 1)?;
            } else if bound == Bound::Lower {
                self.known.look_up(child);
                self.fix_pawns(child)?;
            }
        }
        Ok(())
    }
}

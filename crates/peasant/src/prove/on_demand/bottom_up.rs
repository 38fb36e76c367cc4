//! Goals solved from below, all that they need before them.

use std::borrow::Cow;
use std::time::Instant;

use super::bounds::ByBound;
use super::exit_values::ExitValues;
use super::goal_prover::GoalProver;
use super::interval::{Bound, Depth, Interval};
use crate::board::Color;
use crate::limits::Stop;
use crate::prove::base::{Base, Ending};
use crate::prove::effort::Effort;
use crate::prove::policy::{FROZEN_SHARE, MAX_FROZEN, MAX_PIECES, SUBTREE_GAIN, TRY_AGAIN, WEIGHT};
use crate::slice::{self, Buffer, Frame, Placement, Relation, Wins};
use crate::structure::{Exit, Goal, Pieces, Reference, Symmetry};

impl GoalProver {
    /// Tries an attacker with promoted pieces with its pawns frozen. Returns what was spent.
    pub(super) fn freeze_pawns(&mut self, goal: Goal) -> Result<Effort, Stop> {
        let Interval {
            frozen, more_than, ..
        } = self.known.interval(goal);
        let max = MAX_FROZEN.max(self.spent() / FROZEN_SHARE);
        if frozen || self.known.nodes.is_unarmed(goal) || max < more_than * TRY_AGAIN {
            return Ok(Effort::NONE);
        }
        let before = self.spent();
        self.solve_subtree(goal, Depth::Frozen, max)?;
        Ok((self.spent() - before) / SUBTREE_GAIN)
    }

    /// Solves the subtree of a goal if that is cheap compared to what has been spent on it. Has it been tried?
    pub(super) fn try_subtree(&mut self, goal: Goal, spent: Effort) -> Result<bool, Stop> {
        let Interval {
            effort, more_than, ..
        } = self.known.interval(goal);
        let step = WEIGHT[self.known.nodes.pieces(goal)];
        let worth = (effort + spent) * SUBTREE_GAIN;
        if worth < more_than.max(step * SUBTREE_GAIN) * TRY_AGAIN || self.least_below(goal) > worth
        {
            return Ok(false);
        }
        let depth = self.next_depth(goal);
        let solved = self.solve_subtree(goal, depth, worth)?;
        if solved {
            let interval = self.known.interval_mut(goal);
            interval.more_than = worth;
            interval.frozen |= depth == Depth::Frozen;
        }
        Ok(solved)
    }

    /// How deep to solve below a goal next.
    fn next_depth(&self, goal: Goal) -> Depth {
        if self.known.nodes.rules.pieces_play_on() && !self.known.interval(goal).frozen {
            Depth::Frozen
        } else {
            Depth::Full
        }
    }

    /// What solving everything below a goal costs at least.
    fn least_below(&self, goal: Goal) -> Effort {
        let view = self.known.nodes.view(goal);
        WEIGHT[view.pieces.len()] * view.pawns.pushes_at_least()
    }

    /// Solves everything below a goal, if that costs no more than `max`. Was it?
    pub(super) fn solve_subtree(
        &mut self,
        goal: Goal,
        depth: Depth,
        max: Effort,
    ) -> Result<bool, Stop> {
        let Some(order) = self.subtrees.below(&mut self.known, goal, depth, max) else {
            return Ok(false);
        };
        for goal in order {
            let pieces = self.known.nodes.pieces(goal);
            self.count(pieces)?;
            self.known.find_exits(goal);
            if pieces == 0 {
                self.solve_pawns(goal);
            } else if !self.load(goal) {
                self.solve_and_keep(goal, depth);
            }
        }
        Ok(true)
    }

    /// Solves a goal and everything below it exactly, under-promotions too. Endings with three pieces must be known; what
    /// is not stays open, and what hangs on it.
    pub(super) fn solve_exactly(&mut self, goal: Goal) -> Result<(), Stop> {
        let pieces = self.known.nodes.pieces(goal);
        if pieces > MAX_PIECES || self.known.interval(goal).is_exact() || self.load(goal) {
            return Ok(());
        }
        self.known.find_exits(goal);
        let children: Vec<Goal> = self
            .known
            .nodes
            .children(goal)
            .map(Reference::goal)
            .collect();
        for child in children {
            self.solve_exactly(child)?;
        }
        self.count(pieces)?;
        if pieces == 0 {
            self.solve_pawns(goal);
        } else {
            self.solve_and_keep(goal, Depth::Full);
        }
        Ok(())
    }

    /// Solves a goal with promoted pieces, and keeps it if it is for the base.
    fn solve_and_keep(&mut self, goal: Goal, depth: Depth) {
        let start = Instant::now();
        self.solve_pieces(goal, depth);
        self.known.interval_mut(goal).frozen = true;
        if let Some((base, ending, symmetry)) = self.in_base(goal)
            && self.known.interval(goal).is_exact()
        {
            let nowhere = || vec![Wins::NONE; 1 << (6 * MAX_PIECES)].into();
            let planes = self
                .known
                .exact_planes(goal)
                .map_or_else(nowhere, Cow::Borrowed);
            base.store(ending, &seen(&planes, symmetry), start.elapsed());
        }
    }

    /// Solves a goal from what is known below it.
    fn solve_pawns(&mut self, goal: Goal) {
        if !self.known.facts.is_empty() {
            let values = ExitValues::new(&self.known, goal);
            return self.solve(goal, &values);
        }
        let pawns = self.known.nodes.view(goal).pawns;
        let exits: Vec<Exit<Reference>> = self.known.nodes.exits(goal).collect();
        let known = &self.known;
        let solve = |bound| slice::solve_pawns(pawns, &exits, &ByBound { known, bound });
        let lower = solve(Bound::Lower);
        let upper = if known.all_exact(goal) {
            lower
        } else {
            solve(Bound::Upper)
        };
        self.known.narrow_one(goal, lower, upper);
    }

    /// The same with promoted pieces.
    fn solve_pieces(&mut self, goal: Goal, depth: Depth) {
        let lower = self.solution(goal, Bound::Lower);
        let upper = if self.known.all_exact(goal) {
            Some(lower.clone())
        } else {
            // With pawns frozen the upper bound would say little.
            (depth != Depth::Frozen).then(|| self.solution(goal, Bound::Upper))
        };
        self.known.narrow(goal, Some(lower), upper);
    }

    /// Computes one bound of a goal with promoted pieces.
    pub(super) fn solve_bound(&mut self, goal: Goal, bound: Bound) {
        let planes = Some(self.solution(goal, bound));
        match bound {
            Bound::Lower => self.known.narrow(goal, planes, None),
            Bound::Upper => self.known.narrow(goal, None, planes),
        }
    }

    /// A bound of a goal with promoted pieces, from those of its children.
    fn solution(&self, goal: Goal, bound: Bound) -> Vec<Wins> {
        self.with_sums(goal, bound, slice::solve)
    }

    /// Solves a goal with promoted pieces from the sums of what its exits are worth.
    pub(super) fn with_sums<T>(
        &self,
        goal: Goal,
        bound: Bound,
        solve: fn(&Frame, &[Relation], &[Relation]) -> T,
    ) -> T {
        let frame = Frame::new(self.known.nodes.view(goal));
        let children = ByBound {
            known: &self.known,
            bound,
        };
        let mut won = Buffer::new(frame.planes());
        let mut escapes = slice::stalemates(&frame);
        for exit in self.known.nodes.exits(goal) {
            let sum = match exit.mover {
                Color::White => &mut won,
                Color::Black => &mut escapes,
            };
            slice::add_worth(&frame, &exit, &children, sum);
        }
        solve(&frame, &won, &escapes)
    }

    /// The ending of a goal with two pieces that the base keeps, and what turns it so.
    fn in_base(&self, goal: Goal) -> Option<(&Base, Ending, Symmetry)> {
        let base = self.resources.base.as_deref()?;
        let view = self.known.nodes.view(goal);
        let (ending, symmetry) = Ending::of(view).filter(|_| view.pieces.len() == MAX_PIECES)?;
        Some((base, ending, symmetry))
    }

    /// Takes a goal from what was saved or from the base. Was it there, and exact?
    pub(super) fn load(&mut self, goal: Goal) -> bool {
        if self.known.is_unknown(goal) && self.known.take_saved(goal) {
            return true;
        }
        let kept = self.in_base(goal).and_then(|(base, ending, symmetry)| {
            let planes = base.load(ending)?;
            Some(seen(&planes, symmetry).into_owned())
        });
        match kept {
            Some(planes) => {
                self.known.narrow(goal, Some(planes.clone()), Some(planes));
                true
            }
            None => false,
        }
    }
}

/// The planes of a structure with two pieces in its mirror image, or as they are.
fn seen(planes: &[Wins], symmetry: Symmetry) -> Cow<'_, [Wins]> {
    if !symmetry.mirrors() {
        return Cow::Borrowed(planes);
    }
    let mirrored = (0..planes.len()).map(|plane| {
        let there = Placement::of_plane(MAX_PIECES, plane).through(symmetry, Pieces::NONE);
        planes[there.plane()].mirror()
    });
    Cow::Owned(mirrored.collect())
}

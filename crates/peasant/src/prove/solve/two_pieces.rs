//! Goals with two promoted pieces, the largest that are solved.

use super::goal_prover::GoalProver;
use crate::limits::Stop;
use crate::prove::graph::interval::{Bound, Depth, Interval};
use crate::prove::policy::{
    DISABLE_LARGE, LARGE_LIMIT, LARGE_PART, MAX_LARGE, MAX_PAWN_CAPTURES, MAX_PIECES, MAX_TRADE,
    WEIGHT, WORK_ROOM,
};
use crate::slice::Point;
use crate::structure::Goal;

impl GoalProver {
    /// Works on a goal with two promoted pieces: with all that is below it if that is cheap, else alone, as far
    /// as mates, checks and what is known of its children go.
    pub(in crate::prove) fn resolve_large(&mut self, goal: Goal, point: Point) -> Result<(), Stop> {
        if self.account.left_for_slices() < WEIGHT[MAX_PIECES] {
            return Ok(());
        }
        if !self.make_room(WORK_ROOM[MAX_PIECES]) {
            self.lacked_memory = true;
            self.known.interval_mut(goal).disabled = true;
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
        let before = self.spent();
        if self.build_below(goal)? {
            self.solve_exactly(goal)?;
        }
        if self.known.interval(goal).is_exact() {
            return Ok(());
        }
        let Interval {
            fixed_pawns,
            more_than,
            effort,
            ..
        } = self.known.interval(goal);
        let max = if fixed_pawns {
            (before / LARGE_PART).min(LARGE_LIMIT)
        } else {
            MAX_LARGE
        };
        let solved = max >= more_than * 2 && self.solve_subtree(goal, Depth::Full, max)?;
        if !solved && !fixed_pawns {
            self.solve_alone(goal, point)?;
        }
        if !solved && self.known.answer(goal, point).is_none() {
            self.hold(goal)?;
        }
        if solved || max >= LARGE_LIMIT || effort > DISABLE_LARGE {
            self.known.interval_mut(goal).disabled = true;
        }
        Ok(())
    }

    /// Tightens the bounds of a goal with two pieces that hold the answer for a point, from what is known.
    fn solve_alone(&mut self, goal: Goal, point: Point) -> Result<(), Stop> {
        self.known.find_exits(goal);
        self.fix_children(goal)?;
        for bound in [Bound::Upper, Bound::Lower] {
            self.count(MAX_PIECES)?;
            self.solve_bound(goal, bound);
            if self.known.answer(goal, point).is_some() {
                return Ok(());
            }
        }
        self.known.interval_mut(goal).fixed_pawns = true;
        Ok(())
    }

    /// Bounds what can be won from above, with everything that captures of pawns lead to. A pawn's move counts as good for the
    /// attacker and as nothing for the defender.
    fn hold(&mut self, goal: Goal) -> Result<(), Stop> {
        let max = MAX_PAWN_CAPTURES.min(self.spent() / LARGE_PART);
        let Some(levels) = self.below(goal, Depth::PawnCaptures, max) else {
            return Ok(());
        };
        for goal in levels.into_iter().flatten() {
            if !self.make_room(WORK_ROOM[MAX_PIECES]) || self.load(goal) {
                continue;
            }
            self.known.find_exits(goal);
            self.fix_children(goal)?;
            self.count(MAX_PIECES)?;
            self.solve_bound(goal, Bound::Upper);
            self.known.interval_mut(goal).pawn_captures = true;
        }
        Ok(())
    }

    /// Gives the children with one piece what bounds are cheap.
    fn fix_children(&mut self, goal: Goal) -> Result<(), Stop> {
        let children = self.known.nodes.child_goals(goal);
        for child in children
            .into_iter()
            .flat_map(|child| [child, child.opponent()])
        {
            if self.known.nodes.pieces(child) == 1 && !self.known.nodes.is_unarmed(child) {
                self.fix_pawns(child)?;
                self.allow_trades(child)?;
            }
        }
        Ok(())
    }

    /// Where a piece that has just taken the other is taken too, pawns alone are left: finds what of them is not won, as
    /// far as pawn structures go, and what of the piece's slice is not won therefore.
    fn allow_trades(&mut self, goal: Goal) -> Result<(), Stop> {
        if self.known.interval(goal).is_exact() || self.known.interval(goal).trades {
            return Ok(());
        }
        self.known.interval_mut(goal).trades = true;
        self.known.find_exits(goal);
        let children = self.known.nodes.child_goals(goal);
        for child in children {
            if self.known.nodes.pieces(child) == 0 {
                self.known.seed(child);
                self.solve_subtree(child, Depth::Armed, MAX_TRADE)?;
            }
        }
        self.count(1)?;
        self.solve_bound(goal, Bound::Upper);
        Ok(())
    }
}

//! Leaves by slices: the cheapest ways to prove what a support leans on.

use crate::board::{Color, Pawns, Role};
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::Depth;
use crate::prove::policy::{LARGE_LIMIT, WORK_ROOM};
use crate::prove::solve::goal_prover::GoalProver;
use crate::slice::Point;
use crate::structure::{Goal, Pieces, Structure};

impl GoalProver {
    /// Works on a leaf as far as slices with as many pieces go, for all its points at once: first the win of the side
    /// that has promoted, then, if it need only hold, everything that is below with its piece. Done once for a structure and
    /// so much effort.
    pub(super) fn try_slices(&mut self, goal: Goal, point: Point, max: Effort) -> Result<(), Stop> {
        if self.known.nodes.pieces(goal) != 1 {
            return Ok(());
        }
        let armed = if self.known.nodes.is_unarmed(goal) {
            goal.opponent()
        } else {
            goal
        };
        self.known.seed(armed);
        self.freeze_pawns(armed)?;
        let tried = self.known.interval(goal).leaf;
        if self.known.answer(goal, point).is_some() || tried >= max || armed == goal {
            return Ok(());
        }
        self.known.interval_mut(goal).leaf = max;
        self.solve_subtree(goal, Depth::Armed, max)?;
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

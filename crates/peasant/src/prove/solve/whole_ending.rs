//! Whole endings: a question about a position with two promoted pieces, answered from below.
//!
//! Inside a proof an ending with two pieces is left when it costs too much (`two_pieces.rs`): others may do. Where the question
//! itself is about one, there are no others, and all that is below it is solved as far as the effort, the memory and `WHOLE_ENDING` go.

use super::goal_prover::GoalProver;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::Depth;
use crate::prove::policy::{MAX_PIECES, WHOLE_ENDING, WORK_ROOM};
use crate::slice::{Point, Wins};
use crate::structure::Goal;

/// Bytes of both bounds of a slice with most pieces.
const SLICE: u64 = (2 * size_of::<Wins>() as u64) << (6 * MAX_PIECES);

impl GoalProver {
    /// Solves everything below a goal with two pieces that is asked about, if so much effort is enough and it has not been tried.
    pub(in crate::prove) fn solve_whole_ending(
        &mut self,
        goal: Goal,
        point: Point,
        effort: Effort,
    ) -> Result<(), Stop> {
        let large = self.known.nodes.pieces(goal) == MAX_PIECES;
        let answered = self.known.answer(goal, point).is_some();
        if !large || answered || self.known.interval(goal).whole {
            return Ok(());
        }
        let most = effort.min(WHOLE_ENDING);
        let levels = self.below(goal, Depth::Full, most);
        let fits = levels.as_ref().is_none_or(|levels| self.has_room(levels));
        let solved = fits && levels.is_some() && self.solve_subtree(goal, Depth::Full, most)?;
        if solved || !fits || most == WHOLE_ENDING {
            self.lacked_memory |= !fits;
            let interval = self.known.interval_mut(goal);
            interval.whole = fits;
            interval.disabled = true;
        }
        Ok(())
    }

    /// Can all of these be stored?
    fn has_room(&self, levels: &[Vec<Goal>]) -> bool {
        let large = |goal: &&Goal| self.known.nodes.pieces(**goal) == MAX_PIECES;
        let slices = levels.iter().flatten().filter(large).count() as u64;
        self.room() >= WORK_ROOM[MAX_PIECES] + SLICE * slices
    }

    /// Has all been done below a goal that is asked about, as far as there is room?
    pub(in crate::prove) fn is_whole_ending_done(&self, goal: Goal) -> bool {
        let large = self.known.nodes.pieces(goal) == MAX_PIECES;
        !large || self.lacked_memory || self.known.interval(goal).whole
    }
}

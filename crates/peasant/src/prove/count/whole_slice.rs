//! A whole structure without promoted pieces: everything below it solved, if that is cheap, and what is known of it.

use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::Depth;
use crate::prove::solve::goal_prover::GoalProver;
use crate::slice::Wins;
use crate::structure::{Structure, Symmetry};

impl GoalProver {
    /// Solves everything below the question whether the attacker wins this structure, if that costs no more than `max`.
    pub(in crate::prove) fn solve_whole(
        &mut self,
        view: Structure,
        max: Effort,
    ) -> Result<(), Stop> {
        let goal = self.name(view).goal();
        if self.known.interval(goal).is_exact() {
            return Ok(());
        }
        self.solve_subtree(goal, Depth::Full, max)?;
        Ok(())
    }

    /// The bounds of where the attacker of a structure without promoted pieces wins, as it sees the board: what is proved,
    /// what is not refuted. What its opponent is proved to win it does not.
    pub(in crate::prove) fn slice_bounds(&mut self, view: Structure) -> [Wins; 2] {
        let name = self.name(view);
        let (goal, mirror) = (name.goal(), name.symmetry().mirror_part());
        self.known.seed(goal.opponent());
        let [lower, upper] = self.known.bounds_of_pawns(goal);
        let [theirs, _] = self.known.bounds_of_pawns(goal.opponent());
        let upper = upper.and(&theirs.swap_players().complement());
        [lower, upper].map(|wins| seen(wins, mirror))
    }
}

/// Through a symmetry that exchanges no colours.
fn seen(wins: Wins, mirror: Symmetry) -> Wins {
    if mirror.mirrors() {
        wins.mirror()
    } else {
        wins
    }
}

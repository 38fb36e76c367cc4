//! Queens on both sides, as a family.
//!
//! Where another pawn promotes behind a leaf nothing helps but slices with two pieces, each for as much as a hundred with one. The leaves of a
//! strategy share them: so all that can follow, of all that the pawns may become, is counted for the whole strategy before any is
//! solved, and solved once, by one bound, the lowest first.

use super::claim::Claim;
use crate::board::Role;
use crate::limits::Stop;
use crate::prove::graph::interval::LeafDepths;
use crate::prove::policy::{FAMILY, MAX_PIECES};
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::leaf_slices::ALL_BELOW;
use crate::structure::Goal;

impl GoalProver {
    /// Solves what leaves with one piece need of slices with two, as far as the budget goes, and the leaves again. Is anything new?
    pub(super) fn solve_family(
        &mut self,
        leaves: &[Goal],
        claim: Claim,
        depths: &mut LeafDepths,
    ) -> Result<bool, Stop> {
        let (roots, bound) = (self.second_promotions(leaves, claim), claim.bound());
        if self.are_solved(&roots, bound, ALL_BELOW, depths)
            || !self.look_into(&roots, bound, ALL_BELOW, FAMILY, depths)?
        {
            return Ok(false);
        }
        self.solve_bounds(leaves, bound, depths)?;
        Ok(true)
    }

    /// What follows goals with one piece when another pawn promotes at once, as far as it is open; where the claim's opponent
    /// promotes, whatever the pawn may become.
    fn second_promotions(&mut self, goals: &[Goal], claim: Claim) -> Vec<Goal> {
        let mut roots = Vec::new();
        for &goal in goals {
            self.known.find_exits(goal);
            let promotions = self.known.nodes.exits(goal).filter(|exit| {
                exit.becomes == Some(Role::Queen)
                    || exit.becomes.is_some() && exit.mover != claim.strategist()
            });
            roots.extend(promotions.map(|exit| exit.child.goal()));
        }
        roots.retain(|&root| {
            self.known.nodes.pieces(root) == MAX_PIECES && !self.known.interval(root).is_exact()
        });
        roots
    }
}

//! Queens on both sides, as a family.
//!
//! Where another pawn promotes behind a leaf nothing helps but slices with two pieces, each for as much as a hundred with one. The leaves of a
//! strategy share them: so all that can follow, of all that the pawns may become, is counted for the whole strategy before any is
//! solved, and solved once, by one bound, the lowest first.

use super::claim::Claim;
use crate::board::Role;
use crate::limits::Stop;
use crate::prove::graph::interval::LeafDepths;
use crate::prove::policy::{FAMILY_GROWS, LOOKS, MAX_LARGE, MAX_PIECES, WEIGHT};
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::leaf_slices::{ALL_BELOW, Levels};
use crate::structure::Goal;

/// The slices with two pieces that the leaves of a strategy hang on.
pub(super) struct Family {
    below: Levels,
    /// How many of them are to be solved still.
    pub open: usize,
}

impl GoalProver {
    /// The slices with two pieces behind leaves with one. `None`: to count them takes too long for what has been spent.
    pub(super) fn family(
        &mut self,
        leaves: &[Goal],
        claim: Claim,
        depths: &LeafDepths,
    ) -> Option<Family> {
        let (roots, bound) = (self.second_promotions(leaves, claim), claim.bound());
        let most = (self.spent() / LOOKS).0 as usize;
        let below = self.slices_below(&roots, bound, ALL_BELOW, most)?;
        let all = below.values().flatten();
        let is_open = |&&(goal, depth): &&_| !self.are_solved(&[goal], bound, depth, depths);
        let open = all.filter(is_open).count();
        Some(Family { below, open })
    }

    /// Solves a family, unless it is large for what has been spent, as far as the budget goes, and the leaves again. Is anything new?
    pub(super) fn solve_family(
        &mut self,
        family: Family,
        leaves: &[Goal],
        claim: Claim,
        depths: &mut LeafDepths,
    ) -> Result<bool, Stop> {
        let Family { below, open } = family;
        let most = MAX_LARGE.max(self.spent() * FAMILY_GROWS);
        let is_large = WEIGHT[MAX_PIECES] * open as u64 > most;
        if open == 0 || is_large {
            return Ok(false);
        }
        self.family_ends = Some(self.counts[MAX_PIECES] + open as u64);
        let solved = self.solve_levels(below, claim.bound(), depths);
        self.family_ends = None;
        if !solved? {
            return Ok(false);
        }
        self.solve_bounds(leaves, claim.bound(), depths)?;
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

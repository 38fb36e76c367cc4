//! Queens on both sides, as families.
//!
//! Where another pawn promotes behind a leaf nothing helps but slices with two pieces, each for as much as a hundred with one: all that can
//! follow, of all that the pawns may become. They come last, when all strategies without such leaves have failed, and the cheapest
//! first: a promotion that failed is doubted no more if few slices stand behind it, until the game claims the answer again. Its strategy
//! leans on a few of them, and those slices are solved.

use std::collections::BTreeMap;

use super::claim::Claim;
use super::corrections::{Play, once_each};
use super::leaf::Promotion;
use crate::board::Role;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::LeafDepths;
use crate::prove::policy::{FAMILY_GROWS, LEAF_DEPTH, LOOKS, MAX_LARGE, MAX_PIECES, WEIGHT};
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::leaf_slices::{ALL_BELOW, Levels};
use crate::structure::Goal;

/// A family is counted as long as it comes by so many times as many slices as can be paid for: some are solved.
const COME_BY: usize = 4;

/// The slices with two pieces behind leaves.
struct Family {
    below: Levels,
    /// How many of them are to be solved still.
    open: usize,
}

impl Play<'_> {
    /// Promotions that are doubted by how many slices with two pieces would tell, in powers of two. What these cannot help is left out; what
    /// nobody can pay for comes last.
    pub fn priced_doubts(&mut self, claim: Claim) -> BTreeMap<u32, Vec<Promotion>> {
        let mut by_leaf: BTreeMap<Goal, Vec<Promotion>> = BTreeMap::new();
        for (promotion, doubt) in &self.failures.doubts {
            by_leaf.entry(doubt.leaf).or_default().push(*promotion);
        }
        let most = self.chess.affordable();
        let mut by_price: BTreeMap<u32, Vec<Promotion>> = BTreeMap::new();
        for (leaf, mut promotions) in by_leaf {
            let price = match self.chess.family(&[leaf], claim, self.leaves, most) {
                Some(Family { open: 0, .. }) => continue,
                Some(family) => family.open.ilog2(),
                None => u32::MAX,
            };
            by_price.entry(price).or_default().append(&mut promotions);
        }
        by_price
    }

    /// How many slices with two pieces leaves hang on, if on any, and if that can be counted.
    pub fn count_family(&mut self, claim: Claim, leaves: &[Goal]) -> Option<u64> {
        let most = (self.chess.spent() / LOOKS).0 as usize;
        let family = self.chess.family(leaves, claim, self.leaves, most)?;
        Some(family.open as u64).filter(|&slices| slices > 0)
    }

    /// Solves the slices behind leaves, the cheapest ones, as many as can be paid for what has been spent. Is anything new?
    pub fn solve_cheapest(&mut self, claim: Claim, leaves: &[Goal]) -> Result<bool, Stop> {
        let mut left = self.chess.affordable();
        let mut by_price = Vec::new();
        for &leaf in leaves {
            let family = self.chess.family(&[leaf], claim, self.leaves, left);
            by_price.extend(family.map(|family| (family.open, leaf)));
        }
        by_price.sort_unstable();
        let cheapest: Vec<Goal> = by_price
            .into_iter()
            .take_while(|&(open, _)| {
                let fits = open <= left;
                left = left.saturating_sub(open);
                fits
            })
            .map(|(_, leaf)| leaf)
            .collect();
        let most = self.chess.affordable();
        let Some(family) = self.chess.family(&cheapest, claim, self.leaves, most) else {
            return Ok(false);
        };
        if family.open == 0 || self.chess.account.left() == Effort::NONE {
            return Ok(false);
        }
        (self.chess).solve_family(family, &cheapest, claim, self.leaves)?;
        self.failures.try_again(&cheapest);
        Ok(true)
    }
}

impl GoalProver {
    /// So many slices with two pieces may be solved at once, for what has been spent or is left.
    fn affordable(&self) -> usize {
        let left = self.account.left_for_slices();
        let most = MAX_LARGE.max(self.spent() * FAMILY_GROWS).max(left);
        (most.0 / WEIGHT[MAX_PIECES].0) as usize
    }

    /// The slices with two pieces behind leaves with one. `None`: to count them comes by many times `most`; those that are solved count,
    /// too.
    fn family(
        &mut self,
        leaves: &[Goal],
        claim: Claim,
        depths: &LeafDepths,
        most: usize,
    ) -> Option<Family> {
        let mut roots = Vec::new();
        for &leaf in leaves {
            roots.extend(self.nearest_promotions(leaf, claim, depths, most)?);
        }
        self.family_of(&once_each(roots.into_iter()), claim, depths, most)
    }

    /// All that follows such slices.
    fn family_of(
        &mut self,
        roots: &[Goal],
        claim: Claim,
        depths: &LeafDepths,
        most: usize,
    ) -> Option<Family> {
        let bound = claim.bound();
        let below = self.slices_below(roots, bound, ALL_BELOW, most.saturating_mul(COME_BY))?;
        let is_open = |&&(goal, depth): &&_| !self.are_solved(&[goal], bound, depth, depths);
        let open = below.values().flatten().filter(is_open).count();
        Some(Family { below, open })
    }

    /// What follows when another pawn promotes, at once or after as few other exits as can be, and is open.
    fn nearest_promotions(
        &mut self,
        leaf: Goal,
        claim: Claim,
        depths: &LeafDepths,
        most: usize,
    ) -> Option<Vec<Goal>> {
        let mut looked_at = 0;
        for depth in 0..LEAF_DEPTH {
            let below =
                self.slices_below(&[leaf], claim.bound(), depth, most.saturating_mul(COME_BY))?;
            let goals: Vec<Goal> = below
                .into_values()
                .flatten()
                .map(|(goal, _)| goal)
                .collect();
            if goals.len() == looked_at {
                break;
            }
            looked_at = goals.len();
            let roots = self.second_promotions(&goals, claim);
            if self.family_of(&roots, claim, depths, most)?.open > 0 {
                return Some(roots);
            }
        }
        Some(Vec::new())
    }

    /// Solves a family as far as the budget goes, and its leaves again.
    fn solve_family(
        &mut self,
        family: Family,
        leaves: &[Goal],
        claim: Claim,
        depths: &mut LeafDepths,
    ) -> Result<(), Stop> {
        self.family_ends = Some(self.counts[MAX_PIECES] + family.open as u64);
        let solved = self.solve_levels(family.below, claim.bound(), depths);
        self.family_ends = None;
        if solved? {
            self.solve_bounds(leaves, claim.bound(), depths)?;
        }
        Ok(())
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

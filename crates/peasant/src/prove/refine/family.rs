//! Queens on both sides, as families.
//!
//! Where another pawn promotes behind a leaf nothing helps but slices with two pieces, each for as much as a hundred with one: all that can
//! follow, of all that the pawns may become. They come last, when all strategies without such leaves have failed, and the cheapest
//! first: a promotion that failed is doubted no more if few slices stand behind it, until the game claims the answer again. Its strategy
//! leans on a few of them, and those slices are solved.

use std::collections::BTreeMap;

use super::claim::Claim;
use super::corrections::{Play, once_each};
use super::failures::LeafPrice;
use super::leaf::Promotion;
use crate::board::Role;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::policy::{FAMILY_GROWS, LEAF_DEPTH, LOOKS, MAX_LARGE, MAX_PIECES, WEIGHT};
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::leaf_slices::{ALL_BELOW, Levels};
use crate::structure::Goal;

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
            let Some(price) = self.price(leaf, claim, most) else {
                continue;
            };
            by_price.entry(price).or_default().append(&mut promotions);
        }
        by_price
    }

    /// How many slices with two pieces would tell of a leaf, in powers of two. `None`: these cannot help.
    fn price(&mut self, leaf: Goal, claim: Claim, most: usize) -> Option<u32> {
        let solved = self.chess.counts[MAX_PIECES];
        let counted = self.failures.prices.get(&(leaf, claim));
        if let Some(price) = counted.filter(|price| solved < price.until) {
            return price.class;
        }
        let family = self.chess.family(&[leaf], claim, most);
        let open = family.map(|family| slices(&family));
        let (class, lasts) = match open {
            Some(0) => (None, u64::MAX),
            Some(open) => (Some(open.ilog2()), open as u64 / 2),
            None => (Some(u32::MAX), most as u64 / 2),
        };
        let until = solved.saturating_add(lasts.max(1));
        let price = LeafPrice { class, until };
        self.failures.prices.insert((leaf, claim), price);
        class
    }

    /// How many slices with two pieces leaves hang on, if on any, and if that can be counted.
    pub fn count_family(&mut self, claim: Claim, leaves: &[Goal]) -> Option<u64> {
        let most = (self.chess.spent() / LOOKS).0 as usize;
        let family = self.chess.family(leaves, claim, most)?;
        Some(slices(&family) as u64).filter(|&slices| slices > 0)
    }

    /// Solves the slices behind leaves, the cheapest ones, as many as can be paid for what has been spent. Is anything new?
    pub fn solve_cheapest(&mut self, claim: Claim, leaves: &[Goal]) -> Result<bool, Stop> {
        let mut left = self.chess.affordable();
        let mut by_price = Vec::new();
        for &leaf in leaves {
            let family = self.chess.family(&[leaf], claim, left);
            by_price.extend(family.map(|family| (slices(&family), leaf)));
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
        let Some(family) = self.chess.family(&cheapest, claim, most) else {
            return Ok(false);
        };
        if family.is_empty() || self.chess.account.left() == Effort::NONE {
            return Ok(false);
        }
        (self.chess).solve_family(family, &cheapest, claim)?;
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

    /// The slices with two pieces behind leaves with one that are to be solved still. `None`: there are more than `most`.
    fn family(&mut self, leaves: &[Goal], claim: Claim, most: usize) -> Option<Levels> {
        let mut roots = Vec::new();
        for &leaf in leaves {
            roots.extend(self.nearest_promotions(leaf, claim));
        }
        let roots = once_each(roots.into_iter());
        self.open_below(&roots, claim.bound(), ALL_BELOW, most)
    }

    /// What follows when another pawn promotes, at once or after as few other exits as can be, and is open.
    fn nearest_promotions(&mut self, leaf: Goal, claim: Claim) -> Vec<Goal> {
        let mut goals = vec![leaf];
        for _ in 0..LEAF_DEPTH {
            let promotions = self.second_promotions(&goals, claim);
            if !promotions.is_empty() {
                return promotions;
            }
            let next = goals.iter();
            goals = once_each(next.flat_map(|&goal| self.followers(goal, claim.bound())));
        }
        Vec::new()
    }

    /// Solves a family as far as the budget goes, and its leaves again.
    fn solve_family(&mut self, family: Levels, leaves: &[Goal], claim: Claim) -> Result<(), Stop> {
        self.family_ends = Some(self.counts[MAX_PIECES] + slices(&family) as u64);
        let solved = self.solve_levels(family, claim.bound());
        self.family_ends = None;
        if solved? {
            self.solve_bounds(leaves, claim.bound())?;
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
            let is_large = self.known.nodes.pieces(root) == MAX_PIECES;
            is_large && !self.are_solved(&[root], claim.bound(), ALL_BELOW)
        });
        roots
    }
}

/// How many they are.
fn slices(family: &Levels) -> usize {
    family.values().map(Vec::len).sum()
}

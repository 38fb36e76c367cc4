//! Leaves: endings with one promoted piece on which a strategy leans, proved by slices (`../solve/leaf_slices.rs`).
//!
//! A slice is solved for all placements at once, from what is known of the slices that follow; what is not known counts against the
//! claim. So a leaf is looked into a little deeper each time: first its own slice, then together with those that one exit leads to,
//! two, and so on, each solved by the one bound that the claim needs, the lowest first. Mostly little is needed: a queen that
//! need only hold takes one pawn or gives check for ever. One more slice tells whether a second promotion is in the way; then nothing
//! helps but slices with two pieces, and they come last.

use super::claim::Claim;
use super::corrections::Play;
use super::leaf::Leaf;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::policy::{LEAF_DEPTH, WEIGHT};

impl Play<'_> {
    /// Proves leaves in one structure, all at once. Returns those that are refuted, or cannot be had for what a leaf may cost now.
    pub fn prove_leaves(&mut self, claim: Claim, leaves: &[Leaf]) -> Result<Vec<Leaf>, Stop> {
        let goal = leaves[0].goal;
        if self.missing(claim, leaves).is_some() && !self.failures.has_given_up(goal) {
            self.work_on_leaves(claim, leaves)?;
            let spent = self.chess.account.left() == Effort::NONE;
            if self.missing(claim, leaves).is_some() && !spent {
                self.failures.give_up(goal);
            }
        }
        let known = &self.chess.known;
        let unproved = |leaf: &&Leaf| known.answer(leaf.goal, leaf.point) != Some(claim.is_win());
        Ok(leaves.iter().filter(unproved).copied().collect())
    }

    /// A leaf that is not proved; one that is refuted comes first.
    fn missing(&self, claim: Claim, leaves: &[Leaf]) -> Option<Leaf> {
        let answer = |leaf: &Leaf| self.chess.known.answer(leaf.goal, leaf.point);
        let refuted = |leaf: &&Leaf| answer(leaf) == Some(!claim.is_win());
        let open = |leaf: &&Leaf| answer(leaf).is_none();
        leaves
            .iter()
            .find(refuted)
            .or_else(|| leaves.iter().find(open))
            .copied()
    }

    /// Is there any left that is open, and none that is refuted?
    fn is_open(&self, claim: Claim, leaves: &[Leaf]) -> bool {
        let missing = self.missing(claim, leaves);
        missing.is_some_and(|leaf| self.chess.known.answer(leaf.goal, leaf.point).is_none())
    }

    /// Slices with one piece first, a little deeper each time; when leaves may cost more than at first, slices with two.
    fn work_on_leaves(&mut self, claim: Claim, leaves: &[Leaf]) -> Result<(), Stop> {
        let goal = leaves[0].goal;
        let most = (self.failures.budget.0 / WEIGHT[1].0) as usize;
        for depth in 0..LEAF_DEPTH {
            let looked = (self.chess).look_into(&[goal], claim.bound(), depth, most)?;
            if !self.is_open(claim, leaves) {
                return Ok(());
            }
            if !looked {
                break;
            }
        }
        Ok(())
    }
}

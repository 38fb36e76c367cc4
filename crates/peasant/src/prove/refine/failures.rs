//! Leaves that could not be proved, and what is thought of them therefore.

use std::collections::HashMap;

use super::claim::Claim;
use super::leaf::{Doubt, Doubts, Leaf, Promotion};
use crate::prove::effort::Effort;
use crate::prove::policy::AGAIN;
use crate::slice::Relation;
use crate::structure::Goal;

/// Leaves that could not be proved.
pub(super) struct Failures {
    /// What a leaf may cost now.
    pub budget: Effort,
    /// Promotions that count as failing for the time being, where they could not be proved with this budget.
    pub doubts: Doubts,
    /// Structures that have been worked on, and what each was worth in vain.
    tried: HashMap<Goal, Effort>,
    /// What the slices with two pieces behind leaves come to.
    pub prices: HashMap<(Goal, Claim), LeafPrice>,
}

/// How many slices would tell of a leaf, when they were counted last.
#[derive(Clone, Copy)]
pub(super) struct LeafPrice {
    /// In powers of two. `None`: these cannot help.
    pub class: Option<u32>,
    /// When so many have been solved in all they may have become half of that.
    pub until: u64,
}

impl Failures {
    /// Nothing has failed yet, and a leaf may cost so much.
    pub fn new(budget: Effort) -> Failures {
        Failures {
            budget,
            doubts: Doubts::new(),
            tried: HashMap::new(),
            prices: HashMap::new(),
        }
    }

    /// Everything that can be done for a structure with the budget has been done.
    pub fn give_up(&mut self, goal: Goal) {
        self.tried.insert(goal, self.budget);
    }

    /// Has it?
    pub fn has_given_up(&self, goal: Goal) -> bool {
        let tried = self.tried.get(&goal);
        tried.is_some_and(|tried| *tried >= self.budget)
    }

    /// More is known of what follows some structures.
    pub fn try_again(&mut self, goals: &[Goal]) {
        for goal in goals {
            self.tried.remove(goal);
        }
    }

    /// A leaf counts as refuted for the time being.
    pub fn doubt(&mut self, leaf: &Leaf) {
        let (promotion, before) = leaf.played;
        let doubt = self.doubts.entry(promotion).or_insert(Doubt {
            leaf: leaf.goal,
            at: Relation::EMPTY,
        });
        doubt.at.0[before.attacker.index()] |= before.defender.set().0;
    }

    /// Leaves may cost more from now on, if that is not more than `most`. Is it?
    pub fn raise_budget(&mut self, most: Effort) -> bool {
        let raised = self.budget * AGAIN;
        let fits = raised <= most;
        if fits {
            self.budget = raised;
        }
        fits
    }

    pub fn bytes(&self) -> u64 {
        let doubts = self.doubts.capacity() * size_of::<(Promotion, Doubt)>();
        let tried = self.tried.capacity() * size_of::<(Goal, Effort)>();
        let prices = self.prices.capacity() * size_of::<((Goal, Claim), LeafPrice)>();
        (doubts + tried + prices) as u64
    }
}

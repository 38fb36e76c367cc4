//! Leaves that could not be proved, and what is thought of them therefore.

use std::collections::HashMap;

use super::leaf::{Doubts, Leaf, Promotion};
use crate::prove::effort::Effort;
use crate::prove::policy::{FIRST_LEAF, LEAF_AGAIN};
use crate::slice::Relation;
use crate::structure::Goal;

/// Leaves that could not be proved.
pub(super) struct Failures {
    /// What a leaf may cost now.
    pub budget: Effort,
    /// Promotions that count as failing for the time being, where they could not be proved with this budget.
    pub doubts: Doubts,
    /// Those that failed at any time: they count as dear.
    pub dear: Doubts,
    /// Structures that have been worked on, and what each was worth in vain.
    tried: HashMap<Goal, Effort>,
}

impl Failures {
    pub fn new() -> Failures {
        Failures {
            budget: FIRST_LEAF,
            doubts: Doubts::new(),
            dear: Doubts::new(),
            tried: HashMap::new(),
        }
    }

    /// Everything that can be done for a structure with the budget has been done.
    pub fn give_up(&mut self, goal: Goal) {
        self.tried.insert(goal, self.budget);
    }

    /// Has it?
    pub fn has_given_up(&self, goal: Goal) -> bool {
        self.tried
            .get(&goal)
            .is_some_and(|&tried| tried >= self.budget)
    }

    /// A leaf has failed.
    pub fn add(&mut self, leaf: &Leaf) {
        insert(&mut self.dear, leaf);
        self.doubt(leaf);
    }

    /// A leaf counts as refuted for the time being.
    pub fn doubt(&mut self, leaf: &Leaf) {
        insert(&mut self.doubts, leaf);
    }

    /// Leaves may cost more from now on, if that is not more than `most`. Is it?
    pub fn raise_budget(&mut self, most: Effort) -> bool {
        let raised = self.budget * LEAF_AGAIN;
        let fits = raised <= most;
        if fits {
            self.budget = raised;
        }
        fits
    }

    pub fn bytes(&self) -> u64 {
        let doubts = [&self.doubts, &self.dear];
        let doubts: usize = doubts.iter().map(|doubts| doubts.capacity()).sum();
        let tried = self.tried.capacity() * size_of::<(Goal, Effort)>();
        (doubts * size_of::<(Promotion, Relation)>() + tried) as u64
    }
}

fn insert(doubts: &mut Doubts, leaf: &Leaf) {
    let relation = doubts.entry(leaf.promotion).or_insert(Relation::EMPTY);
    relation.0[leaf.before.attacker.index()] |= leaf.before.defender.set().0;
}

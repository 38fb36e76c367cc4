//! Leaves that could not be proved, and what is thought of them therefore.

use std::collections::HashMap;

use super::support::{Doubts, Leaf, Promotion};
use crate::prove::effort::Effort;
use crate::prove::policy::{FIRST_LEAF, LEAF_AGAIN};
use crate::slice::{Point, Relation};
use crate::structure::Goal;

/// Leaves that could not be proved.
pub(super) struct Failures {
    /// What a leaf may cost now.
    pub budget: Effort,
    /// Those that failed with this budget: they count as refuted for the time being.
    pub doubts: Doubts,
    /// Those that failed at any time: they count as dear.
    pub dear: Doubts,
    /// What each was worth in vain.
    tried: HashMap<(Goal, Point), Effort>,
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

    /// A leaf has failed.
    pub fn add(&mut self, leaf: &Leaf) {
        self.tried.insert((leaf.goal, leaf.point), self.budget);
        insert(&mut self.dear, leaf);
        self.doubt(leaf);
    }

    /// A leaf counts as refuted for the time being.
    pub fn doubt(&mut self, leaf: &Leaf) {
        insert(&mut self.doubts, leaf);
    }

    /// Leaves may cost more from now on.
    pub fn raise_budget(&mut self) {
        self.budget = self.budget * LEAF_AGAIN;
    }

    /// Is a leaf known to fail with the budget?
    pub fn contains(&self, leaf: &Leaf) -> bool {
        let tried = self.tried.get(&(leaf.goal, leaf.point));
        tried.is_some_and(|&tried| tried >= self.budget)
    }

    pub fn bytes(&self) -> u64 {
        let doubts = [&self.doubts, &self.dear];
        let doubts: usize = doubts.iter().map(|doubts| doubts.capacity()).sum();
        let tried = self.tried.capacity() * size_of::<((Goal, Point), Effort)>();
        (doubts * size_of::<(Promotion, Relation)>() + tried) as u64
    }
}

fn insert(doubts: &mut Doubts, leaf: &Leaf) {
    let relation = doubts.entry(leaf.promotion).or_insert(Relation::EMPTY);
    relation.0[leaf.point.attacker.index()] |= leaf.point.defender.set().0;
}

//! One account for all that is spent on a question.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::prove::effort::Effort;

/// A slice that is solved from below costs this part of one that is expanded and descended from.
const SLICES: u64 = 8;

/// What a proof and those beside it spend, together: structures by what they cost, looks below, strategies. Each clone is a hand on the
/// same account. A question is given a budget; whoever spends asks what is left of it, so that nothing exceeds it by
/// more than the slice in work.
#[derive(Clone)]
pub(crate) struct Account {
    /// In eighths.
    spent: Arc<AtomicU64>,
    until: Arc<AtomicU64>,
}

impl Account {
    /// Nothing is limited.
    pub fn new() -> Account {
        Account {
            spent: Arc::default(),
            until: Arc::new(AtomicU64::new(Effort::ALL.0)),
        }
    }

    /// From now on so much may be spent.
    pub fn allow(&self, budget: Effort) {
        let until = self.spent.load(Ordering::Relaxed) + (budget * SLICES).0.min(1 << 62);
        self.until.store(until, Ordering::Relaxed);
    }

    /// So much has been spent.
    pub fn spend(&self, effort: Effort) {
        self.spend_on_slices(effort * SLICES);
    }

    /// Slices of such a weight have been solved from what was known.
    pub fn spend_on_slices(&self, weight: Effort) {
        self.spent.fetch_add(weight.0, Ordering::Relaxed);
    }

    /// Everything that has ever been spent.
    pub fn spent(&self) -> Effort {
        Effort(self.spent.load(Ordering::Relaxed) / SLICES)
    }

    /// What has been spent since it was so much.
    pub fn since(&self, before: Effort) -> Effort {
        self.spent() - before
    }

    /// What is left of the budget.
    pub fn left(&self) -> Effort {
        self.left_for_slices() / SLICES
    }

    /// The weight of the slices that can be solved for what is left.
    pub fn left_for_slices(&self) -> Effort {
        Effort(self.until.load(Ordering::Relaxed)) - Effort(self.spent.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_spends_from_the_same_budget() {
        let account = Account::new();
        assert_eq!(account.left_for_slices(), Effort::ALL);
        account.allow(Effort(10));
        let beside = account.clone();
        beside.spend(Effort(4));
        assert_eq!((account.left(), account.spent()), (Effort(6), Effort(4)));
        account.spend(Effort(9));
        assert_eq!(beside.left(), Effort::NONE, "never less than nothing");
        beside.allow(Effort(5));
        assert_eq!(account.left(), Effort(5));
        assert_eq!(account.since(Effort(4)), Effort(9));
        account.spend_on_slices(Effort(24));
        assert_eq!(account.left(), Effort(2));
        assert_eq!(account.left_for_slices(), Effort(16));
    }
}

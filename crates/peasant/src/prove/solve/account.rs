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

/// How an account stood.
#[derive(Clone, Copy)]
pub(crate) struct Mark(u64);

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

    /// How it stands now.
    pub fn mark(&self) -> Mark {
        Mark(self.spent.load(Ordering::Relaxed))
    }

    /// What has been spent since then, whole units: what is left over counts with what is spent next.
    pub fn since(&self, mark: Mark) -> Effort {
        Effort((self.mark().0 - mark.0) / SLICES)
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
        let mark = beside.mark();
        assert_eq!(
            (account.left(), account.since(mark)),
            (Effort(6), Effort::NONE)
        );
        account.spend(Effort(9));
        assert_eq!(beside.left(), Effort::NONE, "never less than nothing");
        beside.allow(Effort(5));
        assert_eq!(account.left(), Effort(5));
        assert_eq!(account.since(mark), Effort(9));
        account.spend_on_slices(Effort(24));
        assert_eq!(account.left(), Effort(2));
        assert_eq!(account.left_for_slices(), Effort(16));
    }
}

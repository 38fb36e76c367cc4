//! What is asked of a structure, and the answer.

use std::sync::Arc;

use super::finding::Finding;
use super::kind::{Kind, Measure};
use super::open::Open;
use crate::analysis::Statistics;
use crate::limits::{Limits, Observer, Stop};

/// A search: what is looked for, and what it may take.
#[derive(Clone)]
pub struct Search {
    kinds: Vec<Kind>,
    /// The measure of a win's length; to the next zeroing move unless said otherwise.
    pub measure: Measure,
    /// The number of findings of a structure that are stored of each kind that has a rank; 10 unless said otherwise.
    pub keep: usize,
    /// Limits for each structure in place of the prover's.
    pub limits: Option<Limits>,
    /// The observer, who may cancel.
    pub observer: Arc<dyn Observer>,
}

impl Search {
    /// Makes a search for these kinds.
    #[must_use]
    pub fn new(kinds: impl IntoIterator<Item = Kind>) -> Search {
        Search {
            kinds: kinds.into_iter().collect(),
            measure: Measure::ZeroingMove,
            keep: 10,
            limits: None,
            observer: Arc::new(()),
        }
    }

    /// True if this kind is looked for.
    #[must_use]
    pub fn wants(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }
}

/// Findings of a structure.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mined {
    /// Kind by kind, in the order of the kinds; of those that have a rank the best, the best first.
    pub findings: Vec<Finding>,
    /// Counts of what could not be decided.
    pub open: Open,
    /// The limit that stopped the work before it was done, if one did.
    pub stopped: Option<Stop>,
    /// The cost of it.
    pub statistics: Statistics,
}

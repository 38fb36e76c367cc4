//! What is asked of a structure, and the answer.

use std::sync::Arc;

use super::finding::Finding;
use super::kind::{Kind, Measure};
use super::open::Open;
use crate::analysis::Statistics;
use crate::limits::{Limits, Observer, Stop};

/// What is looked for, and what it may take.
#[derive(Clone)]
pub struct Search {
    kinds: Vec<Kind>,
    /// How long a win is; to the next conversion unless said otherwise.
    pub measure: Measure,
    /// So many findings of a structure are kept of each kind that has a rank; 10 unless said otherwise.
    pub keep: usize,
    /// Limits for each structure in place of the prover's.
    pub limits: Option<Limits>,
    /// Who watches, and may cancel.
    pub observer: Arc<dyn Observer>,
}

impl Search {
    /// For these kinds.
    #[must_use]
    pub fn new(kinds: impl IntoIterator<Item = Kind>) -> Search {
        Search {
            kinds: kinds.into_iter().collect(),
            measure: Measure::Conversion,
            keep: 10,
            limits: None,
            observer: Arc::new(()),
        }
    }

    /// Is this kind looked for?
    #[must_use]
    pub fn wants(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }
}

/// What was found in a structure.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mined {
    /// Kind by kind, in the order of the kinds; of those that have a rank the best, the best first.
    pub findings: Vec<Finding>,
    /// What could not be decided.
    pub open: Open,
    /// What stopped the work before it was done, if anything did.
    pub stopped: Option<Stop>,
    /// What it took.
    pub statistics: Statistics,
}

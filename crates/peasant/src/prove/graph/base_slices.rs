//! Endings of the base with three promoted pieces and no pawns, which stay there.

use std::sync::Arc;

use super::interval::{Bound, Slot};
use crate::prove::base::{Base, Ending, Stored};
use crate::prove::policy::MAX_PIECES;
use crate::slice::{Frame, Placement, Wins};
use crate::structure::Structure;

/// The base, if there is one, and the endings that have been met of what it holds.
#[derive(Clone)]
pub(in crate::prove) struct BaseSlices {
    base: Option<Arc<Base>>,
    stored: Vec<Arc<Stored>>,
}

impl BaseSlices {
    pub fn new(base: Option<Arc<Base>>) -> BaseSlices {
        BaseSlices {
            base,
            stored: Vec::new(),
        }
    }

    /// The base, if there is one.
    pub fn base(&self) -> Option<&Arc<Base>> {
        self.base.as_ref()
    }

    /// The ending that a structure with three pieces is, if there is a base for it.
    pub fn ending(&self, view: Structure) -> Option<Ending> {
        if self.base.is_none() || view.pieces.len() <= MAX_PIECES {
            return None;
        }
        let (ending, _) = Ending::of(view)?;
        Some(ending)
    }

    /// What the base holds of an ending.
    pub fn look_up(&self, ending: Ending) -> Option<Arc<Stored>> {
        self.base.as_ref()?.open(ending)
    }

    /// Takes in an ending of the base.
    pub fn put(&mut self, stored: Arc<Stored>) -> Slot {
        let slot = Slot::of_base(self.stored.len());
        self.stored.push(stored);
        slot
    }

    /// One plane of an ending, by its number. Where its file has been changed nothing is known.
    pub fn plane(&self, number: usize, bound: Bound, placement: &Placement) -> Wins {
        let stored = &self.stored[number];
        stored.plane(placement).unwrap_or_else(|| match bound {
            Bound::Lower => Wins::NONE,
            Bound::Upper => Frame::new(stored.ending().structure()).plane(placement),
        })
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.stored.iter().map(|stored| stored.memory()).sum()
    }
}

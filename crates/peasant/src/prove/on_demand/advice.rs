//! Advice: an opinion of a point and of the exits, from a problem that is easier. Nothing of it is taken for proved: it only says
//! where to look first, and a wrong opinion costs time.

use super::interval::Bound;
use crate::limits::{Stop, Watch};
use crate::prove::effort::Effort;
use crate::slice::{Point, Relation};
use crate::structure::{Exit, Reference, Structure};

/// Somebody to ask about structures without promoted pieces.
pub(crate) trait Adviser: Send {
    /// A new request begins, with limits and a clock of its own.
    fn begin(&mut self, watch: Watch);

    /// Does the attacker win? `None`: no opinion, or none to be had for so much effort.
    fn opinion(
        &mut self,
        view: Structure,
        point: Point,
        effort: Effort,
    ) -> Result<Option<bool>, Stop>;

    /// What each exit of a structure might be worth to its mover, in the order of the exits.
    fn exits(&mut self, view: Structure, exits: &[Exit<Reference>]) -> Vec<Advice>;

    /// Bytes in use.
    fn bytes(&self) -> u64;
}

/// What an exit might be worth to its mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Advice {
    by_lower: Relation,
    by_upper: Relation,
}

impl Advice {
    /// An exit that is not to be looked at first.
    pub const NOTHING: Advice = Advice {
        by_lower: Relation::EMPTY,
        by_upper: Relation::EMPTY,
    };

    pub fn new(by_lower: Relation, by_upper: Relation) -> Advice {
        Advice { by_lower, by_upper }
    }

    /// By one of the bounds that the easier problem gives.
    pub fn by(&self, bound: Bound) -> &Relation {
        match bound {
            Bound::Lower => &self.by_lower,
            Bound::Upper => &self.by_upper,
        }
    }

    /// The same for the mirror image.
    pub fn mirror(&self) -> Advice {
        Advice {
            by_lower: self.by_lower.mirror(),
            by_upper: self.by_upper.mirror(),
        }
    }
}

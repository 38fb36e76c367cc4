//! Advice: an opinion of the exits, from a problem that is easier. Nothing of it is taken for proved: it only says
//! where to look first, and a wrong opinion costs time.

use crate::prove::graph::interval::Bound;
use crate::slice::Relation;

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

//! What a descent takes for granted: how the exits that are not settled will turn out.

use crate::prove::graph::interval::Bound;

/// How dear an exit is: the magnitude of the effort spent on it in vain, and more for what seldom helps. In quarters of a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cost(pub u32);

impl Cost {
    /// Nothing has been spent.
    pub const NONE: Cost = Cost(0);
    /// Nothing can be done about it.
    pub const DISABLED: Cost = Cost(u32::MAX);

    /// So much dearer.
    pub fn dearer(self, by: u32) -> Cost {
        Cost(self.0.saturating_add(by))
    }
}

/// What an exit costs if it is to turn out well for one side or for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Costs {
    /// For the attacker.
    pub win: Cost,
    /// For the defender.
    pub hold: Cost,
}

impl Costs {
    /// So much in quarters of a power of two.
    pub fn new(win: u32, hold: u32) -> Costs {
        Costs {
            win: Cost(win),
            hold: Cost(hold),
        }
    }

    /// Both with so much more.
    pub fn and(self, more: Cost) -> Costs {
        Costs {
            win: self.win.dearer(more.0),
            hold: self.hold.dearer(more.0),
        }
    }

    /// Both together.
    pub fn sum(self) -> Cost {
        self.win.dearer(self.hold.0)
    }
}

/// Exits up to some cost are supposed to turn out one way, dearer ones the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threshold {
    /// How cheap exits turn out: `Upper`, for the attacker; `Lower`, for the defender.
    pub bound: Bound,
    /// The dearest exit that counts as cheap.
    pub cost: Cost,
}

impl Threshold {
    /// Nothing but what is proved.
    pub const PROVED: Threshold = Threshold::hold(Cost::DISABLED);
    /// All that is not refuted.
    pub const POSSIBLE: Threshold = Threshold::win(Cost::DISABLED);

    /// Exits up to this cost turn out well for the attacker.
    pub const fn win(cost: Cost) -> Threshold {
        Threshold {
            bound: Bound::Upper,
            cost,
        }
    }

    /// Exits up to this cost turn out well for the defender.
    pub const fn hold(cost: Cost) -> Threshold {
        Threshold {
            bound: Bound::Lower,
            cost,
        }
    }
}

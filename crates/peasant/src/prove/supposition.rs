//! What a walk takes for granted: how the exits that are not settled will turn out.

use super::table::{Bound, HOPELESS};

/// Exits up to some cost are supposed to turn out one way, dearer ones the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supposition {
    /// How cheap exits turn out: `Upper`, for the attacker; `Lower`, for the defender.
    pub bound: Bound,
    /// The dearest exit that counts as cheap.
    pub cost: u32,
    /// Cheap exits turn out as guessed, not as well as possible.
    pub guessed: bool,
}

impl Supposition {
    /// Nothing but what is proved.
    pub const PROVED: Supposition = Supposition {
        bound: Bound::Lower,
        cost: HOPELESS,
        guessed: false,
    };
    /// All that is not refuted.
    pub const POSSIBLE: Supposition = Supposition {
        bound: Bound::Upper,
        cost: HOPELESS,
        guessed: false,
    };

    /// Exits up to this cost turn out well for the attacker.
    pub fn win(cost: u32) -> Supposition {
        Supposition {
            bound: Bound::Upper,
            cost,
            guessed: false,
        }
    }

    /// Exits up to this cost turn out well for the defender.
    pub fn hold(cost: u32) -> Supposition {
        Supposition {
            bound: Bound::Lower,
            cost,
            guessed: false,
        }
    }

    /// The same, with cheap exits as guessed.
    pub fn guessed(self) -> Supposition {
        Supposition {
            guessed: true,
            ..self
        }
    }
}

//! What is known of one goal.

use crate::board::Color;
use crate::prove::policy::MAX_PIECES;
use crate::prove::tried::Tried;
use crate::structure::Structure;

/// How much of what is below a goal is to be solved to settle it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// An attacker with promoted pieces keeps its pawns where they are, one against promoted pieces is
    /// refuted by their wins only, and pawns promote to queens. That settles most and leaves bounds of the rest.
    FixedPawns,
    /// Everything with as many promoted pieces or fewer.
    Full,
    /// Everything that can follow, under-promotions too, but for two pieces and pawns.
    Whole,
}

/// What is known of a goal. Both bounds are slots in the storage; a goal is exact when they are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub lower: Slot,
    pub upper: Slot,
    /// The bounds are computed from those of the exits.
    pub expanded: bool,
    pub tried: Tried,
    /// Stores have been asked for it.
    pub sought: bool,
    /// The bounds may say more than what was saved last.
    pub changed: bool,
    /// The last request that named it.
    pub used: u32,
    /// The revision of all bounds with which these were narrowed last.
    pub revised: u32,
    /// For each bound, the revision of what it was solved from, if nothing else has narrowed the goal since; else 0.
    pub solved: [u32; 2],
    /// Nothing can be done about what is open.
    pub disabled: bool,
}

impl Interval {
    /// Nothing is known of a structure, unless the attacker has a bare king and cannot win.
    pub fn first(view: Structure) -> Interval {
        let upper = if view.pawns.white.is_empty() && !view.pieces.any_of(Color::White) {
            Slot::NONE
        } else {
            Slot::ALL
        };
        Interval {
            lower: Slot::NONE,
            upper,
            expanded: false,
            tried: Tried::default(),
            sought: false,
            changed: false,
            used: 0,
            revised: 0,
            solved: [0; 2],
            disabled: view.pieces.len() > MAX_PIECES,
        }
    }

    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    pub fn slot(&self, bound: Bound) -> Slot {
        match bound {
            Bound::Lower => self.lower,
            Bound::Upper => self.upper,
        }
    }
}

/// Which of the two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Wins that are proved.
    Lower,
    /// Wins that are not refuted.
    Upper,
}

impl Bound {
    pub const BOTH: [Bound; 2] = [Bound::Lower, Bound::Upper];
}

impl std::ops::Not for Bound {
    type Output = Bound;

    fn not(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// A place in the storage of slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(pub(in crate::prove) u32);

impl Slot {
    /// No wins at all: takes no room.
    pub const NONE: Slot = Slot(0);
    /// Every legal placement: takes no room.
    pub const ALL: Slot = Slot(u32::MAX);

    /// From here on slots stand for endings with three pieces.
    const THREE_PIECES: u32 = 1 << 31;

    /// Does it take room?
    pub fn is_stored(self) -> bool {
        self != Slot::NONE && self.0 < Slot::THREE_PIECES
    }

    /// An ending with three pieces, by its number.
    pub fn of_three_pieces(number: usize) -> Slot {
        Slot(Slot::THREE_PIECES | number as u32)
    }

    /// The number of an ending with three pieces.
    #[inline]
    pub fn three_pieces(self) -> Option<usize> {
        (Slot::THREE_PIECES..Slot::ALL.0)
            .contains(&self.0)
            .then_some((self.0 & !Slot::THREE_PIECES) as usize)
    }
}

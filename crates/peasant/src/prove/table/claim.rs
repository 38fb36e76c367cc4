//! Claims and what is known of each.

use super::MOST_PIECES;
use crate::board::{Color, Structure};
use crate::prove::structure::Side;

/// One question about one structure: where does this side win?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Claim {
    pub node: usize,
    pub side: Side,
}

impl Claim {
    /// The other player's question about the same structure.
    pub fn opponent(self) -> Claim {
        Claim {
            side: self.side.other(),
            ..self
        }
    }
}

/// How much of what is below a claim is to be solved to settle it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// An attacker with promoted pieces keeps its pawns where they are, one against promoted pieces is
    /// refuted by their wins only, and pawns promote to queens. That settles most and leaves bounds of the rest.
    Held,
    /// Everything with as many promoted pieces or fewer.
    Full,
}

/// What is known of a claim. Both bounds are slots in the store; a claim is exact when they are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub lower: Slot,
    pub upper: Slot,
    pub stage: Stage,
    /// Structures expanded on behalf of this claim so far.
    pub effort: u32,
    /// More structures than this are open below, as of the last search for them.
    pub more_than: u32,
    /// The last search for everything below that came by.
    pub visit: u32,
    /// Solved as far as [`Depth::Held`] goes.
    pub held: bool,
    /// Nothing can be done about what is open.
    pub given_up: bool,
}

impl Interval {
    /// Nothing is known of a structure, unless the attacker has a bare king and cannot win.
    pub(super) fn first(view: Structure) -> Interval {
        let upper = if view.pawns.white.is_empty() && !view.pieces.any_of(Color::White) {
            Slot::NONE
        } else {
            Slot::ALL
        };
        Interval {
            lower: Slot::NONE,
            upper,
            stage: Stage::Named,
            effort: 0,
            more_than: 0,
            visit: 0,
            held: false,
            given_up: view.pieces.len() > MOST_PIECES,
        }
    }

    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}

/// How far the work on a claim has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The bounds are not even seeded.
    Named,
    /// First bounds, without a look at the exits.
    Seeded,
    /// Bounds from the exits.
    Expanded,
}

/// Which of the two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Wins that are proved.
    Lower,
    /// Wins that are not refuted.
    Upper,
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

/// A place in the store of relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(pub(super) u32);

impl Slot {
    /// No wins at all: takes no room.
    pub const NONE: Slot = Slot(0);
    /// Every legal placement: takes no room.
    pub const ALL: Slot = Slot(u32::MAX);
}

//! What has been tried to settle a goal.

use super::effort::Effort;

/// What has been tried to settle a goal: with it, and its bounds, the work on it goes on where it stood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tried {
    /// Spent on behalf of this goal so far.
    pub effort: Effort,
    /// What is open below costs more than this, as of the last search for it.
    pub more_than: Effort,
    /// By how many exits deep each bound has been looked into (`solve/leaf_slices.rs`), if it has.
    pub looked: [Option<u8>; 2],
    /// Solved as far as [`super::graph::interval::Depth::FixedPawns`] goes.
    pub fixed_pawns: bool,
}

impl Tried {
    /// Nothing but this effort.
    pub const fn effort(effort: Effort) -> Tried {
        Tried {
            effort,
            more_than: Effort::NONE,
            looked: [None; 2],
            fixed_pawns: false,
        }
    }

    /// What counts for another proof too: one that knows more of what follows must look again.
    pub fn for_others(self) -> Tried {
        Tried {
            fixed_pawns: self.fixed_pawns,
            ..Tried::effort(self.effort)
        }
    }

    /// What two proofs of the same goal have tried, together.
    pub fn or(self, other: Tried) -> Tried {
        let [lower, upper] = self.looked;
        Tried {
            effort: self.effort.max(other.effort),
            more_than: self.more_than.max(other.more_than),
            looked: [lower.max(other.looked[0]), upper.max(other.looked[1])],
            fixed_pawns: self.fixed_pawns | other.fixed_pawns,
        }
    }
}

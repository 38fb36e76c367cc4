//! Counts of what could not be decided.

use std::ops::AddAssign;

/// Counts of what is not known of a structure, or of several, each for the kind of finding that it may hide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Open {
    /// Positions without an exact result: placements of the kings with one side or the other to move.
    pub positions: u64,
    /// Placements of the kings of which it is not known whether, or how, they are a mutual zugzwang.
    pub zugzwangs: u64,
    /// Won positions whose distance is not exact, or not known.
    pub distances: u64,
    /// Positions of which it is not known whether nothing but under-promotions keeps the result.
    pub underpromotions: u64,
    /// Won positions of which it is not known whether one move only wins, and those whose chains lead there.
    pub chains: u64,
}

impl Open {
    /// True if nothing is open.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Open::default()
    }
}

impl AddAssign for Open {
    fn add_assign(&mut self, other: Open) {
        self.positions += other.positions;
        self.zugzwangs += other.zugzwangs;
        self.distances += other.distances;
        self.underpromotions += other.underpromotions;
        self.chains += other.chains;
    }
}

//! What work on a structure costs: one unit for everything that is counted, limited or compared.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// An amount of work. The unit is a structure of pawns alone, expanded or solved once; one with promoted pieces counts for
/// what it takes compared to that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Effort(pub u64);

impl Effort {
    /// Nothing.
    pub const NONE: Effort = Effort(0);

    /// What takes a hundred days.
    pub const AGES: Effort = Effort(1 << 40);

    /// More than can ever be spent.
    pub const ALL: Effort = Effort(1 << 62);

    /// How dear what has cost so much in vain counts, in quarters of a power of two.
    pub fn magnitude(self) -> u32 {
        quarter_log(self.0.saturating_add(1))
    }
}

/// Four times the binary logarithm, rounded down; of 32 bits at most.
pub(crate) fn quarter_log(number: u64) -> u32 {
    u128::from(number.clamp(1, u32::MAX.into())).pow(4).ilog2()
}

impl Add for Effort {
    type Output = Effort;

    fn add(self, other: Effort) -> Effort {
        Effort(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        *self = *self + other;
    }
}

impl Sub for Effort {
    type Output = Effort;

    /// What is left, if anything.
    fn sub(self, other: Effort) -> Effort {
        Effort(self.0.saturating_sub(other.0))
    }
}

impl Mul<u64> for Effort {
    type Output = Effort;

    fn mul(self, times: u64) -> Effort {
        Effort(self.0.saturating_mul(times))
    }
}

impl Div<u64> for Effort {
    type Output = Effort;

    fn div(self, by: u64) -> Effort {
        Effort(self.0 / by)
    }
}

impl Sum for Effort {
    fn sum<I: Iterator<Item = Effort>>(all: I) -> Effort {
        all.fold(Effort::NONE, Add::add)
    }
}

//! Numbers as games have them: fractions whose denominator is a power of two.

use std::cmp::Ordering;
use std::fmt;

/// `numerator / 2^exponent`, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u32,
}

impl Dyadic {
    pub const ZERO: Dyadic = Dyadic::whole(0);

    pub const fn whole(numerator: i64) -> Dyadic {
        Dyadic {
            numerator,
            exponent: 0,
        }
    }

    /// The number as an integer, if it is one.
    pub const fn as_whole(self) -> Option<i64> {
        if self.exponent == 0 {
            Some(self.numerator)
        } else {
            None
        }
    }

    /// The number half-way between two.
    pub fn between(self, other: Dyadic) -> Dyadic {
        let (one, two, exponent) = self.same_denominator(other);
        let (mut numerator, mut exponent) = (one + two, exponent + 1);
        while exponent > 0 && numerator % 2 == 0 {
            numerator /= 2;
            exponent -= 1;
        }
        Dyadic {
            numerator,
            exponent,
        }
    }

    fn same_denominator(self, other: Dyadic) -> (i64, i64, u32) {
        let exponent = self.exponent.max(other.exponent);
        let scaled = |number: Dyadic| number.numerator << (exponent - number.exponent);
        (scaled(self), scaled(other), exponent)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let (one, two, _) = self.same_denominator(*other);
        one.cmp(&two)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            exponent => write!(f, "{}/{}", self.numerator, 1_u64 << exponent),
        }
    }
}

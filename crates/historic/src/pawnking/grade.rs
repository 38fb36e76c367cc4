//! The global value: seven grades, as an optimistic and a pessimistic one.

use std::cmp::Ordering;
use std::fmt;

use peasant::board::Color;
use peasant::value::Wdl;

/// One of seven discrete grades, from decisive for Black to decisive for White.
///
/// Source: Chess Programming Wiki, "PawnKing", "Global", after Horacek: seven discrete values. What lies between is our reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// Black wins.
    BlackWins = -3,
    /// Black should win.
    BlackClear,
    /// Black is a little better.
    BlackSlight,
    /// Nobody is better.
    Balanced,
    /// White is a little better.
    WhiteSlight,
    /// White should win.
    WhiteClear,
    /// White wins.
    WhiteWins,
}

impl Grade {
    /// Every grade, Black's wins first.
    pub const ALL: [Grade; 7] = [
        Grade::BlackWins,
        Grade::BlackClear,
        Grade::BlackSlight,
        Grade::Balanced,
        Grade::WhiteSlight,
        Grade::WhiteClear,
        Grade::WhiteWins,
    ];

    /// The grade of this number, -3 to 3 from Black's win to White's; what is beyond counts as the last.
    #[must_use]
    pub fn from_number(number: i32) -> Grade {
        let index = (number.clamp(-3, 3) + 3).cast_unsigned();
        Grade::ALL[index as usize]
    }

    /// Its number, -3 to 3 from Black's win to White's.
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// A side wins.
    #[must_use]
    pub const fn wins(side: Color) -> Grade {
        match side {
            Color::White => Grade::WhiteWins,
            Color::Black => Grade::BlackWins,
        }
    }

    /// The name that people and programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Grade::BlackWins => "Black wins",
            Grade::BlackClear => "Black should win",
            Grade::BlackSlight => "Black is a little better",
            Grade::Balanced => "balanced",
            Grade::WhiteSlight => "White is a little better",
            Grade::WhiteClear => "White should win",
            Grade::WhiteWins => "White wins",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A global value, as White sees it: how well White may do, and how well at least.
///
/// Its comparison (our reading; the source says that there is one) is a total order, greater being better for White. What is
/// decided comes first: a win for White is greater than anything else, a win for Black less. Otherwise the greater sum of both
/// grades is better, and of equal sums the greater pessimistic grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    pessimistic: Grade,
    optimistic: Grade,
}

impl Value {
    /// The value between these two grades, in either order.
    #[must_use]
    pub fn between(one: Grade, other: Grade) -> Value {
        Value {
            pessimistic: one.min(other),
            optimistic: one.max(other),
        }
    }

    /// Nothing to hope for beyond this grade, nothing to fear below it.
    #[must_use]
    pub const fn exactly(grade: Grade) -> Value {
        Value {
            pessimistic: grade,
            optimistic: grade,
        }
    }

    /// The best grade that White may reach.
    #[must_use]
    pub const fn optimistic(self) -> Grade {
        self.optimistic
    }

    /// The least grade that White reaches.
    #[must_use]
    pub const fn pessimistic(self) -> Grade {
        self.pessimistic
    }

    /// The claim of the value for a side: a win, a draw, a loss, or nothing.
    #[must_use]
    pub fn claim(self, side: Color) -> Option<Wdl> {
        if self.pessimistic != self.optimistic {
            return None;
        }
        let white = match self.optimistic {
            Grade::WhiteWins => Wdl::Win,
            Grade::Balanced => Wdl::Draw,
            Grade::BlackWins => Wdl::Loss,
            _ => return None,
        };
        Some(if side == Color::White { white } else { -white })
    }

    /// True if a side wins.
    #[must_use]
    pub fn is_won(self, side: Color) -> bool {
        self.claim(side) == Some(Wdl::Win)
    }

    /// True if either side wins.
    #[must_use]
    pub fn is_decided(self) -> bool {
        Color::BOTH.into_iter().any(|side| self.is_won(side))
    }

    /// True if it is better for a side than another value.
    #[must_use]
    pub fn is_better(self, than: Value, side: Color) -> bool {
        match side {
            Color::White => self > than,
            Color::Black => self < than,
        }
    }

    fn rank(self) -> (i32, i32, i32) {
        let (low, high) = (self.pessimistic.number(), self.optimistic.number());
        let decided = i32::from(low == 3) - i32::from(high == -3);
        (decided, low + high, low)
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pessimistic == self.optimistic {
            return write!(f, "{}", self.optimistic);
        }
        write!(
            f,
            "at least: {}; at best: {}",
            self.pessimistic, self.optimistic
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> impl Iterator<Item = Value> {
        let pairs = Grade::ALL
            .into_iter()
            .flat_map(|a| Grade::ALL.map(|b| (a, b)));
        pairs
            .filter(|(a, b)| a <= b)
            .map(|(a, b)| Value::between(a, b))
    }

    #[test]
    fn the_comparison_is_a_total_order_with_the_decided_at_its_ends() {
        let (best, worst) = (
            Value::exactly(Grade::WhiteWins),
            Value::exactly(Grade::BlackWins),
        );
        assert_eq!(values().count(), 28);
        for a in values() {
            assert!(worst <= a && a <= best);
            for b in values() {
                assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
                assert_eq!(a == b, a.cmp(&b) == Ordering::Equal);
            }
        }
    }

    #[test]
    fn of_equal_sums_the_safer_is_better_for_white() {
        let safe = Value::exactly(Grade::Balanced);
        let wild = Value::between(Grade::BlackWins, Grade::WhiteWins);
        assert!(safe > wild);
        assert_eq!(
            (safe.claim(Color::Black), wild.claim(Color::White)),
            (Some(Wdl::Draw), None)
        );
    }
}

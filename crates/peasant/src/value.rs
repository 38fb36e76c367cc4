//! The units everybody speaks: results, bounds of results, distances. A point of view is in the
//! name.

use std::fmt;
use std::ops::Neg;

/// The result of perfect play for one player, who must be named where the value is used
/// (in this library it is the side to move, or the side that makes a move). Ordered by preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// The player loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player wins.
    Win,
}

impl Neg for Wdl {
    type Output = Wdl;

    /// The same result for the opponent.
    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        })
    }
}

/// What is proved about a result: it is at least `lower` and at most `upper`, for the same player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    lower: Wdl,
    upper: Wdl,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds {
        lower: Wdl::Loss,
        upper: Wdl::Win,
    };

    /// A known result.
    #[must_use]
    pub const fn exactly(result: Wdl) -> Bounds {
        Bounds {
            lower: result,
            upper: result,
        }
    }

    /// Bounds from what is proved of the two questions a player can ask.
    /// `wins`: may I win? `loses`: may I lose? `None` means that the question is open.
    #[must_use]
    pub fn from_answers(wins: Option<bool>, loses: Option<bool>) -> Bounds {
        let lower = match (wins, loses) {
            (Some(true), _) => Wdl::Win,
            (_, Some(false)) => Wdl::Draw,
            _ => Wdl::Loss,
        };
        let upper = match (wins, loses) {
            (_, Some(true)) => Wdl::Loss,
            (Some(false), _) => Wdl::Draw,
            _ => Wdl::Win,
        };
        debug_assert!(lower <= upper, "a position cannot be both won and lost");
        Bounds { lower, upper }
    }

    /// The least result that is proved.
    #[must_use]
    pub const fn lower(self) -> Wdl {
        self.lower
    }

    /// The greatest result that is still possible.
    #[must_use]
    pub const fn upper(self) -> Wdl {
        self.upper
    }

    /// The result, if the bounds meet.
    #[must_use]
    pub fn exact(self) -> Option<Wdl> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// What two proofs about the same thing show together.
    #[must_use]
    pub fn narrow(self, other: Bounds) -> Bounds {
        let (lower, upper) = (self.lower.max(other.lower), self.upper.min(other.upper));
        debug_assert!(lower <= upper, "two proofs contradict each other");
        Bounds { lower, upper }
    }

    /// The better of two choices of the same player.
    #[must_use]
    pub fn max(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }
}

impl Neg for Bounds {
    type Output = Bounds;

    /// The same knowledge from the opponent's point of view.
    fn neg(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(result) => write!(f, "{result}"),
            None => write!(f, "{}..{}", self.lower, self.upper),
        }
    }
}

/// How far the next zeroing move (a pawn move, a capture or a promotion) or mate is, in plies.
/// The winner takes the shortest way, the loser the longest. It is the metric DTZ without the
/// 50-move rule, except that mate is counted too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Distance(u16);

impl Distance {
    /// So many plies.
    #[must_use]
    pub const fn from_plies(plies: u16) -> Distance {
        Distance(plies)
    }

    /// The distance in plies.
    #[must_use]
    pub const fn plies(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}",
            self.0,
            if self.0 == 1 { "ply" } else { "plies" }
        )
    }
}

/// Is one of the answers yes? The rest is not asked for when one is.
pub(crate) fn any(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut sum = Some(false);
    for answer in answers {
        match answer {
            Some(true) => return Some(true),
            Some(false) => {}
            None => sum = None,
        }
    }
    sum
}

/// Are all answers yes? The rest is not asked for when one is no.
pub(crate) fn all(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    any(answers.map(|answer| answer.map(|yes| !yes))).map(|no| !no)
}

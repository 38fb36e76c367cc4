//! The units everybody speaks: results, bounds of results, distances. A point of view is in the
//! name.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use crate::board::UnknownName;

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

impl FromStr for Wdl {
    type Err = UnknownName;

    /// Reads `win`, `draw` or `loss`.
    fn from_str(text: &str) -> Result<Wdl, UnknownName> {
        match text {
            "loss" => Ok(Wdl::Loss),
            "draw" => Ok(Wdl::Draw),
            "win" => Ok(Wdl::Win),
            _ => Err(UnknownName::new(text, "result", "`win`, `draw` or `loss`")),
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

/// Bounds of a result: it is proved to be at least `lower` and at most `upper`, for the same player.
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

    /// Makes bounds of at least `lower` and at most `upper`; `None` if they cross.
    #[must_use]
    pub fn new(lower: Wdl, upper: Wdl) -> Option<Bounds> {
        (lower <= upper).then_some(Bounds { lower, upper })
    }

    /// A known result.
    #[must_use]
    pub const fn exactly(result: Wdl) -> Bounds {
        Bounds {
            lower: result,
            upper: result,
        }
    }

    /// Bounds from what is proved of the two questions a player can ask.
    /// `wins`: do I win? `loses`: do I lose? `None` means that the question is open.
    ///
    /// # Errors
    /// Nobody wins and loses the same position.
    pub fn from_answers(wins: Option<bool>, loses: Option<bool>) -> Result<Bounds, Contradiction> {
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
        Bounds::between(lower, upper)
    }

    /// No better than this.
    #[must_use]
    pub const fn at_most(upper: Wdl) -> Bounds {
        Bounds {
            lower: Wdl::Loss,
            upper,
        }
    }

    /// No worse than this.
    #[must_use]
    pub const fn at_least(lower: Wdl) -> Bounds {
        Bounds {
            lower,
            upper: Wdl::Win,
        }
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

    /// Combines what two proofs show about the same thing.
    ///
    /// # Errors
    /// They contradict each other: one of them rests on something false.
    pub fn narrow(self, other: Bounds) -> Result<Bounds, Contradiction> {
        Bounds::between(self.lower.max(other.lower), self.upper.min(other.upper))
    }

    fn between(lower: Wdl, upper: Wdl) -> Result<Bounds, Contradiction> {
        if lower > upper {
            return Err(Contradiction);
        }
        Ok(Bounds { lower, upper })
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

impl FromStr for Bounds {
    type Err = UnknownName;

    /// Reads a result, `draw`, or two with the lower one first, `draw..win`.
    fn from_str(text: &str) -> Result<Bounds, UnknownName> {
        let (lower, upper) = text.split_once("..").unwrap_or((text, text));
        let ends = lower.parse().ok().zip(upper.parse().ok());
        ends.and_then(|(lower, upper)| Bounds::new(lower, upper))
            .ok_or_else(|| {
                let cure = "a result such as `draw`, or two, the lower one first: `draw..win`";
                UnknownName::new(text, "pair of bounds", cure)
            })
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

/// Two results that cannot both be true: something that was taken on trust is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two results contradict each other")
    }
}

impl std::error::Error for Contradiction {}

/// The distance, in plies, to the next zeroing move (a pawn move, a capture or a promotion) or mate.
/// The winner takes the shortest way, the loser the longest. It is the metric DTZ without the
/// 50-move rule, except that mate is counted too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Distance(u16);

impl Distance {
    /// Makes a distance of so many plies.
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

impl FromStr for Distance {
    type Err = UnknownName;

    /// Reads a number of plies, `7`, with the unit too, `7 plies`.
    fn from_str(text: &str) -> Result<Distance, UnknownName> {
        let number = text
            .strip_suffix(" plies")
            .or_else(|| text.strip_suffix(" ply"))
            .unwrap_or(text);
        let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
        let plies = number.parse().ok().filter(|_| is_number);
        plies.map(Distance).ok_or_else(|| {
            UnknownName::new(
                text,
                "distance",
                "a number of plies up to 65535, such as `7`",
            )
        })
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let results = [Wdl::Loss, Wdl::Draw, Wdl::Win];
        for lower in results {
            assert_eq!(lower.to_string().parse(), Ok(lower));
            for upper in results {
                let Some(bounds) = Bounds::new(lower, upper) else {
                    assert!(lower > upper);
                    assert!(format!("{lower}..{upper}").parse::<Bounds>().is_err());
                    continue;
                };
                assert_eq!(bounds.to_string().parse(), Ok(bounds));
            }
        }
        for plies in [0, 1, 2, u16::MAX] {
            let distance = Distance::from_plies(plies);
            assert_eq!(distance.to_string().parse(), Ok(distance));
            assert_eq!(plies.to_string().parse(), Ok(distance));
        }
    }

    #[test]
    fn other_text_is_refused_by_name() {
        assert_eq!(
            "won".parse::<Wdl>().unwrap_err().to_string(),
            "\"won\" is no result: write `win`, `draw` or `loss`"
        );
        for text in ["", "..", "draw..", "draw...win", "win..draw", "Win"] {
            assert!(text.parse::<Bounds>().is_err(), "{text}");
        }
        for text in ["", "-1", "+1", "65536", " plies", "7plies", "x"] {
            assert!(text.parse::<Distance>().is_err(), "{text}");
        }
    }
}

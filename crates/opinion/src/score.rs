//! A score, and what scores mean inside the search.

use std::fmt;
use std::ops::Neg;

/// Hundredths of a pawn for the side to move. A mate in `n` moves counts as 100,000 - n, being mated as its negative, as in
/// [`peasant::Opinion`]; a win that is proved but not yet mated counts as 10,000 and more, and nothing else gets that far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(pub i32);

/// Within a search: being mated at once is `-MATE`, a ply later one more.
pub(crate) const MATE: i32 = 100_000;
/// From here on it is a mate.
pub(crate) const MATES: i32 = MATE - 1_000;
/// A win that is proved, give or take what it looks like.
pub(crate) const PROVED: i32 = 11_000;
/// No evaluation is beyond this.
pub(crate) const UTMOST: i32 = 9_000;

impl Score {
    /// The moves to mate, if one side is mated; negative if it is the side to move.
    #[must_use]
    pub const fn mate_in(self) -> Option<i32> {
        match self.0 {
            score if score >= MATES => Some(MATE - score),
            score if score <= -MATES => Some(-(MATE + score)),
            _ => None,
        }
    }

    /// A score of the search, in which mates are counted in plies from the root.
    pub(crate) const fn from_plies(score: i32) -> Score {
        match score {
            score if score >= MATES => Score(MATE - (MATE - score + 1) / 2),
            score if score <= -MATES => Score((MATE + score) / 2 - MATE),
            score => Score(score),
        }
    }
}

impl Neg for Score {
    type Output = Score;

    /// The same score for the opponent.
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// In pawns, `+1.25`, or as a mate, `#-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) => write!(f, "#{moves}"),
            None if self.0 == 0 => f.write_str("0.00"),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        for (plies, moves, text) in [
            (MATE - 1, 1, "#1"),
            (MATE - 3, 2, "#2"),
            (2 - MATE, -1, "#-1"),
            (4 - MATE, -2, "#-2"),
        ] {
            let score = Score::from_plies(plies);
            assert_eq!(score.mate_in(), Some(moves));
            assert_eq!(score.0.abs(), 100_000 - moves.abs());
            assert_eq!(score.to_string(), text);
            assert_eq!((-score).mate_in(), Some(-moves));
        }
        assert_eq!(Score::from_plies(-125).to_string(), "-1.25");
        assert_eq!(Score(0).to_string(), "0.00");
    }
}

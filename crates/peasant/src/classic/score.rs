//! What PEASANT thinks a position is worth.

use std::fmt;

use crate::board::Color;
use crate::value::Wdl;

/// A number from the mover's side, inside the search. See [`Score`] for the ranges.
pub(super) type Value = i32;

/// A won game at the root; every ply until it is known takes one off.
pub(super) const WIN: Value = 10_000;

/// A draw that a terminal position has shown.
pub(super) const DRAW: Value = 0;

/// Decided games are worth at least so much, guesses less.
const DECIDED: Value = 9_000;

/// Is the value that of a decided game?
pub(super) const fn is_decided(value: Value) -> bool {
    value.abs() >= DECIDED
}

/// The evaluator's number as a value. A guess is never 0, so that 0 means a draw and nothing else: a level guess is written as
/// -1 for the mover.
pub(super) fn guess(total: i32) -> Value {
    match total.clamp(1 - DECIDED, DECIDED - 1) {
        0 => -1,
        total => total,
    }
}

/// A score, kept from White's side.
///
/// | score | meaning |
/// |---|---|
/// | 9,000 and more | White wins: 10,000 less the plies to the terminal position, and less what is still to be done there |
/// | -9,000 and less | Black wins, in the same way |
/// | 0 | a drawn terminal position: stalemate, repetition, equal queens, ONEPAWN or TWOPAWN |
/// | anything else | a guess by the evaluator, where the depth ended |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score(i32);

impl Score {
    pub(super) const fn from_mover(value: Value, mover: Color) -> Score {
        match mover {
            Color::White => Score(value),
            Color::Black => Score(-value),
        }
    }

    /// The number from White's side.
    #[must_use]
    pub const fn white(self) -> i32 {
        self.0
    }

    /// The number from the side of a player.
    #[must_use]
    pub const fn for_side(self, side: Color) -> i32 {
        match side {
            Color::White => self.0,
            Color::Black => -self.0,
        }
    }

    /// The result that the score claims for a player; a guess claims nothing.
    ///
    /// The claims are PEASANT's and no proofs. Wins and losses rest on terminal positions alone, of which conditions 2
    /// and 4 can err. A draw may also rest on a guess: a player can have turned down another move because of one.
    #[must_use]
    pub const fn claim(self, side: Color) -> Option<Wdl> {
        match self.for_side(side) {
            DRAW => Some(Wdl::Draw),
            DECIDED.. => Some(Wdl::Win),
            value if value <= -DECIDED => Some(Wdl::Loss),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    /// White's number with its sign.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            score => write!(f, "{score:+}"),
        }
    }
}

//! What PEASANT thinks a position is worth.

use std::fmt;

use peasant::board::Color;
use peasant::value::Wdl;

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

/// What a node answers: a value for its mover, and what is certain about the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub value: Value,
    /// Whatever the guesses are worth, the mover does not lose.
    pub holds: bool,
    /// Whatever the guesses are worth, the mover does not win.
    pub is_held: bool,
}

impl Answer {
    /// The value of a terminal position that is won, lost or drawn.
    pub const fn certain(value: Value) -> Answer {
        Answer {
            value,
            holds: value >= DRAW,
            is_held: value <= DRAW,
        }
    }

    /// A value that says nothing for certain: a guess, or a bound.
    pub const fn uncertain(value: Value) -> Answer {
        Answer {
            value,
            holds: false,
            is_held: false,
        }
    }

    /// The same for the opponent.
    pub const fn turned(self) -> Answer {
        Answer {
            value: -self.value,
            holds: self.is_held,
            is_held: self.holds,
        }
    }

    /// The result that the answer claims for the mover.
    pub const fn claim(self) -> Option<Wdl> {
        match self.value {
            DECIDED.. => Some(Wdl::Win),
            DRAW if self.holds && self.is_held => Some(Wdl::Draw),
            value if value <= -DECIDED => Some(Wdl::Loss),
            _ => None,
        }
    }
}

/// A score, kept from White's side.
///
/// - 9,000 and more: White wins. It is 10,000 less the plies to the terminal position, and less what is still to be done there.
/// - -9,000 and less: Black wins, in the same way.
/// - 0: a drawn terminal position: stalemate, repetition, equal queens, ONEPAWN or TWOPAWN. The position need not be a draw: a player can have
///   turned down another move because of a guess.
/// - Anything else: a guess by the evaluator, where the depth ended.
///
/// What is claimed of the result is another matter: [`Search::claim`](super::Search::claim).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score(i32);

impl Score {
    pub(super) const fn from_mover(value: Value, mover: Color) -> Score {
        match mover {
            Color::White => Score(value),
            Color::Black => Score(-value),
        }
    }

    /// The number from the side of a player.
    #[must_use]
    pub const fn for_side(self, side: Color) -> i32 {
        match side {
            Color::White => self.0,
            Color::Black => -self.0,
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

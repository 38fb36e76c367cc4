//! Mutual zugzwangs: positions in which either side would rather have the other move.

use super::aim::{Aim, Goal};
use super::oracle::{Budget, Oracle};
use crate::ProveError;
use crate::board::{Color, Position, Role, Setup};
use crate::value::{Bounds, Wdl};

/// A mutual zugzwang. Results are White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Zugzwang {
    /// White's result with White to move.
    pub white_to_move: Wdl,
    /// White's result with Black to move.
    pub black_to_move: Wdl,
}

/// Costs of having the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Points {
    /// Whoever is to move loses.
    #[cfg_attr(feature = "serde", serde(rename = "full point"))]
    Full,
    /// One side to move loses, the other draws; or one wins, and the other to move draws.
    #[cfg_attr(feature = "serde", serde(rename = "half point"))]
    Half,
}

impl Zugzwang {
    /// How much having the move costs.
    #[must_use]
    pub fn points(self) -> Points {
        match (self.white_to_move, self.black_to_move) {
            (Wdl::Loss, Wdl::Win) => Points::Full,
            _ => Points::Half,
        }
    }
}

impl Points {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Points::Full => "full point",
            Points::Half => "half point",
        }
    }
}

/// Is the position one? Bounds are for its side to move. Only if that is proved.
///
/// # Errors
/// Tables or the store contradict a proof.
pub(super) fn at(
    position: &Position,
    bounds: Bounds,
    budget: &mut Budget,
) -> Result<Option<Zugzwang>, ProveError> {
    let (Some(result), Some(turned)) = (bounds.exact(), turned(position)) else {
        return Ok(None);
    };
    if result == Wdl::Win || position.in_check() {
        // Whoever wins by moving minds nothing.
        return Ok(None);
    }
    let win = Aim {
        solver: turned.turn(),
        goal: Goal::Win,
    };
    let draw = Aim {
        goal: Goal::Draw,
        ..win
    };
    let first = budget.bounds(&turned, win)?;
    let second = budget.bounds(&turned, draw)?;
    let other = first.narrow(second).ok().and_then(Bounds::exact);
    let white = |turn, result: Wdl| match turn {
        Color::White => result,
        Color::Black => -result,
    };
    let Some(other) = other else {
        return Ok(None);
    };
    let (here, there) = (white(position.turn(), result), white(turned.turn(), other));
    let (white_to_move, black_to_move) = match position.turn() {
        Color::White => (here, there),
        Color::Black => (there, here),
    };
    Ok((white_to_move < black_to_move).then_some(Zugzwang {
        white_to_move,
        black_to_move,
    }))
}

/// The same men with the other side to move, and nothing to be taken en passant; `None` if that is no legal position.
fn turned(position: &Position) -> Option<Position> {
    let mut setup = Setup::empty(!position.turn());
    for color in Color::BOTH {
        for role in Role::ALL {
            for square in position.pieces(color, role) {
                setup.put(color, role, square);
            }
        }
    }
    setup.validate().ok()
}

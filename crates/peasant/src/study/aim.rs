//! What a study asks for: who is to solve it, and what that side is to reach.

use crate::board::{Color, Position};
use crate::value::{Bounds, Wdl};

/// A result that the solver is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Goal {
    /// A win.
    Win,
    /// A draw, or more.
    Draw,
}

/// A stipulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The side that is to reach it.
    pub solver: Color,
    /// What it is to reach.
    pub goal: Goal,
}

/// Does a position, or a move, reach what is asked for? Only what is proved counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Standing {
    /// It does.
    Reaches,
    /// It does not.
    Fails,
    /// Nobody knows.
    Open,
}

impl Aim {
    /// The least result that will do.
    const fn least(self) -> Wdl {
        match self.goal {
            Goal::Win => Wdl::Win,
            Goal::Draw => Wdl::Draw,
        }
    }

    /// What bounds for the solver say.
    pub(super) fn standing(self, bounds: Bounds) -> Standing {
        if bounds.lower() >= self.least() {
            Standing::Reaches
        } else if bounds.upper() < self.least() {
            Standing::Fails
        } else {
            Standing::Open
        }
    }

    /// Do bounds for the solver say that it reaches more?
    pub(super) fn is_exceeded(self, bounds: Bounds) -> bool {
        bounds.lower() > self.least()
    }

    /// Bounds for the side to move of a position, or of one that makes a move there, as the solver's.
    pub(super) fn seen(self, mover: Color, bounds: Bounds) -> Bounds {
        if mover == self.solver {
            bounds
        } else {
            -bounds
        }
    }

    /// Is it the solver's move?
    pub(super) fn solves(self, position: &Position) -> bool {
        position.turn() == self.solver
    }
}

//! What a study asks for: who is to solve it, and what that side is to reach.

use peasant::board::{Color, Position};
use peasant::value::{Bounds, Wdl};
use schemars::JsonSchema;
use serde::Serialize;

/// What the solver is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    Win,
    Draw,
}

/// A stipulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    pub solver: Color,
    pub goal: Goal,
}

/// Does a position, or a move, reach what is asked for? Only what is proved counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    Reaches,
    Fails,
    Open,
}

impl Aim {
    /// The least result that will do.
    pub const fn least(self) -> Wdl {
        match self.goal {
            Goal::Win => Wdl::Win,
            Goal::Draw => Wdl::Draw,
        }
    }

    /// What bounds for the solver say.
    pub fn standing(self, bounds: Bounds) -> Standing {
        if bounds.lower() >= self.least() {
            Standing::Reaches
        } else if bounds.upper() < self.least() {
            Standing::Fails
        } else {
            Standing::Open
        }
    }

    /// Bounds for the side to move of a position, or of one that makes a move there, as the solver's.
    pub fn seen(self, mover: Color, bounds: Bounds) -> Bounds {
        if mover == self.solver {
            bounds
        } else {
            -bounds
        }
    }

    /// Is it the solver's move?
    pub fn solves(self, position: &Position) -> bool {
        position.turn() == self.solver
    }
}

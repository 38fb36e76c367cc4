//! What is asked for.

use super::aim::{Aim, Goal};
use crate::board::{Color, Position};
use crate::value::{Bounds, Wdl};

/// A stipulation as far as it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stipulation {
    /// The goal; if nobody gives it, what is proved is asked for.
    pub goal: Option<Goal>,
    /// The side that is to reach it; the side to move unless said otherwise.
    pub solver: Option<Color>,
}

impl Stipulation {
    /// The stipulation, with what is proved of the first position for its side to move where nobody says it; `None` if that is
    /// open. A loss is a win of the other side's, and whoever has a bare king before him has no draw to fight for.
    pub(super) fn settled(self, position: &Position, bounds: Bounds) -> Option<Aim> {
        let turn = position.turn();
        if let Some(goal) = self.goal {
            let solver = self.solver.unwrap_or(turn);
            return Some(Aim { solver, goal });
        }
        let drawer = match position.men(!turn).count() {
            1 => !turn,
            _ => turn,
        };
        let (solver, goal) = match bounds.exact()? {
            Wdl::Win => (turn, Goal::Win),
            Wdl::Draw => (self.solver.unwrap_or(drawer), Goal::Draw),
            Wdl::Loss => (!turn, Goal::Win),
        };
        Some(Aim { solver, goal })
    }
}

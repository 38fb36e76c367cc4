//! Endings that could not be solved and were in the way.

use crate::board::{Position, Setup};
use crate::prove::graph::bounds::KnownBounds;
use crate::slice::Point;
use crate::structure::{Goal, Structure, Symmetry};

/// More endings than this are not remembered as unresolved.
const MAX_UNRESOLVED: usize = 12;

/// The first few of them, as on the board of the questions.
#[derive(Clone, Default)]
pub(crate) struct Unresolved(Vec<(Goal, Point, Position)>);

impl Unresolved {
    /// Remembers a point that is open, seen through a symmetry from the board of the question.
    pub fn note(&mut self, known: &KnownBounds, goal: Goal, point: Point, seen: Symmetry) {
        if self.0.len() == MAX_UNRESOLVED {
            self.0
                .retain(|(goal, point, _)| known.answer(*goal, *point).is_none());
        }
        let same = |(g, p, _): &(Goal, Point, Position)| (*g, *p) == (goal, point);
        if self.0.len() < MAX_UNRESOLVED
            && !self.0.iter().any(same)
            && let Some(position) = position(known.nodes.view(goal), point, seen)
        {
            self.0.push((goal, point, position));
        }
    }

    /// Those that are open still.
    pub fn positions(&self, known: &KnownBounds) -> Vec<Position> {
        let mut positions = Vec::new();
        for &(goal, point, position) in &self.0 {
            if known.answer(goal, point).is_none() && !positions.contains(&position) {
                positions.push(position);
            }
        }
        positions
    }
}

/// A point of a structure as it is on the board of the question, which `seen` turned to the attacker's view. `None` if it is not
/// legal.
pub(in crate::prove) fn position(
    view: Structure,
    point: Point,
    seen: Symmetry,
) -> Option<Position> {
    let mut setup = Setup::pawn_ending(point.attacker, point.defender, view.pawns, point.mover());
    for ((color, role), &square) in view.pieces.iter().zip(point.placement.squares()) {
        setup.put(color, role, square);
    }
    Some(seen.invert().apply(setup.validate().ok()?))
}

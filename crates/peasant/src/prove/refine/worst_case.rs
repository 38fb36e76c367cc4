//! The worst case of an ending with one piece that is to hold against pawns: its own pawns may be gone already, each of them.
//!
//! There the pawns of the piece's side are *expendable* ([`Structure::expendable`]): they stand in the way of their own king and piece, attack nothing and
//! do not move, and the other side's king and pawns go where they stand, whenever they like. Then all that the other side can do by
//! chess is possible, taking such a pawn is no exit, and what the piece's side does is legal by chess, whichever of its pawns are left:
//! what is held there is held. A stalemate of that side counts as lost, for a pawn that is left may have a move. So one
//! structure stands for many. Pawns in whose way an own one stands are
//! not set free so; that one is taken by an exit, as in chess.

use super::claim::Claim;
use crate::board::Bitboard;
use crate::prove::graph::bounds::KnownBounds;
use crate::slice::Point;
use crate::structure::{Goal, Pieces, Reference, Structure, Symmetry};

/// A worst case.
pub(super) struct WorstCase {
    pub goal: Goal,
    /// As the ending is stored, and its own name, which may be a mirror image.
    view: Structure,
    name: Reference,
}

impl WorstCase {
    /// A point of the ending.
    pub fn point(&self, point: Point) -> Point {
        point.through(self.mirror(), Pieces::NONE)
    }

    fn mirror(&self) -> Symmetry {
        self.name.symmetry().mirror_part()
    }
}

impl KnownBounds {
    /// The worst case of an ending for a side with the only piece that is to hold; the ending itself otherwise.
    pub(super) fn worst_case(&mut self, goal: Goal, claim: Claim) -> WorstCase {
        let view = self.nodes.view(goal);
        let expendable = match claim {
            Claim::Hold if self.nodes.is_unarmed(goal) => {
                view.pawns.black - view.pawns.white.ahead()
            }
            _ => Bitboard::EMPTY,
        };
        let view = Structure { expendable, ..view };
        let name = self.name(view);
        let goal = name.goal();
        WorstCase { goal, view, name }
    }

    /// What is held in the worst case of an ending is held.
    pub(super) fn take_over(&mut self, goal: Goal, worst: &WorstCase) {
        let planes = self.upper_planes(worst.view, worst.name);
        self.narrow(goal, None, planes);
    }
}

#[cfg(test)]
mod tests;

//! One point of a slice.

use super::plane::Placement;
use crate::board::{Color, Square};
use crate::structure::{Pieces, Symmetry};

/// Both kings, the promoted pieces and whose turn it is, in a structure seen from the attacker's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    pub attacker: Square,
    pub defender: Square,
    /// Is it the attacker's turn?
    pub to_move: bool,
    pub placement: Placement,
}

impl Point {
    /// The same point seen through a symmetry. With colours exchanged the players exchange their parts; `pieces` is the
    /// structure's list before.
    pub fn through(self, symmetry: Symmetry, pieces: Pieces) -> Point {
        let placement = self.placement.through(symmetry, pieces);
        let [attacker, defender] = [self.attacker, self.defender].map(|king| symmetry.apply(king));
        if symmetry.flips() {
            Point {
                attacker: defender,
                defender: attacker,
                to_move: !self.to_move,
                placement,
            }
        } else {
            Point {
                attacker,
                defender,
                placement,
                ..self
            }
        }
    }

    /// The same on the board as a player sees it whose pawns are to go up; twice, and it is as before. The kings keep their
    /// parts. Without promoted pieces.
    pub fn turned(self, player: Color) -> Point {
        Point {
            attacker: self.attacker.seen_by(player),
            defender: self.defender.seen_by(player),
            ..self
        }
    }

    /// Whose turn it is, as the attacker sees it: the attacker plays White.
    #[inline]
    pub fn mover(&self) -> Color {
        if self.to_move {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The same with the other side to move.
    pub fn passed(self) -> Point {
        Point {
            to_move: !self.to_move,
            ..self
        }
    }

    /// The number of the plane that it lies in.
    #[inline]
    pub fn plane(&self) -> usize {
        self.placement.plane()
    }

    /// Does anybody but a pawn stand on the square?
    pub fn occupies(&self, square: Square) -> bool {
        square == self.attacker
            || square == self.defender
            || self.placement.squares().contains(&square)
    }

    /// The mover's king.
    pub fn king(&self) -> Square {
        if self.to_move {
            self.attacker
        } else {
            self.defender
        }
    }

    /// After the mover's king has gone to a square.
    pub fn king_to(self, to: Square) -> Point {
        let mut next = self.passed();
        if self.to_move {
            next.attacker = to;
        } else {
            next.defender = to;
        }
        next
    }

    /// The points one step of the mover's king away, legal or not.
    pub fn king_steps(self) -> impl Iterator<Item = Point> {
        self.king()
            .set()
            .king_steps()
            .map(move |to| self.king_to(to))
    }
}

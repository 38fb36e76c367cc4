//! How the board of a question is turned to what a claim's attacker sees.

use crate::board::{Color, Position, Setup, Structure};
use crate::slice::point::Point;

/// How the board of the question is turned to what a claim's attacker sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub flipped: bool,
    pub mirrored: bool,
}

impl Seen {
    pub fn mirror_if(self, mirror: bool) -> Seen {
        Seen {
            mirrored: self.mirrored ^ mirror,
            ..self
        }
    }

    /// The position on the board of the question.
    pub fn position(self, view: Structure, point: Point) -> Option<Position> {
        let turn = if point.to_move {
            Color::White
        } else {
            Color::Black
        };
        let mut setup = Setup::pawn_ending(point.attacker, point.defender, view.pawns, turn);
        for ((color, role), &square) in view.pieces.iter().zip(point.placement.squares()) {
            setup.put(color, role, square);
        }
        let position = setup.validate().ok()?;
        let position = if self.mirrored {
            position.mirror()
        } else {
            position
        };
        Some(if self.flipped {
            position.flip()
        } else {
            position
        })
    }
}

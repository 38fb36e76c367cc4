//! The same position without a pawn.

use crate::board::{Color, Position, Role, Setup, Square};

/// The same position without the man on a square; `None` if that is no legal position.
pub(super) fn without(position: &Position, square: Square) -> Option<Position> {
    let mut setup = Setup::empty(position.turn());
    for color in Color::BOTH {
        for role in Role::ALL {
            let squares = position.pieces(color, role);
            for other in squares.filter(|&other| other != square) {
                setup.put(color, role, other);
            }
        }
    }
    setup.validate().ok()
}

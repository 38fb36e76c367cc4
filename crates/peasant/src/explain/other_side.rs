//! The same position with the other side to move.

use crate::board::{Color, Position, Role, Setup};

/// The same men with the other side to move, and nothing to be taken en passant; `None` if that is no legal position.
pub(super) fn other_side_to_move(position: &Position) -> Option<Position> {
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

//! The same position with the other side to move, or without a pawn.

use crate::board::{Color, Position, Role, Setup, Square};

/// The same men with the other side to move, and nothing to be taken en passant; `None` if that is no legal position.
pub(super) fn other_side_to_move(position: &Position) -> Option<Position> {
    men(position, !position.turn(), None)
}

/// The same position without the man on a square; `None` if that is no legal position.
pub(super) fn without(position: &Position, square: Square) -> Option<Position> {
    men(position, position.turn(), Some(square))
}

/// The men but for one, and who is to move.
fn men(position: &Position, turn: Color, but: Option<Square>) -> Option<Position> {
    let mut setup = Setup::empty(turn);
    for color in Color::BOTH {
        for role in Role::ALL {
            let squares = position.pieces(color, role);
            for square in squares.filter(|&square| Some(square) != but) {
                setup.put(color, role, square);
            }
        }
    }
    setup.validate().ok()
}

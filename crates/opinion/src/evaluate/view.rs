//! The board as one side sees it, whose pawns go up.

use peasant::board::{Bitboard, Role, Square};
use peasant::{Color, Position};

/// Pawns and kings as one side sees them.
pub(super) struct View {
    pub own: Bitboard,
    pub enemy: Bitboard,
    pub king: Square,
    pub enemy_king: Square,
    pub occupied: Bitboard,
    /// The side is to move.
    pub moves: bool,
    /// The side has more than king and pawns.
    pub pieces: bool,
    /// The other side has.
    pub enemy_pieces: bool,
    /// Own pawns that no enemy pawn can stop, the foremost of each file.
    pub passed: Bitboard,
}

impl View {
    pub fn of(position: &Position, us: Color) -> View {
        let pawns = |color| position.pieces(color, Role::Pawn).seen_by(us);
        let has_pieces = |color| {
            let plain = position.pieces(color, Role::Pawn) | position.pieces(color, Role::King);
            position.men(color) != plain
        };
        let (own, enemy) = (pawns(us), pawns(!us));
        View {
            own,
            enemy,
            king: position.king(us).seen_by(us),
            enemy_king: position.king(!us).seen_by(us),
            occupied: position.occupied().seen_by(us),
            moves: position.turn() == us,
            pieces: has_pieces(us),
            enemy_pieces: has_pieces(!us),
            passed: passed(own, enemy),
        }
    }
}

/// The pawns that no enemy pawn stands before or can take on the way, the foremost of each file.
fn passed(own: Bitboard, enemy: Bitboard) -> Bitboard {
    own - below(enemy | beside(enemy)) - below(own)
}

/// Is the man on a square a passed pawn of the side to move?
pub(crate) fn is_passed(position: &Position, square: Square) -> bool {
    let us = position.turn();
    let pawns = |color| position.pieces(color, Role::Pawn).seen_by(us);
    passed(pawns(us), pawns(!us)).contains(square.seen_by(us))
}

/// The squares on both sides of each.
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    squares.left() | squares.right()
}

/// Every square further up on the file of each.
pub(super) fn above(squares: Bitboard) -> Bitboard {
    let one = squares.up();
    let two = one | one.up();
    let four = two | two.up().up();
    four | four.up().up().up().up()
}

/// Every square further down on the file of each.
pub(super) fn below(squares: Bitboard) -> Bitboard {
    above(squares.flip()).flip()
}

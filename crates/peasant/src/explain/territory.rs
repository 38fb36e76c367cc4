//! The structure of a position on its own board, with what is proved of one side's win in it.

use crate::board::{Bitboard, Color, Pawns, Position, Square};
use crate::prove::SliceBounds;
use crate::slice::NEAR;

/// What the sets of one attacker are read off.
pub(super) struct Territory<'a> {
    pub position: &'a Position,
    pub attacker: Color,
    /// Where the attacker wins.
    pub slice: SliceBounds,
    /// Where the defender does, with the parts of the kings exchanged.
    pub counter: SliceBounds,
}

/// The squares that the pawns of a side hit.
pub(super) fn hits(pawns: Pawns, color: Color) -> Bitboard {
    match color {
        Color::White => pawns.white.white_pawn_attacks(),
        Color::Black => pawns.black.black_pawn_attacks(),
    }
}

impl Territory<'_> {
    /// Where the defender's king could take a man at once, with the attacker's king on this square.
    pub fn takers(&self, king: Square) -> Bitboard {
        let pawns = self.position.pawns();
        let guarded = hits(pawns, self.attacker) | Bitboard(NEAR[king.index()]);
        (pawns.of(self.attacker) - guarded).king_steps()
    }
}

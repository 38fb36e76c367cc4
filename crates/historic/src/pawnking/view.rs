//! A position as one side sees it, with the ways of both kings.

use super::distance::{KingPath, pawn_path};
use super::quad::{Man, Quad};
use super::span;
use peasant::board::{Bitboard, Color, Position, Square};

/// A position as one side sees it: its pawns go up.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// Whose view it is.
    pub side: Color,
    /// The men.
    pub board: Quad,
    /// Is this side to move?
    pub to_move: bool,
    pub own_king: Square,
    pub enemy_king: Square,
    /// The ways of this side's king.
    pub own_path: KingPath,
    /// The ways of the other king.
    pub enemy_path: KingPath,
    /// This side's passed pawns.
    pub passed: Bitboard,
}

impl View {
    /// The position as a side sees it.
    pub fn new(position: &Position, side: Color) -> View {
        let board = Quad::of(position, side);
        let (own_king, enemy_king) = (
            position.king(side).seen_by(side),
            position.king(!side).seen_by(side),
        );
        View {
            side,
            board,
            to_move: position.turn() == side,
            own_king,
            enemy_king,
            own_path: KingPath::own(board, own_king),
            enemy_path: KingPath::enemy(board, enemy_king),
            passed: span::passed(board.get(Man::OwnPawn), board.get(Man::EnemyPawn)),
        }
    }

    pub fn own_pawns(&self) -> Bitboard {
        self.board.get(Man::OwnPawn)
    }

    pub fn enemy_pawns(&self) -> Bitboard {
        self.board.get(Man::EnemyPawn)
    }

    /// 1 if the other side moves first, else 0.
    pub fn wait(&self) -> i32 {
        i32::from(!self.to_move)
    }

    /// Where a pawn promotes.
    pub fn promotion(pawn: Square) -> Square {
        Square::at(pawn.file(), 7)
    }

    /// The squares ahead of a pawn.
    pub fn ahead(pawn: Square) -> Bitboard {
        span::above(pawn.set())
    }

    /// Moves of a pawn to its promotion, if no pawn is in the way; one more if its own king is.
    pub fn moves_to_promote(&self, pawn: Square) -> Option<i32> {
        let steps = pawn_path(self.board, pawn, View::promotion(pawn))?;
        let in_the_way = View::ahead(pawn).contains(self.own_king);
        Some(steps.cast_signed() + i32::from(in_the_way))
    }
}

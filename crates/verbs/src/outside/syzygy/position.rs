//! Positions as the reader of the tables wants them.

use peasant::board::{Color, Position, Role};
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError};

/// `shakmaty`'s form of a position, which may have arisen by a check that no move can have given.
pub fn chess(position: &Position) -> Option<Chess> {
    let side = |color| Bitboard(position.men(color).0);
    let role = |role| {
        Bitboard((position.pieces(Color::White, role) | position.pieces(Color::Black, role)).0)
    };
    let roles = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let sides = ByColor {
        white: side(Color::White),
        black: side(Color::Black),
    };
    let mut setup = shakmaty::Setup::empty();
    setup.board = Board::try_from_bitboards(roles, sides).ok()?;
    setup.turn = shakmaty::Color::from_white(position.turn() == Color::White);
    setup.ep_square = match position.en_passant() {
        Some(square) => Some(shakmaty::Square::try_from(square.index()).ok()?),
        None => None,
    };
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

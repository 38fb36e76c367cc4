//! The rules of the wood: squares, sets of squares, pawn structures, positions and their moves.

pub mod attacks;
mod bitboard;
mod color;
mod pawns;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use pawns::Pawns;
pub use square::Square;

//! The rules of the wood: squares, sets of squares, pawn structures, positions and their moves.

pub mod attacks;
mod bitboard;
mod color;
mod generate;
mod moves;
mod name;
mod pawn_ending;
mod pawns;
mod perft;
mod position;
mod role;
mod setup;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use moves::Move;
pub use name::UnknownName;
pub use pawn_ending::NotAPawnEnding;
pub use pawns::Pawns;
pub use perft::perft;
pub use position::Position;
pub use role::Role;
pub use setup::{Illegal, IllegalPosition, NoEnPassant, Setup};
pub use square::Square;

#[cfg(test)]
mod tests;

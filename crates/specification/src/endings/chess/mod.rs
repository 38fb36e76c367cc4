//! Chess: pawn endings in which a pawn promotes to any of four pieces, and these play on.
//!
//! No fifty-move rule and no castling; infinite play is a draw. Values only, no distances. Positions fall into classes:
//! the pawns with their squares and the pieces without theirs. A class is solved with all placings of the kings and
//! pieces, after the classes that follow when a pawn moves or a man is taken.
//!
//! * `position`: positions, their legal moves, FEN
//! * `class`: the classes and which can follow which
//! * `place`: the placings of a class, numbered
//! * `table`: the values of a class, by sweeps
//! * `solve`: one class after the other

pub(super) mod class;
mod place;
mod position;
mod solve;
mod table;
#[cfg(test)]
mod tests;

pub use solve::Chess;

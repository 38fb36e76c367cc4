//! The specification of games with pawns alone: played and solved slowly and obviously, to check fast solvers against.
//!
//! It shares no code with the library. The board is that of chess or a corner of it, White plays up and Black down, and a position is solved by
//! trying every move.
//!
//! * `game`: the rules as data, the first position
//! * `position`: who stands where, whose turn it is, FEN
//! * `moves`: the moves, what they do, when a game is over, lines of play counted
//! * `solve`: the result of perfect play
//! * `sample`: positions to try, all or at random
//!
//! # Rules
//! A pawn goes one square ahead if that is empty, or, from its hindmost row and if the game has double steps, two squares if
//! both are empty. It takes one square ahead to the left or right. A pawn that has just gone two squares may be taken as if it
//! had gone one, if the game has that. Who brings a pawn to the last rank has won, who has no pawn has lost. Who must move and
//! cannot has drawn, has lost, or has lost unless the opponent could not move either.

mod game;
mod moves;
mod position;
pub mod sample;
mod solve;
mod square;
#[cfg(test)]
mod tests;

pub use crate::endings::Side;
pub use game::{Game, NoMove, Outcome};
pub use moves::NaiveMove;
pub use position::NaivePosition;
pub use solve::{Naive, descendants};
pub use square::Square;

//! The specification of pawn endings under Newborn's rules, solved slowly and obviously, to check fast solvers against.
//!
//! It shares no code with the library. A board is sixty-four boxes, a move is legal when the king is not in check after
//! it, and a pawn structure is solved by sweeping over all its positions until nothing changes.
//!
//! * `board`: squares, men, what attacks what
//! * `moves`: the moves of all men, and which of them Newborn's rules have
//! * `newborn`: what a promotion is worth
//! * `position`: positions and pawn structures as plain data, FEN
//! * `verdict`: values and distances, and how those of the moves make that of a position
//! * `solve`: the sweeps
//! * `chess`: the same endings in chess, with promoted pieces that play on
//! * `sets`: key squares, mutual zugzwangs and the like, by the letter of their definitions
//! * `sample`: pawn structures to try, all or at random
//!
//! # Terms
//! A *zeroing move* is a pawn move, a capture or a promotion: it changes the pawns for good. The *distance* of a decided
//! position is the number of plies to the next zeroing move or mate, that move included, when the winner takes the
//! shortest way among moves that win and the loser the longest among all its moves; a mated side has distance 0.
//! Infinite play is a draw and there is no fifty-move rule.

mod board;
pub mod chess;
mod moves;
mod newborn;
mod position;
pub mod sample;
pub mod sets;
mod solve;
#[cfg(test)]
mod tests;
mod verdict;

pub use board::Side;
pub(crate) use board::{Board, Man};
pub use position::{NaivePosition, Structure};
pub(crate) use position::{name, shorten_gaps};
pub use solve::Naive;
pub use verdict::Verdict;

/// A result as one side sees it: of a position, the side to move; of a move, the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// It loses.
    Loss,
    /// Neither side wins.
    Draw,
    /// It wins.
    Win,
}

impl Wdl {
    /// The same result as the opponent sees it.
    pub fn for_the_other(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

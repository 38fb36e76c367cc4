//! Why a text is not understood.

use std::error::Error;
use std::fmt;

use super::foreign::Foreign;
use super::men::MenError;
use super::moves::MoveError;
use crate::notation::fen::FenError;

/// Reasons why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is something else.
    Foreign(Foreign),
    /// It is no pawn ending, and no legal position either: it holds so many men, and so many pieces beside kings and pawns.
    Pieces {
        /// All of them.
        men: usize,
        /// Those that are neither kings nor pawns.
        pieces: usize,
    },
    /// It cannot be read as a FEN, or the position is not legal.
    Fen(FenError),
    /// It lists men, as books do, and they make no position.
    Men(MenError),
    /// A move behind `moves` is none.
    Move(MoveError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Foreign(foreign) => write!(f, "{foreign}: {}", foreign.cure()),
            Refusal::Pieces { men, pieces } => write!(
                f,
                "not a pawn ending: {men} men, {pieces} of them neither kings nor pawns; take some off"
            ),
            Refusal::Fen(error) => write!(f, "{error}"),
            Refusal::Men(error) => write!(f, "{error}"),
            Refusal::Move(error) => write!(f, "{error}"),
        }
    }
}

impl Error for Refusal {}

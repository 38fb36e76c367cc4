//! Why a prover gives no answer, or takes up no file.

use std::fmt;

use crate::board::{NotAPawnEnding, Position};
use crate::notation::fen;

#[cfg(doc)]
use super::Prover;
#[cfg(doc)]
use crate::tablebase::Tablebase;

/// Reasons why a prover gave no answer. Limits are no such reason: what is proved until then is the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProveError {
    /// By Newborn's rules: the position holds pieces that they do not know.
    NotAPawnEnding,
    /// A position that holds more pieces beside kings and pawns than [`Prover::MAX_PIECES`] by the rules of chess, or one
    /// more where there are no pawns.
    TooManyPieces {
        /// The number that it holds.
        pieces: u32,
    },
    /// A contradiction in what was proved, so that something from outside must be wrong. The prover has forgotten
    /// everything.
    Contradiction {
        /// The position at which it showed.
        position: Position,
        /// Results came from a [`Tablebase`] too.
        tablebase: bool,
        /// Results came from a store too.
        store: bool,
    },
}

/// The reason why a proof cannot be taken up again from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResumeError {
    /// What is wrong and, after a colon, what to do.
    pub(super) reason: String,
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for ResumeError {}

impl From<NotAPawnEnding> for ProveError {
    fn from(_: NotAPawnEnding) -> ProveError {
        ProveError::NotAPawnEnding
    }
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, tablebase, store) = match self {
            ProveError::NotAPawnEnding => return NotAPawnEnding.fmt(f),
            ProveError::TooManyPieces { pieces } => {
                return write!(
                    f,
                    "not a pawn ending: there are {pieces} pieces beside kings and pawns, and at most two are taken, or three without pawns; \
                     take some off, or use an endgame tablebase"
                );
            }
            ProveError::Contradiction {
                position,
                tablebase,
                store,
            } => (fen::format(position), tablebase, store),
        };
        write!(f, "two proofs contradict each other at `{position}`: ")?;
        f.write_str(match (tablebase, store) {
            (true, true) => {
                "an outside table is wrong, or the store; check the tables, clear the store, or use neither"
            }
            (true, false) => "an outside table is wrong; check the tables, or use none",
            (false, true) => "the store is wrong; clear it, or use none",
            (false, false) => "this is a fault of the library; please report it",
        })
    }
}

impl std::error::Error for ProveError {}

//! Reasons why there is no certificate.

use std::fmt;

use crate::analysis::Crossed;
use crate::board::Position;
use crate::limits::Stop;
use crate::notation::fen;

/// Reasons why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uncertified {
    /// Certificates are by the rules of chess.
    Newborn,
    /// Nothing is proved of the position.
    Nothing,
    /// A limit was reached, or somebody cancelled. More of it, and the certificate can be made.
    Stopped(Stop),
    /// The strategy knows no move in a position that leads on: its proof has been forgotten for want of memory, or leads through
    /// endings that are not stored as moves.
    Gap(Position),
    /// A proof that contradicts itself, so that something from outside must be wrong.
    Contradiction(Position),
}

impl From<Crossed> for Uncertified {
    fn from(Crossed(position): Crossed) -> Uncertified {
        Uncertified::Contradiction(position)
    }
}

impl fmt::Display for Uncertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncertified::Newborn => f.write_str(
                "certificates are by the rules of chess: prove it without `--rules newborn`",
            ),
            Uncertified::Nothing => {
                f.write_str("nothing is proved that could be certified: give it more time")
            }
            Uncertified::Stopped(stop) => write!(
                f,
                "the certificate was not finished ({}): give it more",
                stop.name()
            ),
            Uncertified::Gap(position) => write!(
                f,
                "no move that leads on is kept for `{}`: give it more memory",
                fen::format(position)
            ),
            Uncertified::Contradiction(position) => write!(
                f,
                "two proofs contradict each other at `{}`: check the tables, or use none",
                fen::format(position)
            ),
        }
    }
}

impl std::error::Error for Uncertified {}

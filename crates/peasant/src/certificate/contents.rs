//! What a certificate holds.

use crate::board::{Color, Move, Position};
use crate::value::Bounds;

/// A proof that somebody else can check: one strategy for each bound of the result that says something.
///
/// ```
/// use peasant::{Prover, Request, notation::fen};
///
/// let mut prover = Prover::default();
/// let request = Request::new(fen::parse("8/8/8/7p/1PK2k2/8/8/8 w - -")?);
/// let analysis = prover.analyse(&request)?;
/// let certificate = prover.certify(&request, &analysis)?;
/// assert!(certificate.trusted.is_empty(), "nothing is taken on trust");
/// assert_eq!(certificate.strategies.len(), 1, "a win takes one strategy");
///
/// let mut bytes = Vec::new();
/// certificate.write(&mut bytes)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Certificate {
    /// The position.
    pub position: Position,
    /// Bounds of its result that are shown, for the side to move.
    pub bounds: Bounds,
    /// Results on which it depends; empty if nothing is taken on trust.
    pub trusted: Vec<Trusted>,
    /// Strategies, at most two, one a side.
    pub strategies: Vec<Strategy>,
}

/// The moves of one side, wherever the other leads.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Strategy {
    /// Whose strategy it is.
    pub side: Color,
    /// True if that side wins, false if it only does not lose.
    pub wins: bool,
    /// The positions that it comes to with that side to move: the move there, and for wins a rank, the number of
    /// moves after which play has ended at the latest. Those with the same pawns and the same kinds of pieces stand together.
    pub steps: Vec<(Position, Move, u32)>,
}

/// A result that is not proved in the certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trusted {
    /// The position.
    pub position: Position,
    /// Its result, for the side to move, as far as it is needed.
    pub bounds: Bounds,
    /// The source that says so.
    pub by: Trust,
}

/// Sources of what is not proved in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trust {
    /// A table from outside ([`crate::tablebase::Tablebase`]).
    Table,
    /// An ending of three promoted pieces: this program has solved it, but not as moves to be played.
    Slice,
}

impl Certificate {
    /// The number of positions that its strategies come to.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.strategies.iter().map(|one| one.steps.len()).sum()
    }
}

impl Trust {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Trust::Table => "table",
            Trust::Slice => "slice",
        }
    }
}

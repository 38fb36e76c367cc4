//! What the facade asks of a prover, in positions: how a prover names structures and turns boards is its own affair.

use super::effort::Effort;
use crate::board::{Color, Position};
use crate::limits::{Stop, Watch};
use crate::value::{Bounds, Contradiction, Distance};

/// What is known of a position after some work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The result for the side to move.
    pub bounds: Bounds,
    /// The bounds are open, and more work would not close them.
    pub hopeless: bool,
}

/// How exact a distance is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The winner's shortest way against the loser's longest; may take work.
    Exact,
    /// A way that is proved, perhaps not the shortest; takes no proof.
    Proved,
    /// A single ply, without a look at the ending.
    AtSight,
}

/// A prover that answers one request after another and keeps what it has proved.
///
/// Once something has stopped it, it only tells what it knows, until the next request begins.
pub(crate) trait Proof: Send {
    /// A request begins, with limits and a clock of its own.
    fn begin(&mut self, watch: &Watch);

    /// Works on a position until its result is known or so much has been spent on either player's win. No effort: what is
    /// known already.
    ///
    /// # Errors
    /// What is proved contradicts itself: something from outside is wrong.
    fn work(&mut self, position: &Position, effort: Effort) -> Result<Found, Contradiction>;

    /// How far the next conversion is in a position without en passant that `winner` is proved to win.
    fn distance(
        &mut self,
        position: &Position,
        winner: Color,
        measure: Measure,
    ) -> Option<Distance>;

    /// Endings that could not be solved and were in the way of the request.
    fn unresolved(&self) -> Vec<Position>;

    /// Were endings left alone for want of memory?
    fn lacked_memory(&self) -> bool;

    /// What has stopped the request.
    fn stopped(&self) -> Option<Stop>;

    /// Structures expanded or solved in all requests: without promoted pieces, with one, with two.
    fn structures(&self) -> [u64; 3];

    /// Bytes in use.
    fn bytes(&self) -> u64;
}

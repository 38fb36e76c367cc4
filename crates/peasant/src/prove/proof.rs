//! What the facade asks of a prover, in positions: how a prover names structures and turns boards is its own affair.

use super::effort::Effort;
use super::keep::Saved;
use super::slice_bounds::SliceBounds;
use crate::board::{Color, Position};
use crate::limits::{Stop, Watch};
use crate::slice::Point;
use crate::value::{Bounds, Contradiction, Distance, Wdl};

/// What is known of a position after some work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The result for the side to move.
    pub bounds: Bounds,
    /// The bounds are open, and more work would not close them.
    pub hopeless: bool,
}

/// Endings with promoted pieces on which a supposed result leans.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaned {
    /// Each with the bounds that it needs for the side to move there.
    pub endings: Vec<(Position, Bounds)>,
    /// True if these are all.
    pub complete: bool,
    pub queens: QueensOnBothSides,
}

/// The work that it would take to do without assumptions about endings in which both sides promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueensOnBothSides {
    /// In so many of the endings the side to move promotes at once, against a side that has promoted.
    pub endings: usize,
    /// The number of structures with two promoted pieces that follow these, up to a limit: at most a slice of each has to be solved.
    pub structures: usize,
    /// True if these are all.
    pub complete: bool,
}

impl Default for QueensOnBothSides {
    fn default() -> QueensOnBothSides {
        QueensOnBothSides::NONE
    }
}

impl QueensOnBothSides {
    /// Nothing leans on such endings.
    pub const NONE: QueensOnBothSides = QueensOnBothSides {
        endings: 0,
        structures: 0,
        complete: true,
    };
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

/// What is counted as the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Aim {
    /// Mate alone.
    Mate,
    /// Mate, or the winner has a queen or rook against pawns that cannot promote: what pawn endings are about.
    Promotion,
    /// Mate, or the winner has a queen or rook against the bare king: where there are promoted pieces from the beginning.
    BareKing,
}

/// In how many plies the end comes, and is that the least that the winner can force and the loser can hold out?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EndIn {
    pub plies: u16,
    pub exact: bool,
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

    /// Can anything be supposed where the proof stays open?
    fn supposes(&self) -> bool {
        false
    }

    /// The proof has ended, and suppositions begin.
    fn begin_supposing(&mut self, _watch: &Watch) {}

    /// The result for the side to move that a relaxed game supposes, after so much work. It is never proof.
    fn suppose(&mut self, _position: &Position, _effort: Effort) -> Option<Wdl> {
        None
    }

    /// The endings with promoted pieces that a supposed result leans on beyond what is proved. `None`: that cannot be told.
    fn assumptions(&mut self, _position: &Position, _result: Wdl) -> Option<Leaned> {
        None
    }

    /// How far the next zeroing move is in a position that `winner` is supposed to win.
    fn supposed_distance(&mut self, _position: &Position, _winner: Color) -> Option<Distance> {
        None
    }

    /// Some endings that were assumed are not so: suppositions must do without them.
    fn reject(&mut self, _endings: &[Position]) {}

    /// How far the next zeroing move is in a position without en passant that `winner` is proved to win.
    fn distance(
        &mut self,
        position: &Position,
        winner: Color,
        measure: Measure,
    ) -> Option<Distance>;

    /// In how many plies `winner` brings about the end in a position without en passant that it is proved to win. `None` where that
    /// cannot be told, or not cheaply.
    fn end_in(&mut self, _position: &Position, _winner: Color, _aim: Aim) -> Option<EndIn> {
        None
    }

    /// What is proved of the whole structure of a pawn ending: where this player wins it. Works on these points, the first ones
    /// first, until so much has been spent in all; the kings are named as on the board of the position. No effort: what is known
    /// already. `None`: there are promoted pieces on the board, or nothing is known.
    ///
    /// # Errors
    /// What is proved contradicts itself: something from outside is wrong.
    fn slice(
        &mut self,
        position: &Position,
        attacker: Color,
        points: &[Point],
        effort: Effort,
    ) -> Result<Option<SliceBounds>, Contradiction>;

    /// Endings that could not be solved and were in the way of the request.
    fn unresolved(&self) -> Vec<Position>;

    /// Were endings left alone for want of memory?
    fn lacked_memory(&self) -> bool;

    /// What has stopped the request.
    fn stopped(&self) -> Option<Stop>;

    /// Structures expanded or solved in all requests: without promoted pieces, with one, with two.
    fn structures(&self) -> [u64; 3];

    /// The structures that the proved result of a position follows from, by kind. `None`: that cannot be told, or not in time.
    fn proof_structures(&mut self, _position: &Position) -> Option<[u64; 3]> {
        None
    }

    /// The file that keeps what is proved, for those provers that can have one.
    fn saved(&self) -> Option<&Saved> {
        None
    }

    /// Keeps what is proved in a file from now on.
    fn save_in(&mut self, _file: &Saved) {}

    /// Writes that file, if there is one.
    fn save(&mut self) {}

    /// Bytes in use.
    fn bytes(&self) -> u64;
}

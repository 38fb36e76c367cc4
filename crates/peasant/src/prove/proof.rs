//! What the facade hears of a proof.

use crate::board::Position;
use crate::value::{Bounds, Wdl};

/// What is known of a position after some work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The result for the side to move.
    pub bounds: Bounds,
    /// The bounds are open, and more work would not close them.
    pub hopeless: bool,
}

/// A result that a relaxed game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Supposed {
    /// For the side to move.
    pub result: Wdl,
    /// It leans on counts of pawns, where Newborn's game has not come to an end.
    pub counted: bool,
}

impl Supposed {
    /// Without counting pawns.
    pub fn played(result: Wdl) -> Supposed {
        Supposed {
            result,
            counted: false,
        }
    }
}

/// Endings on which a supposed result leans: with promoted pieces, or pawn endings that were counted.
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

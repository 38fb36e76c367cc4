//! What the facade hears of a proof.

use std::time::Duration;

use crate::value::Bounds;

/// What is known of a position after some work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The result for the side to move.
    pub bounds: Bounds,
    /// The bounds are open, and more work would not close them.
    pub hopeless: bool,
}

/// What a position hangs on that is open: endings with a promoted piece on both sides, or two on one, that its proof has come to. If one
/// does not bear the claim out there may be more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// How many structures with two pieces are to be solved still.
    pub slices: u64,
    /// How long they take at the pace of those that this request has solved; `None` if it has solved none.
    pub time: Option<Duration>,
    /// How many bytes they take, as do those that the proof has kept; `None` if it has kept none.
    pub bytes: Option<u64>,
}

impl Price {
    /// Both together.
    pub(crate) fn and(self, other: Price) -> Price {
        let time = self.time.into_iter().chain(other.time);
        let bytes = self.bytes.into_iter().chain(other.bytes);
        Price {
            slices: self.slices + other.slices,
            time: time.reduce(|one, other| one + other),
            bytes: bytes.reduce(|one, other| one + other),
        }
    }
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

//! What a proof needs at least.

use std::time::Duration;

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

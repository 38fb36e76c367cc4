//! What can be chosen.

use super::memory::Reuse;

/// Options of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Permission for the value of a position to stand for the same structure with other kings.
    pub reuse: Reuse,
    /// True if moves without a plan are looked at only where all others lose.
    pub selective: bool,
}

impl Default for Options {
    /// Every move, and careful reuse.
    fn default() -> Options {
        Options {
            reuse: Reuse::Careful,
            selective: false,
        }
    }
}

//! What can be chosen.

use super::memory::Reuse;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// May the value of a position stand for the same structure with other kings?
    pub reuse: Reuse,
    /// Are moves without a plan looked at only where all others lose?
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

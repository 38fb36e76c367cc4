//! The squares of a board of any size.

use crate::endings::{Side, name};

/// File and rank, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// From 1.
    pub file: i32,
    /// From 1.
    pub rank: i32,
}

impl Square {
    /// The next square of this file, as this side sees it.
    pub fn ahead(self, side: Side) -> Square {
        let rank = self.rank + side.forward();
        Square { rank, ..self }
    }

    /// Its place on a board of chess.
    pub fn index(self) -> usize {
        ((self.rank - 1) * 8 + self.file - 1) as usize
    }

    /// As in `e4`.
    pub fn name(self) -> String {
        name(self.index())
    }
}

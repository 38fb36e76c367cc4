//! The squares of a board of any size.

use super::side::Side;

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
        let rank = self.rank + side.ahead();
        Square { rank, ..self }
    }

    /// As in `e4`.
    pub fn name(self) -> String {
        let letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
        format!("{}{}", letters[self.file as usize - 1], self.rank)
    }
}

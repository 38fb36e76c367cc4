//! How far pawns can ever come: a sound upper bound that costs a few dozen operations.

use super::board::{Board, Geometry, rank};

/// The squares that each side's pawns may ever stand on, if both sides help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Ours, the squares of now included.
    pub us: u64,
    /// Theirs.
    pub them: u64,
    /// Their pawns that can neither be taken nor take, ever.
    pub their_fixed: u64,
    /// Ours.
    pub our_fixed: u64,
}

impl Reach {
    /// Pawns of a file that no pawn beside them can ever meet stay on it: nobody passes them, and nobody takes them.
    pub fn of(board: &Board, geometry: &Geometry) -> Reach {
        let mut reach = Reach {
            us: board.us,
            them: board.them | board.passed,
            their_fixed: board.them,
            our_fixed: board.us,
        };
        loop {
            let next = reach.step(board, geometry);
            if next == reach {
                return reach;
            }
            reach = next;
        }
    }

    fn step(&self, board: &Board, geometry: &Geometry) -> Reach {
        let us = self.us & !geometry.goal;
        let them = self.them & !geometry.their_goal;
        let met = ((us << 9) | (us >> 7)) & self.them;
        let meeting = ((them >> 9) | (them << 7)) & self.us;
        let their_fixed = board.them & !files(met);
        let our_fixed = board.us & !files(meeting);
        Reach {
            us: self.us | met | ((us << 1) & !their_fixed),
            them: self.them | meeting | ((them >> 1) & !our_fixed),
            their_fixed,
            our_fixed,
        }
    }

    /// Can we ever win, if they must not be stalemated into a loss?
    pub const fn we_may_win(&self, geometry: &Geometry) -> bool {
        self.us & geometry.goal != 0 || self.their_fixed == 0
    }

    /// Can they?
    pub const fn they_may_win(&self, geometry: &Geometry) -> bool {
        self.them & geometry.their_goal != 0 || self.our_fixed == 0
    }

    /// Files whose pawns may meet those of the next file, a bit each at the lowest square of the file.
    pub const fn links(&self, geometry: &Geometry) -> u64 {
        let us = self.us & !geometry.goal;
        let right = (us << 9) & self.them;
        let left = (us >> 7) & self.them;
        marks(left) | (marks(right) >> 8)
    }
}

/// The lowest square of every file that holds a square of the set.
pub const fn marks(squares: u64) -> u64 {
    let low = 0x7f7f_7f7f_7f7f_7f7f;
    ((((squares & low) + low) | squares) >> 7) & rank(0)
}

/// Every file that holds a square of the set.
pub const fn files(squares: u64) -> u64 {
    marks(squares) * 0xff
}

#[cfg(test)]
mod tests;

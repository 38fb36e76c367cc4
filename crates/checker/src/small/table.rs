//! What the positions of an ending are worth.

use super::Worth;
use super::ending::Ending;
use super::lines::{self, Squares};
use super::men::Men;
use super::view;

/// Where a man may stand so that the side to move loses, draws, wins. Elsewhere there is no position: the side that is not to move
/// is in check, or men stand on one square.
pub type Sets = [Squares; 3];

/// Sets in two bits a square: one for losses and wins, the other for draws and wins.
pub type Packed = [Squares; 2];

pub fn packed([losses, draws, wins]: Sets) -> Packed {
    [losses | wins, draws | wins]
}

/// An ending, and by block where the last piece may stand.
pub struct Table {
    pub ending: Ending,
    pub blocks: Vec<Packed>,
}

impl Table {
    /// What a position is worth, if it is one.
    pub fn worth(&self, men: &Men) -> Option<Worth> {
        let (way, _) = self.ending.ways(men.squares[0]);
        let square = view::turned(men.squares[self.ending.last()], way);
        let [odd, high] = self.blocks[self.ending.block(men, way)].map(|set| set >> square & 1);
        [None, Some(Worth::Loss), Some(Worth::Draw), Some(Worth::Win)][(odd | high << 1) as usize]
    }

    /// The same for a man on each of some squares.
    pub fn sets(&self, men: &Men, index: usize, squares: Squares) -> Sets {
        if index == self.ending.last() {
            let (way, _) = self.ending.ways(men.squares[0]);
            let [odd, high] = self.blocks[self.ending.block(men, way)];
            return [odd & !high, high & !odd, odd & high]
                .map(|set| view::all_turned(set, view::back(way)) & squares);
        }
        let mut sets = [0; 3];
        for square in lines::squares(squares) {
            if let Some(worth) = self.worth(&men.with(index, square)) {
                sets[worth as usize] |= 1 << square;
            }
        }
        sets
    }
}

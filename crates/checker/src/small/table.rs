//! What the positions of an ending are worth.

use super::Worth;
use super::lines::Squares;

/// By block, where the last piece may stand, 64 positions each: those that are [`NONE`], [`WON`] and [`LOST`].
pub struct Table(pub Vec<[Squares; 3]>);

/// These are no positions: the side that is not to move is in check, or men stand on one square.
pub const NONE: usize = 0;
/// The side to move wins.
pub const WON: usize = 1;
/// It loses.
pub const LOST: usize = 2;

impl Table {
    /// Where the last piece stands in a block so that the side to move wins, draws, loses.
    pub fn sets(&self, block: usize) -> [Squares; 3] {
        let [none, won, lost] = self.0[block];
        [won, !(none | won | lost), lost]
    }

    /// What a position is worth, by its number.
    pub fn worth(&self, number: usize) -> Option<Worth> {
        let (sets, square) = (&self.0[number >> 6], number & 63);
        let is_in = |kind: usize| sets[kind] >> square & 1 == 1;
        if is_in(NONE) {
            None
        } else if is_in(WON) {
            Some(Worth::Win)
        } else if is_in(LOST) {
            Some(Worth::Loss)
        } else {
            Some(Worth::Draw)
        }
    }
}

//! Results from outside: endgame tables that somebody else has computed.

use crate::board::Position;
use crate::value::Wdl;

/// Tables of results for positions with few men. The library trusts them.
///
/// The 50-move rule does not count: a win that it would spoil is a win, a loss that it would save is a loss.
pub trait Tablebase: Send + Sync {
    /// How many men, kings included, a position that there is a table for can have.
    fn max_men(&self) -> usize;

    /// The result for the side to move; `None` if the table that it takes is missing or cannot be read.
    fn probe(&self, position: &Position) -> Option<Wdl>;

    /// Has it told results from files that were not compared with their checksums, so that damage would not have shown?
    fn is_unchecked(&self) -> bool {
        false
    }
}

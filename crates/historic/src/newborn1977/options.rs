//! What can be chosen and switched off.

use super::terminal::Conditions;

/// The greatest depth of a search, in plies.
pub const MAXIMUM_DEPTH: u32 = 60;

/// Options of PEASANT's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The maximum depth in plies; below 1 counts as 1, above [`MAXIMUM_DEPTH`] as that.
    pub depth: u32,
    /// Condition 6 as Church said it should have been: the same position at any depth. Taken literally: a value is used whatever depth it
    /// was searched to.
    pub church: bool,
    /// The conditions that are switched on.
    pub conditions: Conditions,
    /// True to leave out unpromising king moves in the last two plies. Our reading of "many king moves near the tips": see the
    /// source of the module `pruning`. Lost positions are called so only when all moves have been looked at.
    pub king_pruning: bool,
    /// True to look first at the last two quiet moves that refuted something at a ply.
    pub killers: bool,
}

impl Default for Options {
    /// Ten plies, as the original reached with three or four pawns; everything on, without Church's correction.
    fn default() -> Options {
        Options {
            depth: 10,
            church: false,
            conditions: Conditions::ALL,
            king_pruning: true,
            killers: true,
        }
    }
}

//! The players.

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first, and up the board.
    White,
    /// Moves down the board.
    Black,
}

impl Side {
    /// White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Ranks that a step ahead adds.
    pub fn ahead(self) -> i32 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }
}

//! A move: from, to, and what a pawn becomes.

use std::fmt;

use super::role::Role;
use super::square::Square;

/// A move. Whether it is legal depends on the position it is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The square the man leaves.
    pub from: Square,
    /// The square the man lands on.
    pub to: Square,
    /// The piece that the pawn becomes, if it promotes.
    pub promotion: Option<Role>,
}

impl Move {
    /// A move that is no promotion.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Move {
        Move {
            from,
            to,
            promotion: None,
        }
    }

    /// A promotion.
    #[must_use]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Move {
        Move {
            from,
            to,
            promotion: Some(role),
        }
    }

    /// Gives the move in the left-right mirror.
    #[must_use]
    pub const fn mirror(self) -> Move {
        Move {
            from: self.from.mirror(),
            to: self.to.mirror(),
            promotion: self.promotion,
        }
    }

    /// Gives the move for the other colour, on the turned board.
    #[must_use]
    pub const fn flip(self) -> Move {
        Move {
            from: self.from.flip(),
            to: self.to.flip(),
            promotion: self.promotion,
        }
    }
}

impl fmt::Display for Move {
    /// The move as UCI writes it: `e2e4`, `e7e8q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

//! Names of rule sets: what a promotion is worth.

use std::fmt;
use std::str::FromStr;

use crate::board::{Move, Position, Role};

/// Positions with more promoted pieces are refused, but for three without pawns: a slice with three would take 262,144 planes, 256 MiB a
/// bound; without pawns the symmetries of the board make it a sixth.
pub(crate) const MAX_PIECES: usize = 2;

/// A rule set for promotions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// Chess: all four promotions, and the new pieces play on.
    #[default]
    Chess,
    /// Newborn's rules of 1977: queens only; a queen up wins, equal queens draw.
    Newborn,
}

impl Rules {
    /// All of them.
    pub const ALL: [Rules; 2] = [Rules::Chess, Rules::Newborn];

    /// The name that users and machine-readable output use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Chess => "chess",
            Rules::Newborn => "newborn",
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no rule set's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRules(String);

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rules `{}`: use `chess` or `newborn`", self.0)
    }
}

impl std::error::Error for UnknownRules {}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Rules, UnknownRules> {
        match name {
            "chess" => Ok(Rules::Chess),
            "newborn" => Ok(Rules::Newborn),
            _ => Err(UnknownRules(name.to_owned())),
        }
    }
}

impl Rules {
    /// The moves of a position that the rules allow. The position is without promoted pieces, or a pawn has just promoted.
    #[must_use]
    pub fn moves(self, position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves();
        match self {
            Rules::Chess => {}
            Rules::Newborn => moves.retain(|m| m.promotion.is_none_or(|role| role == Role::Queen)),
        }
        moves
    }
}

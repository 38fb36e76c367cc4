//! What is looked for.

use std::fmt;
use std::str::FromStr;

/// A kind of material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// Whoever is to move loses.
    FullPoint,
    /// Every other mutual zugzwang: each side would rather have the other to move, and one of the results is a draw.
    Zugzwang,
    /// The wins that take longest.
    Longest,
    /// The only moves that keep the result are promotions to a rook, a bishop or a knight.
    Underpromotion,
    /// The longest chains of only moves to a win.
    OnlyMoves,
}

impl Kind {
    /// All of them, in the order in which they are told.
    pub const ALL: [Kind; 5] = [
        Kind::FullPoint,
        Kind::Zugzwang,
        Kind::Longest,
        Kind::Underpromotion,
        Kind::OnlyMoves,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::FullPoint => "full-point",
            Kind::Zugzwang => "zugzwang",
            Kind::Longest => "longest",
            Kind::Underpromotion => "underpromotion",
            Kind::OnlyMoves => "only-moves",
        }
    }
}

/// Measures of the length of a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// To the next pawn move, capture or mate, in the winner's shortest way against the loser's longest.
    #[default]
    ZeroingMove,
    /// Length to mate, or to a promotion after which nothing is left to fight for ([`crate::End`]). Chess only; exact for the
    /// simplest endings only.
    End,
    /// Length to mate. By the rules of chess only, and dear: where it would be too much work it stays open.
    Mate,
}

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 3] = [Measure::ZeroingMove, Measure::End, Measure::Mate];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Measure::End => "end",
            Measure::ZeroingMove => "conversion",
            Measure::Mate => "mate",
        }
    }
}

macro_rules! named {
    ($type:ty, $all:expr, $cure:literal) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<$type, String> {
                let found = $all.into_iter().find(|one| one.name() == text);
                found.ok_or_else(|| $cure.to_owned())
            }
        }
    };
}

named!(
    Kind,
    Kind::ALL,
    "write full-point, zugzwang, longest, underpromotion or only-moves"
);
named!(Measure, Measure::ALL, "write end, conversion or mate");

//! The two players.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use super::UnknownName;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The player whose pawns move towards the eighth rank.
    White,
    /// The player whose pawns move towards the first rank.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// The name that users type and machine-readable output uses: `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Color;

    /// The opponent.
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl FromStr for Color {
    type Err = UnknownName;

    /// Reads `white` or `black`, with a capital letter too.
    fn from_str(text: &str) -> Result<Color, UnknownName> {
        match text {
            "white" | "White" => Ok(Color::White),
            "black" | "Black" => Ok(Color::Black),
            _ => Err(UnknownName::new(text, "colour", "`white` or `black`")),
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

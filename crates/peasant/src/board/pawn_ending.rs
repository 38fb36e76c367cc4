//! Kings and pawns alone, or not.

use std::fmt;

/// The position holds other pieces than kings and pawns: this library has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPawnEnding;

impl fmt::Display for NotAPawnEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a pawn ending: there are pieces other than kings and pawns on the board; \
             take them off, or use an endgame tablebase",
        )
    }
}

impl std::error::Error for NotAPawnEnding {}

//! Moves as players write them, by the library.

use peasant::board::{Move, Position};
use peasant::notation::{lenient, san};

/// The move in SAN, with its check or mate sign.
pub fn format(position: &Position, r#move: Move) -> String {
    san::format(r#move, position)
}

/// Reads a move in SAN, or as two squares. The error names the text, the reason and the cure.
pub fn parse(position: &Position, text: &str) -> Result<Move, String> {
    lenient::find_move(text, position).map_err(|error| error.to_string())
}

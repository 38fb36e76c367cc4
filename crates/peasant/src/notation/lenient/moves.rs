//! Moves as people write them.

use std::error::Error;
use std::fmt;

use crate::board::{Move, Position};
use crate::notation::san::{self, SanError};
use crate::notation::uci::{self, UciError};

/// A text that is not exactly one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// Read as SAN.
    San(SanError),
    /// Read as two squares.
    Uci(UciError),
}

/// Reads a move: SAN as loosely as [`san::parse`] does, or two squares (`g5f5`, `g5-f5`, `e7e8q`, `e7-e8=Q`).
///
/// # Errors
/// If the text is not a move, or not exactly one legal move.
pub fn find_move(text: &str, position: &Position) -> Result<Move, MoveError> {
    let text = text.trim().trim_matches(['"', '\'', '`', ',']);
    match san::parse(text, position) {
        Ok(mv) => Ok(mv),
        Err(error) => match squares(text) {
            Some(text) => uci::parse(&text, position).map_err(MoveError::Uci),
            None => Err(MoveError::San(error)),
        },
    }
}

/// A move between squares, as UCI writes it.
fn squares(text: &str) -> Option<String> {
    if text.len() > san::MAX_LENGTH {
        return None;
    }
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let signs = ['-', '=', 'x', ':', '(', ')', '/'];
    let plain = text.replace(signs, "").to_ascii_lowercase();
    plain.parse::<Move>().is_ok().then_some(plain)
}

/// The moves of an operation, with "e.p." put back to the move before it, and without commas between them.
pub fn joined(words: &[String]) -> Vec<String> {
    let mut moves: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let word = word.trim_matches(',');
        match (word, moves.last_mut()) {
            ("", _) => {}
            ("e.p." | "e.p" | "ep", Some(before)) => *before += " e.p.",
            _ => moves.push(word.to_owned()),
        }
    }
    moves
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::San(error) => write!(f, "{error}"),
            MoveError::Uci(error) => write!(f, "{error}"),
        }
    }
}

impl Error for MoveError {}

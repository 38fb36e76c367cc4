//! Moves as people write them.

use std::error::Error;
use std::fmt;

use crate::board::{Move, Position};
use crate::notation::san::{self, SanError};
use crate::notation::uci::{self, UciError};
use crate::notation::written;

/// A text that is not exactly one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// Read as SAN.
    San(SanError),
    /// Read as two squares.
    Uci(UciError),
}

/// Reads a move as people write it: SAN, or two squares (`g5f5`, `g5-f5`, `e7e8q`, `e7-e8=Q`), with a number before it, signs and
/// words behind it, and quotes around it.
///
/// # Errors
/// If the text is not a move, or not exactly one legal move.
pub fn find_move(text: &str, position: &Position) -> Result<Move, MoveError> {
    let text = text.trim().trim_matches(['"', '\'', '`', ',']);
    san::parse(text, position).map_err(|error| match text.parse::<Move>() {
        Ok(_) => match uci::parse(text, position) {
            Err(error) => MoveError::Uci(error),
            Ok(_) => MoveError::San(error),
        },
        Err(_) => MoveError::San(error),
    })
}

/// The moves of an operation: numbers are left out, and what is said apart of a move (`e.p.`, `ch`, `!`, `=Q`) is put back to it.
pub fn joined(words: &[String]) -> Vec<String> {
    let mut moves: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let word = word.trim_matches(',');
        let is_number = word
            .trim_end_matches(['.', '…'])
            .chars()
            .all(|c| c.is_ascii_digit());
        match moves.last_mut() {
            _ if is_number => {}
            Some(before) if is_said_of_a_move(word) => *before += &format!(" {word}"),
            _ => moves.push(word.to_owned()),
        }
    }
    moves
}

/// Does a word belong to the move before it?
fn is_said_of_a_move(word: &str) -> bool {
    let bare = word
        .trim_start_matches(['=', '/', '('])
        .trim_end_matches(')');
    let is_promotion =
        bare.len() == 1 && bare.len() < word.len() && bare.starts_with(['Q', 'R', 'B', 'N']);
    is_promotion || !word.starts_with('-') && written::signs(word).is_some()
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

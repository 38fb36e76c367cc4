//! Moves in text, as people type them.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::error::Error;
use std::fmt;

use super::position::{Move, Position};
use peasant::board::Square;

/// Faults of a text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text has not the form of a move.
    Unreadable(String),
    /// It has, but no pawn can make it.
    Illegal(String),
    /// More than one move can be meant: these.
    Ambiguous(String, Vec<Move>),
}

/// What a text says of a move; what it leaves out may be anything.
struct Wanted {
    from_file: Option<u32>,
    from_rank: Option<u32>,
    to: Square,
    capture: Option<bool>,
}

impl Position {
    /// Reads a move: `b4`, `axb5` or, from square to square, `a2a4`. The file of a capture may be left out, as in `xb5`, if
    /// only one pawn can take there.
    ///
    /// # Errors
    /// Why the text is not one legal move.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let name = text.trim();
        let wanted = Wanted::read(&name.to_ascii_lowercase())
            .ok_or_else(|| MoveError::Unreadable(name.to_owned()))?;
        let moves = self.legal_moves().into_iter();
        let meant: Vec<Move> = moves.filter(|&m| wanted.fits(m)).collect();
        match meant[..] {
            [m] => Ok(m),
            [] => Err(MoveError::Illegal(name.to_owned())),
            _ => Err(MoveError::Ambiguous(name.to_owned(), meant)),
        }
    }
}

impl Wanted {
    fn read(text: &str) -> Option<Wanted> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let (from, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let to = Square::parse(to)?;
        let (from, capture) = match (from.strip_suffix('x'), from.strip_suffix('-')) {
            (Some(from), _) => (from, Some(true)),
            (None, Some(from)) => (from, Some(false)),
            // `b4` is a push; squares from and to say everything.
            (None, None) => (from, from.is_empty().then_some(false)),
        };
        let (from_file, from_rank) = match from.as_bytes() {
            [] => (None, None),
            &[file @ b'a'..=b'h'] => (Some(u32::from(file - b'a')), None),
            _ => {
                let square = Square::parse(from)?;
                (Some(square.file()), Some(square.rank()))
            }
        };
        Some(Wanted {
            from_file,
            from_rank,
            to,
            capture,
        })
    }

    fn fits(&self, m: Move) -> bool {
        let is_capture = m.from.file() != m.to.file();
        self.to == m.to
            && self.capture.is_none_or(|capture| capture == is_capture)
            && self.from_file.is_none_or(|file| file == m.from.file())
            && self.from_rank.is_none_or(|rank| rank == m.from.rank())
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Unreadable(text) => {
                let shown: String = text.chars().take(20).collect();
                let shown = shown.escape_debug();
                write!(f, "`{shown}` is no move: write b4, axb5 or a2a4")
            }
            MoveError::Illegal(text) => write!(f, "`{text}` is not legal here"),
            MoveError::Ambiguous(text, moves) => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                write!(f, "`{text}` may be {}", moves.join(" or "))
            }
        }
    }
}

impl Error for MoveError {}

#[cfg(test)]
mod tests {
    use super::super::rules::{Preset, RuleSet};
    use super::super::text::parse;
    use super::*;

    fn here() -> Position {
        let rules = RuleSet::of(Preset::PawnGame).validate().expect("rules");
        parse("8/8/8/1p4p1/P1P5/8/4P3/8 w - -", rules).expect("a position")
    }

    fn read(text: &str) -> Result<String, MoveError> {
        here()
            .read_move(text)
            .map(|m| format!("{}{}", m.from, m.to))
    }

    #[test]
    fn people_write_moves_in_many_ways() {
        for (text, name) in [
            ("e4", "e2e4"),
            ("e2e4", "e2e4"),
            (" E3 ", "e2e3"),
            ("e2-e3", "e2e3"),
            ("axb5", "a4b5"),
            ("cb5!", "c4b5"),
            ("a4xb5", "a4b5"),
            ("c4b5", "c4b5"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(name), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, reason) in [
            ("xb5", "may be axb5 or cxb5"),
            ("b5", "not legal"),
            ("e5", "not legal"),
            ("e2xe4", "not legal"),
            ("a4-b5", "not legal"),
            ("", "no move"),
            ("ä", "no move"),
            ("aé4", "no move"),
            ("i4", "no move"),
            ("e2e9", "no move"),
            ("\u{1b}[2J", "\\u{1b}"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}

//! Men as books list them: `Kg5, a2; Kf3, h3 w`.
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

use super::{cut, side, split_word};
use crate::board::{Color, Illegal, IllegalPosition, Role, Setup, Square};
use crate::notation::fen;

/// Reasons why a list of men is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MenError {
    /// A word is neither a man with its square nor, behind Black's men, the side to move.
    NoMan(String),
    /// No semicolon parts White's men and Black's.
    NoSemicolon,
    /// Nobody is said to be on the move.
    NoSide,
    /// The position is not legal.
    Illegal(IllegalPosition),
}

/// The position that a list at the beginning of a text shows, its board and side as FEN writes them, with what follows the list.
/// What is no list stays as it is.
pub fn unpacked(text: &str) -> Result<String, MenError> {
    if !is_list(text) {
        return Ok(text.to_owned());
    }
    let (white, mut rest) = text.split_once(';').ok_or(MenError::NoSemicolon)?;
    let mut setup = Setup::empty(Color::White);
    for word in white.split(is_between) {
        place(word, Color::White, &mut setup)?;
    }
    let turn = loop {
        let (word, behind) = split_word(rest.trim_start_matches(is_between), is_between);
        rest = behind;
        match side(word) {
            Some(turn) => break turn,
            None if word.is_empty() => return Err(MenError::NoSide),
            None => place(word, Color::Black, &mut setup)?,
        }
    };
    if turn == "b" {
        setup.turn = Color::Black;
    }
    let position = setup.validate().map_err(MenError::Illegal)?;
    let fen = fen::format_epd(&position);
    let (board, _) = split_word(&fen, char::is_whitespace);
    Ok(format!("{board} {turn} {rest}").trim_end().to_owned())
}

/// Does a text begin with a letter and a square, or what may be meant for that?
fn is_list(text: &str) -> bool {
    let word = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
    let word = word.into_iter().next().unwrap_or_default();
    let is_letter = |c: char| c.is_ascii_alphabetic() || letter(c) != c;
    word.starts_with(is_letter)
        && word.ends_with(|c: char| c.is_ascii_digit())
        && !word.contains('/')
}

/// What stands between two men.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | ':' | '.' | '+' | '&')
}

/// Puts a man on its square.
fn place(word: &str, color: Color, setup: &mut Setup) -> Result<(), MenError> {
    if matches!(word, "" | "and") {
        return Ok(());
    }
    let (role, square) = man(word).ok_or_else(|| MenError::NoMan(word.to_owned()))?;
    if setup.pieces(color, role).contains(square) {
        let reasons = vec![Illegal::Overlap(square)];
        return Err(MenError::Illegal(IllegalPosition { reasons }));
    }
    setup.put(color, role, square);
    Ok(())
}

/// A man and its square, in letters of either case; a pawn may be its square alone.
fn man(word: &str) -> Option<(Role, Square)> {
    let square = |text: &str| Square::parse(&text.to_ascii_lowercase());
    if let Some(square) = square(word) {
        return Some((Role::Pawn, square));
    }
    let first = word.chars().next()?;
    let role = Role::from_letter(letter(first))?;
    Some((role, square(word.get(first.len_utf8()..)?)?))
}

/// The letter of a man that stands there as a chess symbol.
const fn letter(sign: char) -> char {
    match sign {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        other => other,
    }
}

impl fmt::Display for MenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FORM: &str =
            "list White's men, `;`, Black's and who is to move, such as `Kg5, a2; Kf3, h3 w`";
        match self {
            MenError::NoMan(word) => write!(
                f,
                "`{}` is neither a man on a square nor the side to move: {FORM}",
                cut(word)
            ),
            MenError::NoSemicolon => write!(f, "no `;` parts White's men from Black's: {FORM}"),
            MenError::NoSide => write!(
                f,
                "no side to move stands behind Black's men: write `w` or `b` there, such as `Kg5, a2; Kf3, h3 w`"
            ),
            MenError::Illegal(error) => write!(f, "{error}"),
        }
    }
}

impl Error for MenError {}

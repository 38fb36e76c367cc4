//! FEN: a position in one line. Text is read to a raw set-up, the set-up is validated, and a bad
//! FEN is refused with every reason at once.
//!
//! Four or six fields are read, separated by blanks or underscores; the move counters are checked
//! and forgotten. Six fields are written, always the same six for the same position.
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
use std::str::FromStr;

use crate::board::{Color, Illegal, IllegalPosition, Position, Role, Setup, Square};

/// The longest text that is looked at, in bytes: three times the longest FEN.
pub const MAX_LENGTH: usize = 256;

/// A text that is not the FEN of a legal position of kings, pawns and promoted pawns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenError {
    /// Every reason, in the order of the text; there is at least one.
    pub problems: Vec<FenProblem>,
}

/// One reason why a text is refused as a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenProblem {
    /// There is no text.
    Empty,
    /// The text has so many bytes, more than [`MAX_LENGTH`]. Nothing else was looked at.
    TooLong(usize),
    /// A character is not ASCII.
    NotAscii(char),
    /// The number of fields is neither four nor six.
    Fields(usize),
    /// The number of ranks in this board is not eight.
    Ranks(String, usize),
    /// A rank does not have eight squares.
    RankLength {
        /// The rank's text.
        text: String,
        /// The number of squares that the text describes.
        squares: u32,
    },
    /// A character in the board stands for no man and no number of empty squares.
    UnknownLetter {
        /// The character.
        letter: char,
        /// The rank's text.
        rank: String,
    },
    /// The side to move is neither `w` nor `b`.
    Side(String),
    /// The castling field is not `-`.
    Castling(String),
    /// The en passant field is neither `-` nor a square.
    EnPassantSquare(String),
    /// The half-move clock is not a number of at most four digits.
    HalfMoves(String),
    /// The move number is not a number of at most four digits.
    MoveNumber(String),
    /// The text can be read, but the position is not legal.
    Illegal(Illegal),
}

/// Reads a FEN.
///
/// # Errors
/// Every reason why the text is not the FEN of a legal position. Where the men stand is judged only
/// if the board can be read without a fault, and checks and en passant only if the side to move is
/// known too.
pub fn parse(text: &str) -> Result<Position, FenError> {
    if text.len() > MAX_LENGTH {
        let problems = vec![FenProblem::TooLong(text.len())];
        return Err(FenError { problems });
    }
    let fields: Vec<&str> = text
        .split(|c: char| c.is_ascii_whitespace() || c == '_')
        .filter(|field| !field.is_empty())
        .collect();
    if fields.is_empty() {
        let problems = vec![FenProblem::Empty];
        return Err(FenError { problems });
    }
    let mut problems = not_ascii(text);
    if fields.len() != 4 && fields.len() != 6 {
        problems.push(FenProblem::Fields(fields.len()));
    }
    parse_fields(&fields, problems)
}

/// Reads the fields of a FEN; there may be too few or too many, which is among the problems then.
fn parse_fields(fields: &[&str], mut problems: Vec<FenProblem>) -> Result<Position, FenError> {
    let mut fields = fields.iter().copied();
    let before = problems.len();
    let board = fields.next().unwrap_or_default();
    let mut setup = parse_board(board, &mut problems);
    // What is not ASCII was reported before, but the man it stands for is missing all the same.
    let board_is_readable = board.is_ascii() && problems.len() == before;
    let side = fields
        .next()
        .and_then(|side| parse_side(side, &mut problems));
    if let Some(rights) = fields.next().filter(|&rights| rights != "-") {
        problems.push(FenProblem::Castling(rights.to_owned()));
    }
    setup.en_passant = fields
        .next()
        .and_then(|square| parse_en_passant(square, &mut problems));
    if let Some(text) = fields.next().filter(|text| !is_counter(text)) {
        problems.push(FenProblem::HalfMoves(text.to_owned()));
    }
    if let Some(text) = fields.next().filter(|text| !is_counter(text)) {
        problems.push(FenProblem::MoveNumber(text.to_owned()));
    }
    let mut illegal = setup.wrong_numbers();
    if board_is_readable {
        illegal.extend(setup.wrong_places());
        if let Some(side) = side {
            setup.turn = side;
            illegal.extend(setup.wrong_turn());
        }
    }
    problems.extend(illegal.into_iter().map(FenProblem::Illegal));
    if problems.is_empty() {
        setup.validate().map_err(FenError::from)
    } else {
        Err(FenError { problems })
    }
}

/// The characters that are not ASCII, each once.
fn not_ascii(text: &str) -> Vec<FenProblem> {
    let mut letters: Vec<char> = Vec::new();
    for letter in text.chars().filter(|letter| !letter.is_ascii()) {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    letters.into_iter().map(FenProblem::NotAscii).collect()
}

/// Reads the board: eight ranks, the eighth first. With a fault in it, men may be missing.
fn parse_board(text: &str, problems: &mut Vec<FenProblem>) -> Setup {
    let mut setup = Setup::empty(Color::White);
    let ranks = text.split('/').count();
    if ranks != 8 {
        problems.push(FenProblem::Ranks(text.to_owned(), ranks));
    }
    for (down, rank_text) in (0u32..).zip(text.split('/')) {
        let mut file = 0u32;
        for letter in rank_text.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty;
                continue;
            }
            match Role::from_letter(letter) {
                Some(role) if down < 8 && file < 8 => {
                    setup.put(color_of(letter), role, Square::at(file, 7 - down));
                }
                // A man beyond the edge: the rank is too long, or there are too many ranks.
                Some(_) => {}
                // What is not ASCII has been reported.
                None if !letter.is_ascii() => {}
                None => problems.push(FenProblem::UnknownLetter {
                    letter,
                    rank: rank_text.to_owned(),
                }),
            }
            file += 1;
        }
        if file != 8 {
            problems.push(FenProblem::RankLength {
                text: rank_text.to_owned(),
                squares: file,
            });
        }
    }
    setup
}

/// White's men have capital letters.
fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    }
}

fn parse_side(text: &str, problems: &mut Vec<FenProblem>) -> Option<Color> {
    match text {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        _ => {
            problems.push(FenProblem::Side(text.to_owned()));
            None
        }
    }
}

fn parse_en_passant(text: &str, problems: &mut Vec<FenProblem>) -> Option<Square> {
    let square = Square::parse(text);
    if square.is_none() && text != "-" {
        problems.push(FenProblem::EnPassantSquare(text.to_owned()));
    }
    square
}

/// Is this a number of at most four digits?
pub(super) fn is_counter(text: &str) -> bool {
    (1..=4).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// The FEN of a position, with six fields: the castling field is `-` and the counters are `0 1`.
#[must_use]
pub fn format(position: &Position) -> String {
    format!("{} 0 1", format_epd(position))
}

/// The first four fields of the FEN: board, side to move, `-` for castling, en passant square.
#[must_use]
pub fn format_epd(position: &Position) -> String {
    let side = match position.turn() {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let board = format_board(position);
    match position.en_passant() {
        Some(square) => format!("{board} {side} - {square}"),
        None => format!("{board} {side} - -"),
    }
}

fn format_board(position: &Position) -> String {
    let mut board = String::with_capacity(72);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some((color, role)) = position.piece_at(Square::at(file, rank)) else {
                empty += 1;
                continue;
            };
            push_empty(&mut board, empty);
            empty = 0;
            board.push(match color {
                Color::White => role.letter().to_ascii_uppercase(),
                Color::Black => role.letter(),
            });
        }
        push_empty(&mut board, empty);
        if rank > 0 {
            board.push('/');
        }
    }
    board
}

/// Writes a number of empty squares, if there are any.
fn push_empty(board: &mut String, squares: u32) {
    if squares > 0 {
        board.extend(char::from_digit(squares, 10));
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN, as [`parse`] does.
    fn from_str(text: &str) -> Result<Position, FenError> {
        parse(text)
    }
}

impl fmt::Display for Position {
    /// Writes the FEN, as [`format()`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format(self))
    }
}

impl From<IllegalPosition> for FenError {
    fn from(error: IllegalPosition) -> FenError {
        let problems = error.reasons.into_iter().map(FenProblem::Illegal).collect();
        FenError { problems }
    }
}

impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenProblem::Empty => write!(
                f,
                "the text is empty: write board, side to move, `-` and en passant square"
            ),
            FenProblem::TooLong(length) => {
                write!(f, "the text has {length} bytes: write at most {MAX_LENGTH}")
            }
            FenProblem::NotAscii(letter) => {
                write!(f, "{letter:?} is not ASCII: use plain letters and `-`")
            }
            FenProblem::Fields(fields) => write!(
                f,
                "there are {fields} fields: write four (board, side, `-`, en passant) or six \
                 (and two counters)"
            ),
            FenProblem::Ranks(board, ranks) => write!(
                f,
                "the board {board:?} has {ranks} ranks: write 8 with `/` between them"
            ),
            FenProblem::RankLength { text, squares } => {
                write!(f, "the rank {text:?} has {squares} squares: it must have 8")
            }
            FenProblem::UnknownLetter { letter, rank } => write!(
                f,
                "{letter:?} in the rank {rank:?} is no man: use KQRBNP, kqrbnp and 1 to 8"
            ),
            FenProblem::Side(text) => {
                write!(f, "the side to move is {text:?}: write `w` or `b`")
            }
            FenProblem::Castling(text) => write!(
                f,
                "the castling rights are {text:?}, but nobody can castle here: write `-`"
            ),
            FenProblem::EnPassantSquare(text) => write!(
                f,
                "the en passant square is {text:?}: write a square such as `e3`, or `-`"
            ),
            FenProblem::HalfMoves(text) => write!(
                f,
                "the half-move clock is {text:?}: write a number such as `0`"
            ),
            FenProblem::MoveNumber(text) => {
                write!(f, "the move number is {text:?}: write a number such as `1`")
            }
            FenProblem::Illegal(reason) => write!(f, "{reason}"),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bad FEN: ")?;
        for (n, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if n == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Error for FenError {}

#[cfg(test)]
mod tests;

//! Positions in text: FEN with `P` and `p`, the older form with `o` for White and `X` for Black, and lists of squares
//! such as `a2 b2/a6 b5` (White's pawns, a slash, Black's).

use std::error::Error;
use std::fmt;

use super::position::{Illegal, Position, Raw};
use super::rules::Rules;
use crate::board::{Color, Square};

/// The longest text that is looked at, in bytes.
const MAX_LENGTH: usize = 256;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// There is no text.
    Empty,
    /// The text is longer than any position.
    TooLong(usize),
    /// Too many fields: the first that means nothing.
    Surplus(String),
    /// The board has so many ranks.
    Ranks(usize),
    /// A rank has another number of squares than the first one, or more than eight.
    RankLength(String),
    /// A character that stands for nothing.
    Letter(char, String),
    /// Neither `w` nor `b`.
    Side(String),
    /// Neither `-` nor a square.
    EnPassant(String),
    /// The text can be read, but the rules do not allow the position.
    Illegal(Vec<Illegal>),
}

/// Reads a position under certain rules.
///
/// # Errors
/// Why the text is no position, or not one under these rules.
pub fn parse(text: &str, rules: Rules) -> Result<Position, TextError> {
    let set = rules.get();
    let raw = read(text, (set.files, set.ranks))?;
    raw.validate(rules).map_err(TextError::Illegal)
}

/// Reads a description, whose size may be used to choose the rules. A list of squares has no size of its own: it gets `size`.
/// Without a side to move, White is.
///
/// # Errors
/// Why the text describes nothing.
pub fn read(text: &str, size: (u32, u32)) -> Result<Raw, TextError> {
    if text.len() > MAX_LENGTH {
        return Err(TextError::TooLong(text.len()));
    }
    let text = text.trim();
    if text.is_empty() {
        return Err(TextError::Empty);
    }
    if let Some((white, black)) = text.split_once('/')
        && let (Some(white), Some((black, rest))) = (list(white), list_and_rest(black))
    {
        return with_fields(text, &rest, size, white, black);
    }
    let fields: Vec<&str> = text
        .split(|c: char| c.is_ascii_whitespace() || c == '_')
        .filter(|field| !field.is_empty())
        .collect();
    let (board, rest) = fields.split_first().ok_or(TextError::Empty)?;
    let (size, white, black) = read_board(board)?;
    with_fields(text, rest, size, white, black)
}

/// A list of squares and nothing else.
fn list(text: &str) -> Option<Vec<Square>> {
    text.split_whitespace().map(Square::parse).collect()
}

/// A list of squares, and the fields behind it.
fn list_and_rest(text: &str) -> Option<(Vec<Square>, Vec<&str>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words
        .iter()
        .position(|word| matches!(*word, "w" | "b"))
        .unwrap_or(words.len());
    let (squares, rest) = words.split_at_checked(end)?;
    let squares: Option<Vec<Square>> = squares.iter().map(|word| Square::parse(word)).collect();
    Some((squares?, rest.to_vec()))
}

/// The side to move, castling and en passant, move counters: all may be missing.
fn with_fields(
    text: &str,
    fields: &[&str],
    (files, ranks): (u32, u32),
    white: Vec<Square>,
    black: Vec<Square>,
) -> Result<Raw, TextError> {
    let mut fields = fields.iter().copied();
    let side_to_move = match fields.next() {
        None | Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(other) => return Err(TextError::Side(other.to_owned())),
    };
    let mut en_passant = None;
    for _ in 0..2 {
        match fields.next() {
            None | Some("-") => {}
            Some(field) => {
                let square = Square::parse(field);
                en_passant = Some(square.ok_or_else(|| TextError::EnPassant(field.to_owned()))?);
                break;
            }
        }
    }
    let is_counter = |field: &str| field.len() <= 4 && field.bytes().all(|b| b.is_ascii_digit());
    let mut rest = fields.skip_while(|field| is_counter(field));
    if let Some(field) = rest.next() {
        return Err(TextError::Surplus(field.to_owned()));
    }
    let _ = text;
    Ok(Raw {
        files,
        ranks,
        white,
        black,
        side_to_move,
        en_passant,
    })
}

type Board = ((u32, u32), Vec<Square>, Vec<Square>);

/// Ranks from the last to the first, separated by slashes.
fn read_board(text: &str) -> Result<Board, TextError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if !(3..=8).contains(&ranks.len()) {
        return Err(TextError::Ranks(ranks.len()));
    }
    let (mut white, mut black, mut files) = (Vec::new(), Vec::new(), None);
    for (rank, text) in (0u32..).zip(ranks.iter().rev()) {
        let mut file = 0;
        for letter in text.chars() {
            let square = Square::at(file, rank);
            match letter {
                'P' | 'o' | 'O' => white.push(square),
                'p' | 'X' | 'x' => black.push(square),
                '1'..='8' => file += letter.to_digit(10).unwrap_or(0) - 1,
                other => return Err(TextError::Letter(other, (*text).to_owned())),
            }
            file += 1;
            if file > 8 {
                return Err(TextError::RankLength((*text).to_owned()));
            }
        }
        if *files.get_or_insert(file) != file || file == 0 {
            return Err(TextError::RankLength((*text).to_owned()));
        }
    }
    Ok(((files.unwrap_or(0), ranks.len() as u32), white, black))
}

impl Position {
    /// The position in the older form: `X` Black's pawns, `o` White's.
    #[must_use]
    pub fn to_peasant_form(&self) -> String {
        let en_passant = self
            .en_passant()
            .map_or("-".to_owned(), |square| square.to_string());
        format!(
            "{} {} {en_passant}",
            self.board_text('o', 'X'),
            self.side_letter()
        )
    }

    fn side_letter(&self) -> char {
        match self.side_to_move() {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    fn board_text(&self, white: char, black: char) -> String {
        let set = self.rules().get();
        let mut text = String::new();
        for rank in (0..set.ranks).rev() {
            let mut empty = 0;
            for file in 0..set.files {
                let Some(color) = self.pawn_at(Square::at(file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                text.push(if color == Color::White { white } else { black });
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }
}

/// FEN: board, side to move, `-` for castling, en passant.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board_text('P', 'p');
        write!(f, "{board} {} - ", self.side_letter())?;
        match self.en_passant() {
            None => f.write_str("-"),
            Some(square) => write!(f, "{square}"),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Empty => write!(
                f,
                "there is no position: give one such as `4/pppp/4/4/4/4/PPPP/4 w - -`"
            ),
            TextError::TooLong(bytes) => {
                write!(f, "{bytes} bytes are too long for a position")
            }
            TextError::Surplus(field) => write!(
                f,
                "`{field}` is one field too many: a position is board, side to move, `-`, en passant"
            ),
            TextError::Ranks(ranks) => {
                write!(f, "the board has {ranks} ranks: there may be 3 to 8")
            }
            TextError::RankLength(rank) => write!(
                f,
                "rank `{rank}`: all ranks must have the same number of squares, 1 to 8"
            ),
            TextError::Letter(letter, rank) => write!(
                f,
                "`{letter}` in rank `{rank}`: use P or o for White's pawns, p or X for Black's, digits for empty squares"
            ),
            TextError::Side(side) => write!(f, "side to move `{side}`: use w or b"),
            TextError::EnPassant(square) => {
                write!(f, "en passant `{square}`: use a square or `-`")
            }
            TextError::Illegal(problems) => {
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                f.write_str(&problems.join("; "))
            }
        }
    }
}

impl Error for TextError {}

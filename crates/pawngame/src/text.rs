//! Positions in text: FEN with `P` and `p`, the older form with `o` for White and `X` for Black, and lists of squares
//! such as `a2 b2/a6 b5` (White's pawns, a slash, Black's).
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

use super::position::{Illegal, Position, Raw, counted};
use super::rules::Rules;
use peasant::board::{Color, Square};

/// The longest text that is looked at, in bytes.
const MAX_LENGTH: usize = 256;

/// Faults of a text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// There is no text.
    Empty,
    /// The text is longer than any position.
    TooLong(usize),
    /// Too many fields: the first that means nothing.
    Surplus(String),
    /// This board has so many ranks.
    Ranks(usize, String),
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
        return with_fields((size, white, black), &rest);
    }
    let fields: Vec<&str> = words(text).collect();
    let (board, rest) = fields.split_first().ok_or(TextError::Empty)?;
    with_fields(read_board(board)?, rest)
}

/// What stands between spaces, or between underscores, which need no quotes in a shell.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || c == '_');
    words.filter(|word| !word.is_empty())
}

/// A list of squares and nothing else.
fn list(text: &str) -> Option<Vec<Square>> {
    words(text).map(Square::parse).collect()
}

/// A list of squares, and the fields behind it.
fn list_and_rest(text: &str) -> Option<(Vec<Square>, Vec<&str>)> {
    let words: Vec<&str> = words(text).collect();
    let end = words
        .iter()
        .position(|word| matches!(*word, "w" | "b"))
        .unwrap_or(words.len());
    let (squares, rest) = words.split_at_checked(end)?;
    let squares: Option<Vec<Square>> = squares.iter().map(|word| Square::parse(word)).collect();
    Some((squares?, rest.to_vec()))
}

/// The side to move, castling and en passant, move counters: all may be missing.
fn with_fields(((files, ranks), white, black): Board, fields: &[&str]) -> Result<Raw, TextError> {
    let mut fields = fields.iter().copied();
    let turn = match fields.next() {
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
    Ok(Raw {
        files,
        ranks,
        white,
        black,
        turn,
        en_passant,
    })
}

/// Files and ranks, White's pawns, Black's.
type Board = ((u32, u32), Vec<Square>, Vec<Square>);

/// Ranks from the last to the first, separated by slashes.
fn read_board(text: &str) -> Result<Board, TextError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if !(3..=8).contains(&ranks.len()) {
        return Err(TextError::Ranks(ranks.len(), text.to_owned()));
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

/// Reads a description as [`read`] does; a list of squares gets the board of chess, 8 by 8.
impl FromStr for Raw {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Raw, TextError> {
        read(text, (8, 8))
    }
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

    /// The position as a list of squares, without the side to move: `a2 b2/a6 b5`.
    #[must_use]
    pub fn to_squares(&self) -> String {
        let names = |color| -> Vec<String> {
            let pawns = self.pawns(color).into_iter();
            pawns.map(|square| square.to_string()).collect()
        };
        let [white, black] = Color::BOTH.map(names);
        format!("{}/{}", white.join(" "), black.join(" "))
    }

    fn side_letter(&self) -> char {
        match self.turn() {
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

/// FEN: board, side to move, `-` for castling, en passant. [`parse`] reads it, given the rules, which it does not tell.
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
        // Strangers' text may hold what a terminal would obey.
        let shown = |text: &str| text.escape_debug().to_string();
        match self {
            TextError::Empty => write!(
                f,
                "there is no position: give one such as `4/pppp/4/4/4/4/PPPP/4 w - -`"
            ),
            TextError::TooLong(bytes) => write!(
                f,
                "{bytes} bytes are too long for a position, which takes {MAX_LENGTH} at most"
            ),
            TextError::Surplus(field) => write!(
                f,
                "`{}` is one field too many: a position is board, side to move, `-`, en passant",
                shown(field)
            ),
            TextError::Ranks(ranks, board) => write!(
                f,
                "the board `{}` has {}: there may be 3 to 8, with `/` between them; squares can be listed too, as in `a2 b2/a7 b7`",
                shown(board),
                counted(*ranks as u32, "rank"),
            ),
            TextError::RankLength(rank) => write!(
                f,
                "rank `{}`: all ranks must have the same number of squares, 1 to 8",
                shown(rank)
            ),
            TextError::Letter(letter, rank) => write!(
                f,
                "`{}` in rank `{}`: use P or o for White's pawns, p or X for Black's, digits for empty squares",
                letter.escape_debug(),
                shown(rank)
            ),
            TextError::Side(side) => write!(f, "side to move `{}`: use w or b", shown(side)),
            TextError::EnPassant(square) => {
                write!(f, "en passant `{}`: use a square or `-`", shown(square))
            }
            TextError::Illegal(problems) => {
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                f.write_str(&problems.join("; "))
            }
        }
    }
}

impl Error for TextError {}

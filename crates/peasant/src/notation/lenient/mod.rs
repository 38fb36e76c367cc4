//! Positions and moves as people paste them. [`fen`] and [`epd`] take what is written by the book; what
//! is read here is brought into that form first, and then read by them.
//!
//! Understood, beside a FEN of four or six fields:
//!
//! * an address of lichess, `https://lichess.org/analysis/standard/8/k7/..._w_-_-_0_1` or `/editor/...`, with or without the
//!   scheme, with `?color=black` and `#12` behind it, blanks as `_` or `%20`; any address with the FEN as its `fen=`;
//! * `startpos`, and `position fen ...` of UCI, with `moves ...`, which are played; `fen ...`; PGN's `[FEN "..."]`;
//! * the men as books list them, White's, `;`, Black's, and `w` or `b`: `Kg5, a2; Kf3, h3 w`, with `P` before a pawn or
//!   without, in either case, with commas or without, chess symbols for letters;
//! * a board alone, or without some of the fields after it: White is to move then, and a [`Note`] says so;
//! * the side to move as `w`, `W`, `white`, `b`, `B` or `black`;
//! * castling rights that king and rook do not bear out: they are left over, and passed over. What they do bear out is
//!   [told](Reading::castles): nobody castles here;
//! * an en passant square at which no pawn stands ready to take, on the third rank or the sixth: passed over. Where one does, a
//!   pawn must just have passed;
//! * one move counter, or none; quotes around the whole; a byte order mark; dashes for `-`;
//! * EPD operations behind a position, which a [`Note`] names, and in a file lines of comment after `%`, `;` or `#`;
//! * in a file, operations as engines' people write them: a semicolon behind the FEN, capitals, an operation that stands twice or has
//!   no operand, quotes within quotes; the result of a game behind the FEN (`"1-0"`, `[0.5]`, `| 0.5`);
//! * a number before the FEN (`12. FEN`), and the rows of a table with a column of FENs, parted by commas, semicolons, bars or tabs:
//!   what stands before the FEN is its name; the head of the table is passed over;
//! * moves of `bm` and `am` as people write them, see [`find_move`].
//!
//! What cannot be understood is named for what it looks like: [`Foreign`].
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod address;
mod foreign;
mod men;
mod moves;
mod operations;
mod refusal;
mod row;

use super::epd::{self, Epd};
use super::fen::{self, is_counter};
use super::written::takes_no_ink;
use crate::board::{Color, Position, Role, Square};

pub use foreign::{Foreign, foreign, is_binary};
pub use men::MenError;
pub use moves::{MoveError, find_move};
pub use refusal::Refusal;

use row::Row;

/// The longest text that is looked at, in bytes: the longest line of EPD.
pub const MAX_LENGTH: usize = epd::MAX_LENGTH;

/// The board before the first move.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A position that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The position.
    pub position: Position,
    /// The castling rights among those of the text that king and rook bear out, in its letters: this library knows no castling.
    /// Empty as a rule.
    pub castles: String,
    /// Notes of what was supposed or passed over.
    pub notes: Vec<Note>,
}

/// A line of a file that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The position and its operations. Moves stand as the line has them.
    pub epd: Epd,
    /// Castling rights as in a [`Reading`].
    pub castles: String,
    /// Notes of what was supposed.
    pub notes: Vec<Note>,
}

/// Notes of what was supposed or passed over so that a text could be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// No side to move is given: White.
    NoSide,
    /// Text behind the position says nothing about it.
    PassedOver(String),
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Note::NoSide => f.write_str("no side to move given: White"),
            Note::PassedOver(text) => write!(f, "`{text}` behind the position is passed over"),
        }
    }
}

/// Reads a position.
///
/// # Errors
/// What the text looks like if it is something else, or every reason why it is not the FEN of a legal position.
///
/// ```
/// use peasant::notation::lenient;
///
/// let text = "lichess.org/analysis/standard/7K/8/k1P5/7p/8/8/8/8_w_KQkq_-_0_1?color=black";
/// let reading = lenient::position(text)?;
/// assert_eq!(reading.position.to_string(), "7K/8/k1P5/7p/8/8/8/8 w - - 0 1");
/// let reading = lenient::position("7K/8/k1P5/7p/8/8/8/8")?;
/// assert_eq!(reading.notes[0].to_string(), "no side to move given: White");
/// # Ok::<(), lenient::Refusal>(())
/// ```
pub fn position(text: &str) -> Result<Reading, Refusal> {
    let row = Row::of(text)?;
    let parts = Parts::of(&row.text)?;
    let mut reading = parts.read()?;
    let rest = parts.rest.trim();
    if let Some(moves) = rest.strip_prefix("moves ") {
        for text in moves.split_whitespace() {
            let mv = find_move(text, &reading.position).map_err(Refusal::Move)?;
            reading.position = reading.position.play(mv);
            reading.castles.clear();
        }
    } else if !row::without_signs(rest).is_empty() {
        if !is_operation(rest) {
            return Err(parts.refusal(&format!("{} {rest}", parts.fen())));
        }
        reading
            .notes
            .push(Note::PassedOver(cut(row::without_signs(rest))));
    }
    Ok(reading)
}

/// Reads a line of a file; nothing if it is blank or a comment. What is not understood behind the position is noted.
///
/// # Errors
/// What the line looks like if it is something else, or every reason why it holds no legal position.
pub fn line(text: &str) -> Result<Option<Line>, Refusal> {
    if is_silent(text) {
        return Ok(None);
    }
    let row = Row::of(text)?;
    let parts = Parts::of(&row.text)?;
    let reading = parts.read()?;
    let mut notes = reading.notes;
    let (mut epd, others) = match row.is_table || parts.rest.starts_with(',') {
        true => operations::columns(reading.position, &parts.rest),
        false => operations::read(reading.position, &parts.rest),
    };
    notes.extend(others.into_iter().map(Note::PassedOver));
    epd.id = epd.id.or(row.id);
    Ok(Some(Line {
        epd,
        castles: reading.castles,
        notes,
    }))
}

/// The lines of a text, whatever ends them, without their ends.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let halves = text
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line));
    halves.flat_map(|line| line.split('\r'))
}

/// True if the line of a file is blank, a comment after `%`, `;` or `#`, or the head of a table.
#[must_use]
pub fn is_silent(line: &str) -> bool {
    let line = line.trim_start_matches(is_blank);
    line.is_empty() || line.starts_with(['%', ';']) || row::is_comment(line) || row::is_head(line)
}

/// A character that takes no ink: blanks, and what editors leave at the beginning of a file.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || takes_no_ink(c)
}

/// The text without blanks, quotes and commands around it, an address or a list of men unpacked.
fn bare(text: &str) -> Result<String, Refusal> {
    if text.len() > MAX_LENGTH {
        let problems = vec![fen::FenProblem::TooLong(text.len())];
        return Err(Refusal::Fen(fen::FenError { problems }));
    }
    let text = unquoted(text.trim_matches(is_blank));
    if let Some(foreign) = foreign(text.as_bytes()) {
        return Err(Refusal::Foreign(foreign));
    }
    let text = text.replace(['\0', '\u{1a}'], " ");
    let text = text.replace(['–', '—', '−', '‐', '‑'], "-");
    if row::begins_with_board(&text) {
        return Ok(text);
    }
    let text = without_command(&text);
    let text = match text.strip_prefix("startpos") {
        Some(rest) => format!("{START}{rest}"),
        None => address::unpacked(text).map_err(Refusal::Foreign)?,
    };
    men::unpacked(&text).map_err(Refusal::Men)
}

/// The text without one pair of quotes around it.
fn unquoted(text: &str) -> &str {
    const QUOTES: [(char, char); 5] =
        [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('«', '»')];
    let inner = QUOTES.into_iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner)
    });
    inner.map_or(text, |inner| inner.trim_matches(is_blank))
}

/// The text without what UCI, XBoard or PGN write before a position.
fn without_command(text: &str) -> &str {
    let tag = text.strip_prefix("[FEN ").and_then(|t| t.strip_suffix(']'));
    let mut text = tag.map_or(text, |tag| unquoted(tag.trim()));
    for command in ["position", "setboard", "fen:", "FEN:", "fen", "FEN"] {
        let rest = text.strip_prefix(command);
        let is_word = |rest: &&str| command.ends_with(':') || rest.starts_with(is_blank);
        text = rest.filter(is_word).map_or(text, str::trim_start);
    }
    unquoted(text)
}

/// The fields of a position as a text has them, and what follows.
struct Parts<'a> {
    board: &'a str,
    /// As FEN writes it, or whatever stands there.
    side: Option<&'a str>,
    castling: &'a str,
    en_passant: &'a str,
    rest: String,
}

impl<'a> Parts<'a> {
    /// Takes the fields that are there. Where the first word is a whole position with underscores, those are the blanks.
    fn of(text: &'a str) -> Result<Parts<'a>, Refusal> {
        let (first, behind) = split_word(text, char::is_whitespace);
        let is_between = |c: char| c.is_whitespace() || c == '_';
        let (fields, after) = match first.contains('_') {
            true => (first, behind),
            false => (text, ""),
        };
        let (board, mut rest) = row::split_field(fields, is_between);
        let mut next = |fits: &dyn Fn(&str) -> bool| {
            let (word, behind) = row::split_field(rest, is_between);
            let word = (!word.is_empty() && fits(word)).then_some(word);
            if word.is_some() {
                rest = behind;
            }
            word
        };
        let side = match next(&|word| side(word).is_some()) {
            Some(word) => side(word),
            // What stands in its place and is nothing else is a side that nobody knows.
            None => next(&|word| !is_rights(word) && word != "-" && !is_operation(word)),
        };
        let castling = next(&|word| word == "-" || is_rights(word)).unwrap_or("-");
        let en_passant = next(&|word| word == "-" || Square::parse(word).is_some()).unwrap_or("-");
        for _ in 0..2 {
            next(&is_counter);
        }
        Ok(Parts {
            board,
            side,
            castling,
            en_passant,
            rest: format!("{rest} {after}").trim().to_owned(),
        })
    }

    /// The position as FEN writes it, without an en passant square.
    fn plain_fen(&self) -> String {
        format!("{} {} - -", self.board, self.side.unwrap_or("w"))
    }

    /// The same with that of the text.
    fn fen(&self) -> String {
        let (board, side) = (self.board, self.side.unwrap_or("w"));
        format!("{board} {side} - {}", self.en_passant)
    }

    fn read(&self) -> Result<Reading, Refusal> {
        let plain = fen::parse(&self.plain_fen()).map_err(|_| self.refusal(&self.fen()))?;
        let square = Square::parse(self.en_passant);
        let position = match square.filter(|&square| matters(&plain, square)) {
            Some(_) => fen::parse(&self.fen()).map_err(|_| self.refusal(&self.fen()))?,
            None => plain,
        };
        Ok(Reading {
            position,
            castles: self.castles(&position),
            notes: self.side.map_or(vec![Note::NoSide], |_| Vec::new()),
        })
    }

    /// Which of the rights king and rook bear out.
    fn castles(&self, position: &Position) -> String {
        let is_at = |color, role, file| {
            let rank = if color == Color::White { 0 } else { 7 };
            position.piece_at(Square::at(file, rank)) == Some((color, role))
        };
        let rights = self.castling.chars().filter(|&right| {
            let color = match right.is_ascii_uppercase() {
                true => Color::White,
                false => Color::Black,
            };
            let file = match right.to_ascii_lowercase() {
                'k' => 7,
                'q' => 0,
                other => (other as u32).saturating_sub('a' as u32).min(7),
            };
            is_at(color, Role::King, 4) && is_at(color, Role::Rook, file)
        });
        rights.filter(|&right| right != '-').collect()
    }

    /// Why a text in the form of a FEN is refused: it holds too many pieces, or all that is wrong with it.
    fn refusal(&self, fen: &str) -> Refusal {
        let (men, pieces) = census(self.board);
        let most = crate::rules::MAX_PIECES + usize::from(!self.board.contains(['p', 'P']));
        let fen = if self.board.is_empty() { "" } else { fen };
        match fen::parse(fen) {
            Err(_) if pieces > most => Refusal::Pieces { men, pieces },
            Err(error) => Refusal::Fen(error),
            Ok(_) => Refusal::Fen(fen::FenError {
                problems: vec![fen::FenProblem::Fields(fen.split_whitespace().count())],
            }),
        }
    }
}

/// The first word, and what follows it without the gap.
fn split_word(text: &str, is_between: impl Fn(char) -> bool) -> (&str, &str) {
    let (word, rest) = text.split_once(&is_between).unwrap_or((text, ""));
    (word, rest.trim_start_matches(is_between))
}

/// The side to move, as FEN writes it.
fn side(word: &str) -> Option<&'static str> {
    match &*word.to_ascii_lowercase() {
        "w" | "white" => Some("w"),
        "b" | "black" => Some("b"),
        _ => None,
    }
}

/// Castling rights, those of Chess960 too.
fn is_rights(word: &str) -> bool {
    let is_right = |c: char| matches!(c.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h');
    Square::parse(word).is_none() && word.len() <= 4 && word.chars().all(is_right)
}

/// Does a text begin as operations do that other programs put behind a position?
fn is_operation(text: &str) -> bool {
    const KNOWN: [&str; 24] = [
        "acd",
        "acn",
        "acs",
        "am",
        "bm",
        "ce",
        "dm",
        "draw_offer",
        "eco",
        "fmvn",
        "hmvc",
        "id",
        "moves",
        "nic",
        "noop",
        "pm",
        "pv",
        "rc",
        "resign",
        "sm",
        "tcgs",
        "tcri",
        "tcsi",
        "v",
    ];
    let opcode = text.split([' ', '\t', ';']).next().unwrap_or_default();
    let is_numbered = |opcode: &str| {
        let digits = opcode.strip_prefix(['c', 'v', 'D']);
        digits.is_some_and(|digits| digits.len() == 1 && is_counter(digits))
    };
    opcode.is_empty()
        || text.starts_with([';', ',', '|'])
        || opcode.starts_with(['#', '%', '{'])
        || KNOWN.contains(&&*opcode.to_ascii_lowercase())
        || is_numbered(opcode)
        || row::is_result(text)
}

/// Does it matter whether a pawn has just passed this square? If a pawn stands ready to take there, or none can ever pass it, or
/// if the square is one of the side to move and a pawn stands ready to take at that of the opponent: one of them is wrong then.
fn matters(position: &Position, square: Square) -> bool {
    let mover = position.turn();
    if !matches!(square.rank(), 2 | 5) {
        return true;
    }
    let at = |rank| Square::at(square.file(), rank).set();
    let ready = match mover {
        Color::White => at(5).black_pawn_attacks(),
        Color::Black => at(2).white_pawn_attacks(),
    };
    !(ready & position.pieces(mover, Role::Pawn)).is_empty()
}

/// How many men a board has, and how many pieces beside kings and pawns.
fn census(board: &str) -> (usize, usize) {
    let men = board.chars().filter_map(Role::from_letter);
    let pieces = |role: &Role| !matches!(role, Role::King | Role::Pawn);
    (men.clone().count(), men.filter(pieces).count())
}

/// The beginning of a text, for a message.
fn cut(text: &str) -> String {
    const LENGTH: usize = 40;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => text.get(..end).unwrap_or_default().to_owned() + "…",
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;

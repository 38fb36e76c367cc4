//! SAN: moves as players write them, `Kd4`, `exd6`, `e8=Q+`.
//!
//! What is written is strict: a letter for the man (none for a pawn), the file, the rank or both
//! where another man of that kind could go there too, `x` for a capture, the square, `=Q` for a
//! promotion, `+` for check and `#` for mate. What is read may be looser: a check mark may be wrong
//! or missing, `!?` and `e.p.` may follow, `=` and a piece's `x` may be missing, `:` and `×` are
//! captures, more of the origin may stand there than is needed (`e2-e4`, `Qa1b2`), and chess
//! symbols do as well as letters.
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

use crate::board::{Move, Position, Role, Square};

/// The longest text that is looked at, in bytes: more than any way to write a move takes.
pub const MAX_LENGTH: usize = 48;

/// A text that is not exactly one legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SanError {
    /// The text, cut short if it is much longer than a move.
    pub text: String,
    /// The fault.
    pub problem: SanProblem,
}

/// Faults of a text that is not exactly one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanProblem {
    /// The text does not have the shape of a move.
    Syntax,
    /// The text says that the king castles.
    Castling,
    /// The side to move has no such man, or not where the text says.
    NoMan(Role),
    /// No man of this kind can go to the square.
    Impossible(Role, Square),
    /// The man can go to the square, but its king would be in check.
    LeavesKingInCheck(Role, Square),
    /// The text says that something is taken, but nothing can be taken on the square.
    NoCapture(Square),
    /// The text says that a pawn is taken en passant, but none can be on the square.
    NoEnPassant(Square),
    /// The pawn reaches the last rank on this square, but the text does not say what it becomes.
    NoPromotion(Square),
    /// The text says what a pawn becomes, but no pawn reaches the last rank.
    Promotion,
    /// The text can mean each of these moves, as SAN writes them.
    Ambiguous(Vec<String>),
}

/// What a text says about a move.
#[derive(Clone, Copy)]
struct Shape {
    role: Role,
    file: Option<u32>,
    rank: Option<u32>,
    capture: bool,
    en_passant: bool,
    to: Square,
    promotion: Option<Role>,
}

/// The move in SAN, with its check or mate sign. A move that is illegal in the position has no SAN:
/// it is written as UCI writes it.
#[must_use]
pub fn format(mv: Move, position: &Position) -> String {
    let legal = position.legal_moves();
    match position.piece_at(mv.from) {
        Some((_, role)) if legal.contains(&mv) => {
            let body = format_body(mv, role, &legal, position);
            body + check_mark(&position.play(mv))
        }
        _ => mv.to_string(),
    }
}

/// The move without a check mark.
fn format_body(mv: Move, role: Role, legal: &[Move], position: &Position) -> String {
    let capture = if position.is_capture(mv) { "x" } else { "" };
    let to = mv.to;
    if role != Role::Pawn {
        let origin = origin(mv, role, legal, position);
        return format!("{}{origin}{capture}{to}", letter(role));
    }
    let file = if capture.is_empty() {
        String::new()
    } else {
        file_name(mv.from)
    };
    match mv.promotion {
        Some(role) => format!("{file}{capture}{to}={}", letter(role)),
        None => format!("{file}{capture}{to}"),
    }
}

/// As much of the square that a piece leaves as tells it from others of its kind.
fn origin(mv: Move, role: Role, legal: &[Move], position: &Position) -> String {
    let men = position.pieces(position.turn(), role);
    let rivals: Vec<Square> = legal
        .iter()
        .filter(|other| other.to == mv.to && other.from != mv.from && men.contains(other.from))
        .map(|other| other.from)
        .collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|from| from.file() != mv.from.file()) {
        file_name(mv.from)
    } else if rivals.iter().all(|from| from.rank() != mv.from.rank()) {
        rank_name(mv.from)
    } else {
        mv.from.to_string()
    }
}

/// The letter of a man in SAN.
const fn letter(role: Role) -> char {
    role.letter().to_ascii_uppercase()
}

fn file_name(square: Square) -> String {
    square.to_string().chars().take(1).collect()
}

fn rank_name(square: Square) -> String {
    square.to_string().chars().skip(1).collect()
}

/// What SAN says of the position after a move.
fn check_mark(after: &Position) -> &'static str {
    if !after.in_check() {
        ""
    } else if after.legal_moves().is_empty() {
        "#"
    } else {
        "+"
    }
}

/// Reads a move for this position.
///
/// # Errors
/// If the text is not a move, or not exactly one legal move.
pub fn parse(text: &str, position: &Position) -> Result<Move, SanError> {
    find(text, position).map_err(|problem| SanError {
        text: text.chars().take(16).collect(),
        problem,
    })
}

fn find(text: &str, position: &Position) -> Result<Move, SanProblem> {
    if text.len() > MAX_LENGTH {
        return Err(SanProblem::Syntax);
    }
    let plain: String = text.chars().filter_map(plain).collect();
    let shape = parse_shape(&plain)?;
    let fitting: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| shape.fits(mv, position))
        .collect();
    match *fitting {
        [] => Err(why_none(&shape, position)),
        [mv] => Ok(mv),
        _ => {
            let names = fitting.iter().map(|&mv| format(mv, position));
            Err(SanProblem::Ambiguous(names.collect()))
        }
    }
}

/// The letter of SAN that a character stands for; nothing for what only chooses how a chess symbol
/// looks.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '×' | ':' => 'x',
        '‐' | '‑' | '–' | '—' | '−' => '-',
        '†' | '‡' => '+',
        '\u{fe0e}' | '\u{fe0f}' => return None,
        _ => c,
    })
}

/// Reads what a text says, with letters only.
fn parse_shape(text: &str) -> Result<Shape, SanProblem> {
    let (text, en_passant) = strip_marks(text);
    if matches!(text, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o") {
        return Err(SanProblem::Castling);
    }
    parse_body(text, en_passant).ok_or(SanProblem::Syntax)
}

/// The text without what is said about the move behind it, and whether that was "en passant".
fn strip_marks(text: &str) -> (&str, bool) {
    let (mut text, mut en_passant) = (text.trim(), false);
    loop {
        let shorter = text.trim_end_matches(['+', '#', '!', '?']).trim_end();
        let named = ["e.p.", "e.p", "ep"]
            .into_iter()
            .find_map(|words| shorter.strip_suffix(words));
        en_passant |= named.is_some();
        let shorter = named.map_or(shorter, str::trim_end);
        if shorter.len() == text.len() {
            return (text, en_passant);
        }
        text = shorter;
    }
}

/// Reads man, origin, capture, square and promotion.
fn parse_body(text: &str, en_passant: bool) -> Option<Shape> {
    let (role, text) = split_role(text);
    let (text, promotion) = split_promotion(text)?;
    let (text, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let to = Square::parse(to)?;
    let (text, capture) = match text.strip_suffix('x') {
        Some(text) => (text, true),
        None => (text.strip_suffix('-').unwrap_or(text), false),
    };
    let (file, rank) = parse_origin(text)?;
    Some(Shape {
        role,
        file,
        rank,
        capture: capture || en_passant,
        en_passant,
        to,
        promotion,
    })
}

/// The man, a pawn if none is named, and the text behind it.
fn split_role(text: &str) -> (Role, &str) {
    Role::ALL
        .into_iter()
        .find_map(|role| Some((role, text.strip_prefix(letter(role))?)))
        .unwrap_or((Role::Pawn, text))
}

/// What a pawn becomes, and the text before it: `Q`, `q`, `=Q`, `/Q` or `(Q)`. A text without
/// promotion ends in the rank of a square. `None` if it is neither.
fn split_promotion(text: &str) -> Option<(&str, Option<Role>)> {
    if text.ends_with(|c: char| c.is_ascii_digit()) {
        return Some((text, None));
    }
    let (text, bracketed) = match text.strip_suffix(')') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let role = Role::from_letter(text.chars().next_back()?)?;
    let text = text.strip_suffix(|_: char| true)?;
    let text = if bracketed {
        text.strip_suffix('(')?
    } else {
        text.strip_suffix(['=', '/']).unwrap_or(text)
    };
    Role::PROMOTIONS
        .contains(&role)
        .then_some((text, Some(role)))
}

/// Reads nothing, a file, a rank or a square.
fn parse_origin(text: &str) -> Option<(Option<u32>, Option<u32>)> {
    Some(match *text.as_bytes() {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(u32::from(file - b'a')), None),
        [rank @ b'1'..=b'8'] => (None, Some(u32::from(rank - b'1'))),
        _ => {
            let from = Square::parse(text)?;
            (Some(from.file()), Some(from.rank()))
        }
    })
}

impl Shape {
    /// Does a legal move agree with everything that the text says?
    fn fits(&self, mv: Move, position: &Position) -> bool {
        self.is_about(mv, position)
            && mv.promotion == self.promotion
            && (!self.capture || position.is_capture(mv))
            && (!self.en_passant || position.is_en_passant(mv))
    }

    /// Does the move agree with what the text says about the man and its way?
    fn is_about(&self, mv: Move, position: &Position) -> bool {
        // `e5` is a step on the e-file: a capture names where the pawn comes from, or has an `x`.
        let changes_file = self.role != Role::Pawn || self.capture || self.file.is_some();
        mv.to == self.to
            && (changes_file || mv.from.file() == mv.to.file())
            && self.starts_on(mv.from, position)
    }

    /// Does such a man of the side to move stand on the square, and does the text allow that one?
    fn starts_on(&self, from: Square, position: &Position) -> bool {
        position.pieces(position.turn(), self.role).contains(from)
            && self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
    }
}

/// Why no legal move agrees with the text.
fn why_none(shape: &Shape, position: &Position) -> SanProblem {
    let legal: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| shape.is_about(mv, position))
        .collect();
    if legal.is_empty() {
        return why_no_way(shape, position);
    }
    let promotes = |mv: &Move| mv.promotion.is_some();
    if shape.promotion.is_some() && !legal.iter().any(promotes) {
        SanProblem::Promotion
    } else if shape.promotion.is_none() && legal.iter().all(promotes) {
        SanProblem::NoPromotion(shape.to)
    } else if shape.en_passant {
        SanProblem::NoEnPassant(shape.to)
    } else {
        SanProblem::NoCapture(shape.to)
    }
}

/// Why no man goes the way that the text says.
fn why_no_way(shape: &Shape, position: &Position) -> SanProblem {
    let Shape { role, to, .. } = *shape;
    let mut men = position
        .pieces(position.turn(), role)
        .filter(|&from| shape.starts_on(from, position))
        .peekable();
    if men.peek().is_none() {
        return SanProblem::NoMan(role);
    }
    let is_possible =
        |mv| shape.is_about(mv, position) && position.is_possible_but_for_king(mv, role);
    if men.any(|from| is_possible(Move::new(from, to))) {
        SanProblem::LeavesKingInCheck(role, to)
    } else {
        SanProblem::Impossible(role, to)
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match &self.problem {
            SanProblem::Syntax => write!(
                f,
                "{text:?} is no move: write a letter for the man (none for a pawn) and a square, \
                 such as `Kd4`, `exd6` or `e8=Q`"
            ),
            SanProblem::Castling => write!(
                f,
                "{text:?} is illegal: nobody can castle here; write where the king goes, such as \
                 `Kd2`"
            ),
            SanProblem::NoMan(role) => write!(
                f,
                "{text:?} is illegal: the side to move has no such {role}; move a man that is there"
            ),
            SanProblem::Impossible(role, to) => write!(
                f,
                "{text:?} is illegal: no such {role} can go to {to}; choose a legal move"
            ),
            SanProblem::LeavesKingInCheck(_, _) => write!(
                f,
                "{text:?} is illegal: the king would be in check; move where it is not"
            ),
            SanProblem::NoCapture(to) => write!(
                f,
                "{text:?} is illegal: nothing can be taken on {to}; leave out the capture sign"
            ),
            SanProblem::NoEnPassant(to) => write!(
                f,
                "{text:?} is illegal: no pawn can be taken en passant on {to}; leave out `e.p.`"
            ),
            SanProblem::NoPromotion(to) => write!(
                f,
                "{text:?} does not say what the pawn becomes on {to}: add `=Q`, or R, B or N"
            ),
            SanProblem::Promotion => write!(
                f,
                "{text:?} is no promotion: leave out what the pawn becomes"
            ),
            SanProblem::Ambiguous(names) => {
                write!(
                    f,
                    "{text:?} is ambiguous: write one of `{}`",
                    names.join("`, `")
                )
            }
        }
    }
}

impl Error for SanError {}

#[cfg(test)]
#[path = "san_tests.rs"]
mod tests;

//! SAN: moves as players write them, `Kd4`, `exd6`, `e8=Q+`.
//!
//! What is written is strict: a letter for the man (none for a pawn), the file, the rank or both
//! where another man of that kind could go there too, `x` for a capture, the square, `=Q` for a
//! promotion, `+` for check and `#` for mate. What is read is whatever has the shape of a move:
//! see [`Written`].
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

use super::written::{Candidate, Step, Written};
use crate::board::{Move, Position, Role, Square};

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
    /// The text says that the side to move passes.
    Null,
    /// No man of the side to move stands on the square that the text says is left.
    NoOrigin,
    /// The text names the files of a pawn that takes, and no pawn can take so.
    NoShortCapture,
    /// The pawn reaches the last rank on this square, but the text does not say what it becomes.
    NoPromotion(Square),
    /// The text says what a pawn becomes, but no pawn reaches the last rank.
    Promotion,
    /// The text can mean each of these moves, as SAN writes them.
    Ambiguous(Vec<String>),
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
    let written = Written::parse(text).ok_or(SanProblem::Syntax)?;
    let legal = position.legal_moves();
    let candidates = legal
        .iter()
        .filter_map(|&mv| Some((candidate(mv, position)?, mv)));
    match *written.meant(candidates.clone()) {
        [] => Err(match written {
            Written::Step(step) => why_none(&step, candidates, position),
            Written::Castling(_) => SanProblem::Castling,
            Written::Null => SanProblem::Null,
        }),
        [mv] => Ok(mv),
        ref several => {
            let names = several.iter().map(|&mv| format(mv, position));
            Err(SanProblem::Ambiguous(names.collect()))
        }
    }
}

/// A legal move as texts speak of it.
fn candidate(mv: Move, position: &Position) -> Option<Candidate> {
    let (_, role) = position.piece_at(mv.from)?;
    Some(Candidate {
        role,
        from: mv.from,
        to: mv.to,
        promotion: mv.promotion,
        is_capture: position.is_capture(mv),
        is_en_passant: position.is_en_passant(mv),
        castling: None,
    })
}

/// Why no legal move agrees with the text.
fn why_none(
    step: &Step,
    legal: impl Iterator<Item = (Candidate, Move)>,
    position: &Position,
) -> SanProblem {
    let is_near =
        |candidate: &Candidate| [true, false].map(|signs| step.is_about(candidate, signs));
    let mut near = legal.filter(|(candidate, _)| is_near(candidate).contains(&true));
    let promotes = |(_, mv): (Candidate, Move)| mv.promotion.is_some();
    match (near.next().map(promotes), step.to()) {
        (Some(true), Some(to)) if step.promotion.is_none() && near.all(promotes) => {
            SanProblem::NoPromotion(to)
        }
        (Some(_), _) => SanProblem::Promotion,
        (None, Some(to)) => why_no_way(step, to, position),
        (None, None) => SanProblem::NoShortCapture,
    }
}

/// Why no man goes the way that the text says.
fn why_no_way(step: &Step, to: Square, position: &Position) -> SanProblem {
    let own = |from: &Square| {
        let is_own =
            |(color, role)| color == position.turn() && step.role.is_none_or(|it| it == role);
        step.starts_on(*from) && position.piece_at(*from).is_some_and(is_own)
    };
    let mut men = Square::all().filter(own).peekable();
    let role = men
        .peek()
        .and_then(|&from| position.piece_at(from))
        .map(|(_, role)| role);
    let Some(role) = step.role.or(role) else {
        return SanProblem::NoOrigin;
    };
    if men.peek().is_none() {
        return SanProblem::NoMan(role);
    }
    let goes = |from: Square| {
        let changes_file = role != Role::Pawn || step.capture || step.file.is_some();
        (changes_file || from.file() == to.file())
            && position.is_possible_but_for_king(Move::new(from, to), role)
    };
    if men.any(goes) {
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
            SanProblem::Null => write!(f, "{text:?} is illegal: nobody may pass; move a man"),
            SanProblem::NoOrigin => write!(
                f,
                "{text:?} is illegal: no man of the side to move stands where it begins; move a \
                 man that is there"
            ),
            SanProblem::NoShortCapture => write!(
                f,
                "{text:?} is illegal: no pawn can take so; write the square, such as `exd5`"
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
mod tests;

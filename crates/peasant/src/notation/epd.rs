//! EPD: a position and operations on it in one line, as test suites write them.
//!
//! ```text
//! 8/8/8/8/8/1k5P/8/2K5 w - - bm h4; id "PCE.001"; c0 "win";
//! '------- position --------' '-------- operations --------'
//! ```
//!
//! An operation is an opcode, its operands, and a semicolon; in quotes a semicolon is a character
//! like any other. The last semicolon may be missing, and two move counters may follow the
//! position, as in a FEN.
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

use super::fen::{self, FenProblem};
use crate::board::Position;

/// The longest line that is looked at, in bytes.
pub const MAX_LENGTH: usize = 8192;

/// A line of an EPD file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// `id`: the name of the position.
    pub id: Option<String>,
    /// `bm`: the best moves, as the file writes them (usually in SAN).
    pub best_moves: Vec<String>,
    /// `am`: the moves to avoid, as the file writes them.
    pub avoid_moves: Vec<String>,
    /// `c0` to `c9`: comments, without their quotes.
    pub comments: [Option<String>; 10],
    /// Every other operation, in the order of the line.
    pub others: Vec<Operation>,
}

/// An operation of a kind that is only kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// The first word.
    pub opcode: String,
    /// The rest, as the line has it, without blanks around it.
    pub operands: String,
}

/// A line that is not the EPD of a legal position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EpdError {
    /// Every reason, in the order of the line; there is at least one.
    pub problems: Vec<EpdProblem>,
}

/// One reason why a line is refused as an EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdProblem {
    /// The line has so many bytes, more than [`MAX_LENGTH`]. Nothing else was looked at.
    TooLong(usize),
    /// The position cannot be read, or is not legal.
    Position(FenProblem),
    /// An operation does not begin with a letter followed by letters, digits and underscores.
    Opcode(String),
    /// An operation has no operand, but needs one.
    NoOperand(String),
    /// A comment or an `id` has more than one operand.
    SeveralOperands(String),
    /// An operation that may stand only once stands again.
    Again(String),
    /// A move of `bm` or `am` has a quote or a semicolon in it.
    Move(String),
    /// A quote is not closed.
    OpenQuote(String),
}

/// Reads a line.
///
/// # Errors
/// Every reason why the line is not the EPD of a legal position.
pub fn parse_line(line: &str) -> Result<Epd, EpdError> {
    if line.len() > MAX_LENGTH {
        let problems = vec![EpdProblem::TooLong(line.len())];
        return Err(EpdError { problems });
    }
    let (fields, operations) = split_position(line);
    let mut problems = Vec::new();
    let position = match parse_position(&fields) {
        Ok(position) => Some(position),
        Err(reasons) => {
            problems.extend(reasons.into_iter().map(EpdProblem::Position));
            None
        }
    };
    let mut operation_list = OperationList::default();
    for text in split_operations(operations) {
        if let Err(problem) = operation_list.add(text) {
            problems.push(problem);
        }
    }
    match position {
        Some(position) if problems.is_empty() => Ok(operation_list.with(position)),
        _ => Err(EpdError { problems }),
    }
}

/// Divides a line into the fields of the position (four, or six if two counters follow) and the
/// operations.
fn split_position(line: &str) -> (Vec<&str>, &str) {
    let mut rest = line.trim_start();
    let mut fields = Vec::new();
    while fields.len() < 4 && !rest.is_empty() {
        let (field, after) = split_word(rest);
        fields.push(field);
        rest = after;
    }
    let (half_moves, after) = split_word(rest);
    let (number, after) = split_word(after);
    if fen::is_counter(half_moves) && fen::is_counter(number) {
        fields.extend([half_moves, number]);
        rest = after;
    }
    (fields, rest)
}

/// The first word, and what follows the blanks after it.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Reads the fields of the position.
fn parse_position(fields: &[&str]) -> Result<Position, Vec<FenProblem>> {
    let text = fields.join(" ");
    fen::parse(&text).map_err(|error| error.problems)
}

/// Divides operations at the semicolons that do not stand in quotes.
fn split_operations(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
}

/// The operations that have been read.
#[derive(Default)]
struct OperationList {
    id: Option<String>,
    best_moves: Vec<String>,
    avoid_moves: Vec<String>,
    comments: [Option<String>; 10],
    others: Vec<Operation>,
}

impl OperationList {
    /// Reads an operation without its semicolon.
    fn add(&mut self, text: &str) -> Result<(), EpdProblem> {
        let (opcode, operands) = split_word(text);
        if text.matches('"').count() % 2 == 1 {
            return Err(EpdProblem::OpenQuote(excerpt(text)));
        }
        if !is_opcode(opcode) {
            return Err(EpdProblem::Opcode(excerpt(text)));
        }
        if let Some(text_slot) = self.text_slot(opcode) {
            return set(text_slot, one_text(text, operands)?, text);
        }
        let moves = match opcode {
            "bm" => &mut self.best_moves,
            "am" => &mut self.avoid_moves,
            _ => {
                self.others.push(Operation {
                    opcode: opcode.to_owned(),
                    operands: operands.trim_end().to_owned(),
                });
                return Ok(());
            }
        };
        if !moves.is_empty() {
            return Err(EpdProblem::Again(excerpt(text)));
        }
        let words = operands.split_whitespace().map(|san| san.trim_matches('"'));
        moves.extend(words.filter(|san| !san.is_empty()).map(str::to_owned));
        if moves.is_empty() {
            return Err(EpdProblem::NoOperand(excerpt(text)));
        }
        if moves.iter().any(|san| san.contains(['"', ';'])) {
            return Err(EpdProblem::Move(excerpt(text)));
        }
        Ok(())
    }

    /// Where the text of this opcode belongs, if it is a comment or an `id`.
    fn text_slot(&mut self, opcode: &str) -> Option<&mut Option<String>> {
        if opcode == "id" {
            return Some(&mut self.id);
        }
        match opcode.as_bytes() {
            [b'c', digit @ b'0'..=b'9'] => self.comments.get_mut(usize::from(digit - b'0')),
            _ => None,
        }
    }

    /// The operations on a position.
    fn with(self, position: Position) -> Epd {
        Epd {
            position,
            id: self.id,
            best_moves: self.best_moves,
            avoid_moves: self.avoid_moves,
            comments: self.comments,
            others: self.others,
        }
    }
}

/// Fills an empty place.
fn set(slot: &mut Option<String>, value: String, text: &str) -> Result<(), EpdProblem> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(EpdProblem::Again(excerpt(text))),
    }
}

/// The text of a comment or an `id`: what the quotes hold, or all of it if there are none.
fn one_text(text: &str, operands: &str) -> Result<String, EpdProblem> {
    let operands = operands.trim_end();
    if operands.is_empty() {
        return Err(EpdProblem::NoOperand(excerpt(text)));
    }
    if !operands.contains('"') {
        return Ok(operands.to_owned());
    }
    let inner = operands.strip_prefix('"').and_then(|s| s.strip_suffix('"'));
    match inner {
        Some(inner) if !inner.contains('"') => Ok(inner.to_owned()),
        _ => Err(EpdProblem::SeveralOperands(excerpt(text))),
    }
}

pub(super) fn is_opcode(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

/// The beginning of a text, for a message.
fn excerpt(text: &str) -> String {
    const LENGTH: usize = 60;
    let mut excerpt: String = text.chars().take(LENGTH).collect();
    if excerpt.len() < text.len() {
        excerpt.push('…');
    }
    excerpt
}

impl fmt::Display for EpdProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdProblem::TooLong(length) => {
                write!(f, "the line has {length} bytes: write at most {MAX_LENGTH}")
            }
            EpdProblem::Position(problem) => write!(f, "{problem}"),
            EpdProblem::Opcode(text) => write!(
                f,
                "the operation {text:?} has no opcode: begin with a word such as `bm`, and end \
                 every operation with `;`"
            ),
            EpdProblem::NoOperand(text) => write!(
                f,
                "the operation {text:?} has no operand: write one before the `;`"
            ),
            EpdProblem::SeveralOperands(text) => write!(
                f,
                "the operation {text:?} has more than one operand: put all of it into one pair \
                 of quotes"
            ),
            EpdProblem::Again(text) => write!(
                f,
                "the operation {text:?} stands in the line a second time: leave one"
            ),
            EpdProblem::Move(text) => write!(
                f,
                "the operation {text:?} has a quote or a semicolon inside a move: write moves with \
                 blanks between them"
            ),
            EpdProblem::OpenQuote(text) => {
                write!(
                    f,
                    "the operation {text:?} has a quote that is not closed: close it"
                )
            }
        }
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bad EPD: ")?;
        for (n, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if n == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Error for EpdError {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;

    const KINGS: &str = "8/8/8/8/8/1k5P/8/2K5 w - -";

    fn read(operations: &str) -> Result<Epd, Vec<EpdProblem>> {
        parse_line(&format!("{KINGS} {operations}")).map_err(|error| error.problems)
    }

    #[test]
    fn sample_lines() {
        for line in [
            r#"8/8/8/8/8/1k5P/8/2K5 w - - bm h4; id "PCE.001"; c0 "win"; c1 "Chernev, no. 1 (a; b)";"#,
            r#"8/8/1KP5/3r4/8/8/8/k7 w - - bm c7; id "Saavedra 1895/05/18 #1";"#,
            r#"7K/8/k1P5/7p/8/8/8/8 w - - bm Kg7; c0 "draw"; id "Réti.1921";"#,
            r#"8/8/8/1k1pP3/8/8/8/4K3 w - d6 bm exd6; am e6 Kd2; ce +120; pv exd6 Kc6"#,
            "8/8/8/8/8/1k5P/8/2K5 w - - 0 1 bm h4;",
            "8/8/8/8/8/1k5P/8/2K5 w - - 3 17",
            "8/8/8/8/8/1k5P/8/2K5 w - -",
            "  8/8/8/8/8/1k5P/8/2K5  b\t-  - ; ;bm   Kc3 ;\r\n",
        ] {
            assert!(parse_line(line).is_ok(), "{:?}", parse_line(line));
        }
    }

    #[test]
    fn every_operation_finds_its_place() {
        let text = r##"bm h4 Kd2+; id "PCE.1/2 #3"; am h4; c0 "win"; c9 ""; c1 "a; b"; acd 17; c10 x; hmvc 0;"##;
        let epd = read(text).unwrap();
        assert_eq!(fen::format_epd(&epd.position), KINGS);
        assert_eq!(epd.id.as_deref(), Some("PCE.1/2 #3"));
        assert_eq!(epd.best_moves, ["h4", "Kd2+"]);
        assert_eq!(epd.avoid_moves, ["h4"]);
        let comments: Vec<Option<&str>> = epd.comments.iter().map(Option::as_deref).collect();
        assert_eq!(comments[..3], [Some("win"), Some("a; b"), None]);
        assert_eq!(comments[9], Some(""));
        let others: Vec<_> = epd
            .others
            .iter()
            .map(|o| (&*o.opcode, &*o.operands))
            .collect();
        assert_eq!(others, [("acd", "17"), ("c10", "x"), ("hmvc", "0")]);
        assert_eq!(read("id PCE 1.").unwrap().id.as_deref(), Some("PCE 1."));
    }

    #[test]
    fn bad_operations() {
        use EpdProblem as P;
        let table = [
            ("bm;", P::NoOperand("bm".into())),
            ("id;", P::NoOperand("id".into())),
            ("bm h4; bm h4;", P::Again("bm h4".into())),
            ("c1 a; c1 b;", P::Again("c1 b".into())),
            (
                "c1 \"a\" \"b\";",
                P::SeveralOperands("c1 \"a\" \"b\"".into()),
            ),
            // Found by fuzzing: a move with a quote in it may hold any semicolon.
            ("bm h4\"; id\";", P::Move("bm h4\"; id\"".into())),
            ("am \"h4;h5\";", P::Move("am \"h4;h5\"".into())),
            ("c1 \"a; id x;", P::OpenQuote("c1 \"a; id x;".into())),
            ("+ h4;", P::Opcode("+ h4".into())),
            ("0 bm h4;", P::Opcode("0 bm h4".into())),
            ("Qé 1;", P::Opcode("Qé 1".into())),
        ];
        for (text, problem) in table {
            assert_eq!(read(text), Err(vec![problem]), "{text}");
        }
    }

    #[test]
    fn every_reason_at_once() {
        let error = parse_line("8/8/8/8/8/1k6/8/8 x - - bm; = ;").unwrap_err();
        assert_eq!(error.problems.len(), 4, "{error}");
        let error = parse_line("").unwrap_err();
        assert_eq!(error.problems, [EpdProblem::Position(FenProblem::Empty)]);
        let error = parse_line(KINGS.get(..20).unwrap()).unwrap_err();
        assert_eq!(
            error.problems,
            [EpdProblem::Position(FenProblem::Fields(1))]
        );
        let error = parse_line(&"é".repeat(5000)).unwrap_err();
        assert_eq!(error.problems, [EpdProblem::TooLong(10_000)]);
    }
}

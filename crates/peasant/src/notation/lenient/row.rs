//! What stands around a position in a line of a file: a number, or the columns of a table.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::{Refusal, bare, is_blank};
use crate::board::Role;

/// What parts the columns of a table.
const COLUMNS: [char; 4] = [',', ';', '|', '\t'];

/// A line that holds a position.
pub(super) struct Row {
    /// The name of the position, in a column before it.
    pub id: Option<String>,
    /// The position and what follows it, unpacked.
    pub text: String,
    /// There are columns before it.
    pub is_table: bool,
}

impl Row {
    /// Takes off what stands before the position.
    pub fn of(line: &str) -> Result<Row, Refusal> {
        let alone = |text: &str| {
            Ok(Row {
                id: None,
                text: bare(text)?,
                is_table: false,
            })
        };
        if line.len() > super::MAX_LENGTH {
            return alone(line);
        }
        let Some((before, text)) = split_at_board(line) else {
            return alone(line);
        };
        let before = before.trim_matches(is_blank_or_quote);
        let Some(before) = before.strip_suffix(COLUMNS).filter(|_| !is_number(before)) else {
            return match is_number(before) && !before.is_empty() {
                true => alone(text),
                false => alone(line),
            };
        };
        let first = before.split(COLUMNS).next().unwrap_or_default();
        let first = first.trim_matches(is_blank_or_quote);
        Ok(Row {
            id: (!first.is_empty()).then(|| first.to_owned()),
            text: bare(text)?,
            is_table: true,
        })
    }
}

/// What stands before the first board of a line, and the board with what follows.
fn split_at_board(line: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    loop {
        let rest = line.get(at..)?;
        let word = rest.split(is_end_of_field).next()?;
        if is_board(word) {
            return line.split_at_checked(at);
        }
        let behind = rest.get(word.len()..)?;
        at += word.len() + behind.chars().next()?.len_utf8();
    }
}

/// Does a text begin with a board?
pub(super) fn begins_with_board(text: &str) -> bool {
    text.split(is_end_of_field).next().is_some_and(is_board)
}

/// Eight ranks of men and numbers.
fn is_board(word: &str) -> bool {
    let is_square = |c: char| matches!(c, '1'..='8') || Role::from_letter(c).is_some();
    let ranks = word.split('/');
    ranks.clone().count() == 8
        && ranks
            .clone()
            .all(|rank| !rank.is_empty() && rank.chars().all(is_square))
}

/// `12`, `12.`, `(12)`, `#12`, `-`: what stands before the lines of a list.
fn is_number(text: &str) -> bool {
    let inner = text.trim_matches(|c: char| {
        is_blank(c) || matches!(c, '.' | ')' | '(' | ':' | '#' | '-' | '*' | '•')
    });
    inner.len() < text.len() && inner.chars().all(|c| c.is_ascii_digit())
        || !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// The first field of a position, which blanks or what parts columns end, and what follows it.
pub(super) fn split_field(text: &str, is_between: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c: char| is_between(c) || is_end_of_field(c));
    let (field, rest) = text
        .split_at_checked(end.unwrap_or(text.len()))
        .unwrap_or((text, ""));
    (field, rest.trim_start_matches(is_between))
}

fn is_end_of_field(c: char) -> bool {
    c.is_whitespace() || COLUMNS.contains(&c) || matches!(c, '"' | '[' | '(' | '{')
}

fn is_blank_or_quote(c: char) -> bool {
    is_blank(c) && c != '\t' || matches!(c, '"' | '\'')
}

/// Is a line the head of a table that has a column of positions?
pub(super) fn is_head(line: &str) -> bool {
    let is_fen = |field: &str| {
        let name = field.trim_matches(|c: char| is_blank(c) || matches!(c, '"' | '\''));
        ["fen", "epd", "position"]
            .iter()
            .any(|it| name.eq_ignore_ascii_case(it))
    };
    line.contains(COLUMNS) && line.split(COLUMNS).any(is_fen)
}

/// Is a line a comment behind `#`? `#12 FEN` is a number.
pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with('#')
        && !split_at_board(line)
            .is_some_and(|(before, _)| before.len() > 1 && is_number(before.trim()))
}

/// A text without what parts columns before it.
pub(super) fn without_signs(text: &str) -> &str {
    text.trim_start_matches(|c: char| is_blank(c) || COLUMNS.contains(&c))
}

/// Is a text the result of a game, in brackets, quotes or bars or without them?
pub(super) fn is_result(text: &str) -> bool {
    const RESULTS: [&str; 13] = [
        "1-0", "0-1", "1/2-1/2", "1/2", "½-½", "½", "0.5", "1.0", "0.0", "1", "0", "0.5-0.5", "*",
    ];
    let is_frame = |c: char| {
        is_blank(c)
            || COLUMNS.contains(&c)
            || matches!(c, '"' | '[' | ']' | '(' | ')' | '{' | '}' | '\'')
    };
    let bare = text.trim_matches(is_frame).replace(['–', '—', '−'], "-");
    RESULTS.contains(&bare.as_str())
}

//! Tags, `[White "Réti \"the\" player"]`, and those that lost a quotation mark or their end.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::text::is_line_end;

/// A tag as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'t> {
    pub name: &'t [u8],
    /// As it stands there, escapes included.
    pub value: &'t [u8],
    /// It has its quotation marks and its end.
    pub is_whole: bool,
}

/// Names that make a tag of a bracket without quotation marks.
const NAMES: [&str; 22] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "FEN",
    "SetUp",
    "ECO",
    "Annotator",
    "PlyCount",
    "Variant",
    "WhiteElo",
    "BlackElo",
    "Opening",
    "Variation",
    "TimeControl",
    "Termination",
    "EventDate",
    "Source",
    "UTCDate",
];

/// No tag is longer, in bytes.
const LONGEST: usize = 1024;

/// So many quotation marks are looked at.
const MOST_QUOTES: usize = 64;

/// Words of forums that stand in brackets too.
const WRAPPERS: [&str; 12] = [
    "pgn", "code", "game", "quote", "url", "chess", "diagram", "spoiler", "board", "size", "color",
    "font",
];

/// Quotation marks that open a value, and those that close it.
const QUOTES: [(&str, &str); 7] = [
    ("\"", "\""),
    ("“", "”"),
    ("„", "“"),
    ("”", "”"),
    ("«", "»"),
    ("''", "''"),
    ("'", "'"),
];

/// The tag with which a text begins, and its length.
pub fn first(text: &[u8]) -> Option<(Tag<'_>, usize)> {
    let text = text.get(..LONGEST).unwrap_or(text);
    let inner = text.strip_prefix(b"[")?;
    let blanks = inner.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    let inner = inner.get(blanks.count()..)?;
    if !inner.first()?.is_ascii_alphanumeric() {
        return None;
    }
    let head = text.len() - inner.len();
    let length = text.iter().position(|&byte| is_line_end(byte));
    let line = text.get(..length.unwrap_or(text.len()))?;
    let inner = line.get(head..)?;
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#');
    let length = inner.iter().take_while(|byte| is_letter(byte)).count();
    let (name, behind) = inner.split_at_checked(length)?;
    if is_wrapper(name) {
        return None;
    }
    let behind = behind.trim_ascii_start();
    let behind = behind
        .strip_prefix(b":")
        .or(behind.strip_prefix(b"="))
        .unwrap_or(behind);
    let behind = behind.trim_ascii_start();
    let (value, is_whole, rest) = match quoted(behind) {
        Some(found) => found,
        None if is_among(name, &NAMES) => bare(behind)?,
        None => return None,
    };
    let tag = Tag {
        name,
        value,
        is_whole,
    };
    Some((tag, line.len() - rest.len()))
}

/// Is this a word of forums rather than the name of a tag?
pub fn is_wrapper(name: &[u8]) -> bool {
    is_among(name, &WRAPPERS)
}

fn is_among(name: &[u8], names: &[&str]) -> bool {
    let mut names = names.iter();
    names.any(|it| name.eq_ignore_ascii_case(it.as_bytes()))
}

/// A value in quotation marks, whether it has its end, and what follows its bracket.
fn quoted(text: &[u8]) -> Option<(&[u8], bool, &[u8])> {
    let (behind, close) = QUOTES
        .iter()
        .find_map(|(open, close)| Some((text.strip_prefix(open.as_bytes())?, close.as_bytes())))?;
    // A quotation mark that nothing but the bracket follows is the last: some forget to escape the others.
    let mark = close.first().copied().unwrap_or_default();
    let places = behind.iter().enumerate().filter(|&(_, &byte)| byte == mark);
    let ends = places.take(MOST_QUOTES).filter_map(|(at, _)| {
        let (value, rest) = behind.split_at_checked(at)?;
        Some((value, rest.strip_prefix(close)?.trim_ascii_start()))
    });
    let is_escaped = |value: &[u8]| {
        value
            .iter()
            .rev()
            .take_while(|&&byte| byte == b'\\')
            .count()
            % 2
            == 1
    };
    let whole = ends
        .clone()
        .find_map(|(value, rest)| {
            Some((value, rest.strip_prefix(b"]")?)).filter(|(value, _)| !is_escaped(value))
        })
        .filter(|(value, _)| !holds_another(value));
    if let Some((value, rest)) = whole {
        return Some((value, true, rest));
    }
    // The bracket is missing, or the quotation mark before it.
    let end = ends
        .clone()
        .find(|(_, rest)| rest.is_empty() || rest.starts_with(b"["));
    Some(match end {
        Some((value, rest)) => (value, false, rest),
        None => bare(behind).unwrap_or((b"", false, b"")),
    })
}

/// Does another tag begin in a value, whose own tag has no end?
fn holds_another(value: &[u8]) -> bool {
    let mut parts = value.split(|&byte| byte == b'[');
    parts.next_back();
    parts.any(|before| before.trim_ascii_end().ends_with(b"\""))
}

/// A value without quotation marks; there must be one.
fn bare(text: &[u8]) -> Option<(&[u8], bool, &[u8])> {
    let (value, rest) = match text.iter().position(|&byte| byte == b']') {
        Some(at) => (text.get(..at)?, text.get(at + 1..)?),
        None => (text, &b""[..]),
    };
    let value = value.trim_ascii();
    let value = value.strip_suffix(b"\"").unwrap_or(value);
    (!value.is_empty()).then_some((value, false, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(&str, &str, usize)> {
        let (tag, length) = first(text.as_bytes())?;
        let text = |bytes| std::str::from_utf8(bytes).expect("UTF-8");
        Some((text(tag.name), text(tag.value), length))
    }

    #[test]
    fn tags_are_read_with_what_they_lack() {
        for (text, name, value, length) in [
            ("[White \"A\"]", "White", "A", 11),
            (
                "[White \"A \\\"B\\\" ]\"] [Round \"\"]",
                "White",
                "A \\\"B\\\" ]",
                19,
            ),
            (
                "[White \"the \"best\" one\"]",
                "White",
                "the \"best\" one",
                24,
            ),
            ("[ White   \"A\"  ] x", "White", "A", 16),
            ("[White\"A\"]", "White", "A", 10),
            ("[White 'A']", "White", "A", 11),
            ("[White “A”]", "White", "A", 15),
            ("[White A]", "White", "A", 9),
            ("[White A", "White", "A", 8),
            ("[White \"A]", "White", "A", 10),
            ("[White \"A\"", "White", "A", 10),
            ("[White \"A", "White", "A", 9),
            ("[White A\"]", "White", "A", 10),
            ("[White \"A\" [Black \"B\"]", "White", "A", 11),
            (
                "[fen 8/8/8/8/8/2k5/4P3/4K3 w - - 0 1]\n",
                "fen",
                "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1",
                37,
            ),
            ("[Mode \"\"]", "Mode", "", 9),
        ] {
            assert_eq!(read(text), Some((name, value, length)), "{text}");
        }
        for text in [
            "",
            "[",
            "[]",
            "[White]",
            "[pgn]",
            "[/pgn]",
            "[pgn \"x\"]",
            "[%clk 1]",
            "[better is Kd4]",
            "White \"A\"",
            "[\"A\"]",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}

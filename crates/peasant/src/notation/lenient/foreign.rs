//! What a text is that is no position.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::fmt;

/// Kinds of text that hold no position where one is read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Foreign {
    /// A game in PGN.
    Pgn,
    /// A compressed file, and what can unpack it.
    Packed(&'static str),
    /// A text in UTF-16.
    Utf16,
    /// Bytes that are no text.
    Binary,
    /// JSON.
    Json,
    /// A page of the web.
    Html,
    /// The name of a file.
    FileName(String),
    /// An address that shows no position, by its host.
    Address(String),
}

/// The beginnings of compressed files, and the programs for them.
const PACKED: [(&[u8], &str); 6] = [
    (&[0x1f, 0x8b], "gunzip"),
    (b"PK\x03\x04", "unzip"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "unzstd"),
    (b"BZh", "bunzip2"),
    (b"\xfd7zXZ", "unxz"),
    (b"7z\xbc\xaf", "7z x"),
];

/// The ends of names of files that people have positions and games in.
const ENDS: [&str; 14] = [
    ".epd", ".fen", ".pgn", ".txt", ".json", ".jsonl", ".csv", ".gz", ".zip", ".zst", ".bz2",
    ".7z", ".cbh", ".svg",
];

/// Recognises the beginning of a text or a file that is plainly no position.
#[must_use]
pub fn foreign(bytes: &[u8]) -> Option<Foreign> {
    if let Some((_, program)) = PACKED.iter().find(|(head, _)| bytes.starts_with(head)) {
        return Some(Foreign::Packed(program));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Some(Foreign::Utf16);
    }
    if is_binary(bytes) {
        return Some(Foreign::Binary);
    }
    let text = String::from_utf8_lossy(bytes);
    of_text(text.trim_matches(super::is_blank))
}

/// Are these bytes no text? A few that stand for nothing are passed over in one.
#[must_use]
pub fn is_binary(bytes: &[u8]) -> bool {
    let is_odd = |byte: &&u8| matches!(byte, 0..=8 | 14..=25 | 27..=31);
    bytes.contains(&0) && bytes.iter().filter(is_odd).count() * 8 > bytes.len()
}

fn of_text(text: &str) -> Option<Foreign> {
    if is_pgn(text) {
        return Some(Foreign::Pgn);
    }
    if text.starts_with('{') || text.starts_with("[{") || text.starts_with("[\"") {
        return Some(Foreign::Json);
    }
    if text.starts_with('<') {
        return Some(Foreign::Html);
    }
    let lower = text.to_ascii_lowercase();
    let is_name = !text.contains("://") && !text.contains(char::is_whitespace);
    let is_name = is_name && ENDS.iter().any(|end| lower.ends_with(end));
    is_name.then(|| Foreign::FileName(text.to_owned()))
}

/// A tag other than the position's, or a first move.
fn is_pgn(text: &str) -> bool {
    let tag = text
        .strip_prefix('[')
        .filter(|tag| !tag.starts_with("FEN "));
    let is_tag = tag.is_some_and(|tag| {
        let name = tag.split(' ').next().unwrap_or_default();
        tag.contains('"') && !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric())
    });
    let moves = text.strip_prefix("1.").map(str::trim_start);
    let moves = moves.filter(|moves| !super::row::begins_with_board(moves));
    is_tag || moves.is_some_and(|moves| moves.starts_with(|c: char| c.is_ascii_alphabetic()))
}

impl Foreign {
    /// Says what to do about it.
    #[must_use]
    pub fn cure(&self) -> String {
        match self {
            Foreign::Pgn => "`peasant annotate FILE` reads games".to_owned(),
            Foreign::Packed(program) => format!("unpack it first: {program} FILE"),
            Foreign::Utf16 => "save it as UTF-8".to_owned(),
            Foreign::Binary | Foreign::Json | Foreign::Html => {
                "give a FEN such as `7K/8/k1P5/7p/8/8/8/8 w - -`, in a file one a line".to_owned()
            }
            Foreign::FileName(name) if name.to_ascii_lowercase().ends_with(".pgn") => {
                "`peasant annotate FILE` reads games".to_owned()
            }
            Foreign::FileName(_) => "`peasant epd FILE` reads a file of positions".to_owned(),
            Foreign::Address(host) if host.ends_with("lichess.org") => {
                "open the position on the analysis board, and copy that address or the FEN"
                    .to_owned()
            }
            Foreign::Address(_) => "copy the FEN that the page shows".to_owned(),
        }
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Foreign::Pgn => f.write_str("this looks like a game in PGN, not like a position"),
            Foreign::Packed(_) => f.write_str("this looks like a compressed file"),
            Foreign::Utf16 => f.write_str("this looks like a text in UTF-16"),
            Foreign::Binary => f.write_str("this is no text"),
            Foreign::Json => f.write_str("this looks like JSON, not like a position"),
            Foreign::Html => f.write_str("this looks like a page of the web, not like a position"),
            Foreign::FileName(name) => {
                write!(
                    f,
                    "`{}` looks like the name of a file, not like a position",
                    super::cut(name)
                )
            }
            Foreign::Address(host) => {
                write!(
                    f,
                    "this address of {} shows no position that can be read from it",
                    super::cut(host)
                )
            }
        }
    }
}

//! Bytes as characters: a file is in UTF-8 or in what Windows and Latin-1 write in one byte, and nobody says which.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// What takes no ink and parts words: blanks of all kinds, control characters, marks of encodings.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}' || c == '\u{2060}' || c == '\u{200b}'
}

/// Is the name of a square in it?
pub fn holds_a_square(text: &[u8]) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    text.windows(2).any(is_square)
}

/// The first character and its length: in UTF-8, or as Windows and Latin-1 have it where it is none.
pub fn first(text: &[u8]) -> Option<(char, usize)> {
    let &byte = text.first()?;
    if byte.is_ascii() {
        return Some((char::from(byte), 1));
    }
    let head = text.get(..4).unwrap_or(text);
    let valid = head.utf8_chunks().next()?.valid();
    Some(match valid.chars().next() {
        Some(c) => (c, c.len_utf8()),
        None => (of_windows(byte), 1),
    })
}

/// What Windows writes in one byte.
fn of_windows(byte: u8) -> char {
    match byte {
        0x85 => '…',
        0x86 => '†',
        0x87 => '‡',
        0x96 => '–',
        0x97 => '—',
        byte => char::from(byte),
    }
}

/// A text in characters.
pub fn decoded(mut text: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(text) {
        return text.to_owned();
    }
    let mut characters = String::with_capacity(text.len());
    while let Some((c, length)) = first(text) {
        characters.push(c);
        text = text.get(length..).unwrap_or_default();
    }
    characters
}

//! Results, in the ways in which people write them: `1-0`, `1–0`, `1 - 0`, `1:0`, `½-½`, `1/2`, `0.5-0.5`, `*`.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::text::first as first_character;

/// The points of a side, in halves. What is longer stands before what it begins with.
const POINTS: [(&[u8], u8); 9] = [
    (b"1/2", 1),
    ("½".as_bytes(), 1),
    // In Latin-1.
    (b"\xbd", 1),
    (b"0.5", 1),
    (b"0,5", 1),
    (b"1.0", 2),
    (b"0.0", 0),
    (b"1", 2),
    (b"0", 0),
];

/// The result with which a text begins, as PGN writes it, and its length.
pub fn first(text: &[u8]) -> Option<(&'static str, usize)> {
    if text.starts_with(b"*") {
        return Some(("*", 1));
    }
    POINTS
        .iter()
        .find_map(|&(head, white)| {
            let behind = text.strip_prefix(head)?;
            both(behind, white).or_else(|| {
                // `1/2` alone is a draw; `½½` too.
                let behind = behind.strip_prefix("½".as_bytes()).unwrap_or(behind);
                (white == 1 && !head.starts_with(b"0") && is_end(behind))
                    .then_some(("1/2-1/2", behind))
            })
        })
        .map(|(result, behind)| (result, text.len() - behind.len()))
}

/// The result of a word.
pub fn of(text: &str) -> Option<&'static str> {
    let text = text.trim();
    first(text.as_bytes())
        .filter(|&(_, length)| length == text.len())
        .map(|(result, _)| result)
}

/// A sign between the points, those of the other side, and what follows.
fn both(text: &[u8], white: u8) -> Option<(&'static str, &[u8])> {
    let (sign, length) = first_character(without_blanks(text))?;
    if !matches!(sign, '-' | ':' | '‐' | '‑' | '‒' | '–' | '—' | '−') {
        return None;
    }
    let behind = without_blanks(without_blanks(text).get(length..)?);
    POINTS.iter().find_map(|&(head, black)| {
        let behind = behind.strip_prefix(head)?;
        let result = match (white, black) {
            (2, 0) => "1-0",
            (0, 2) => "0-1",
            (1, 1) => "1/2-1/2",
            _ => return None,
        };
        is_end(behind).then_some((result, behind))
    })
}

/// Ends the result here?
fn is_end(behind: &[u8]) -> bool {
    let next = first_character(behind);
    next.is_none_or(|(c, _)| !c.is_alphanumeric() && !matches!(c, '/' | '-' | ':'))
}

fn without_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    text.get(blanks.count()..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_people_write_them() {
        for (result, texts) in [
            (
                "1-0",
                &[
                    "1-0", "1–0", "1 - 0", "1:0", "1 : 0", "1—0", "1.0-0.0", "1−0",
                ][..],
            ),
            ("0-1", &["0-1", "0–1", "0 - 1", "0:1", "0.0-1.0"]),
            (
                "1/2-1/2",
                &[
                    "1/2-1/2",
                    "½-½",
                    "½",
                    "1/2",
                    "½½",
                    "0.5-0.5",
                    "0,5-0,5",
                    "1/2 - 1/2",
                    "½:½",
                    "½–½",
                    "1/2:1/2",
                ],
            ),
            ("*", &["*"]),
        ] {
            for text in texts {
                assert_eq!(of(text), Some(result), "{text}");
                let longer = format!("{text} and more");
                assert_eq!(first(longer.as_bytes()), Some((result, text.len())));
            }
        }
        for text in [
            "", "1", "0", "1-1", "0-0", "0-0-0", "1-0-0", "1-00", "12", "1/2d4", "0.5", "1.e4",
            "1. 0-0",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}

//! Strangers' text, made fit for a terminal and for a message.

/// So many characters of a text that is at fault are repeated.
const SHOWN: usize = 60;

/// What stands in Rust's escapes too, but does no harm.
const HARMLESS: [char; 3] = ['\'', '"', '\\'];

/// The text with everything written as an escape that a terminal would obey or nobody would see:
/// control characters, and those that turn the direction of writing or have no width. Letters
/// with accents stay as they are.
pub fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for part in text.split_inclusive(HARMLESS) {
        let rest = part.strip_suffix(HARMLESS).unwrap_or(part);
        shown.extend(rest.escape_debug());
        shown.push_str(&part[rest.len()..]);
    }
    shown
}

/// The beginning of a text, with an ellipsis if there is more.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text that is at fault, for a message: cut and plain.
pub fn excerpt(text: &str) -> String {
    plain(&cut(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        for (text, shown) in [
            ("\u{1b}[2Jx", "\\u{1b}[2Jx"),
            ("a\u{202e}b", "a\\u{202e}b"),
            ("a\u{9b}31m\u{200b}", "a\\u{9b}31m\\u{200b}"),
            ("one\ntwo\t\r", "one\\ntwo\\t\\r"),
            ("it's a \"C:\\x\"", "it's a \"C:\\x\""),
            ("Réti e\u{301}, Ä, 日本", "Réti e\u{301}, Ä, 日本"),
            ("", ""),
        ] {
            assert_eq!(plain(text), shown);
        }
    }

    #[test]
    fn a_long_text_is_cut() {
        let whole = "ä".repeat(SHOWN);
        assert_eq!(excerpt(&whole), whole);
        assert_eq!(excerpt(&format!("{whole}x")), format!("{whole}…"));
    }
}

//! Digits, the letters of the files, and signs as lines, so that a diagram needs no font: it looks alike everywhere, and a
//! renderer without fonts draws it whole.

/// A character: lines in a box 12 high that stands on y = 12, and its width.
pub(super) struct Glyph {
    pub lines: &'static str,
    pub width: f64,
}

/// The height of digits and of letters with an ascender.
pub(super) const HEIGHT: f64 = 12.0;

/// How a digit, a letter from a to h or one of the signs `+`, `=`, `-` is drawn.
pub(super) const fn glyph(character: char) -> Option<Glyph> {
    let (width, lines) = match character {
        '0' => (8.0, "M4 0C1.2 0 0 2.7 0 6s1.2 6 4 6 4-2.7 4-6-1.2-6-4-6z"),
        '1' => (5.0, "M.5 2.6 4.3 0v12"),
        '2' => (
            8.0,
            "M.3 3C.6 1.1 2 0 4 0c2.2 0 3.6 1.3 3.6 3.2C7.6 6 3 8.5.2 12H8",
        ),
        '3' => (
            8.0,
            "M.5 1.5C1.5.5 2.7 0 4 0c2.2 0 3.4 1.2 3.4 2.9S6 5.7 3.2 5.7C6.3 5.7 8 7 8 8.9S6.4 12 4 12c-1.6 0-3-.6-4-1.7",
        ),
        '4' => (8.0, "M6 12V0L0 8.6h8"),
        '5' => (
            8.0,
            "M7.3 0h-6L.7 5.6C1.6 4.9 2.7 4.5 4 4.5c2.4 0 4 1.5 4 3.7S6.3 12 4 12c-1.6 0-3-.6-4-1.6",
        ),
        '6' => (
            8.0,
            "M7 .9C6.3.3 5.4 0 4.4 0 1.6 0 0 2.8 0 7c0 3.2 1.6 5 4 5s4-1.5 4-3.8-1.6-3.6-3.9-3.6S0 6 0 8",
        ),
        '7' => (8.0, "M0 0h8C5.5 3.5 3.7 7.5 3 12"),
        '8' => (
            8.0,
            "M4 5.6C2 5.6.7 4.5.7 2.9S2 0 4 0s3.3 1.3 3.3 2.9S6 5.6 4 5.6C1.7 5.6 0 7 0 8.9S1.6 12 4 12s4-1.2 4-3.1-1.7-3.3-4-3.3z",
        ),
        '9' => (
            8.0,
            "M1 11.1c.7.6 1.6.9 2.6.9C6.4 12 8 9.2 8 5c0-3.2-1.6-5-4-5S0 1.5 0 3.8s1.6 3.6 3.9 3.6S8 6 8 4",
        ),
        'a' => (
            7.0,
            "M7 4v8M7 8c0-2.3-1.5-4-3.5-4S0 5.7 0 8s1.5 4 3.5 4S7 10.3 7 8",
        ),
        'b' => (
            7.0,
            "M0 0v12M0 8c0-2.3 1.5-4 3.5-4S7 5.7 7 8s-1.5 4-3.5 4S0 10.3 0 8",
        ),
        'c' => (
            6.6,
            "M6.6 5.6C6 4.6 5 4 3.8 4 1.6 4 0 5.7 0 8s1.6 4 3.8 4c1.2 0 2.2-.6 2.8-1.6",
        ),
        'd' => (
            7.0,
            "M7 0v12M7 8c0-2.3-1.5-4-3.5-4S0 5.7 0 8s1.5 4 3.5 4S7 10.3 7 8",
        ),
        'e' => (
            7.0,
            "M0 8h7c0-2.3-1.5-4-3.5-4S0 5.7 0 8s1.5 4 3.7 4c1.2 0 2.2-.5 2.9-1.4",
        ),
        'f' => (5.8, "M2 12V2.8C2 .9 3 0 4.4 0c.6 0 1 .1 1.4.3M0 4.5h5"),
        'g' => (
            7.0,
            "M7 4v8.2c0 2.1-1.4 3.3-3.4 3.3-1.3 0-2.4-.4-3.1-1.2M7 8c0-2.3-1.5-4-3.5-4S0 5.7 0 8s1.5 4 3.5 4S7 10.3 7 8",
        ),
        'h' => (7.0, "M0 0v12M0 7.5C0 5.5 1.6 4 3.6 4 5.7 4 7 5.3 7 7.5V12"),
        '+' => (8.0, "M4 2v8M0 6h8"),
        '=' => (8.0, "M0 4h8M0 8h8"),
        '-' => (8.0, "M0 6h8"),
        _ => return None,
    };
    Some(Glyph { lines, width })
}

//! Addresses of pages that show a position.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::foreign::Foreign;

/// Parts of the paths of lichess before a position.
const PATH: [&str; 5] = ["analysis", "editor", "standard", "fromPosition", "chess960"];

/// The position that an address shows, with its fields as the address parts them. What is no address stays as it is.
pub fn unpacked(text: &str) -> Result<String, Foreign> {
    let (word, behind) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let Some((host, path)) = split(word) else {
        return Ok(text.to_owned());
    };
    let (path, query) = match path.split_once(['?', '#']) {
        Some((before, query)) => (before, query),
        None => (path, ""),
    };
    let given = query
        .split(['&', '?', '#'])
        .find_map(|part| part.strip_prefix("fen="));
    let position = match given {
        Some(fen) => decoded(fen).replace('+', " "),
        None if host.ends_with("lichess.org") => position(&decoded(path)),
        None => String::new(),
    };
    if position.is_empty() {
        return Err(Foreign::Address(host.to_owned()));
    }
    Ok(format!("{position} {behind}").trim_end().to_owned())
}

/// The host of an address and the path after it, if it is one.
fn split(word: &str) -> Option<(&str, &str)> {
    let rest = ["https://", "http://"]
        .into_iter()
        .find_map(|scheme| word.strip_prefix(scheme));
    let (host, path) = rest.unwrap_or(word).split_once('/')?;
    (rest.is_some() || host.ends_with("lichess.org")).then_some((host, path))
}

/// The position in a path of lichess; nothing if the path is a game's or a puzzle's.
fn position(path: &str) -> String {
    let mut rest = path.trim_matches('/');
    while let Some((first, behind)) = rest.split_once('/') {
        if !PATH.contains(&first) {
            break;
        }
        rest = behind;
    }
    match rest.matches('/').count() {
        7.. => rest.to_owned(),
        _ => String::new(),
    }
}

/// The text with `%20` and the like written out.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let code = behind.get(..2).filter(|_| byte == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(code) => {
                bytes.push(code);
                rest = behind.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(byte);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

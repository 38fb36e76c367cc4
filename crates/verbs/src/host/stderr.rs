//! What is said on standard error. Nobody may be there to read it, or the disk behind it may be
//! full: that is no reason to fail.

use std::fmt::Display;
use std::io::{self, Write};

use super::fold;
use crate::host::plain::plain;

/// Why there is no answer.
pub fn error(words: impl Display) {
    say("", &words.to_string());
}

/// What went wrong on the way to an answer.
pub fn warn(words: impl Display) {
    say("warning: ", &words.to_string());
}

/// Says it at one stroke; lines stay lines.
fn say(kind: &str, words: &str) {
    let lines: Vec<String> = words.split('\n').map(plain).collect();
    let text = format!("peasant: {kind}{}\n", lines.join("\n"));
    _ = io::stderr()
        .lock()
        .write_all(fold::for_stderr(&text).as_bytes());
}

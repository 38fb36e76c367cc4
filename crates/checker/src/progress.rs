//! How far a check has come, for somebody who waits at a terminal.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// A line on standard error, which goes when the check ends; none where that is no terminal.
pub struct Progress {
    /// When it is shown next.
    next: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    /// It is shown when more than a second has passed since the start.
    pub fn new(start: Instant) -> Progress {
        let next = stderr().is_terminal().then(|| start + Duration::from_secs(1));
        Progress { next, is_shown: false }
    }

    /// So many positions of so many are checked.
    pub fn show(&mut self, done: u64, all: u64) {
        let now = Instant::now();
        if self.next.is_some_and(|next| next <= now) {
            self.next = Some(now + Duration::from_millis(200));
            self.is_shown = true;
            write_over(&format!("checked {} of {} positions", grouped(done), grouped(all)));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            write_over("");
        }
    }
}

/// Writes a text in place of the line. Where that fails there is nobody to tell.
fn write_over(text: &str) {
    let mut out = stderr().lock();
    _ = write!(out, "\r\x1b[K{text}").and_then(|()| out.flush());
}

/// A number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}

//! The line on a terminal that shows how far work has come.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, WeakProgressBar};

#[cfg(target_family = "wasm")]
use super::silent::{
    ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, WeakProgressBar,
};
use super::terminal::{self, Unseen};

/// How often it moves by itself. The first time comes after work that is done in a blink.
const TICK: Duration = Duration::from_millis(250);

/// Every line that may still stand there, for those who leave without saying goodbye.
static SHOWN: Mutex<Vec<WeakProgressBar>> = Mutex::new(Vec::new());

/// What stands in a line besides what the program sets: a name of the template, and what writes it.
pub type Key = (
    &'static str,
    Arc<dyn Fn(&Count, &mut dyn fmt::Write) + Send + Sync>,
);

/// How far it has come.
pub struct Count {
    pub done: u64,
    pub of: Option<u64>,
    pub elapsed: Duration,
}

/// A line on standard error, if that is a terminal. Whoever works owns it: it is there as long as this is, and leaves nothing behind,
/// neither of itself nor of what somebody types meanwhile.
pub struct Line {
    bar: ProgressBar,
    _unseen: Option<Unseen>,
}

impl Line {
    /// A line made as the template of `indicatif` says, for so much work, if that is known. `{clock}` is the time that has passed.
    pub fn new(of: Option<u64>, template: &str, keys: Vec<Key>) -> Line {
        let bar = ProgressBar::with_draw_target(of, ProgressDrawTarget::stderr_with_hz(5));
        let style = ProgressStyle::with_template(template);
        let mut style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let clock: Key = (
            "clock",
            Arc::new(|count, text| _ = text.write_str(&clock(count.elapsed))),
        );
        for (name, write) in keys.into_iter().chain([clock]) {
            let key = move |state: &ProgressState, text: &mut dyn fmt::Write| {
                let (done, of, elapsed) = (state.pos(), state.len(), state.elapsed());
                write(&Count { done, of, elapsed }, text);
            };
            style = style.with_key(name, key);
        }
        bar.set_style(style);
        let is_seen = !bar.is_hidden();
        if is_seen {
            tick(bar.downgrade());
            let mut shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
            shown.retain(|bar| bar.upgrade().is_some());
            shown.push(bar.downgrade());
        }
        Line {
            bar,
            _unseen: is_seen.then(terminal::unseen),
        }
    }

    /// For those who only report: it shows nothing once the line is gone.
    pub fn reports(&self) -> Reports {
        Reports(self.bar.downgrade())
    }

    /// Writes above it.
    pub fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Leaves nothing of any line, for an exit at which nothing is dropped.
pub fn end_all() {
    let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    for bar in shown.iter().filter_map(WeakProgressBar::upgrade) {
        bar.finish_and_clear();
    }
    terminal::restore();
}

/// What reports to a line.
pub struct Reports(WeakProgressBar);

impl Reports {
    pub fn say(&self, message: impl FnOnce() -> String) {
        if let Some(bar) = self.0.upgrade().filter(|bar| !bar.is_hidden()) {
            bar.set_message(message());
        }
    }

    /// So much is done.
    pub fn done(&self, count: u64) {
        if let Some(bar) = self.0.upgrade() {
            bar.set_position(count);
        }
    }

    /// One more is done.
    pub fn one_more(&self) {
        if let Some(bar) = self.0.upgrade() {
            bar.inc(1);
        }
    }
}

/// Moves a line for as long as it is there, from a thread of its own: the work may have nothing to report for many seconds.
fn tick(bar: WeakProgressBar) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(TICK);
            match bar.upgrade() {
                Some(bar) => bar.tick(),
                None => break,
            }
        }
    });
}

/// `0:07`, `12:34`, `3:04:05`
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_hours_where_there_are_any() {
        for (seconds, text) in [(7, "0:07"), (754, "12:34"), (11_045, "3:04:05")] {
            assert_eq!(clock(Duration::from_secs(seconds)), text);
        }
    }
}

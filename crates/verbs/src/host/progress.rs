//! Long work: what stops it, and progress on a terminal.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use indicatif::{ProgressDrawTarget, ProgressState, ProgressStyle};
use peasant::limits::{Observer, Progress};

use super::memory;
#[cfg(target_family = "wasm")]
use super::silent::{ProgressDrawTarget, ProgressState, ProgressStyle};

#[cfg(not(target_family = "wasm"))]
pub use indicatif::ProgressBar;

#[cfg(target_family = "wasm")]
pub use super::silent::ProgressBar;

/// How often what is shown moves by itself.
const TICK: Duration = Duration::from_millis(250);

/// How many threads the machine can run at once.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Shows on standard error, if it is a terminal, how far a proof has come.
pub struct Spinner {
    bar: ProgressBar,
    /// What is known so far.
    known: Mutex<String>,
    /// What Ctrl-C raises; without it Ctrl-C ends the program, as elsewhere.
    cancelled: Option<&'static AtomicBool>,
}

impl Spinner {
    /// For work that Ctrl-C stops.
    pub fn new(cancelled: &'static AtomicBool) -> Spinner {
        Spinner::with(Some(cancelled))
    }

    /// For work that ends of itself.
    pub fn of_itself() -> Spinner {
        Spinner::with(None)
    }

    fn with(cancelled: Option<&'static AtomicBool>) -> Spinner {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        if !bar.is_hidden() {
            tick(&bar);
        }
        let spinner = Spinner {
            bar,
            known: Mutex::default(),
            cancelled,
        };
        spinner.within(None)
    }

    /// Shows of how much time it is.
    #[must_use]
    pub fn within(self, time: Option<Duration>) -> Spinner {
        let of = time.map_or(String::new(), |time| {
            format!(" of {}", clock(time.as_secs()))
        });
        let stops = self.cancelled.map_or("", |_| " (Ctrl-C stops)");
        let template = format!("{{spinner}} {{wide_msg}} {{clock}}{of}{stops}");
        let style = ProgressStyle::with_template(&template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        self.bar.set_style(style.with_key("clock", elapsed));
        self
    }

    /// Shows what is known so far, before the counts.
    pub fn know(&self, text: String) {
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = text + "; ";
    }

    /// Writes above it.
    pub fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Begins anew after [`Spinner::clear`].
    pub fn again(&self) {
        self.bar.reset();
    }

    /// Memory that the system refuses ends the work as the user would.
    fn is_cancelled(&self) -> bool {
        let cancelled = self.cancelled;
        cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) || memory::is_short()
    }

    fn show(&self, message: impl FnOnce() -> String) {
        self.bar.set_message(message());
    }
}

/// Moves a spinner for as long as it is there, from a thread of its own: the work may have nothing to report for many seconds.
/// The first time comes after work that is done in a blink.
fn tick(bar: &ProgressBar) {
    let bar = bar.downgrade();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(TICK);
            match bar.upgrade() {
                Some(bar) if bar.is_finished() => {}
                Some(bar) => bar.tick(),
                None => break,
            }
        }
    });
}

fn elapsed(state: &ProgressState, text: &mut dyn fmt::Write) {
    _ = text.write_str(&clock(state.elapsed().as_secs()));
}

/// Cancels when the user or a lack of memory does.
pub struct Cancelled(pub &'static AtomicBool);

impl Observer for Cancelled {
    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) || memory::is_short()
    }
}

impl Observer for Spinner {
    fn progress(&self, progress: &Progress) {
        self.show(|| {
            let of = progress.of.map_or(String::new(), |of| format!(" of {of}"));
            let mib = progress.bytes >> 20;
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            format!("{known}{}{of} structures, {mib} MiB", progress.done)
        });
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled()
    }
}

/// The same for a search that counts positions.
pub struct Positions(pub Spinner);

impl Observer for Positions {
    fn progress(&self, progress: &Progress) {
        self.0.show(|| {
            let millions = progress.done as f64 / 1e6;
            let mib = progress.bytes >> 20;
            format!("{millions:.1} million positions, {mib} MiB")
        });
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// The same for a solution of a pawn game, which decides move by move.
pub struct Moves(pub Spinner);

impl Observer for Moves {
    fn progress(&self, progress: &Progress) {
        self.0.show(|| {
            let (decided, moves) = (progress.decided, progress.moves);
            let positions = progress.positions.unwrap_or(0) as f64;
            let share = 100.0 * positions / progress.capacity.unwrap_or(1).max(1) as f64;
            let millions = progress.done as f64 / 1e6;
            format!(
                "{} of {} moves decided, {millions:.1} million nodes, table {share:.0} % full",
                decided.unwrap_or(0),
                moves.unwrap_or(0),
            )
        });
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// A bar on standard error, if it is a terminal, that counts endings.
pub fn bar(endings: usize) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(5);
    let bar = ProgressBar::with_draw_target(Some(endings as u64), target);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// A bar on standard error, if it is a terminal, that counts bytes of a file; how many it has may not be known.
pub fn bytes(of: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(of, ProgressDrawTarget::stderr_with_hz(5));
    let template = match of {
        Some(_) => "{bar:30} {bytes}/{total_bytes} {elapsed} {msg}",
        None => "{spinner} {bytes} {elapsed} {msg}",
    };
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    // The first game may take long.
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A bar on standard error, if it is a terminal: how many positions are done, how many of them exactly, for how long, and
/// how long it may still take. It ticks by itself.
pub struct Bar {
    bar: ProgressBar,
    exact: Cell<u64>,
    /// Positions that took no time.
    kept: Arc<AtomicU64>,
}

impl Bar {
    /// For so many positions, if that is known.
    pub fn new(positions: Option<u64>) -> Bar {
        let bar = ProgressBar::with_draw_target(positions, ProgressDrawTarget::stderr_with_hz(5));
        let kept = Arc::new(AtomicU64::new(0));
        let template = match positions {
            Some(_) => "{bar:20} {pos} of {len}, {msg} exact, {clock}{left} (Ctrl-C stops)",
            None => "{spinner} {pos} done, {msg} exact, {clock} (Ctrl-C stops)",
        };
        let style = ProgressStyle::with_template(template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let done_before = Arc::clone(&kept);
        let left = move |state: &ProgressState, text: &mut dyn fmt::Write| {
            let worked = state.pos() - done_before.load(Ordering::Relaxed).min(state.pos());
            let ahead = state.len().unwrap_or(0).saturating_sub(state.pos());
            if worked > 0 && ahead > 0 {
                let left = state.elapsed().as_secs_f64() * ahead as f64 / worked as f64;
                _ = write!(text, ", about {} left", clock(left as u64));
            }
        };
        bar.set_style(style.with_key("left", left).with_key("clock", elapsed));
        bar.set_message("0");
        bar.enable_steady_tick(TICK);
        Bar {
            bar,
            exact: Cell::new(0),
            kept,
        }
    }

    /// One more line is done.
    pub fn add(&self, is_exact: bool, is_stored: bool) {
        self.exact.set(self.exact.get() + u64::from(is_exact));
        self.kept.fetch_add(u64::from(is_stored), Ordering::Relaxed);
        self.bar.set_message(self.exact.get().to_string());
        self.bar.inc(1);
    }

    /// Writes above the bar.
    pub fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// `0:07`, `12:34`, `3:04:05`
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn a_clock_shows_hours_where_there_are_any() {
        for (seconds, text) in [(7, "0:07"), (754, "12:34"), (11_045, "3:04:05")] {
            assert_eq!(clock(seconds), text);
        }
    }
}

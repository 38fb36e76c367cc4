//! Long work: what stops it, and progress on a terminal.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use peasant::limits::{Observer, Progress};
use peasant::{Analysis, Event};

use super::words;
use crate::host::line::{Count, Key, Line, Reports, clock};
use crate::host::memory;

/// How many threads the machine can run at once.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Shows on standard error, if it is a terminal, how far a proof has come. It is the work's, and gone with it: whoever only watches
/// the work ([`Spinner::watcher`]) may be kept for longer, and shows nothing more.
pub struct Spinner {
    line: Line,
    watcher: Arc<Watcher>,
}

/// What a spinner says of the counts.
type Words = fn(&Progress) -> String;

/// Watches work: passes on how far it has come, and what stops it.
pub struct Watcher {
    reports: Reports,
    words: Words,
    /// What is known so far, which is better than counts.
    known: Mutex<Option<String>>,
    /// What Ctrl-C raises; without it Ctrl-C ends the program, as elsewhere.
    cancelled: Option<&'static AtomicBool>,
}

impl Spinner {
    /// For a proof that Ctrl-C stops, with so much time.
    pub fn new(cancelled: &'static AtomicBool, time: Option<Duration>) -> Spinner {
        Spinner::with(Some(cancelled), time, structures)
    }

    /// For a proof that ends of itself.
    pub fn of_itself() -> Spinner {
        Spinner::with(None, None, structures)
    }

    /// For a search that counts positions.
    pub fn of_positions(cancelled: &'static AtomicBool) -> Spinner {
        Spinner::with(Some(cancelled), None, positions)
    }

    /// For a solution of a pawn game, which decides move by move.
    pub fn of_moves(cancelled: Option<&'static AtomicBool>) -> Spinner {
        Spinner::with(cancelled, None, moves)
    }

    fn with(
        cancelled: Option<&'static AtomicBool>,
        time: Option<Duration>,
        words: Words,
    ) -> Spinner {
        let of = time.map_or(String::new(), |time| format!(" of {}", clock(time)));
        let stops = cancelled.map_or("", |_| " (Ctrl-C stops)");
        let template = format!("{{spinner}} {{wide_msg}} {{clock}}{of}{stops}");
        let line = Line::new(None, &template, Vec::new());
        let watcher = Arc::new(Watcher {
            reports: line.reports(),
            words,
            known: Mutex::default(),
            cancelled,
        });
        Spinner { line, watcher }
    }

    /// Who watches the work for it.
    pub fn watcher(&self) -> Arc<Watcher> {
        Arc::clone(&self.watcher)
    }

    /// What a prover tells of its work ([`peasant::Request::listener`]), for the line to show it.
    pub fn listener(&self, open: Analysis) -> impl Fn(&Event) + Send + Sync + 'static {
        let (watcher, analysis) = (self.watcher(), Mutex::new(open));
        watcher.know(words::so_far(
            &analysis.lock().unwrap_or_else(PoisonError::into_inner),
        ));
        move |event| {
            let mut analysis = analysis.lock().unwrap_or_else(PoisonError::into_inner);
            analysis.learn(event);
            watcher.know(words::so_far(&analysis));
        }
    }

    /// Shows what is known so far.
    pub fn know(&self, text: String) {
        self.watcher.know(text);
    }

    /// Writes above it.
    pub fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        self.line.above(write)
    }
}

impl Watcher {
    fn know(&self, text: String) {
        self.reports.say(|| text.clone());
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
    }
}

impl Observer for Watcher {
    fn progress(&self, progress: &Progress) {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*known, progress.price) {
            (None, _) => self.reports.say(|| (self.words)(progress)),
            (Some(known), Some(price)) => {
                let endings = words::counted(price.slices, "queen ending");
                self.reports.say(|| format!("{endings} to go; {known}"));
            }
            (Some(_), None) => {}
        }
    }

    /// Memory that the system refuses ends the work as the user would.
    fn is_cancelled(&self) -> bool {
        let cancelled = self.cancelled;
        cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) || memory::mind()
    }
}

fn structures(progress: &Progress) -> String {
    let of = progress.of.map_or(String::new(), |of| format!(" of {of}"));
    format!("{}{of} structures looked through", progress.done)
}

fn positions(progress: &Progress) -> String {
    format!("{:.1} million positions", progress.done as f64 / 1e6)
}

fn moves(progress: &Progress) -> String {
    let (decided, moves) = (progress.decided, progress.moves);
    let positions = progress.positions.unwrap_or(0) as f64;
    let share = 100.0 * positions / progress.capacity.unwrap_or(1).max(1) as f64;
    format!(
        "{} of {} moves decided, table {share:.0} % full",
        decided.unwrap_or(0),
        moves.unwrap_or(0),
    )
}

/// Cancels when the user or a lack of memory does.
pub struct Cancelled(pub &'static AtomicBool);

impl Observer for Cancelled {
    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) || memory::mind()
    }
}

/// A line on standard error, if it is a terminal, for endings that are solved ahead.
pub fn endings(endings: usize) -> Line {
    let template = "{bar:20} {pos} of {len}, {clock} (Ctrl-C stops) {msg}";
    Line::new(Some(endings as u64), template, Vec::new())
}

/// A line on standard error, if it is a terminal, for games: the message says which; of a file whose length is known, how much of it
/// is done, and how long the rest may take. `begun` is what an earlier run has done.
pub fn games(bytes: Option<u64>, begun: u64) -> Line {
    let template = match bytes {
        Some(_) => "{bar:8} {megabytes}, {wide_msg} {clock}{left} (Ctrl-C stops)",
        None => "{spinner} {megabytes}, {wide_msg} {clock} (Ctrl-C stops)",
    };
    let megabytes = |count: &Count, text: &mut dyn fmt::Write| {
        let of = count
            .of
            .map_or(String::new(), |of| format!("/{}", of / 1_000_000));
        _ = write!(text, "{}{of} MB", count.done / 1_000_000);
    };
    let left = move |count: &Count, text: &mut dyn fmt::Write| {
        write_left(count, count.done.saturating_sub(begun), text);
    };
    let keys: Vec<Key> = vec![("megabytes", Arc::new(megabytes)), ("left", Arc::new(left))];
    Line::new(bytes, template, keys)
}

/// How long the rest may take, if so much was done in the time that has passed.
fn write_left(count: &Count, worked: u64, text: &mut dyn fmt::Write) {
    let ahead = count.of.unwrap_or(0).saturating_sub(count.done);
    if worked > 0 && ahead > 0 {
        let left = count.elapsed.mul_f64(ahead as f64 / worked as f64);
        _ = write!(text, ", about {} left", clock(left));
    }
}

/// A bar on standard error, if it is a terminal: how many positions are done, how many of them exactly, for how long, and
/// how long it may still take.
pub struct Bar {
    /// Until it ends.
    line: Option<Line>,
    exact: Cell<u64>,
    /// Positions that took no time.
    kept: Arc<AtomicU64>,
}

impl Bar {
    /// For so many positions, if that is known.
    pub fn new(positions: Option<u64>) -> Bar {
        let kept = Arc::new(AtomicU64::new(0));
        let template = match positions {
            Some(_) => "{bar:10} {pos} of {len}, {msg} exact, {clock}{left} (Ctrl-C stops)",
            None => "{spinner} {pos} done, {msg} exact, {clock} (Ctrl-C stops)",
        };
        let done_before = Arc::clone(&kept);
        let left = move |count: &Count, text: &mut dyn fmt::Write| {
            let worked = count.done - done_before.load(Ordering::Relaxed).min(count.done);
            write_left(count, worked, text);
        };
        let line = Line::new(positions, template, vec![("left", Arc::new(left))]);
        line.reports().say(|| "0".to_owned());
        Bar {
            line: Some(line),
            exact: Cell::new(0),
            kept,
        }
    }

    /// One more line is done.
    pub fn add(&self, is_exact: bool, is_stored: bool) {
        self.exact.set(self.exact.get() + u64::from(is_exact));
        self.kept.fetch_add(u64::from(is_stored), Ordering::Relaxed);
        if let Some(line) = &self.line {
            let reports = line.reports();
            reports.say(|| self.exact.get().to_string());
            reports.one_more();
        }
    }

    /// Writes above the bar, as long as there is one.
    pub fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.line {
            Some(line) => line.above(write),
            None => write(),
        }
    }

    /// The work is done.
    pub fn end(&mut self) {
        self.line = None;
    }
}

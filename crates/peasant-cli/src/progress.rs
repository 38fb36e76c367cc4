//! Long work: Ctrl-C, and progress on a terminal.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use peasant::limits::{Observer, Progress};

/// Raised by the first Ctrl-C; the second ends the program at once, with the status of an interrupt.
pub fn catch_interrupt() -> io::Result<&'static AtomicBool> {
    static CANCELLED: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if CANCELLED.swap(true, Ordering::Relaxed) {
            crate::engine::end_all();
            std::process::exit(130);
        }
    })
    .map_err(io::Error::other)?;
    Ok(&CANCELLED)
}

/// How many threads the machine can run at once.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Shows on standard error, if it is a terminal, how far a proof has come.
pub struct Spinner {
    bar: ProgressBar,
    /// What Ctrl-C raises; without it Ctrl-C ends the program, as elsewhere.
    cancelled: Option<&'static AtomicBool>,
}

impl Spinner {
    /// For work that Ctrl-C stops.
    pub fn new(cancelled: &'static AtomicBool) -> Spinner {
        Spinner {
            cancelled: Some(cancelled),
            ..Spinner::of_itself()
        }
    }

    /// For work that ends of itself.
    pub fn of_itself() -> Spinner {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        Spinner {
            bar,
            cancelled: None,
        }
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled
            .is_some_and(|cancelled| cancelled.load(Ordering::Relaxed))
    }

    fn show(&self, elapsed: Duration, message: impl FnOnce() -> String) {
        // A proof that is done in a blink shows nothing.
        if elapsed < Duration::from_millis(300) {
            return;
        }
        let style = ProgressStyle::with_template("{spinner} {wide_msg}");
        self.bar
            .set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let (message, seconds) = (message(), elapsed.as_secs());
        let stops = self.cancelled.map_or("", |_| " (Ctrl-C stops)");
        self.bar
            .set_message(format!("{message}, {seconds} s{stops}"));
        self.bar.tick();
    }
}

impl Observer for Spinner {
    fn progress(&self, progress: &Progress) {
        self.show(progress.elapsed, || {
            let of = progress.of.map_or(String::new(), |of| format!(" of {of}"));
            let mib = progress.bytes >> 20;
            format!("{}{of} structures, {mib} MiB", progress.done)
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
        self.0.show(progress.elapsed, || {
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
        self.0.show(progress.elapsed, || {
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

/// A bar on standard error, if it is a terminal, that counts positions.
pub fn bar(positions: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(
        Some(positions as u64),
        ProgressDrawTarget::stderr_with_hz(5),
    );
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

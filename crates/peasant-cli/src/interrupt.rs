//! Ctrl-C, and other polite wishes that the program end.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use verbs::Outcome;
use verbs::host::line;
use verbs::outside::engine;

/// A shell adds this to the number of a signal.
const BY_SIGNAL: u8 = 128;

/// The number of Ctrl-C.
const INTERRUPT: u8 = 2;

/// Somebody wants to be told, and ends then with what it has.
static IS_CAUGHT: AtomicBool = AtomicBool::new(false);

/// What the first one raises.
static CANCELLED: AtomicBool = AtomicBool::new(false);

/// The first one; 0 if none came.
static FIRST: AtomicU8 = AtomicU8::new(0);

/// Catches them from now on: what the first one raises. The second ends the program at once.
pub fn catch() -> io::Result<&'static AtomicBool> {
    IS_CAUGHT.store(true, Ordering::Relaxed);
    Ok(&CANCELLED)
}

/// How the program ends after an outcome: whoever ended it early is told that above all.
pub fn end(outcome: Outcome) -> ExitCode {
    match FIRST.load(Ordering::Relaxed) {
        0 => ExitCode::from(outcome.status()),
        // Nobody hears that the output could not be written.
        signal => {
            _ = io::stdout().flush();
            leave(signal)
        }
    }
}

/// One has come.
fn received(signal: u8) {
    let is_first = FIRST
        .compare_exchange(0, signal, Ordering::Relaxed, Ordering::Relaxed)
        .is_ok();
    if is_first && IS_CAUGHT.load(Ordering::Relaxed) {
        CANCELLED.store(true, Ordering::Relaxed);
        return;
    }
    line::end_all();
    engine::end_all();
    leave(signal)
}

/// Ends with the status that a shell gives to a signal. At a terminal Ctrl-C ends it as if it were not caught: a loop in a shell ends
/// with it then.
fn leave(signal: u8) -> ! {
    if signal == INTERRUPT {
        die_at_terminal();
    }
    std::process::exit((BY_SIGNAL + signal).into())
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::thread;

    use nix::sys::signal::{SigSet, Signal, raise};
    use nix::unistd::{getpgrp, tcgetpgrp};

    /// What is caught.
    const SIGNALS: [Signal; 3] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];

    /// Waits for them on a thread of its own. To be called before there are others: all block them.
    ///
    /// # Errors
    /// The system gives no thread, or lets none block them.
    pub fn watch() -> io::Result<()> {
        let signals: SigSet = SIGNALS.into_iter().collect();
        signals.thread_block()?;
        // A file that has grown to its limit (`ulimit -f`) is an error of whoever writes it.
        let grown: SigSet = [Signal::SIGXFSZ].into_iter().collect();
        grown.thread_block()?;
        let wait = move || {
            while let Ok(signal) = signals.wait() {
                super::received(signal as u8);
            }
        };
        thread::Builder::new().spawn(wait)?;
        Ok(())
    }

    /// Dies of Ctrl-C if the terminal listens to us.
    pub fn die_at_terminal() {
        if tcgetpgrp(io::stdin()).is_ok_and(|group| group == getpgrp()) {
            let interrupt: SigSet = [Signal::SIGINT].into_iter().collect();
            _ = interrupt.thread_unblock();
            _ = raise(Signal::SIGINT);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;

    /// Has Ctrl-C told from now on.
    ///
    /// # Errors
    /// The system tells nobody.
    pub fn watch() -> io::Result<()> {
        ctrlc::set_handler(|| super::received(super::INTERRUPT)).map_err(io::Error::other)
    }

    /// Nobody dies of Ctrl-C here.
    pub fn die_at_terminal() {}
}

use system::die_at_terminal;
pub use system::watch;

//! Ctrl-C.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use verbs::outside::engine::end_all;

/// Raised by the first Ctrl-C, or another polite wish that the program end (SIGTERM, SIGHUP); the second ends the program at
/// once, with the status of an interrupt.
pub fn catch() -> io::Result<&'static AtomicBool> {
    static CANCELLED: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if CANCELLED.swap(true, Ordering::Relaxed) {
            end_all();
            std::process::exit(130);
        }
    })
    .map_err(io::Error::other)?;
    Ok(&CANCELLED)
}

//! What an evaluation may remember, and for how long it may go on.

use std::cell::Cell;

use peasant::limits::{Observer, Stop, Watch};

/// Progress is reported every so many things remembered.
const REPORTED: u64 = 1 << 12;

/// Counts what is remembered, for everybody who takes part in an evaluation.
pub struct Meter<'w> {
    watch: &'w Watch<&'w dyn Observer>,
    /// Things remembered for the question at hand: the limit on structures is for these.
    kept: Cell<u64>,
    /// About so many bytes are taken by them.
    bytes: Cell<u64>,
    /// Things remembered for earlier questions, and forgotten since.
    before: Cell<u64>,
}

impl<'w> Meter<'w> {
    pub const fn new(watch: &'w Watch<&'w dyn Observer>) -> Meter<'w> {
        Meter {
            watch,
            kept: Cell::new(0),
            bytes: Cell::new(0),
            before: Cell::new(0),
        }
    }

    /// The next question: what was remembered for the last one has been forgotten.
    pub fn begin_again(&self) {
        self.before.set(self.before.get() + self.kept.get());
        self.kept.set(0);
        self.bytes.set(0);
    }

    /// One more thing shall be remembered, which takes so many bytes.
    pub fn keep(&self, bytes: u64) -> Result<(), Stop> {
        // The limit may be reached, not passed.
        self.watch
            .check(self.kept.get(), self.bytes.get() + bytes)?;
        self.kept.set(self.kept.get() + 1);
        self.bytes.set(self.bytes.get() + bytes);
        let done = self.before.get() + self.kept.get();
        if done.is_multiple_of(REPORTED) {
            self.watch.report(done, None, self.bytes.get());
        }
        Ok(())
    }

    /// Bytes that are taken now, for [`Meter::release`].
    pub const fn bytes(&self) -> u64 {
        self.bytes.get()
    }

    /// What was remembered since so many bytes were taken has been forgotten.
    pub fn release(&self, bytes: u64) {
        self.bytes.set(bytes);
    }

    /// So many bytes more, for what is not counted.
    pub fn hold(&self, bytes: u64) -> Result<(), Stop> {
        self.bytes.set(self.bytes.get() + bytes);
        self.watch.check(0, self.bytes.get())
    }
}

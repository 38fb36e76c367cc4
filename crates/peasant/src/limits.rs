//! How far a proof may go, and who watches it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a proof may spend. `None` means without limit.
///
/// ```
/// use std::time::Duration;
/// use peasant::Limits;
///
/// let limits = Limits::NONE.time(Duration::from_secs(5)).memory(1 << 30);
/// assert_eq!(limits.structures, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes for structures and slices.
    pub memory: Option<u64>,
    /// Structures solved.
    pub structures: Option<u64>,
}

impl Limits {
    /// Nothing is limited.
    pub const NONE: Limits = Limits {
        time: None,
        memory: None,
        structures: None,
    };

    /// With so much wall-clock time.
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// With so many bytes.
    #[must_use]
    pub const fn memory(mut self, bytes: u64) -> Limits {
        self.memory = Some(bytes);
        self
    }

    /// With so many structures.
    #[must_use]
    pub const fn structures(mut self, structures: u64) -> Limits {
        self.structures = Some(structures);
        self
    }
}

/// Why a proof stopped before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The limit on structures.
    Structures,
    /// The observer asked for it.
    Cancelled,
}

impl Stop {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Structures => "structures",
            Stop::Cancelled => "cancelled",
        }
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Structures solved or expanded so far.
    pub structures: u64,
    /// How many there are in all, where that is known.
    pub of: Option<u64>,
    /// Bytes in use for them.
    pub bytes: u64,
    /// Time since the proof began.
    pub elapsed: Duration,
}

/// Whoever watches a proof. Called every few milliseconds, from one thread at a time.
pub trait Observer: Send + Sync {
    /// Shows how far the proof has come.
    fn progress(&self, _progress: &Progress) {}

    /// Shall the proof stop? Asked often: an answer must cost nothing.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Watches nothing and never cancels.
impl Observer for () {}

/// A flag that another thread or a signal handler raises to cancel.
impl Observer for AtomicBool {
    fn is_cancelled(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Whoever is shown to somebody else watches the same.
impl<O: Observer + ?Sized> Observer for &O {
    fn progress(&self, progress: &Progress) {
        (**self).progress(progress);
    }

    fn is_cancelled(&self) -> bool {
        (**self).is_cancelled()
    }
}

/// Whoever is shared watches the same.
impl<O: Observer + ?Sized> Observer for Arc<O> {
    fn progress(&self, progress: &Progress) {
        (**self).progress(progress);
    }

    fn is_cancelled(&self) -> bool {
        (**self).is_cancelled()
    }
}

/// Limits, observer and clock of one proof. A proof that outlives its caller owns its observer.
#[derive(Clone, Copy)]
pub(crate) struct Watch<O = Arc<dyn Observer>> {
    limits: Limits,
    observer: O,
    start: Instant,
    /// Nothing is reported.
    silent: bool,
}

impl Watch {
    /// No limits, and nobody watches.
    pub fn idle() -> Watch {
        Watch::new(Limits::default(), Arc::new(()))
    }
}

impl<O: Observer> Watch<O> {
    pub fn new(limits: Limits, observer: O) -> Watch<O> {
        Watch {
            limits,
            observer,
            start: Instant::now(),
            silent: false,
        }
    }

    /// The same for a proof inside a proof, which reports nothing.
    pub fn silent(self) -> Watch<O> {
        Watch {
            silent: true,
            ..self
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Must the proof stop? Costs a clock reading.
    pub fn check(&self, structures: u64, bytes: u64) -> Result<(), Stop> {
        if self.observer.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self
            .limits
            .time
            .is_some_and(|limit| self.start.elapsed() >= limit)
        {
            return Err(Stop::Time);
        }
        if self.limits.memory.is_some_and(|limit| bytes > limit) {
            return Err(Stop::Memory);
        }
        if self
            .limits
            .structures
            .is_some_and(|limit| structures >= limit)
        {
            return Err(Stop::Structures);
        }
        Ok(())
    }

    /// How much more memory may be used.
    pub fn room(&self, bytes: u64) -> u64 {
        let limit = self.limits.memory.unwrap_or(u64::MAX);
        limit.saturating_sub(bytes)
    }

    pub fn report(&self, structures: u64, of: Option<u64>, bytes: u64) {
        if self.silent {
            return;
        }
        let elapsed = self.elapsed();
        self.observer.progress(&Progress {
            structures,
            of,
            bytes,
            elapsed,
        });
    }
}

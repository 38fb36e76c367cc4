//! Limits of a computation, who watches it, and what ended it: one set of types for the prover,
//! the pawn games and the historic programs.

mod gate;
mod price;

pub use price::Price;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Instant;

pub(crate) use self::gate::Gate;

/// Limits of a computation: time, memory in bytes, structures. `None` means without limit.
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
    /// Bytes for what is remembered: structures and slices, tables of positions, games.
    pub memory: Option<u64>,
    /// Structures solved, nodes searched, games remembered: what the program counts.
    pub structures: Option<u64>,
}

impl Limits {
    /// Nothing is limited.
    pub const NONE: Limits = Limits {
        time: None,
        memory: None,
        structures: None,
    };

    /// Sets the limit on wall-clock time.
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// Sets the limit on memory, in bytes.
    #[must_use]
    pub const fn memory(mut self, bytes: u64) -> Limits {
        self.memory = Some(bytes);
        self
    }

    /// What is left of them when so much time has passed and so many structures have been counted.
    pub(crate) fn after(self, time: Duration, structures: u64) -> Limits {
        Limits {
            time: self.time.map(|limit| limit.saturating_sub(time)),
            memory: self.memory,
            structures: self
                .structures
                .map(|limit| limit.saturating_sub(structures)),
        }
    }

    /// Sets the limit on structures.
    #[must_use]
    pub const fn structures(mut self, structures: u64) -> Limits {
        self.structures = Some(structures);
        self
    }
}

/// Reasons why a computation stopped before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The limit on what the program counts ([`Limits::structures`]).
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

/// Counts of a computation in progress. What a program does not count is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Work done so far, in what the program counts: structures solved or expanded (the prover), nodes
    /// searched (pawn games, historic programs), games and positions remembered (values of pawn games).
    pub done: u64,
    /// The amount of work in all, in the same unit, where that is known.
    pub of: Option<u64>,
    /// Bytes in use for what is remembered.
    pub bytes: u64,
    /// Time since the computation began.
    pub elapsed: Duration,
    /// The prover: what is to be solved for the leaves in work still.
    pub price: Option<Price>,
    /// Pawn games: positions in the transposition table.
    pub positions: Option<u64>,
    /// Pawn games: how many positions the table can hold when it has grown as far as it may.
    pub capacity: Option<u64>,
    /// Pawn games: moves of the position whose result is decided.
    pub decided: Option<usize>,
    /// Pawn games: all moves of the position.
    pub moves: Option<usize>,
}

/// Whoever watches a computation. Called every few milliseconds, from one thread at a time.
pub trait Observer: Send + Sync {
    /// Shows how far it has come.
    fn progress(&self, _progress: &Progress) {}

    /// Shall it stop? Asked often: an answer must cost nothing.
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

/// Limits, observer and clock of one computation, for solvers beside this library too. One that outlives its caller owns
/// its observer.
#[derive(Clone)]
pub struct Watch<O = Arc<dyn Observer>> {
    limits: Limits,
    observer: O,
    start: Instant,
    /// Where it waits, in place of a limit on time.
    gate: Option<Arc<Gate>>,
    /// Structures that are counted elsewhere.
    counted: u64,
    /// Nothing is reported.
    silent: bool,
}

impl Watch {
    /// No limits, and nobody watches.
    pub(crate) fn idle() -> Watch {
        Watch::new(Limits::default(), Arc::new(()))
    }

    /// For a computation that is suspended at a gate. Limits on time and structures are the gate's.
    pub(crate) fn at(gate: Arc<Gate>, limits: Limits, observer: Arc<dyn Observer>) -> Watch {
        let memory = Limits {
            memory: limits.memory,
            ..Limits::NONE
        };
        Watch {
            gate: Some(gate),
            ..Watch::new(memory, observer)
        }
    }

    pub(crate) fn observer(&self) -> Arc<dyn Observer> {
        Arc::clone(&self.observer)
    }

    /// The same, observed by somebody else.
    pub(crate) fn observed_by(self, observer: Arc<dyn Observer>) -> Watch {
        Watch { observer, ..self }
    }
}

impl<O: Observer> Watch<O> {
    /// The clock starts now.
    pub fn new(limits: Limits, observer: O) -> Watch<O> {
        Watch {
            limits,
            observer,
            start: Instant::now(),
            gate: None,
            counted: 0,
            silent: false,
        }
    }

    /// The same for a proof inside a proof, which reports nothing.
    pub(crate) fn silent(self) -> Watch<O> {
        Watch {
            silent: true,
            ..self
        }
    }

    /// Makes a watch that stops so much earlier that there is time for what follows a proof: a tenth, a second at most.
    pub fn sooner(mut self) -> Watch<O> {
        self.limits.time = self.limits.time.map(|time| {
            let reserve = (time / 10).min(Duration::from_secs(1));
            time - reserve
        });
        self
    }

    /// The same, but stopped at the latest when it has run so long, with so many structures less to count.
    pub(crate) fn until(mut self, time: Duration, structures: u64) -> Watch<O> {
        self.limits.time = Some(self.limits.time.unwrap_or(time).min(time));
        self.less(structures)
    }

    /// The same with so many structures less to count.
    pub(crate) fn less(mut self, structures: u64) -> Watch<O> {
        self.limits = self.limits.after(Duration::ZERO, structures);
        self.counted += structures;
        self
    }

    /// Can the computation be suspended?
    pub(crate) fn is_gated(&self) -> bool {
        self.gate.is_some()
    }

    /// Is it limited how many structures are counted?
    pub(crate) fn limits_structures(&self) -> bool {
        self.limits.structures.is_some()
    }

    /// Since the clock was started.
    pub fn elapsed(&self) -> Duration {
        match &self.gate {
            Some(gate) => gate.elapsed(),
            None => self.start.elapsed(),
        }
    }

    /// Is the limit on time over, beside which a gate has its own?
    fn is_late(&self) -> bool {
        let limit = self.limits.time;
        limit.is_some_and(|limit| limit <= self.elapsed())
    }

    /// How much time is left, if it is limited.
    pub(crate) fn left(&self) -> Option<Duration> {
        match &self.gate {
            Some(gate) => Some(gate.left()),
            None => Some(self.limits.time?.saturating_sub(self.start.elapsed())),
        }
    }

    /// Checks whether there is time for what takes so long. Waits for it if the computation can be suspended.
    pub(crate) fn needs(&self, time: Duration) -> Result<(), Stop> {
        match &self.gate {
            Some(gate) => gate.pass(self.counted, time),
            None if self.left().is_none_or(|left| left >= time) => Ok(()),
            None => Err(Stop::Time),
        }
    }

    /// Checks whether the proof must stop. Costs a clock reading. Waits if the computation is suspended.
    ///
    /// # Errors
    /// Why it must.
    pub fn check(&self, structures: u64, bytes: u64) -> Result<(), Stop> {
        if self.observer.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if let Some(gate) = &self.gate {
            // Whoever reports nothing counts nothing.
            let structures = if self.silent {
                0
            } else {
                self.counted + structures
            };
            gate.pass(structures, Duration::ZERO)?;
        }
        if self.is_late() {
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

    /// The memory that may still be used, in bytes.
    pub fn room(&self, bytes: u64) -> u64 {
        let limit = self.limits.memory.unwrap_or(u64::MAX);
        limit.saturating_sub(bytes)
    }

    /// Reports so much work done, of so much, if that is known.
    pub fn report(&self, done: u64, of: Option<u64>, bytes: u64) {
        self.show(Progress {
            done,
            of,
            bytes,
            ..Progress::default()
        });
    }

    /// Reports more than the counts that all programs have. The time is filled in here.
    pub fn show(&self, progress: Progress) {
        if !self.silent {
            let elapsed = self.elapsed();
            self.observer.progress(&Progress {
                elapsed,
                ..progress
            });
        }
    }
}

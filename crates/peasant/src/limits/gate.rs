//! Where a computation is suspended, and goes on: between two structures, where it minds its limits. Its threads wait there, so that
//! nothing of what they were about is lost, and no time passes for them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Instant;

use super::{Limits, Observer, Stop};

/// A gate before a computation, shared with whoever opens it.
pub(crate) struct Gate {
    start: Instant,
    /// Nanoseconds in which it was closed.
    idle: AtomicU64,
    /// It closes when so many nanoseconds have been worked, or so many structures counted.
    until: AtomicU64,
    structures: AtomicU64,
    /// The most that were counted so far.
    counted: AtomicU64,
    is_ending: AtomicBool,
    /// Whoever may close it sooner.
    observer: Arc<dyn Observer>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy)]
enum State {
    Open,
    /// Since so long, for this reason.
    Closed(Instant, Stop),
    /// The computation is to end, as if this had stopped it.
    Ending(Stop),
    /// The computation has ended.
    Over,
}

impl Gate {
    /// A closed one.
    pub fn new(observer: Arc<dyn Observer>) -> Arc<Gate> {
        let start = Instant::now();
        Arc::new(Gate {
            start,
            idle: AtomicU64::new(0),
            until: AtomicU64::new(0),
            structures: AtomicU64::new(u64::MAX),
            counted: AtomicU64::new(0),
            is_ending: AtomicBool::new(false),
            observer,
            state: Mutex::new(State::Closed(start, Stop::Time)),
            changed: Condvar::new(),
        })
    }

    /// How long has been worked?
    pub fn elapsed(&self) -> Duration {
        let now = match *self.state() {
            State::Closed(since, _) => since,
            _ => Instant::now(),
        };
        self.worked(now)
    }

    fn worked(&self, now: Instant) -> Duration {
        let idle = Duration::from_nanos(self.idle.load(Ordering::Relaxed));
        now.saturating_duration_since(self.start)
            .saturating_sub(idle)
    }

    /// How many structures have been counted?
    pub fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// How much time is left until it closes?
    pub fn left(&self) -> Duration {
        let until = Duration::from_nanos(self.until.load(Ordering::Relaxed));
        until.saturating_sub(self.worked(Instant::now()))
    }

    /// Passes the gate with so many structures counted, to work for as long as is needed. Waits while it is closed, and closes it
    /// where it is time. Whoever has waited passes, however much is needed.
    ///
    /// # Errors
    /// Why the computation must end.
    pub fn pass(&self, structures: u64, mut needed: Duration) -> Result<(), Stop> {
        self.counted.fetch_max(structures, Ordering::Relaxed);
        loop {
            if self.is_ending.load(Ordering::Relaxed) {
                return self.pass_at_the_end();
            }
            let left = self.left();
            let why = if structures >= self.structures.load(Ordering::Relaxed) {
                Stop::Structures
            } else if left.is_zero() || left < needed {
                Stop::Time
            } else if self.observer.is_cancelled() {
                Stop::Cancelled
            } else {
                return Ok(());
            };
            self.wait_for_opening(why);
            needed = Duration::ZERO;
        }
    }

    fn pass_at_the_end(&self) -> Result<(), Stop> {
        match *self.state() {
            State::Ending(why) => Err(why),
            _ => Ok(()),
        }
    }

    fn wait_for_opening(&self, why: Stop) {
        let mut state = self.state();
        if matches!(*state, State::Open) {
            *state = State::Closed(Instant::now(), why);
            self.changed.notify_all();
        }
        while matches!(*state, State::Closed(..)) {
            state = self.wait(state);
        }
    }

    /// Opens it, until one of the limits is reached.
    pub fn open(&self, limits: Limits) {
        self.change(State::Open, limits);
    }

    /// Has the computation ended as if this had stopped it.
    pub fn end(&self, why: Stop) {
        self.is_ending.store(true, Ordering::Relaxed);
        self.change(State::Ending(why), Limits::NONE);
    }

    fn change(&self, to: State, limits: Limits) {
        let mut state = self.state();
        if matches!(*state, State::Over) {
            return;
        }
        let now = Instant::now();
        if let State::Closed(since, _) = *state {
            let idle = now.duration_since(since).as_nanos() as u64;
            self.idle.fetch_add(idle, Ordering::Relaxed);
        }
        let time = limits.time.map(|time| self.worked(now) + time);
        let until = time.map_or(u64::MAX, |time| time.as_nanos().min(u64::MAX.into()) as u64);
        self.until.store(until, Ordering::Relaxed);
        let structures = limits
            .structures
            .map(|more| self.counted().saturating_add(more));
        let structures = structures.unwrap_or(u64::MAX);
        self.structures.store(structures, Ordering::Relaxed);
        *state = to;
        self.changed.notify_all();
    }

    /// The computation has ended.
    pub fn over(&self) {
        *self.state() = State::Over;
        self.changed.notify_all();
    }

    /// Waits until it closes, and says why; `None` when the computation has ended.
    pub fn closed(&self) -> Option<Stop> {
        let mut state = self.state();
        loop {
            match *state {
                State::Closed(_, why) => return Some(why),
                State::Over => return None,
                _ => state = self.wait(state),
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, state: MutexGuard<'g, State>) -> MutexGuard<'g, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }
}

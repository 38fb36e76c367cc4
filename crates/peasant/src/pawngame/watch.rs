//! The clock and the observer of one solution.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::ground::Ground;
use super::solver::{Observer, Progress};
use crate::limits::Stop;

/// Why threads stop before they have an answer.
pub enum Pause {
    /// For good.
    Stop(Stop),
    /// The table must grow.
    Tight,
}

/// Clock and observer of one solution.
pub struct Watch<'o> {
    start: Instant,
    time: Option<Duration>,
    observer: &'o dyn Observer,
}

impl<'o> Watch<'o> {
    pub fn new(time: Option<Duration>, observer: &'o dyn Observer) -> Watch<'o> {
        Watch {
            start: Instant::now(),
            time,
            observer,
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Shows how far the work has come.
    pub fn report(&self, ground: &Ground, (decided, moves): (usize, usize)) {
        self.observer.progress(&Progress {
            nodes: ground.nodes.load(Ordering::Relaxed),
            positions: ground.positions.load(Ordering::Relaxed),
            capacity: ground.table.most(),
            decided,
            moves,
            elapsed: self.elapsed(),
        });
    }

    /// May the work go on?
    pub fn look(&self, ground: &Ground) -> Result<(), Pause> {
        self.check().map_err(Pause::Stop)?;
        let positions = ground.positions.load(Ordering::Relaxed);
        if ground.table.is_tight(positions) {
            return Err(Pause::Tight);
        }
        Ok(())
    }

    /// Must it end?
    pub fn check(&self) -> Result<(), Stop> {
        if self.observer.is_cancelled() {
            Err(Stop::Cancelled)
        } else if self.time.is_some_and(|time| self.elapsed() >= time) {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }
}

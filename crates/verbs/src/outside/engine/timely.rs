//! An engine for somebody whose time is limited.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use peasant::board::Position;
use peasant::clock::Instant;
use peasant::{Assessment, Engine};

use super::Uci;

/// An engine, asked by somebody who waits for no answer once time is up.
pub struct Timely {
    engine: Arc<Uci>,
    until: Mutex<Option<Instant>>,
}

impl Timely {
    /// Time begins now, if it is limited.
    pub fn new(engine: Arc<Uci>, time: Option<Duration>) -> Timely {
        let timely = Timely {
            engine,
            until: Mutex::default(),
        };
        timely.begin(time);
        timely
    }

    /// Time begins anew.
    pub fn begin(&self, time: Option<Duration>) {
        let until = time.map(|time| Instant::now() + time);
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }
}

impl Engine for Timely {
    fn assess(&self, position: &Position) -> Option<Assessment> {
        let until = *self.until.lock().unwrap_or_else(PoisonError::into_inner);
        self.engine.assess_by(position, until)
    }
}

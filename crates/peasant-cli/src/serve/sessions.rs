//! Provers of the page, stored for the next question: whoever looks at a position goes on to its neighbours.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use peasant::{Prover, Rules};

/// What nobody has asked for in so long is forgotten.
const IDLE: Duration = Duration::from_secs(60);

/// The last used comes last.
#[derive(Default)]
pub struct Sessions(Mutex<Vec<Stored>>);

struct Stored {
    prover: Prover,
    since: Instant,
}

impl Sessions {
    /// The prover by these rules that was used last, if one is stored.
    pub fn take(&self, rules: Rules) -> Option<Prover> {
        let mut stored = self.stored();
        let last = stored
            .iter()
            .rposition(|stored| stored.prover.rules() == rules)?;
        Some(stored.remove(last).prover)
    }

    pub fn give(&self, prover: Prover) {
        let since = Instant::now();
        self.stored().push(Stored { prover, since });
    }

    /// How many nobody has asked for in a long time.
    pub fn idle(&self) -> usize {
        let is_idle = |stored: &&Stored| stored.since.elapsed() > IDLE;
        self.stored().iter().take_while(is_idle).count()
    }

    /// Forgets those that were used longest ago.
    pub fn forget(&self, many: usize) {
        let mut stored = self.stored();
        let many = many.min(stored.len());
        let forgotten: Vec<Stored> = stored.drain(..many).collect();
        drop(stored);
        // That may take a moment, in which others need not wait.
        drop(forgotten);
    }

    /// Forgets all but so many.
    pub fn leave(&self, most: usize) {
        let surplus = self.stored().len().saturating_sub(most);
        if surplus > 0 {
            self.forget(surplus);
        }
    }

    fn stored(&self) -> MutexGuard<'_, Vec<Stored>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

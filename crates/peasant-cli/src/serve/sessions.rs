//! Provers of the page, stored for the next question: whoever looks at a position goes on to its neighbours.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use peasant::{Prover, Rules};

/// What nobody has asked for in so long is forgotten.
const IDLE: Duration = Duration::from_secs(60);

/// The last used comes last.
#[derive(Default)]
pub struct Sessions(Mutex<Vec<Kept>>);

struct Kept {
    prover: Prover,
    since: Instant,
}

impl Sessions {
    /// The prover by these rules that was used last, if one is stored.
    pub fn take(&self, rules: Rules) -> Option<Prover> {
        let mut kept = self.kept();
        let last = kept.iter().rposition(|kept| kept.prover.rules() == rules)?;
        Some(kept.remove(last).prover)
    }

    pub fn give(&self, prover: Prover) {
        let since = Instant::now();
        self.kept().push(Kept { prover, since });
    }

    /// How many nobody has asked for in a long time.
    pub fn idle(&self) -> usize {
        let is_idle = |kept: &&Kept| kept.since.elapsed() > IDLE;
        self.kept().iter().take_while(is_idle).count()
    }

    /// Forgets those that were used longest ago.
    pub fn forget(&self, many: usize) {
        let mut kept = self.kept();
        let many = many.min(kept.len());
        let forgotten: Vec<Kept> = kept.drain(..many).collect();
        drop(kept);
        // That may take a moment, in which others need not wait.
        drop(forgotten);
    }

    /// Forgets all but so many.
    pub fn leave(&self, most: usize) {
        let surplus = self.kept().len().saturating_sub(most);
        if surplus > 0 {
            self.forget(surplus);
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

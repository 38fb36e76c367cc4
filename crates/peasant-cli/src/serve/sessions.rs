//! Provers of the page, kept for the next question: whoever looks at a position goes on to its neighbours.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use peasant::{Prover, Rules};

/// What nobody has asked for so long is forgotten.
const IDLE: Duration = Duration::from_secs(300);

/// The last used comes last.
#[derive(Default)]
pub struct Sessions(Mutex<Vec<Kept>>);

struct Kept {
    prover: Prover,
    since: Instant,
}

impl Sessions {
    /// The prover by these rules that was used last, if one is kept.
    pub fn take(&self, rules: Rules) -> Option<Prover> {
        let mut kept = self.kept();
        let last = kept.iter().rposition(|kept| kept.prover.rules() == rules)?;
        Some(kept.remove(last).prover)
    }

    pub fn give(&self, prover: Prover) {
        let since = Instant::now();
        self.kept().push(Kept { prover, since });
    }

    /// Forgets all but so many: those who work need the memory.
    pub fn leave(&self, most: usize) {
        let mut kept = self.kept();
        let surplus = kept.len().saturating_sub(most);
        let forgotten: Vec<Kept> = kept.drain(..surplus).collect();
        drop(kept);
        // That may take a moment, in which others need not wait.
        drop(forgotten);
    }

    /// Forgets what nobody has asked for.
    pub fn sweep(&self) {
        let idle = |kept: &&Kept| kept.since.elapsed() > IDLE;
        let idle = self.kept().iter().filter(idle).count();
        let most = self.kept().len().saturating_sub(idle);
        if idle > 0 {
            self.leave(most);
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

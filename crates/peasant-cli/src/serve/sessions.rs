//! Questions of the page, suspended until somebody goes on with them: whoever looks at a position comes back to it, or goes on to its
//! neighbours.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use peasant::board::Position;
use peasant::{Prover, Question, Rules};

/// What nobody has asked for in so long is forgotten.
const IDLE: Duration = Duration::from_secs(60);

/// The last used comes last.
#[derive(Default)]
pub struct Sessions(Mutex<Vec<Stored>>);

struct Stored {
    question: Question,
    /// So many lines are asked for.
    lines: usize,
    since: Instant,
}

impl Sessions {
    /// The question, if it has been asked before.
    pub fn question(&self, position: &Position, rules: Rules, lines: usize) -> Option<Question> {
        self.last(|stored| {
            let asked = stored.question.analysis();
            (asked.position, asked.rules, stored.lines) == (*position, rules, lines)
        })
    }

    /// The prover by these rules that was used last, if one is stored; its question ends.
    pub fn prover(&self, rules: Rules) -> Option<Prover> {
        let question = self.last(|stored| stored.question.analysis().rules == rules)?;
        Some(question.into_prover())
    }

    fn last(&self, is_wanted: impl Fn(&Stored) -> bool) -> Option<Question> {
        let mut stored = self.stored();
        let last = stored.iter().rposition(is_wanted)?;
        Some(stored.remove(last).question)
    }

    /// Stores a question that asks for so many lines.
    pub fn give(&self, question: Question, lines: usize) {
        let since = Instant::now();
        self.stored().push(Stored {
            question,
            lines,
            since,
        });
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

//! One observer for two attacks side by side.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::board::Color;
use crate::limits::{Observer, Progress};

/// Adds up what both attacks of a request have done, for whoever observes it.
pub(super) struct Beside {
    observer: Arc<dyn Observer>,
    /// By player. Held by whoever reports: an observer is called from one thread at a time.
    done: Mutex<[u64; 2]>,
}

/// The observer of one attack, which stops too when it is dropped.
struct Hand {
    beside: Arc<Beside>,
    player: Color,
    dropped: Arc<AtomicBool>,
}

impl Beside {
    pub fn new(observer: Arc<dyn Observer>) -> Arc<Beside> {
        Arc::new(Beside {
            observer,
            done: Mutex::default(),
        })
    }

    /// For one attack. `dropped`: it is not wanted any more.
    pub fn hand(self: &Arc<Self>, player: Color, dropped: Arc<AtomicBool>) -> Arc<dyn Observer> {
        Arc::new(Hand {
            beside: Arc::clone(self),
            player,
            dropped,
        })
    }
}

impl Observer for Hand {
    fn progress(&self, progress: &Progress) {
        let mut done = self
            .beside
            .done
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        done[self.player as usize] = progress.done;
        self.beside.observer.progress(&Progress {
            done: done.iter().sum(),
            ..*progress
        });
    }

    fn is_cancelled(&self) -> bool {
        self.dropped.load(Ordering::Relaxed) || self.beside.observer.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    /// Remembers what was reported last.
    #[derive(Default)]
    struct Last(AtomicU64);

    impl Observer for Last {
        fn progress(&self, progress: &Progress) {
            self.0.store(progress.done, Ordering::Relaxed);
        }
    }

    #[test]
    fn both_are_added_up_and_one_is_dropped() {
        let last = Arc::new(Last::default());
        let beside = Beside::new(Arc::clone(&last) as _);
        let dropped = Arc::new(AtomicBool::new(false));
        let white = beside.hand(Color::White, Arc::default());
        let black = beside.hand(Color::Black, Arc::clone(&dropped));
        let report = |hand: &dyn Observer, done| {
            hand.progress(&Progress {
                done,
                ..Progress::default()
            });
            last.0.load(Ordering::Relaxed)
        };
        assert_eq!(report(&*white, 512), 512);
        assert_eq!(report(&*black, 1024), 1536);
        assert_eq!(report(&*white, 2048), 3072);
        dropped.store(true, Ordering::Relaxed);
        assert!(black.is_cancelled() && !white.is_cancelled());
    }
}

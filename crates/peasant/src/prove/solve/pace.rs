//! How long the largest slices take on this machine, so that none is begun that would end after the time limit.

use std::time::Duration;

use crate::clock::Instant;

/// Measured anew in each request: a slice with most pieces lasts from where the limits are minded before it to where they are minded
/// next.
#[derive(Default)]
pub(in crate::prove) struct Pace {
    began: Option<Instant>,
    longest: Duration,
    /// So many have been solved, in so much time.
    solved: u32,
    time: Duration,
}

impl Pace {
    /// What was begun has ended, if anything was.
    pub fn end(&mut self) {
        if let Some(took) = self.began.take().map(|began| began.elapsed()) {
            self.longest = self.longest.max(took);
            self.time += took;
            self.solved += 1;
        }
    }

    /// One more of the largest slices begins.
    pub fn begin(&mut self) {
        self.began = Some(Instant::now());
    }

    /// What one of them takes, if any has been solved.
    pub fn each(&self) -> Option<Duration> {
        self.time.checked_div(self.solved)
    }

    /// What the longest of them took.
    pub const fn longest(&self) -> Duration {
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_counts() {
        let mut pace = Pace::default();
        assert_eq!(pace.longest(), Duration::ZERO, "nothing is known yet");
        assert_eq!(pace.each(), None);
        pace.begin();
        std::thread::sleep(Duration::from_millis(2));
        pace.end();
        pace.end();
        assert!(pace.longest() >= Duration::from_millis(2));
        assert_eq!(pace.each(), Some(pace.longest()), "one has been solved");
    }
}

//! How long the largest slices take on this machine, so that none is begun that would end after the time limit.

use std::time::{Duration, Instant};

/// Measured anew in each request: a slice with most pieces lasts from where the limits are minded before it to where they are minded
/// next.
#[derive(Default)]
pub(in crate::prove) struct Pace {
    began: Option<Instant>,
    longest: Duration,
}

impl Pace {
    /// What was begun has ended, if anything was.
    pub fn end(&mut self) {
        let took = self.began.take().map(|began| began.elapsed());
        self.longest = self.longest.max(took.unwrap_or_default());
    }

    /// One more of the largest slices begins.
    pub fn begin(&mut self) {
        self.began = Some(Instant::now());
    }

    /// Is so much time enough for one, as far as is known?
    pub fn fits(&self, left: Option<Duration>) -> bool {
        left.is_none_or(|left| left >= self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_longer_than_what_is_left_is_not_begun() {
        let mut pace = Pace::default();
        assert!(pace.fits(Some(Duration::ZERO)), "nothing is known yet");
        pace.begin();
        std::thread::sleep(Duration::from_millis(2));
        pace.end();
        pace.end();
        assert!(!pace.fits(Some(Duration::from_millis(1))));
        assert!(pace.fits(None));
    }
}

//! The line of progress over a file of games.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::annotator::Told;
use super::summary::Summary;
use crate::host::line::Reports;

/// It changes no more often.
const PAUSE: Duration = Duration::from_millis(100);

/// What the line of progress says: where the work is, and what it has found.
pub struct Shown {
    reports: Reports,
    /// How many bytes of the file have been read.
    read: Arc<AtomicU64>,
    place: Mutex<String>,
    /// What has been found, and when that was told.
    found: Mutex<(String, Option<Instant>)>,
}

impl Shown {
    pub fn new(reports: Reports, read: Arc<AtomicU64>) -> Shown {
        let shown = Shown {
            reports,
            read,
            place: Mutex::default(),
            found: Mutex::new(("reading".to_owned(), None)),
        };
        shown.show();
        shown
    }

    /// Hears where somebody works.
    pub fn at(self: &Arc<Shown>) -> Arc<Told> {
        let shown = Arc::clone(self);
        Arc::new(move |game, ply| {
            let place = format!("; game {game}, move {}", ply / 2 + 1);
            *shown.place.lock().unwrap_or_else(PoisonError::into_inner) = place;
            shown.show();
        })
    }

    /// So much has been found.
    pub fn found(&self, summary: &Summary) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.1.is_some_and(|told| told.elapsed() < PAUSE) {
            return;
        }
        *found = (summary.so_far(), Some(Instant::now()));
        drop(found);
        self.show();
    }

    fn show(&self) {
        self.reports.done(self.read.load(Ordering::Relaxed));
        self.reports.say(|| {
            let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            let place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
            format!("{}{}", found.0, *place)
        });
    }
}

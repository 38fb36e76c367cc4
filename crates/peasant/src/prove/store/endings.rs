//! Endings of three promoted pieces without pawns, solved when a proof first needs them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use super::ending::PackedEnding;
use super::hand::Saved;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::policy::WEIGHT;
use crate::slice::Wins;
use crate::slice::pawnless::{self, Taken, solve_pawnless};
use crate::structure::Pieces;

/// Bytes that solving an ending takes at most.
pub(crate) const BUILD_BYTES: u64 = 256 << 20;

/// What it takes on one core, with some to spare: less time left, and it is not begun.
pub(crate) const BUILD_TIME: Duration = Duration::from_secs(3);

/// What it counts for: a second.
pub(crate) const BUILD: Effort = Effort(32 * WEIGHT[2].0);

/// Is asked again and again whether to go on.
pub(crate) type GoOn<'a> = dyn FnMut() -> Result<(), Stop> + 'a;

/// The endings that provers share, some 4.5 MB each. Those that a store keeps are forgotten when nobody uses them.
#[derive(Debug, Default)]
pub(crate) struct Endings {
    open: Mutex<HashMap<Pieces, Weak<PackedEnding>>>,
    /// Those that no store keeps.
    unstored: Mutex<Vec<Arc<PackedEnding>>>,
    /// Those in work.
    in_work: Mutex<HashSet<Pieces>>,
}

impl Endings {
    /// An ending that is in memory or in a store.
    pub fn find(&self, pieces: Pieces, saved: &Saved) -> Option<Arc<PackedEnding>> {
        let mut open = locked(&self.open);
        if let Some(ending) = open.get(&pieces).and_then(Weak::upgrade) {
            saved.note_taken(ending.was_read);
            return Some(ending);
        }
        let ending = Arc::new(saved.read_ending(pieces)?);
        open.insert(pieces, Arc::downgrade(&ending));
        Some(ending)
    }

    /// An ending, solved if it is not there yet. `None` if another thread is solving it, which is not waited for.
    ///
    /// # Errors
    /// What `go_on` says; nothing is kept of the ending in work then.
    pub fn get(
        &self,
        pieces: Pieces,
        saved: &Saved,
        go_on: &mut GoOn,
    ) -> Result<Option<Arc<PackedEnding>>, Stop> {
        if let Some(ending) = self.find(pieces, saved) {
            return Ok(Some(ending));
        }
        if !locked(&self.in_work).insert(pieces) {
            return Ok(None);
        }
        let _in_work = InWork(self, pieces);
        // Another thread may have ended just before.
        match self.find(pieces, saved) {
            Some(ending) => Ok(Some(ending)),
            None => self.solve(pieces, saved, go_on).map(Some),
        }
    }

    /// Solves an ending, whatever is there of it and whatever other threads do.
    pub fn solve(
        &self,
        pieces: Pieces,
        saved: &Saved,
        go_on: &mut GoOn,
    ) -> Result<Arc<PackedEnding>, Stop> {
        let mut left: [Option<Vec<Wins>>; Pieces::MAX] = [const { None }; Pieces::MAX];
        for (place, left) in left.iter_mut().enumerate().take(pieces.len()) {
            *left = pawnless::all_planes(pieces.without(place));
            go_on()?;
        }
        let taken: Taken = std::array::from_fn(|place| left[place].as_deref());
        let planes = solve_pawnless(pieces, &taken, go_on)?;
        let ending = PackedEnding::new(pieces, &planes, BUILD);
        Ok(self.keep(pieces, ending, saved))
    }

    /// Keeps an ending that has been solved.
    pub fn keep(&self, pieces: Pieces, ending: PackedEnding, saved: &Saved) -> Arc<PackedEnding> {
        let ending = Arc::new(ending);
        if !saved.write_ending(pieces, &ending) {
            locked(&self.unstored).push(Arc::clone(&ending));
        }
        locked(&self.open).insert(pieces, Arc::downgrade(&ending));
        ending
    }
}

/// An ending is in work until this is dropped.
struct InWork<'e>(&'e Endings, Pieces);

impl Drop for InWork<'_> {
    fn drop(&mut self) {
        locked(&self.0.in_work).remove(&self.1);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! A proof's hands on stores, and when it writes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Store;
use super::ending::PackedEnding;
use super::entry::{Domain, SavedBounds};
use crate::board::Position;
use crate::clock::Instant;
use crate::structure::{Pieces, Structure};

/// The shortest and the longest time between the end of one saving and the beginning of the next.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(8)];

/// Between them it is so many times what the last saving took.
const TIMES: u32 = 8;

/// The stores that a proof reads and writes, by some rules. A copy of what is known has none.
#[derive(Default)]
pub(crate) struct Saved(Option<Box<Hands>>);

struct Hands {
    stores: Vec<Arc<Store>>,
    domain: Domain,
    next: Instant,
    /// Has anything been read that this proof has not proved?
    taken: AtomicBool,
}

impl Clone for Saved {
    fn clone(&self) -> Saved {
        Saved(None)
    }
}

impl Saved {
    /// Hands on some stores.
    pub fn new(stores: Vec<Arc<Store>>, domain: Domain) -> Saved {
        let now = Instant::now();
        let hands = (!stores.is_empty()).then(|| Hands {
            stores,
            domain,
            next: now + PAUSES[0],
            taken: AtomicBool::new(false),
        });
        Saved(hands.map(Box::new))
    }

    /// Is it time to save?
    pub fn is_due(&self) -> bool {
        let hands = self.0.as_ref();
        hands.is_some_and(|hands| Instant::now() >= hands.next)
    }

    /// What is kept of a goal.
    pub fn read(&self, view: Structure) -> Option<SavedBounds> {
        let hands = self.0.as_ref()?;
        let found = hands.stores.iter().flat_map(|store| {
            let domains = hands.domain.holding();
            domains.filter_map(move |domain| store.read(domain, view))
        });
        let found = found.reduce(|mut one, other| {
            one.narrow(other);
            one
        });
        self.note_taken(found.is_some());
        found
    }

    /// An ending with three pieces.
    pub fn read_ending(&self, pieces: Pieces) -> Option<PackedEnding> {
        let hands = self.0.as_ref()?;
        let mut stores = hands.stores.iter();
        let found = stores.find_map(|store| store.read_ending(pieces));
        self.note_taken(found.is_some());
        found
    }

    /// Keeps an ending with three pieces. Could a store?
    pub fn write_ending(&self, pieces: Pieces, ending: &PackedEnding) -> bool {
        let hands = self.0.iter();
        let stores = hands.flat_map(|hands| &hands.stores);
        stores
            .map(|store| store.write_ending(pieces, ending))
            .fold(false, |any, written| any | written)
    }

    /// Something has been read that may come from a store.
    pub fn note_taken(&self, was_read: bool) {
        if let Some(hands) = &self.0
            && was_read
        {
            hands.taken.store(true, Ordering::Relaxed);
        }
    }

    /// Has anything been read from a store?
    #[cfg(feature = "certificate")]
    pub fn has_taken(&self) -> bool {
        let hands = self.0.as_ref();
        hands.is_some_and(|hands| hands.taken.load(Ordering::Relaxed))
    }

    /// Writes to each store the goals that it keeps. Could all of them?
    pub fn write<'a, I>(&'a mut self, goals: impl Fn(&'a Store) -> I) -> bool
    where
        I: Iterator<Item = (Structure, SavedBounds)>,
    {
        let Some(hands) = &mut self.0 else {
            return false;
        };
        let began = Instant::now();
        let mut written = true;
        for store in &hands.stores {
            written &= store.write(hands.domain, goals(store));
        }
        let [least, most] = PAUSES;
        hands.next = Instant::now() + (began.elapsed() * TIMES).clamp(least, most);
        written
    }

    /// Writes one goal to each store, without waiting. Could all of them?
    pub fn write_one(&self, view: Structure, bounds: impl Fn() -> SavedBounds) -> bool {
        self.0.as_ref().is_some_and(|hands| {
            let goal = || std::iter::once((view, bounds()));
            let each = hands.stores.iter();
            each.map(|store| store.write(hands.domain, goal()))
                .fold(true, |all, written| all & written)
        })
    }

    /// For how long at most a position has been worked on that stayed open.
    pub fn tried(&self, position: &Position) -> Option<Duration> {
        let hands = self.0.as_ref()?;
        let stores = hands.stores.iter();
        stores
            .filter_map(|store| store.tried(hands.domain, position))
            .max()
    }

    /// A position has stayed open for so long.
    pub fn note_open(&self, position: &Position, time: Duration) {
        for hands in self.0.iter() {
            for store in &hands.stores {
                store.note_open(hands.domain, position, time);
            }
        }
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        let hands = self.0.iter();
        let stores = hands.flat_map(|hands| &hands.stores);
        let bytes = stores.map(|store| store.bytes() / Arc::strong_count(store).max(1) as u64);
        bytes.sum()
    }
}

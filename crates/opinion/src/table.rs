//! The transposition table: what was found of positions, so that no way to them is searched twice.

use peasant::Move;
use peasant::board::{Role, Square};
use peasant::store::pages::Pages;

use crate::score::MATES;

/// What a stored score is of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// At most.
    Upper,
    /// At least.
    Lower,
    /// It is.
    Exact,
}

/// What was found of a position.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub best: Option<Move>,
    pub score: i32,
    pub depth: i32,
    pub bound: Bound,
}

/// Twelve bytes: half of the key, the score, and a word with the rest; 0 if nothing is stored.
///
/// ```text
///   bits 0-1 bound + 1   2-7 age   8-15 depth   16-31 move
/// ```
type Entry = [u32; 3];

/// Five entries in a line of the cache, and a word to spare.
type Bucket = [u32; 16];

/// The table.
pub(crate) struct Table {
    buckets: Pages<Bucket>,
    /// Counts searches, and wraps at 64.
    age: u32,
}

impl Table {
    /// A table of at most so many bytes, and one bucket at least.
    pub fn new(bytes: usize) -> Table {
        Table {
            buckets: Pages::new((bytes / size_of::<Bucket>()).max(1)),
            age: 0,
        }
    }

    /// A new search begins: what is older goes first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// What is stored of a position so many plies from the root.
    pub fn get(&self, key: u64, ply: i32) -> Option<Found> {
        let (entries, _) = self.buckets.all()[self.index(key)].as_chunks();
        let &[_, score, rest] = entries.iter().find(|entry| is_of(entry, key))?;
        Some(Found {
            best: unpacked(rest >> 16),
            score: from_root(score as i32, ply),
            depth: (rest >> 8 & 255) as i32,
            bound: match rest & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        })
    }

    /// Has the entries of a position brought near, where the processor can be told so.
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = &self.buckets.all()[self.index(key)];
            // SAFETY: every processor of this kind has the instruction; it reads nothing that the program sees.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Stores what was found, in place of what is worth least.
    pub fn put(&mut self, key: u64, ply: i32, found: Found) {
        let (index, age) = (self.index(key), self.age);
        let (entries, _) = self.buckets.all_mut()[index].as_chunks_mut();
        let rank = |entry: &&mut Entry| match is_of(entry, key) {
            true => i32::MIN,
            false => worth(entry, age),
        };
        let Some(entry) = entries.iter_mut().min_by_key(rank) else {
            return;
        };
        // A move that was best before is better than none.
        let kept = if is_of(entry, key) { entry[2] >> 16 } else { 0 };
        let best = found.best.map_or(kept, packed);
        let depth = found.depth.clamp(0, 255) as u32;
        let rest = best << 16 | depth << 8 | age << 2 | (found.bound as u32 + 1);
        *entry = [check(key), from_node(found.score, ply) as u32, rest];
    }

    /// The bucket of a key: its upper bits, spread over all buckets.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.all().len() as u128) >> 64) as usize
    }
}

fn is_of(entry: &Entry, key: u64) -> bool {
    entry[0] == check(key) && entry[2] != 0
}

/// Depth counts, and age against it.
fn worth(entry: &Entry, now: u32) -> i32 {
    if entry[2] == 0 {
        return i32::MIN + 1;
    }
    let age = now.wrapping_sub(entry[2] >> 2) & 63;
    (entry[2] >> 8 & 255) as i32 - 8 * age as i32
}

/// The lower half of a key; the upper one has chosen the bucket.
fn check(key: u64) -> u32 {
    key as u32
}

/// A mate is stored as it is counted from the position, not from the root.
fn from_node(score: i32, ply: i32) -> i32 {
    match score {
        score if score >= MATES => score + ply,
        score if score <= -MATES => score - ply,
        score => score,
    }
}

fn from_root(score: i32, ply: i32) -> i32 {
    match score {
        score if score >= MATES => score - ply,
        score if score <= -MATES => score + ply,
        score => score,
    }
}

/// A move in sixteen bits, never 0.
fn packed(mv: Move) -> u32 {
    let promotion = mv.promotion.map_or(0, |role| role as u32);
    mv.from.index() as u32 | (mv.to.index() as u32) << 6 | promotion << 12
}

fn unpacked(bits: u32) -> Option<Move> {
    let from = Square::new(bits);
    let to = Square::new(bits >> 6);
    let role = Role::ALL[(bits >> 12) as usize % 6];
    (bits != 0).then_some(Move {
        from,
        to,
        promotion: (role != Role::Pawn).then_some(role),
    })
}

//! The transposition table: what was found of positions, so that no way to them is searched twice.

use peasant::Move;
use peasant::board::{Role, Square};

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

/// Twelve bytes: half of the key, and what was found.
#[derive(Clone, Copy)]
struct Entry {
    key: u32,
    score: i32,
    best: u16,
    depth: u8,
    /// The age times four, and the bound; 0 if nothing is stored.
    mark: u8,
}

const EMPTY: Entry = Entry {
    key: 0,
    score: 0,
    best: 0,
    depth: 0,
    mark: 0,
};

/// Five entries in a line of the cache.
#[derive(Clone)]
#[repr(align(64))]
struct Bucket([Entry; 5]);

/// The table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// Counts searches, and wraps at 64.
    age: u8,
}

impl Table {
    /// A table of at most so many bytes, and one bucket at least.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Table {
            buckets: vec![Bucket([EMPTY; 5]); buckets],
            age: 0,
        }
    }

    /// A new search begins: what is older goes first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// What is stored of a position so many plies from the root.
    pub fn get(&self, key: u64, ply: i32) -> Option<Found> {
        let bucket = &self.buckets[self.index(key)].0;
        let entry = bucket.iter().find(|entry| entry.is_of(key))?;
        Some(Found {
            best: unpacked(entry.best),
            score: from_root(entry.score, ply),
            depth: i32::from(entry.depth),
            bound: match entry.mark & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        })
    }

    /// Stores what was found, in place of what is worth least.
    pub fn put(&mut self, key: u64, ply: i32, found: Found) {
        let (index, age) = (self.index(key), self.age);
        let bucket = &mut self.buckets[index].0;
        let place = bucket.iter().position(|entry| entry.is_of(key));
        let place = place.unwrap_or_else(|| {
            let least = (0..bucket.len()).min_by_key(|&n| bucket[n].worth(age));
            least.unwrap_or(0)
        });
        let entry = &mut bucket[place];
        let best = found.best.map_or(0, packed);
        *entry = Entry {
            key: check(key),
            score: from_node(found.score, ply),
            best: if best == 0 && entry.is_of(key) {
                entry.best
            } else {
                best
            },
            depth: found.depth.clamp(0, 255) as u8,
            mark: age << 2 | found.bound as u8 + 1,
        };
    }

    /// The bucket of a key: its upper bits, spread over all buckets.
    fn index(&self, key: u64) -> usize {
        (u128::from(key) * self.buckets.len() as u128 >> 64) as usize
    }
}

impl Entry {
    fn is_of(&self, key: u64) -> bool {
        self.key == check(key) && self.mark != 0
    }

    /// Depth counts, and age against it.
    fn worth(&self, now: u8) -> i32 {
        if self.mark == 0 {
            return i32::MIN;
        }
        let age = now.wrapping_sub(self.mark >> 2) & 63;
        i32::from(self.depth) - 8 * i32::from(age)
    }
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
fn packed(mv: Move) -> u16 {
    let promotion = mv.promotion.map_or(0, |role| role as u16);
    mv.from.index() as u16 | (mv.to.index() as u16) << 6 | promotion << 12
}

fn unpacked(bits: u16) -> Option<Move> {
    let from = Square::new(u32::from(bits));
    let to = Square::new(u32::from(bits >> 6));
    let role = Role::ALL[usize::from(bits >> 12) % 6];
    (bits != 0).then_some(Move {
        from,
        to,
        promotion: (role != Role::Pawn).then_some(role),
    })
}

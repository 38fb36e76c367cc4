//! The table of what is proved: a word for a position, and no position is ever taken for another.
//!
//! A key of K bits is scrambled one to one. The lowest b bits of the result choose a bucket and need not be stored; the other
//! K - b are the tag. So a word holds the whole position:
//!
//! ```text
//! | tag: K - b bits | effort | bounds: 3 bits |
//! ```

use std::sync::atomic::{AtomicU64, Ordering};

use super::storage::Storage;
use peasant::value::{Bounds, Contradiction, Wdl};

/// Words in a bucket.
const BUCKET: usize = 4;
/// Bytes of a bucket.
const BUCKET_BYTES: u64 = 8 * BUCKET as u64;
/// A table starts with so many buckets (its logarithm): 2 MiB.
const FIRST_BITS: u32 = 16;
/// A table grows by so many bits.
const GROWTH: u32 = 2;
/// Bits for bounds.
const BOUNDS: u32 = 3;
/// Bits for the effort, at most.
const EFFORT: u32 = 6;

/// A position and what is known of it, outside the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The scrambled key.
    pub mixed: u128,
    pub bounds: Bounds,
    /// About the logarithm of the work.
    pub effort: u32,
}

impl Entry {
    /// The entry as a number.
    pub fn to_number(self) -> u128 {
        self.mixed << 12 | u128::from(self.effort) << BOUNDS | u128::from(pack(self.bounds))
    }

    /// The entry that a number stands for, if keys have so many bits.
    pub fn from_number(number: u128, bits: u32) -> Option<Entry> {
        let (mixed, known) = (number >> 12, number as u64 & 7);
        ((1..=5).contains(&known) && mixed >> bits == 0).then(|| Entry {
            mixed,
            bounds: unpack(known),
            effort: (number >> BOUNDS) as u32 & 0x1ff,
        })
    }
}

/// Where a position stands in a table: its bucket, and what else is needed to know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    bucket: u64,
    tag: u64,
}

impl Place {
    /// A number in which all bits of the position play a part.
    pub const fn hash(self) -> u64 {
        (self.tag ^ self.bucket.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// A table of bounds, shared by threads without locks.
pub struct Table {
    words: Storage,
    /// Bits of a key.
    bits: u32,
    /// log2 of the number of buckets in use.
    bucket_bits: u32,
    /// log2 of the number of buckets that there is room for.
    max_bits: u32,
    /// Bits for the effort.
    effort_bits: u32,
}

impl Table {
    /// The smallest table for such keys, in bytes.
    pub const fn least(bits: u32) -> u64 {
        BUCKET_BYTES << (bits + BOUNDS).saturating_sub(64)
    }

    /// A small table for keys of so many bits, which can grow up to so many bytes if the system has them.
    pub fn new(bits: u32, memory: u64) -> Option<Table> {
        let least = (bits + BOUNDS).saturating_sub(64);
        let max = (memory / BUCKET_BYTES).max(1).ilog2();
        let max_bits = max.clamp(least, bits.max(least));
        let mut table = Table {
            words: Storage::new(BUCKET << max_bits)?,
            bits,
            bucket_bits: max_bits.min(least.max(FIRST_BITS)),
            max_bits,
            effort_bits: 0,
        };
        table.effort_bits = table.room_for_effort();
        Some(table)
    }

    const fn room_for_effort(&self) -> u32 {
        let room = 64 - BOUNDS - (self.bits - self.bucket_bits);
        if room < EFFORT { room } else { EFFORT }
    }

    /// Can the table grow, and should it, with so many words in use?
    pub const fn is_tight(&self, positions: u64) -> bool {
        self.bucket_bits < self.max_bits && positions > self.capacity() / 2
    }

    /// Grows until so many words are no tight fit, or as far as the table may.
    pub fn make_room(&mut self, positions: u64) {
        while self.is_tight(positions) {
            self.grow();
        }
    }

    /// Makes the table larger. Every position of a bucket moves to one of the new buckets that differ from the old one by
    /// higher bits, which its tag loses; no two old buckets share a new one.
    pub fn grow(&mut self) {
        let (old_bits, old_effort) = (self.bucket_bits, self.effort_bits);
        self.bucket_bits = self.grown_bits();
        self.effort_bits = self.room_for_effort();
        let more = self.bucket_bits - old_bits;
        for bucket in 0..1u64 << old_bits {
            let mut old = [0; BUCKET];
            for (old, word) in old.iter_mut().zip(self.bucket(Place { bucket, tag: 0 })) {
                *old = word.swap(0, Ordering::Relaxed);
            }
            for word in old.into_iter().filter(|word| word & 7 != 0) {
                let tag = word >> (BOUNDS + old_effort);
                let place = Place {
                    bucket: bucket | (tag & ((1 << more) - 1)) << old_bits,
                    tag: tag >> more,
                };
                let effort = word >> BOUNDS & ((1 << old_effort) - 1);
                self.add(place, unpack(word & 7), effort as u32);
            }
        }
    }

    /// Bits of the numbers that [`Table::entries`] gives and [`Table::restore`] takes.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// Bytes in use.
    pub const fn bytes(&self) -> u64 {
        8 * self.capacity()
    }

    /// Words in use and free, before the table grows again.
    pub const fn capacity(&self) -> u64 {
        (BUCKET as u64) << self.bucket_bits
    }

    /// Bytes in use when the table has grown once more.
    pub const fn bytes_when_grown(&self) -> u64 {
        self.bytes() << (self.grown_bits() - self.bucket_bits)
    }

    /// log2 of the number of buckets when the table has grown once more.
    const fn grown_bits(&self) -> u32 {
        let grown = self.bucket_bits + GROWTH;
        if grown < self.max_bits {
            grown
        } else {
            self.max_bits
        }
    }

    /// Words that there is room for.
    pub const fn max_capacity(&self) -> u64 {
        (BUCKET as u64) << self.max_bits
    }

    /// Where a position stands. The memory is asked to fetch its bucket: there is other work to do until it arrives.
    pub fn place(&self, key: u128) -> Place {
        let place = self.place_mixed(scramble(key, self.bits));
        self.words.prefetch(place.bucket as usize * BUCKET);
        place
    }

    /// What is known of a position.
    pub fn get(&self, place: Place) -> Option<Bounds> {
        for word in self.bucket(place) {
            let word = word.load(Ordering::Relaxed);
            if word >> (BOUNDS + self.effort_bits) == place.tag && word & 7 != 0 {
                return Some(unpack(word & 7));
            }
        }
        None
    }

    /// Adds what is proved; `effort` is about the logarithm of the work. What took least work makes room.
    /// Returns whether a new word came into use.
    pub fn add(&self, place: Place, bounds: Bounds, effort: u32) -> bool {
        self.try_add(place, bounds, effort)
            .expect("the proofs of one game agree")
    }

    /// The same for what may contradict what is there, which stays then.
    fn try_add(&self, place: Place, bounds: Bounds, effort: u32) -> Result<bool, Contradiction> {
        let (bucket, tag) = (self.bucket(place), place.tag);
        let effort = effort.min((1 << self.effort_bits) - 1);
        let shift = BOUNDS + self.effort_bits;
        let pack = |bounds, effort| tag << shift | u64::from(effort) << BOUNDS | pack(bounds);
        let (mut cheapest, mut least) = (0, u32::MAX);
        for (i, slot) in bucket.iter().enumerate() {
            let word = slot.load(Ordering::Relaxed);
            let work = match word & 7 {
                0 => 0,
                known if word >> shift == tag => {
                    let bounds = unpack(known).narrow(bounds)?;
                    slot.store(
                        pack(bounds, effort.max(self.effort_of(word))),
                        Ordering::Relaxed,
                    );
                    return Ok(false);
                }
                _ => 1 + self.effort_of(word),
            };
            if work < least {
                (cheapest, least) = (i, work);
            }
        }
        bucket[cheapest].store(pack(bounds, effort), Ordering::Relaxed);
        Ok(least == 0)
    }

    /// The effort that was spent on a position, 0 if it is not known.
    pub fn effort(&self, place: Place) -> u32 {
        let words = self
            .bucket(place)
            .iter()
            .map(|word| word.load(Ordering::Relaxed));
        let shift = BOUNDS + self.effort_bits;
        let found = words.filter(|word| word & 7 != 0 && word >> shift == place.tag);
        found.map(|word| self.effort_of(word)).max().unwrap_or(0)
    }

    /// Everything that is known, in the form that [`Table::restore`] takes. Others may go on writing.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let words = &self.words.get()[..self.capacity() as usize];
        let buckets = words.chunks_exact(BUCKET).zip(0u128..);
        buckets.flat_map(move |(bucket, index)| {
            let words = bucket.iter().map(|word| word.load(Ordering::Relaxed));
            words.filter(|word| word & 7 != 0).map(move |word| Entry {
                mixed: u128::from(word >> (BOUNDS + self.effort_bits)) << self.bucket_bits | index,
                bounds: unpack(word & 7),
                effort: self.effort_of(word),
            })
        })
    }

    /// Adds an entry of a table for keys of the same length, whatever its size was. Returns whether a
    /// new word came into use.
    ///
    /// # Errors
    /// It contradicts what is there.
    pub fn restore(&self, entry: &Entry) -> Result<bool, Contradiction> {
        self.try_add(self.place_mixed(entry.mixed), entry.bounds, entry.effort)
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in &self.words.get()[..self.capacity() as usize] {
            word.store(0, Ordering::Relaxed);
        }
    }

    const fn effort_of(&self, word: u64) -> u32 {
        (word >> BOUNDS & ((1 << self.effort_bits) - 1)) as u32
    }

    const fn place_mixed(&self, mixed: u128) -> Place {
        Place {
            bucket: mixed as u64 & ((1 << self.bucket_bits) - 1),
            tag: (mixed >> self.bucket_bits) as u64,
        }
    }

    fn bucket(&self, place: Place) -> &[AtomicU64] {
        &self.words.get()[place.bucket as usize * BUCKET..][..BUCKET]
    }
}

/// A one-to-one map of numbers of so many bits that spreads neighbours: odd factors and shifts can be undone.
const fn scramble(key: u128, bits: u32) -> u128 {
    let mask = (1 << bits) - 1;
    let half = bits.div_ceil(2);
    let mut x = key;
    x ^= x >> half;
    x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) & mask;
    x ^= x >> half;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93_a5a3_58d1_1b0f_6c2b) & mask;
    x ^= x >> half;
    x
}

/// Bounds that say something, as numbers from 1.
const fn pack(bounds: Bounds) -> u64 {
    match (bounds.lower(), bounds.upper()) {
        (Wdl::Loss, Wdl::Loss) => 1,
        (Wdl::Draw, Wdl::Draw) => 2,
        (Wdl::Win, Wdl::Win) => 3,
        (Wdl::Loss, Wdl::Draw) => 4,
        (Wdl::Draw, Wdl::Win) => 5,
        _ => 6,
    }
}

fn unpack(bits: u64) -> Bounds {
    match bits {
        1 => Bounds::exactly(Wdl::Loss),
        2 => Bounds::exactly(Wdl::Draw),
        3 => Bounds::exactly(Wdl::Win),
        4 => Bounds::at_most(Wdl::Draw),
        5 => Bounds::at_least(Wdl::Draw),
        _ => Bounds::UNKNOWN,
    }
}

#[cfg(test)]
mod tests;

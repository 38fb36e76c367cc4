//! The table of what is proved: a word for a position, and no position is ever taken for another.
//!
//! A key of K bits is scrambled one to one. The lowest b bits of the result choose a bucket and need not be stored; the other
//! K - b are the tag. So a word holds the whole position:
//!
//! ```text
//! | tag: K - b bits | effort | bounds: 3 bits |
//! ```

use std::sync::atomic::{AtomicU64, Ordering};

use crate::value::{Bounds, Wdl};

/// Words in a bucket.
const BUCKET: usize = 4;
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

/// A table of bounds, shared by threads without locks.
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Bits of a key.
    bits: u32,
    /// log2 of the number of buckets.
    bucket_bits: u32,
    /// Bits for the effort.
    effort_bits: u32,
}

impl Table {
    /// The smallest table for such keys, in bytes.
    pub const fn least(bits: u32) -> u64 {
        8 * BUCKET as u64 * (1 << (bits + BOUNDS).saturating_sub(64))
    }

    /// The largest table for keys of so many bits that fits in so many bytes.
    pub fn new(bits: u32, memory: u64) -> Table {
        let buckets = (memory / (8 * BUCKET as u64)).max(1);
        let least = (bits + BOUNDS).saturating_sub(64);
        let bucket_bits = buckets.ilog2().clamp(least, bits.min(40));
        let effort_bits = (64 - BOUNDS - (bits - bucket_bits)).min(EFFORT);
        let len = BUCKET << bucket_bits;
        let words = bytemuck::zeroed_slice_box(len);
        Table {
            words,
            bits,
            bucket_bits,
            effort_bits,
        }
    }

    /// Bits of the numbers that [`Table::entries`] gives and [`Table::restore`] takes.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        8 * self.capacity()
    }

    /// Words of the table.
    pub fn capacity(&self) -> u64 {
        self.words.len() as u64
    }

    /// What is known of a position.
    pub fn get(&self, key: u128) -> Option<Bounds> {
        let (bucket, tag) = self.place(key);
        for word in bucket {
            let word = word.load(Ordering::Relaxed);
            if word >> (BOUNDS + self.effort_bits) == tag && word & 7 != 0 {
                return Some(unpack(word & 7));
            }
        }
        None
    }

    /// Adds what is proved; `effort` is about the logarithm of the work. What took least work makes room.
    /// Returns whether a new word came into use.
    pub fn add(&self, key: u128, bounds: Bounds, effort: u32) -> bool {
        self.add_mixed(scramble(key, self.bits), bounds, effort)
    }

    fn add_mixed(&self, mixed: u128, bounds: Bounds, effort: u32) -> bool {
        let (bucket, tag) = self.place_mixed(mixed);
        let effort = effort.min((1 << self.effort_bits) - 1);
        let shift = BOUNDS + self.effort_bits;
        let pack = |bounds, effort| tag << shift | u64::from(effort) << BOUNDS | pack(bounds);
        let (mut place, mut least) = (0, u32::MAX);
        for (i, slot) in bucket.iter().enumerate() {
            let word = slot.load(Ordering::Relaxed);
            let work = match word & 7 {
                0 => 0,
                known if word >> shift == tag => {
                    let bounds = unpack(known).narrow(bounds);
                    slot.store(
                        pack(bounds, effort.max(self.effort_of(word))),
                        Ordering::Relaxed,
                    );
                    return false;
                }
                _ => 1 + self.effort_of(word),
            };
            if work < least {
                (place, least) = (i, work);
            }
        }
        bucket[place].store(pack(bounds, effort), Ordering::Relaxed);
        least == 0
    }

    /// The effort that was spent on a position, 0 if it is not known.
    pub fn effort(&self, key: u128) -> u32 {
        let (bucket, tag) = self.place(key);
        let words = bucket.iter().map(|word| word.load(Ordering::Relaxed));
        let shift = BOUNDS + self.effort_bits;
        let found = words.filter(|word| word & 7 != 0 && word >> shift == tag);
        found.map(|word| self.effort_of(word)).max().unwrap_or(0)
    }

    /// Everything that is known, in the form that [`Table::restore`] takes. Others may go on writing.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let buckets = self.words.chunks_exact(BUCKET).zip(0u128..);
        buckets.flat_map(move |(bucket, index)| {
            let words = bucket.iter().map(|word| word.load(Ordering::Relaxed));
            words.filter(|word| word & 7 != 0).map(move |word| Entry {
                mixed: u128::from(word >> (BOUNDS + self.effort_bits)) << self.bucket_bits | index,
                bounds: unpack(word & 7),
                effort: self.effort_of(word),
            })
        })
    }

    /// Adds an entry of a table for keys of the same length, whatever its size was.
    pub fn restore(&self, entry: &Entry) -> bool {
        self.add_mixed(entry.mixed, entry.bounds, entry.effort)
    }

    const fn effort_of(&self, word: u64) -> u32 {
        (word >> BOUNDS & ((1 << self.effort_bits) - 1)) as u32
    }

    fn place(&self, key: u128) -> (&[AtomicU64], u64) {
        self.place_mixed(scramble(key, self.bits))
    }

    fn place_mixed(&self, mixed: u128) -> (&[AtomicU64], u64) {
        let bucket = (mixed as u64 & ((1 << self.bucket_bits) - 1)) as usize;
        let tag = (mixed >> self.bucket_bits) as u64;
        (&self.words[bucket * BUCKET..][..BUCKET], tag)
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
        4 => Bounds::from_answers(Some(false), None),
        5 => Bounds::from_answers(None, Some(false)),
        _ => Bounds::UNKNOWN,
    }
}

//! What condition 6 remembers: positions, and what they were worth.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::board::Key;
use super::score::{Answer, Value, is_decided};

/// How a remembered value stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What a position answered, the value counted from the position: plies above it are taken out of decided values.
#[derive(Clone, Copy, Debug)]
struct Entry {
    answer: Answer,
    bound: Bound,
}

/// Positions and their values. The keys are whole positions, so that two are never taken for one.
pub(super) struct Seen {
    entries: HashMap<Key, Entry, BuildHasherDefault<Spread>>,
    /// Church: the same position at any depth.
    any_ply: bool,
}

/// There is no room for another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// What a place in the table takes: a key, an entry and a byte of the map's own.
const PLACE: u64 = (size_of::<(Key, Entry)>() + 1) as u64;

impl Seen {
    pub fn new(any_ply: bool) -> Seen {
        Seen {
            entries: HashMap::default(),
            any_ply,
        }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        places(self.entries.capacity()) * PLACE
    }

    /// The remembered answer, if it settles the question asked by the window.
    pub fn settles(&self, key: Key, ply: u32, window: (Value, Value)) -> Option<Answer> {
        let entry = self.entries.get(&self.name(key, ply))?;
        let value = entry.answer.value - away(entry.answer.value, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.1,
            Bound::Upper => value <= window.0,
        };
        settles.then_some(Answer {
            value,
            ..entry.answer
        })
    }

    /// Remembers a value. `room`: how many bytes more may be used.
    pub fn remember(
        &mut self,
        key: Key,
        ply: u32,
        (answer, bound): (Answer, Bound),
        room: impl Fn(u64) -> u64,
    ) -> Result<(), Full> {
        let (len, capacity) = (self.entries.len(), self.entries.capacity());
        // The map doubles when it is full, and holds both copies for a while.
        if len == capacity && room(self.bytes()) < places(2 * capacity + 1) * PLACE {
            return Err(Full);
        }
        let value = answer.value + away(answer.value, ply);
        let answer = Answer { value, ..answer };
        self.entries
            .insert(self.name(key, ply), Entry { answer, bound });
        Ok(())
    }

    fn name(&self, key: Key, ply: u32) -> Key {
        if self.any_ply { key } else { key.at_ply(ply) }
    }
}

/// The places of a map that has room for so many entries: an eighth stays empty.
fn places(capacity: usize) -> u64 {
    match capacity {
        0 => 0,
        capacity => (capacity as u64 * 8 / 7).next_power_of_two(),
    }
}

/// What the plies above a position take off its value when it is decided.
fn away(value: Value, ply: u32) -> Value {
    if is_decided(value) {
        value.signum() * ply as Value
    } else {
        0
    }
}

/// Spreads keys over the table.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(27) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }
}

//! Every position that has been looked at.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::grade::Value;
use peasant::board::{Color, Pawns, Position, Square};

/// A position without promoted pieces, in little room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    pawns: Pawns,
    kings: [Square; 2],
    turn: Color,
    en_passant: Option<Square>,
}

impl Key {
    fn of(position: &Position) -> Key {
        Key {
            pawns: position.pawns(),
            kings: Color::BOTH.map(|color| position.king(color)),
            turn: position.turn(),
            en_passant: position.en_passant(),
        }
    }
}

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// It is on the way, so deep: meeting it again is a repetition.
    OnPath(usize),
    /// Its value, for White.
    Known(Value, Bound),
}

pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// The table of all positions.
#[derive(Default)]
pub(super) struct Table {
    positions: Map<Key, Entry>,
}

impl Table {
    pub fn get(&self, position: &Position) -> Option<Entry> {
        self.positions.get(&Key::of(position)).copied()
    }

    pub fn set(&mut self, position: &Position, entry: Entry) {
        self.positions.insert(Key::of(position), entry);
    }

    pub fn forget(&mut self, position: &Position) {
        self.positions.remove(&Key::of(position));
    }

    /// Forgets everything but wins: draws may rest on repetitions.
    pub fn keep_wins(&mut self) {
        self.positions.retain(
            |_, entry| matches!(entry, Entry::Known(value, Bound::Exact) if value.is_decided()),
        );
    }

    /// About how many bytes are in use: an eighth of the places stays empty.
    pub fn bytes(&self) -> u64 {
        let entry = size_of::<(Key, Entry)>() + 1;
        (self.positions.capacity() * entry) as u64 * 8 / 7
    }

    /// How many bytes more the next position takes: when the table is full it is copied to one twice as large.
    pub fn growth(&self) -> u64 {
        let nearly_full = self.positions.len() + 512 > self.positions.capacity();
        if nearly_full { 2 * self.bytes() } else { 0 }
    }
}

/// Mixes the words of a key by multiplication: keys come from us, nobody attacks the table.
#[derive(Clone, Copy, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

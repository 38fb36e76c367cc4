//! Every position that has been looked at, and what similar ones say.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::distance::KingPath;
use super::grade::Value;
use super::partial::Partial;
use super::quad::Quad;
use crate::board::{Color, Pawns, Position, Square};

/// When the value of a position may stand for the same structure with other kings.
///
/// The source reuses an entry when no key square's sensitivity is hurt. Our reading: of a won position, when the winner's king is no
/// farther from any square that matters to an element, and the loser's no nearer to any, up to the element's sensitive value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// Never.
    Never,
    /// When no distance has changed to the winner's disadvantage at all.
    Careful,
    /// When none has changed by more than the sensitive value: as the source says, and more often wrong.
    Sensitive,
}

impl Reuse {
    /// Every way, the safest first.
    pub const ALL: [Reuse; 3] = [Reuse::Never, Reuse::Careful, Reuse::Sensitive];

    /// The name that users and machine-readable output use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reuse::Never => "never",
            Reuse::Careful => "careful",
            Reuse::Sensitive => "sensitive",
        }
    }
}

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

/// A king's distance to a square that matters.
#[derive(Clone, Copy, Debug)]
struct Way {
    king: Color,
    key: Square,
    moves: u32,
    /// How far it may change for the worse.
    slack: u32,
}

/// A win that holds for other placements of the kings as well.
#[derive(Clone, Debug)]
struct Memory {
    value: Value,
    parity: (bool, bool),
    ways: Vec<Way>,
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// The table of all positions.
#[derive(Default)]
pub(super) struct Table {
    positions: Map<Key, Entry>,
    memories: Map<(Pawns, Color), Vec<Memory>>,
    memory_bytes: u64,
}

/// How many placements of the kings are remembered for one structure and side to move.
const MEMORIES: usize = 16;

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

    /// About how many bytes are in use.
    pub fn bytes(&self) -> u64 {
        let entry = size_of::<(Key, Entry)>() + 1;
        (self.positions.capacity() * entry) as u64 + self.memory_bytes
    }

    /// Keeps a win for other placements of the kings, if it rests on the ways of both.
    pub fn remember(
        &mut self,
        reuse: Reuse,
        position: &Position,
        value: Value,
        partials: &[Partial],
    ) {
        let structure = (position.pawns(), position.turn());
        let memories = self.memories.entry(structure).or_default();
        if memories.len() >= MEMORIES || !value.is_decided() {
            return;
        }
        let paths = paths(position);
        let ways: Vec<Way> = partials
            .iter()
            .flat_map(|p| ways(reuse, &paths, p))
            .collect();
        if Color::BOTH
            .iter()
            .all(|&king| ways.iter().any(|way| way.king == king))
        {
            self.memory_bytes += (size_of::<Memory>() + size_of_val(ways.as_slice())) as u64;
            memories.push(Memory {
                value,
                parity: parity(position),
                ways,
            });
        }
    }

    /// The value of the same structure with other kings, if no key square's sensitive value is hurt.
    pub fn recall(&self, position: &Position) -> Option<Value> {
        let memories = self.memories.get(&(position.pawns(), position.turn()))?;
        let (parity, paths) = (parity(position), paths(position));
        let holds = |memory: &&Memory| {
            memory.parity == parity
                && memory
                    .ways
                    .iter()
                    .all(|way| way.is_unhurt(&paths, memory.value))
        };
        memories.iter().find(holds).map(|memory| memory.value)
    }
}

impl Way {
    /// The winner's king may come nearer and the loser's go away, and the other way about by the slack.
    fn is_unhurt(&self, paths: &[KingPath; 2], value: Value) -> bool {
        let Some(now) = path_to(paths, self.king, self.key) else {
            return false;
        };
        if value.is_won(self.king) {
            now <= self.moves + self.slack
        } else {
            now + self.slack >= self.moves
        }
    }
}

/// The ways of both kings to the squares that matter to an element.
fn ways(reuse: Reuse, paths: &[KingPath; 2], partial: &Partial) -> Vec<Way> {
    let slack = if reuse == Reuse::Sensitive {
        partial.sensitive
    } else {
        0
    };
    let sides = [
        (partial.side, partial.own_aims),
        (!partial.side, partial.enemy_aims),
    ];
    let ways = sides.into_iter().flat_map(|(king, aims)| {
        aims.filter_map(move |key| {
            let moves = path_to(paths, king, key)?;
            Some(Way {
                king,
                key,
                moves,
                slack,
            })
        })
    });
    ways.collect()
}

/// The ways of both kings, each as its side sees the board.
fn paths(position: &Position) -> [KingPath; 2] {
    Color::BOTH.map(|side| KingPath::own(Quad::of(position, side), seen(side, position.king(side))))
}

fn path_to(paths: &[KingPath; 2], king: Color, key: Square) -> Option<u32> {
    paths[king as usize].to(seen(king, key))
}

/// A square as a side sees it.
fn seen(side: Color, square: Square) -> Square {
    match side {
        Color::White => square,
        Color::Black => square.flip(),
    }
}

/// Are the kings an odd number of ranks and files apart? The opposition hangs on it.
fn parity(position: &Position) -> (bool, bool) {
    let [white, black] = Color::BOTH.map(|color| position.king(color));
    let odd = |a: u32, b: u32| a.abs_diff(b) % 2 == 1;
    (
        odd(white.rank(), black.rank()),
        odd(white.file(), black.file()),
    )
}

/// Mixes the words of a key by multiplication: keys come from us, nobody attacks the table.
#[derive(Clone, Copy, Default)]
struct Mixer(u64);

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

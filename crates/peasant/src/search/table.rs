//! What is known of single positions: a table that grows as far as it may. Then what took least work makes way; a win stays longest.

use crate::board::{Color, Position, Role};

/// A position, exactly: none but its mirror image has the same key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key([u64; 4]);

impl Key {
    /// The first word: White's men, and the en passant square, on which no man stands. The others: the kinds of men, three bits a square; all
    /// three stand for the king of the side to move.
    pub fn of(position: &Position) -> Key {
        let of =
            |role| (position.pieces(Color::White, role) | position.pieces(Color::Black, role)).0;
        let [pawns, knights, bishops] = [Role::Pawn, Role::Knight, Role::Bishop].map(of);
        let [rooks, queens, kings] = [Role::Rook, Role::Queen, Role::King].map(of);
        let passed = position.en_passant().map_or(0, |square| square.set().0);
        let mover = position.king(position.turn()).set().0;
        let key = [
            position.men(Color::White).0 | passed,
            pawns | bishops | queens | mover,
            knights | bishops | kings,
            rooks | queens | kings,
        ];
        match position.king(Color::White).file() {
            0..4 => Key(key),
            _ => Key(key.map(|squares| squares.swap_bytes().reverse_bits())),
        }
    }

    fn hash(&self) -> u64 {
        let [white, first, second, third] = self.0;
        let mix = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product as u64) ^ (product >> 64) as u64
        };
        let one = mix(white ^ 0x9e37_79b9_7f4a_7c15, first ^ 0xd1b5_4a32_d192_ed03);
        let other = mix(
            second ^ 0x8cb9_2ba7_2f3d_8dd7,
            third ^ 0xaef1_7502_108e_f2d9,
        );
        mix(one, other.rotate_left(32) ^ 0x2545_f491_4f6c_dd1d)
    }
}

/// How much is to be shown still to prove that White wins, and that he does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
    /// Of a win: in so many plies it comes to an end that is known.
    pub plies: u16,
}

impl Numbers {
    /// That cannot be shown.
    pub const INFINITE: u32 = 1 << 30;

    /// A limit that only a result reaches.
    pub const UNLIMITED: Numbers = Numbers {
        proof: Numbers::INFINITE,
        disproof: Numbers::INFINITE,
        plies: 0,
    };

    const WON: Numbers = Numbers {
        proof: 0,
        disproof: Numbers::INFINITE,
        plies: 0,
    };

    pub const NOT_WON: Numbers = Numbers {
        proof: Numbers::INFINITE,
        disproof: 0,
        plies: 0,
    };

    /// Of a result.
    pub fn of(won: bool) -> Numbers {
        if won { Numbers::WON } else { Numbers::NOT_WON }
    }

    /// Of a position of which there is an estimate.
    pub fn first(proof: u32) -> Numbers {
        Numbers {
            proof,
            disproof: 1,
            plies: 0,
        }
    }

    pub fn result(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// Is one of them as large as the limit says?
    pub fn reaches(self, limit: Numbers) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }

    /// The sum of two numbers, of which neither is more than infinite.
    pub fn add(one: u32, other: u32) -> u32 {
        (one + other).min(Numbers::INFINITE)
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    numbers: Numbers,
    /// Positions looked at to find that out.
    work: u32,
}

impl Entry {
    const NONE: Entry = Entry {
        key: Key([0; 4]),
        numbers: Numbers::NOT_WON,
        work: 0,
    };

    fn is_win(&self) -> bool {
        self.numbers.result() == Some(true)
    }

    /// What makes way first has least.
    fn worth(&self) -> u64 {
        u64::from(self.work) + (u64::from(self.is_win()) << 32)
    }
}

/// Places for one hash.
const BUCKET: usize = 16;

/// Places at first.
const FIRST: usize = 1 << 12;

/// A part of a hash that tells most positions apart; 0 where nothing stands.
type Tag = u16;

/// Entries in buckets. The tags of a bucket are looked at first: they lie close together, and most positions have not been met.
pub(super) struct Table {
    tags: Vec<[Tag; BUCKET]>,
    /// As many buckets as a power of two, or none.
    entries: Vec<[Entry; BUCKET]>,
    used: usize,
    /// It does not grow beyond so many places.
    most: usize,
}

impl Table {
    pub fn new() -> Table {
        Table {
            tags: Vec::new(),
            entries: Vec::new(),
            used: 0,
            most: FIRST,
        }
    }

    /// From now on it may grow to so many bytes.
    pub fn limit(&mut self, bytes: u64) {
        self.most = (bytes as usize / (size_of::<Entry>() + size_of::<Tag>())).max(FIRST);
    }

    pub fn bytes(&self) -> u64 {
        (size_of_val::<[_]>(&self.entries) + size_of_val::<[_]>(&self.tags)) as u64
    }

    pub fn get(&self, key: &Key) -> Option<Numbers> {
        let (bucket, tag) = self.place(key);
        let tags = self.tags.get(bucket)?;
        let mut places = (0..BUCKET).filter(|&place| tags[place] == tag);
        let entries = &self.entries[bucket];
        let place = places.find(|&place| entries[place].key == *key)?;
        Some(entries[place].numbers)
    }

    /// Keeps what is known of a position, after so much more work on it.
    pub fn put(&mut self, key: Key, numbers: Numbers, work: u64) {
        let places = self.entries.len() * BUCKET;
        let is_crowded = self.used * 2 >= places || self.would_lose_a_win(&key);
        if is_crowded && (places * 2).max(FIRST) <= self.most {
            self.grow();
        }
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        self.insert(Entry { key, numbers, work });
    }

    /// Are there nothing but wins in the bucket of a position? A strategy needs them all.
    fn would_lose_a_win(&self, key: &Key) -> bool {
        let (bucket, _) = self.place(key);
        self.tags[bucket].iter().all(|&tag| tag != 0)
            && self.entries[bucket].iter().all(Entry::is_win)
    }

    /// The bucket of a position, and its tag.
    fn place(&self, key: &Key) -> (usize, Tag) {
        let hash = key.hash();
        let bucket = hash as usize & self.entries.len().wrapping_sub(1);
        (bucket, (hash >> 48) as Tag | 1)
    }

    /// Puts an entry in the place of the same position, or else of what is worth least.
    fn insert(&mut self, mut entry: Entry) {
        let (bucket, tag) = self.place(&entry.key);
        let (tags, entries) = (&mut self.tags[bucket], &mut self.entries[bucket]);
        let is_same = |&place: &usize| tags[place] == tag && entries[place].key == entry.key;
        let place = if let Some(same) = (0..BUCKET).find(is_same) {
            entry.work = entry.work.saturating_add(entries[same].work);
            same
        } else {
            let worth = |&place: &usize| (tags[place] != 0).then(|| entries[place].worth());
            (0..BUCKET).min_by_key(worth).unwrap_or(0)
        };
        self.used += usize::from(tags[place] == 0);
        (tags[place], entries[place]) = (tag, entry);
    }

    fn grow(&mut self) {
        let buckets = (self.entries.len() * 2).max(FIRST / BUCKET);
        let tags = std::mem::replace(&mut self.tags, vec![[0; BUCKET]; buckets]);
        let old = std::mem::replace(&mut self.entries, vec![[Entry::NONE; BUCKET]; buckets]);
        self.used = 0;
        for (tag, entry) in tags.into_iter().flatten().zip(old.into_iter().flatten()) {
            if tag != 0 {
                self.insert(entry);
            }
        }
    }
}

//! The format of a file, and one that is open.
//!
//! ```text
//!   0  magic: the version of the format and of the equations
//!  16  the name of the ending, padded with blanks
//!  32  how many planes are stored
//!  40  nanoseconds that it took to solve
//!  48  bytes of all blocks
//!  56  for each block of eight planes its bytes and its checksum, 4 each
//!   …  the blocks
//!   …  the checksum of all before, 8 bytes
//! ```
//!
//! Numbers are little-endian. A block without wins has no bytes. Any other begins with a byte that says which of its two halves
//! (bit 0: attacker to move, bit 1: defender) are told by what is legal and *not* won, the fewer; the rest is eight planes of
//! 1,024 bytes, compressed (LZ4).
//!
//! The sum of the file is checked when it is opened, that of a block whenever it is read: so a file that somebody changes while
//! it is mapped shows nothing false. Files are never written in place; whoever cuts one off while it is mapped ends the
//! processes that read there, as with any mapped file.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use memmap2::Mmap;

use super::ending::Ending;
use crate::slice::{Frame, Placement, Relation, Wins};
use crate::store::durable::Checksum;
use crate::store::packed;
use crate::store::regular::{self, Links};

/// The first bytes of every file; the number is the version of the format and of the equations.
const MAGIC: &[u8; 16] = b"peasant base 2\n\0";

/// Bytes before the list of blocks.
const HEADER: usize = 56;

/// Bytes of a block's line in that list.
const LINE: usize = 8;

/// Bytes of the checksum at the end.
const CHECKSUM: usize = 8;

/// Planes in a block.
const BLOCK: usize = 8;

/// An ending that can be read, plane by plane.
#[derive(Debug)]
pub(crate) struct Stored {
    ending: Ending,
    bytes: Bytes,
    /// Where each block begins, and where the last one ends.
    starts: Box<[u32]>,
    /// Tells open endings apart.
    number: u64,
}

/// Where a file's bytes are.
#[derive(Debug)]
enum Bytes {
    /// On disk, shared by all processes.
    Mapped(Mmap),
    /// In memory, where it could not be stored.
    Heap(Box<[u8]>),
}

impl Bytes {
    fn all(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Heap(bytes) => bytes,
        }
    }
}

thread_local! {
    /// The block that was read last: of which open ending, which, and what it holds.
    static LAST: RefCell<(u64, usize, [Wins; BLOCK])> = const { RefCell::new((0, 0, [Wins::NONE; BLOCK])) };
}

impl Stored {
    /// Opens a file. `None`: it is damaged, of another version or of another ending.
    pub fn open(path: &Path, ending: Ending) -> io::Result<Option<Stored>> {
        let (file, about) = regular::open(path, Links::Refuse)?;
        if !(least_bytes(ending)..=most_bytes(ending)).contains(&about.len()) {
            return Ok(None);
        }
        let map = map(&file)?;
        Ok(Stored::new(ending, Bytes::Mapped(map)))
    }

    /// A file's bytes that are in memory.
    pub fn from_bytes(ending: Ending, bytes: Vec<u8>) -> Option<Stored> {
        Stored::new(ending, Bytes::Heap(bytes.into()))
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "the head and the lines have been taken at their length"
    )]
    fn new(ending: Ending, bytes: Bytes) -> Option<Stored> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let all = bytes.all();
        let (content, sum) = all.split_last_chunk::<CHECKSUM>()?;
        let head = content.get(..HEADER)?;
        if head[..40] != header(ending) || u64::from_le_bytes(*sum) != checksum(content) {
            return None;
        }
        let blocks = ending.stored_planes().div_ceil(BLOCK);
        let lines = content.get(HEADER..HEADER + blocks * LINE)?;
        let mut end = (HEADER + blocks * LINE) as u32;
        let mut starts = Vec::with_capacity(blocks + 1);
        for line in lines.chunks_exact(LINE) {
            starts.push(end);
            end = end.checked_add(number(&line[..4]) as u32)?;
        }
        starts.push(end);
        let length = number(&head[48..56]) + (HEADER + blocks * LINE) as u64;
        (u64::from(end) == length && end as usize == content.len()).then(|| Stored {
            ending,
            starts: starts.into(),
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            bytes,
        })
    }

    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// How long it took to solve.
    #[cfg(any(test, feature = "fuzzing"))]
    pub fn took(&self) -> Duration {
        Duration::from_nanos(number(&self.bytes.all()[40..48]))
    }

    /// Bytes of memory; pages of a file are the system's.
    pub fn memory(&self) -> u64 {
        let starts = size_of_val(&self.starts[..]) as u64;
        starts
            + match &self.bytes {
                Bytes::Mapped(_) => 0,
                Bytes::Heap(bytes) => bytes.len() as u64,
            }
    }

    /// Where the attacker wins in one plane. `None`: the file has been changed since it was opened.
    #[expect(
        clippy::indexing_slicing,
        reason = "an ending numbers the planes that it has, and each has a block"
    )]
    pub fn plane(&self, placement: &Placement) -> Option<Wins> {
        let (index, as_it_is) = self.ending.stored(placement);
        let (block, place) = (index / BLOCK, index % BLOCK);
        if self.starts[block] == self.starts[block + 1] {
            return Some(Wins::NONE);
        }
        LAST.with_borrow_mut(|last| {
            if (last.0, last.1) != (self.number, block) {
                last.0 = 0;
                last.2 = self.block(block)?;
                (last.0, last.1) = (self.number, block);
            }
            Some(as_it_is(&last.2[place]))
        })
    }

    /// All planes of the ending, stored or not.
    pub fn all(&self) -> Option<Vec<Wins>> {
        Some(self.ending.expand(self.all_stored()?))
    }

    fn all_stored(&self) -> Option<Vec<Wins>> {
        let mut planes = Vec::with_capacity(self.ending.stored_planes());
        for block in 0..self.starts.len() - 1 {
            planes.extend_from_slice(&self.block(block)?);
        }
        planes.truncate(self.ending.stored_planes());
        Some(planes)
    }

    /// The planes of one block.
    #[expect(
        clippy::indexing_slicing,
        reason = "there are as many lines and starts as blocks, looked at when it was opened"
    )]
    fn block(&self, block: usize) -> Option<[Wins; BLOCK]> {
        let mut planes = [Wins::NONE; BLOCK];
        let bytes = self.bytes.all();
        let bytes = bytes.get(self.starts[block] as usize..self.starts[block + 1] as usize)?;
        let Some((&by_rest, packed)) = bytes.split_first() else {
            return Some(planes);
        };
        let line = HEADER + block * LINE + 4;
        if number(&self.bytes.all()[line..line + 4]) as u32 != short_sum(bytes) {
            return None;
        }
        let room: &mut [u8] = bytemuck::cast_slice_mut(&mut planes);
        packed::decompress(packed, room)?;
        little_endian(&mut planes);
        if by_rest != 0 {
            exchange_rest(self.ending, block, by_rest, &mut planes);
        }
        Some(planes)
    }
}

/// The length of a file and how long it took to solve, by its head alone. `None`: it is of another version or ending, or cut off.
pub(crate) fn glance(path: &Path, ending: Ending) -> io::Result<Option<(u64, Duration)>> {
    let (mut file, about) = regular::open(path, Links::Refuse)?;
    let mut head = [0; HEADER];
    if about.len() < least_bytes(ending) {
        return Ok(None);
    }
    file.read_exact(&mut head)?;
    let whole = head[..40] == header(ending)
        && number(&head[48..56]).checked_add(least_bytes(ending)) == Some(about.len());
    let took = Duration::from_nanos(number(&head[40..48]));
    Ok(whole.then_some((about.len(), took)))
}

/// Maps a file for reading.
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the pages must not change while they are looked at. This program never writes a file in place: it writes
    // another and renames it, which leaves a mapped one as it is. What others do to it in spite of that cannot be guarded
    // against; whatever is read is taken as bytes only, and every block is compared with its checksum before it is used.
    unsafe { Mmap::map(file) }
}

/// The bytes of a file.
pub(crate) fn encode(ending: Ending, planes: &[Wins], took: Duration) -> Vec<u8> {
    let blocks = planes.chunks(BLOCK).enumerate();
    let blocks = blocks.map(|(block, planes)| pack(ending, block, planes));
    with_blocks(ending, took, blocks)
}

/// The bytes of a file with these blocks.
pub(crate) fn with_blocks(
    ending: Ending,
    took: Duration,
    packed: impl Iterator<Item = Vec<u8>>,
) -> Vec<u8> {
    let (mut lines, mut blocks) = (Vec::new(), Vec::new());
    for bytes in packed {
        lines.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        lines.extend_from_slice(&short_sum(&bytes).to_le_bytes());
        blocks.extend_from_slice(&bytes);
    }
    let mut file = header(ending);
    file.extend_from_slice(&(took.as_nanos() as u64).to_le_bytes());
    file.extend_from_slice(&(blocks.len() as u64).to_le_bytes());
    file.extend_from_slice(&lines);
    file.extend_from_slice(&blocks);
    let sum = checksum(&file);
    file.extend_from_slice(&sum.to_le_bytes());
    file
}

/// The bytes of a block, none if nothing is won there.
#[expect(clippy::indexing_slicing, reason = "ours is written, at most a block")]
fn pack(ending: Ending, block: usize, planes: &[Wins]) -> Vec<u8> {
    if planes.iter().all(|plane| *plane == Wins::NONE) {
        return Vec::new();
    }
    let mut stored = [Wins::NONE; BLOCK];
    stored[..planes.len()].copy_from_slice(planes);
    let mut rest = stored;
    exchange_rest(ending, block, 0b11, &mut rest);
    let mut by_rest = 0;
    let count = |planes: &[Wins; BLOCK], part: fn(&Wins) -> &Relation| -> u32 {
        let rows = planes.iter().flat_map(|plane| part(plane).0);
        rows.map(u64::count_ones).sum()
    };
    for (bit, part) in PARTS.into_iter().enumerate() {
        if count(&rest, part) < count(&stored, part) {
            by_rest |= 1 << bit;
        }
    }
    exchange_rest(ending, block, by_rest, &mut stored);
    little_endian(&mut stored);
    let mut bytes = vec![by_rest];
    bytes.extend(packed::compress(bytemuck::cast_slice(&stored)));
    bytes
}

const PARTS: [fn(&Wins) -> &Relation; 2] = [|wins| &wins.to_move, |wins| &wins.waiting];

/// Exchanges what is won and what is legal and not won, in the halves of a block that the bits name.
fn exchange_rest(ending: Ending, block: usize, by_rest: u8, planes: &mut [Wins; BLOCK]) {
    let frame = Frame::new(ending.structure());
    for (place, wins) in planes.iter_mut().enumerate() {
        let Some(placement) = ending.placement(block * BLOCK + place) else {
            continue;
        };
        let exchange = |wins: &mut Relation, legal: Relation| {
            for (wins, legal) in wins.0.iter_mut().zip(legal.0) {
                *wins = legal & !*wins;
            }
        };
        if by_rest & 1 != 0 {
            exchange(&mut wins.to_move, frame.legal_to_move(&placement));
        }
        if by_rest & 2 != 0 {
            exchange(&mut wins.waiting, frame.legal_waiting(&placement));
        }
    }
}

/// Rows as they are on disk, and back.
fn little_endian(planes: &mut [Wins; BLOCK]) {
    if cfg!(target_endian = "big") {
        let words: &mut [u64] = bytemuck::cast_slice_mut(planes);
        words.iter_mut().for_each(|word| *word = word.swap_bytes());
    }
}

/// What every file of an ending begins with.
fn header(ending: Ending) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend_from_slice(format!("{:<16}", ending.to_string()).as_bytes());
    header.extend_from_slice(&(ending.stored_planes() as u64).to_le_bytes());
    header
}

fn least_bytes(ending: Ending) -> u64 {
    let blocks = ending.stored_planes().div_ceil(BLOCK);
    (HEADER + blocks * LINE + CHECKSUM) as u64
}

/// What is not compressed at all is a little longer.
fn most_bytes(ending: Ending) -> u64 {
    let block = BLOCK * size_of::<Wins>();
    let blocks = ending.stored_planes().div_ceil(BLOCK) as u64;
    least_bytes(ending) + blocks * (1 + packed::most_bytes(block) as u64)
}

#[expect(clippy::indexing_slicing, reason = "eight bytes at most are asked for")]
fn number(bytes: &[u8]) -> u64 {
    let mut number = [0; 8];
    number[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(number)
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::new(bytes.len() as u64);
    sum.add(bytes);
    sum.get()
}

fn short_sum(bytes: &[u8]) -> u32 {
    let sum = checksum(bytes);
    (sum >> 32 ^ sum) as u32
}

//! A checkpoint of a pawn game: a table that is read keeps to its room and outlives writing and
//! reading. To get past the checksum, the input is also taken as the entries of a file whose head and
//! sum are right: that one must be accepted, and no longer with one byte changed.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use peasant::fuzzing::{Loaded, checkpoint, sealed};

/// The head of a file for the pawn game on five files.
const HEAD: &[u8; 24] = b"peasant pawns 1\n\x05\x08\x02\x01\x01\x00\x00\x00";
/// Bytes of an entry.
const ENTRY: usize = 16;
/// Bytes that the tables may take: one bucket, a few, and more than the file fills.
const MEMORY: [u64; 3] = [32, 256, 1 << 16];

fuzz_target!(|bytes: &[u8]| {
    if let Ok(loaded) = checkpoint(bytes, MEMORY[2]) {
        check(&loaded, MEMORY[2]);
    }
    let entries = entries(bytes);
    let file = sealed(&[HEAD, entries.as_flattened()].concat(), 0);
    for memory in MEMORY {
        let loaded = checkpoint(&file, memory).expect("the sum is right");
        check(&loaded, memory);
        assert!(loaded.entries.len() <= entries.len());
    }
    let mut damaged = file;
    let (place, change) = change(bytes);
    let place = place % damaged.len();
    damaged[place] ^= change;
    let read = checkpoint(&damaged, MEMORY[0]);
    assert!(read.is_err(), "byte {place} changed by {change}");
});

/// The input as entries, one a position: what is said twice may contradict itself, which only a forged
/// file does, and a debug assertion about bounds stops at that.
fn entries(bytes: &[u8]) -> Vec<[u8; ENTRY]> {
    let mut seen = HashSet::new();
    let (entries, _) = bytes.as_chunks::<ENTRY>();
    let first = |entry: &&[u8; ENTRY]| seen.insert(u128::from_le_bytes(**entry) >> 12);
    entries.iter().filter(first).copied().collect()
}

fn check(loaded: &Loaded, memory: u64) {
    assert_eq!(loaded.restored, loaded.entries.len() as u64);
    assert!(loaded.restored <= loaded.capacity);
    assert!(8 * loaded.capacity <= memory);
    let again = checkpoint(&loaded.again, memory).expect("it was written by us");
    assert_eq!(again.entries, loaded.entries);
}

/// Which byte to change, and how, by the last bytes of the input.
fn change(bytes: &[u8]) -> (usize, u8) {
    let (place, change) = match *bytes {
        [.., high, low, change] => (u16::from_be_bytes([high, low]), change),
        _ => (0, 1),
    };
    (usize::from(place), change.max(1))
}

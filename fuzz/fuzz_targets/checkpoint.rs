//! A checkpoint of a pawn game: a table that is read keeps to its room and outlives writing and
//! reading. To get past the checksum, the input is also taken as the entries of a file whose head and
//! sum are right: that one must be accepted unless it says two things of a position that contradict each
//! other, and no longer with one byte changed.
#![no_main]

use std::collections::HashMap;

use libfuzzer_sys::fuzz_target;
use pawngame::fuzzing::{Loaded, checkpoint, sealed};

/// The head of a file for the pawn game on five files.
const HEAD: &[u8; 24] = b"peasant pawns 2\n\x05\x08\x02\x01\x01\x00\x00\x00";
/// Bytes of an entry.
const ENTRY: usize = 16;
/// Bytes that the tables may take: one bucket, a few, and more than the file fills.
const MEMORY: [u64; 3] = [32, 256, 1 << 16];

fuzz_target!(|bytes: &[u8]| {
    if let Ok(loaded) = checkpoint(bytes, MEMORY[2]) {
        check(&loaded, MEMORY[2]);
    }
    let (entries, _) = bytes.as_chunks::<ENTRY>();
    let file = sealed(&[HEAD, entries.as_flattened()].concat(), 0);
    for memory in MEMORY {
        match checkpoint(&file, memory) {
            Ok(loaded) => {
                check(&loaded, memory);
                assert!(loaded.entries.len() <= entries.len());
            }
            Err(error) => assert!(contradict(entries), "the sum is right: {error}"),
        }
    }
    let mut damaged = file;
    let (place, change) = change(bytes);
    let place = place % damaged.len();
    damaged[place] ^= change;
    let read = checkpoint(&damaged, MEMORY[0]);
    assert!(read.is_err(), "byte {place} changed by {change}");
});

/// Is something said of a position that cannot be true together? Then a table may refuse it all, or have
/// crowded out what was said first.
fn contradict(entries: &[[u8; ENTRY]]) -> bool {
    let mut possible: HashMap<u128, u8> = HashMap::new();
    for entry in entries {
        let number = u128::from_le_bytes(*entry);
        // Loss 1, draw 2, win 4; what is no such number is passed over.
        let results = match number & 7 {
            1 => 1,
            2 => 2,
            3 => 4,
            4 => 3,
            5 => 6,
            _ => continue,
        };
        *possible.entry(number >> 12).or_insert(7) &= results;
    }
    possible.values().any(|results| *results == 0)
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

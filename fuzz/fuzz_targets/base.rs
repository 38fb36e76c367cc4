//! A file of the base: one that is accepted can be read, and is written as a file that reads the same. To get past the
//! checksums, the input is also taken as the blocks of a file whose head and sums are right; and that file must not be
//! accepted with one byte changed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peasant::fuzzing::{base, base_file};

/// Blocks of king and queen against king: ten squares, in blocks of eight planes.
const BLOCKS: usize = 2;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let cut = bytes.first().map_or(0, |&cut| usize::from(cut)).min(bytes.len());
    let (first, second) = bytes.split_at(cut);
    let blocks: [&[u8]; BLOCKS] = [first, second];
    let file = base_file(&blocks);
    check(&file);
    let mut damaged = file;
    let (place, change) = change(bytes);
    let place = place % damaged.len();
    damaged[place] ^= change;
    assert_eq!(base(&damaged), None, "byte {place} changed by {change}");
});

/// What was written again must be read as itself.
fn check(file: &[u8]) {
    if let Some(again) = base(file) {
        assert_eq!(base(&again).as_ref(), Some(&again));
    }
}

/// Which byte to change, and how, by the last bytes of the input.
fn change(bytes: &[u8]) -> (usize, u8) {
    let (place, change) = match *bytes {
        [.., high, low, change] => (u16::from_be_bytes([high, low]), change),
        _ => (0, 1),
    };
    (usize::from(place), change.max(1))
}

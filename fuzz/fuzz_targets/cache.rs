//! A file of the cache: an accepted one is written as the same bytes. To get past the checksum, the
//! input is also taken as the rows of a file whose head and sum are right: that one must be accepted,
//! and no longer with one byte changed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peasant::fuzzing::{cache, sealed};

/// The head of the file for bare kings; 1024 bytes of rows follow.
const HEAD: &[u8; 32] = b"peasant slice 1\nKvK             ";
const ROWS: usize = 1024;

fuzz_target!(|bytes: &[u8]| {
    if let Some(again) = cache(bytes) {
        assert_eq!(again, bytes);
    }
    let mut content = HEAD.to_vec();
    content.extend(bytes.iter().copied().chain(std::iter::repeat(0)).take(ROWS));
    let file = sealed(&content, content.len() as u64);
    assert_eq!(cache(&file).as_deref(), Some(&file[..]));
    let mut damaged = file;
    let (place, change) = change(bytes);
    let place = place % damaged.len();
    damaged[place] ^= change;
    assert_eq!(cache(&damaged), None, "byte {place} changed by {change}");
});

/// Which byte to change, and how, by the last bytes of the input.
fn change(bytes: &[u8]) -> (usize, u8) {
    let (place, change) = match *bytes {
        [.., high, low, change] => (u16::from_be_bytes([high, low]), change),
        _ => (0, 1),
    };
    (usize::from(place), change.max(1))
}

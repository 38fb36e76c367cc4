//! The sum at the end of a table, by which its generator lets it be checked.
//!
//! ```text
//! content (a multiple of 64 bytes) | sum (16 bytes)
//! ```
//!
//! The content is hashed to 256 bits in pieces of 16 MiB, and these hashes, one after the other, to
//! the 128 bits of the sum. It shows damage, whatever part of the file it is in; it is no seal
//! against somebody who forges both.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::io;

use super::city::{self, Word};

/// Bytes that are hashed at a time, a multiple of 64.
const PIECE: usize = 1 << 24;

/// Bytes of a sum.
pub const SUM: usize = 16;

/// Does a file of so many bytes end with the sum of the rest? `read` fills a buffer from an offset.
///
/// # Errors
/// What `read` fails with.
pub fn is_sound(
    length: u64,
    mut read: impl FnMut(&mut [u8], u64) -> io::Result<()>,
) -> io::Result<bool> {
    if length < 64 + SUM as u64 || length % 64 != SUM as u64 {
        return Ok(false);
    }
    let content = length - SUM as u64;
    let mut kept = [0; SUM];
    read(&mut kept, content)?;
    Ok(sum(content, read)? == kept)
}

/// The sum of so many bytes: a multiple of 64, and not 0.
///
/// # Errors
/// What `read` fails with.
pub fn sum(
    content: u64,
    mut read: impl FnMut(&mut [u8], u64) -> io::Result<()>,
) -> io::Result<[u8; SUM]> {
    let mut buffer = vec![0; content.min(PIECE as u64) as usize];
    let mut hashes: Vec<Word> = Vec::new();
    for start in (0..content).step_by(PIECE) {
        // The last piece is what is left.
        buffer.truncate((content - start).min(PIECE as u64) as usize);
        let piece = buffer.as_mut_slice();
        read(piece, start)?;
        let (words, _) = piece.as_chunks();
        hashes.extend(city::hash256(words).map(u64::to_le_bytes));
    }
    let [first, second] = city::hash128(&hashes);
    Ok((u128::from(second) << 64 | u128::from(first)).to_le_bytes())
}

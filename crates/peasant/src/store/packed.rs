//! Bytes packed small for files, by LZ4. Without the feature `files` nothing is written or read, and nothing packed.

/// Packs bytes.
#[cfg(feature = "files")]
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    lz4_flex::block::compress(bytes)
}

/// Unpacks bytes that must fill the room.
#[cfg(feature = "files")]
pub fn decompress(packed: &[u8], room: &mut [u8]) -> Option<()> {
    let length = lz4_flex::block::decompress_into(packed, room).ok()?;
    (length == room.len()).then_some(())
}

/// How long so many bytes are at most when they are packed.
#[cfg(feature = "files")]
pub fn most_bytes(length: usize) -> usize {
    lz4_flex::block::get_maximum_output_size(length)
}

#[cfg(not(feature = "files"))]
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    bytes.to_vec()
}

#[cfg(not(feature = "files"))]
pub fn decompress(_: &[u8], _: &mut [u8]) -> Option<()> {
    None
}

#[cfg(not(feature = "files"))]
pub fn most_bytes(length: usize) -> usize {
    length
}

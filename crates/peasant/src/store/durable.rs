//! Files that are never half written, and checksums.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file under another name beside it and then renames it, so that a reader never sees half of one and a failure
/// leaves what was there before.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let (unfinished, file) = unfinished(path)?;
    let written = finish(file, write).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written
}

fn finish(
    file: File,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffer = BufWriter::with_capacity(1 << 20, file);
    write(&mut buffer)?;
    buffer.flush()?;
    buffer.get_ref().sync_all()
}

/// A new file beside the other. A process that was killed may have left one of the same name.
fn unfinished(path: &Path) -> io::Result<(PathBuf, File)> {
    /// Numbers the files that are being written.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = path.with_file_name(format!(".{name}.{}.{number}", std::process::id()));
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            file => return Ok((path, file?)),
        }
    }
}

/// A sum that any single change of a byte shows: every step can be undone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checksum(u64);

impl Checksum {
    /// Nothing is summed up yet.
    pub const fn new(seed: u64) -> Checksum {
        Checksum(seed)
    }

    /// Mixes in eight bytes at a time, and what is left one by one.
    pub fn add(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        for &byte in rest {
            self.mix(u64::from(byte));
        }
    }

    pub const fn get(self) -> u64 {
        self.0
    }

    const fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(test: &str) -> PathBuf {
        std::env::temp_dir().join(format!("peasant-durable-{}-{test}", std::process::id()))
    }

    /// Where every process has the same number, as in a container, the next has the name of one that was killed.
    #[test]
    fn what_a_killed_process_left_is_not_in_the_way() {
        let path = path("killed");
        let name = path.file_name().expect("a name").to_string_lossy();
        let left = (0..64).map(|number| format!(".{name}.{}.{number}", std::process::id()));
        let left: Vec<PathBuf> = left.map(|name| path.with_file_name(name)).collect();
        for file in &left {
            fs::write(file, b"half of it").expect("writable");
        }
        replace(&path, |file| file.write_all(b"all of it")).expect("writable");
        assert_eq!(fs::read(&path).expect("it is there"), b"all of it");
        for file in left {
            let _ = fs::remove_file(file);
        }
        fs::remove_file(path).expect("it is ours");
    }

    #[test]
    fn a_failure_leaves_what_was_there() {
        let path = path("failure");
        fs::write(&path, b"before").expect("writable");
        let failed = replace(&path, |file| {
            file.write_all(b"after")?;
            Err(io::Error::other("no room"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("it is there"), b"before");
        fs::remove_file(path).expect("it is ours");
    }
}

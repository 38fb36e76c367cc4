//! Small endings on disk: solved once, read again by every later proof.
//!
//! One file holds where one player wins in one ending of two promoted pieces without pawns, the slices
//! that cost most and serve every position. A file is written under another name first and then
//! renamed, so that a reader never sees half of one, whatever other processes do. It carries a version
//! and a checksum; one that is damaged counts as missing and is written again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{Color, Pieces, Role};
use crate::slice::Wins;

/// The first bytes of every file; the number is the version of the format and of the equations.
const MAGIC: &[u8; 16] = b"peasant slice 1\n";

/// Bytes before the slice: the magic, then the name of the ending padded with blanks.
const HEADER: usize = 32;

/// Bytes of the checksum at the end.
const CHECKSUM: usize = 8;

/// A directory of solved endings. Nothing that goes wrong with it stops a proof; what did is in
/// [`Cache::warnings`].
#[derive(Debug)]
pub struct Cache {
    directory: PathBuf,
    warnings: Mutex<Vec<String>>,
    /// Numbers the files that are being written.
    next: AtomicU64,
}

impl Cache {
    /// A cache in a directory, which is made when the first ending is kept.
    #[must_use]
    pub fn new(directory: PathBuf) -> Cache {
        Cache {
            directory,
            warnings: Mutex::default(),
            next: AtomicU64::new(0),
        }
    }

    /// What went wrong so far, in sentences.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.warnings
            .lock()
            .map_or_else(|_| Vec::new(), |warnings| warnings.clone())
    }

    fn warn(&self, warning: String) {
        if let Ok(mut warnings) = self.warnings.lock()
            && !warnings.contains(&warning)
        {
            warnings.push(warning);
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(format!("{name}.slice"))
    }

    /// Where the attacker (White) wins, plane by plane, if that is kept and sound.
    pub(crate) fn load(&self, pieces: Pieces) -> Option<Vec<Wins>> {
        let name = name(pieces);
        let path = self.path(&name);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                if error.kind() != io::ErrorKind::NotFound {
                    self.warn(format!("cannot read {}: {error}", path.display()));
                }
                return None;
            }
        };
        let planes = decode(&bytes, &name, 1 << (6 * pieces.len()));
        if planes.is_none() {
            self.warn(format!(
                "{} is damaged or of another version: it is computed again",
                path.display()
            ));
        }
        planes
    }

    /// Keeps where the attacker wins.
    pub(crate) fn store(&self, pieces: Pieces, planes: &[Wins]) {
        let name = name(pieces);
        if let Err(error) = self.write(&name, &encode(&name, planes)) {
            self.warn(format!(
                "cannot keep {} in {}: {error}; it will be computed again next time",
                name,
                self.directory.display()
            ));
        }
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        let unfinished = self.path(&format!(".{name}.{process}.{number}"));
        let written = write_durably(&unfinished, bytes)
            .and_then(|()| fs::rename(&unfinished, self.path(name)));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written
    }
}

fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()
}

/// The name of an ending: `KQvKR`, the attacker's side first.
fn name(pieces: Pieces) -> String {
    let letters = |color| {
        let own = pieces.iter().filter(move |(owner, _)| *owner == color);
        own.map(|(_, role): (Color, Role)| role.letter().to_ascii_uppercase())
            .collect::<String>()
    };
    format!("K{}vK{}", letters(Color::White), letters(Color::Black))
}

fn encode(name: &str, planes: &[Wins]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + size_of_val(planes) + CHECKSUM);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(format!("{name:<16}").as_bytes());
    for plane in planes {
        for row in plane.to_move.0.iter().chain(&plane.waiting.0) {
            bytes.extend_from_slice(&row.to_le_bytes());
        }
    }
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// `None` if anything is not as it should be.
fn decode(bytes: &[u8], name: &str, planes: usize) -> Option<Vec<Wins>> {
    if bytes.len() != HEADER + planes * size_of::<Wins>() + CHECKSUM {
        return None;
    }
    let (content, sum) = bytes.split_last_chunk::<CHECKSUM>()?;
    let header = [&MAGIC[..], format!("{name:<16}").as_bytes()].concat();
    let slice = content.strip_prefix(&header[..])?;
    if u64::from_le_bytes(*sum) != checksum(content) {
        return None;
    }
    let (rows, _) = slice.as_chunks::<8>();
    let mut rows = rows.iter().map(|row| u64::from_le_bytes(*row));
    let mut wins = vec![Wins::NONE; planes];
    for plane in &mut wins {
        for row in plane.to_move.0.iter_mut().chain(&mut plane.waiting.0) {
            *row = rows.next()?;
        }
    }
    Some(wins)
}

/// Mixes eight bytes at a time; any single change shows (every step can be undone).
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mix = |sum: u64, word: u64| {
        (sum ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| {
        mix(sum, u64::from_le_bytes(*word))
    });
    rest.iter()
        .fold(sum, |sum, &byte| mix(sum, u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Pieces {
        let (queen, _) = Pieces::NONE.with(Color::White, Role::Queen).expect("room");
        queen
    }

    fn planes() -> Vec<Wins> {
        let mut planes = vec![Wins::NONE; 64];
        planes[3].to_move.0[5] = 0x1234;
        planes[63].waiting.0[63] = 1 << 63;
        planes
    }

    fn directory(test: &str) -> PathBuf {
        let name = format!("peasant-cache-{}-{test}", std::process::id());
        std::env::temp_dir().join(name)
    }

    #[test]
    fn what_is_kept_comes_back() {
        let cache = Cache::new(directory("back"));
        assert_eq!(cache.load(pieces()), None);
        cache.store(pieces(), &planes());
        assert_eq!(cache.load(pieces()), Some(planes()));
        assert_eq!(cache.warnings(), Vec::<String>::new());
        fs::remove_dir_all(directory("back")).expect("it is ours");
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let good = encode("KQvK", &planes());
        assert!(decode(&good, "KQvK", 64).is_some());
        assert!(decode(&good, "KRvK", 64).is_none());
        assert!(decode(&good[1..], "KQvK", 64).is_none());
        for index in 0..good.len() {
            let mut bad = good.clone();
            bad[index] ^= 1 << (index % 8);
            assert!(decode(&bad, "KQvK", 64).is_none(), "byte {index}");
        }
    }

    #[test]
    fn a_damaged_file_is_replaced() {
        let cache = Cache::new(directory("damaged"));
        cache.store(pieces(), &planes());
        fs::write(cache.path("KQvK"), b"nonsense").expect("writable");
        assert_eq!(cache.load(pieces()), None);
        assert!(cache.warnings()[0].contains("damaged"));
        cache.store(pieces(), &planes());
        assert_eq!(cache.load(pieces()), Some(planes()));
        fs::remove_dir_all(directory("damaged")).expect("it is ours");
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_a_warning() {
        let file = directory("file");
        fs::write(&file, b"not a directory").expect("writable");
        let cache = Cache::new(file.join("below"));
        cache.store(pieces(), &planes());
        assert!(cache.warnings()[0].starts_with("cannot keep KQvK"));
        fs::remove_file(file).expect("it is ours");
    }
}

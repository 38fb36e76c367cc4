//! Small endings on disk: solved once, read again by every later proof.
//!
//! One file holds where one player wins in one ending of two promoted pieces without pawns, the slices
//! that cost most and serve every position. A file is written under another name first and then
//! renamed, so that a reader never sees half of one, whatever other processes do. It carries a version
//! and a checksum; one that is damaged counts as missing and is written again. What is no plain file (a
//! link, a pipe) is neither read nor replaced.
//!
//! The checksum shows damage. It is no seal: a file that somebody forged with the right sum is
//! believed, so the directory should be writable only for those whom its user trusts.

use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::{Mutex, Once};

use crate::board::{Color, Role};
use crate::slice::Wins;
use crate::store::durable::{self, Checksum};
use crate::store::regular::{self, Links};
use crate::structure::Pieces;

/// The first bytes of every file; the number is the version of the format and of the equations.
const MAGIC: &[u8; 16] = b"peasant slice 1\n";

/// Bytes before the slice: the magic, then the name of the ending padded with blanks.
const HEADER: usize = 32;

/// Bytes of the checksum at the end.
const CHECKSUM: usize = 8;

/// A directory of solved endings. Nothing that goes wrong with it stops a proof; what did is in
/// [`Cache::warnings`]. Files are believed if their checksums are right, which shows damage but no
/// forgery.
#[derive(Debug)]
pub struct Cache {
    directory: PathBuf,
    /// What killed processes left here is removed once.
    swept: Once,
    troubles: Mutex<Vec<Trouble>>,
}

/// What went wrong, and with which files.
#[derive(Debug)]
struct Trouble {
    what: String,
    files: Vec<String>,
}

impl Cache {
    /// A cache in a directory, which is made when the first ending is kept.
    #[must_use]
    pub fn new(directory: PathBuf) -> Cache {
        Cache {
            directory,
            swept: Once::new(),
            troubles: Mutex::default(),
        }
    }

    /// What went wrong so far: a sentence for each kind of trouble, with the files that had it.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let directory = self.directory.display();
        self.troubles.lock().map_or_else(
            |_| Vec::new(),
            |troubles| {
                let sentence = |Trouble { what, files }: &Trouble| {
                    format!("{what}: {} in `{directory}`", files.join(", "))
                };
                troubles.iter().map(sentence).collect()
            },
        )
    }

    fn warn(&self, what: String, file: &str) {
        let Ok(mut troubles) = self.troubles.lock() else {
            return;
        };
        let file = file.to_owned();
        match troubles.iter_mut().find(|trouble| trouble.what == what) {
            Some(known) if known.files.contains(&file) => {}
            Some(known) => known.files.push(file),
            None => troubles.push(Trouble {
                what,
                files: vec![file],
            }),
        }
    }

    /// A small file of the user's own that is kept in the same directory: at most so many bytes.
    /// `None` if there is none; what is wrong with one that is there is a warning.
    #[must_use]
    pub fn read_note(&self, file: &str, most: u64) -> Option<Vec<u8>> {
        self.read(file, |length| length <= most)?
    }

    /// Keeps such a file, in place of the one before. That it cannot be kept is a warning.
    pub fn write_note(&self, file: &str, bytes: &[u8]) {
        if let Err(error) = self.write(file, bytes) {
            self.warn(format!("cannot keep for later proofs ({error})"), file);
        }
    }

    /// The bytes of a file, `Some(None)` if its length is wrong; what else is wrong is a warning.
    fn read(&self, file: &str, fits: impl Fn(u64) -> bool) -> Option<Option<Vec<u8>>> {
        self.swept.call_once(|| {
            durable::sweep(&self.directory, |name| {
                name.ends_with(SUFFIX) || name == file
            });
        });
        let read = || {
            let path = self.directory.join(file);
            let (opened, about) = regular::open(&path, Links::Refuse)?;
            if !fits(about.len()) {
                return Ok(None);
            }
            let mut bytes = Vec::with_capacity(about.len() as usize);
            opened.take(about.len()).read_to_end(&mut bytes)?;
            Ok(Some(bytes))
        };
        match read() {
            Ok(bytes) => Some(bytes),
            // What is wrong with a directory that is none shows when the ending is kept.
            Err(error) if is_missing(&error) => None,
            Err(error) if is_no_file(&error) => {
                let what = format!("not used, because {}: delete it", what_it_is(&error));
                self.warn(what, file);
                None
            }
            Err(error) => {
                self.warn(format!("cannot read ({error})"), file);
                None
            }
        }
    }

    /// Where the attacker (White) wins, plane by plane, if that is kept and sound.
    pub(crate) fn load(&self, pieces: Pieces) -> Option<Vec<Wins>> {
        let name = name(pieces);
        let (file, count) = (file_name(&name), 1 << (6 * pieces.len()));
        let length = (HEADER + count * size_of::<Wins>() + CHECKSUM) as u64;
        let bytes = self.read(&file, |found| found == length)?;
        let planes = bytes.and_then(|bytes| decode(&bytes, &name, count));
        if planes.is_none() {
            let what = "damaged or of another version, and computed again";
            self.warn(what.to_owned(), &file);
        }
        planes
    }

    /// Keeps where the attacker wins.
    pub(crate) fn store(&self, pieces: Pieces, planes: &[Wins]) {
        let name = name(pieces);
        self.write_note(&file_name(&name), &encode(&name, planes));
    }

    /// Writes a file, unless something else stands in its place, which reading has said.
    fn write(&self, file: &str, bytes: &[u8]) -> io::Result<()> {
        self.make_directory()?;
        let path = self.directory.join(file);
        match regular::check_path(&path, Links::Refuse) {
            Err(error) if is_no_file(&error) => Ok(()),
            _ => durable::replace(&path, |file| file.write_all(bytes)),
        }
    }

    fn make_directory(&self) -> io::Result<()> {
        fs::create_dir_all(&self.directory).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => io::Error::new(
                error.kind(),
                "there is a file where the directory should be",
            ),
            _ => error,
        })
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Does an error say that something other than a file stands there?
fn is_no_file(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::IsADirectory
    )
}

fn what_it_is(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    }
}

/// How the names of the files end.
const SUFFIX: &str = ".slice";

fn file_name(name: &str) -> String {
    format!("{name}{SUFFIX}")
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

pub(crate) fn encode(name: &str, planes: &[Wins]) -> Vec<u8> {
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
pub(crate) fn decode(bytes: &[u8], name: &str, planes: usize) -> Option<Vec<Wins>> {
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

fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::new(bytes.len() as u64);
    sum.add(bytes);
    sum.get()
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
        fs::write(cache.directory.join("KQvK.slice"), b"nonsense").expect("writable");
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
        cache.store(Pieces::NONE, &[Wins::NONE]);
        let directory = file.join("below").display().to_string();
        assert_eq!(
            cache.warnings(),
            [format!(
                "cannot keep for later proofs (there is a file where the directory should be): \
                 KQvK.slice, KvK.slice in `{directory}`"
            )]
        );
        fs::remove_file(file).expect("it is ours");
    }
}

//! The directory of the base: its files found, read and written.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use super::ending::Ending;
use super::file::{self, Stored};
use super::troubles::Troubles;
use crate::slice::Wins;
use crate::store::durable;
use crate::store::regular::{self, Links};

/// A directory of solved endings. Nothing that goes wrong with it stops a proof; what did is in
/// [`Base::warnings`]. Files are believed if their checksums are right, which shows damage but no
/// forgery. A prover that is given none keeps endings without pawns in memory.
#[derive(Debug)]
pub struct Base {
    pub(in crate::prove) directory: Option<PathBuf>,
    /// Without a directory.
    in_memory: Mutex<HashMap<Ending, Arc<Stored>>>,
    /// What killed processes left here is removed once.
    swept: Once,
    troubles: Troubles,
    /// Held by whoever solves an ending, so that no other thread takes as much memory for it.
    pub(super) building: Mutex<()>,
}

impl Base {
    /// A base in a directory, which is made when the first ending is stored.
    #[must_use]
    pub fn new(directory: PathBuf) -> Base {
        Base::of(Some(directory))
    }

    /// A base in memory, which keeps only what has no pawns.
    #[cfg(any(test, feature = "files"))]
    pub(crate) fn in_memory() -> Base {
        Base::of(None)
    }

    fn of(directory: Option<PathBuf>) -> Base {
        Base {
            directory,
            in_memory: Mutex::default(),
            swept: Once::new(),
            troubles: Troubles::default(),
            building: Mutex::default(),
        }
    }

    /// Lists what went wrong so far: a sentence for each kind of trouble, with the files that had it.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let directory = self.directory.as_deref();
        directory.map_or_else(Vec::new, |directory| self.troubles.sentences(directory))
    }

    fn warn(&self, what: impl Into<String>, file: &str) {
        self.troubles.add(what.into(), file);
    }

    /// A small file of the user's own that is stored in the same directory: at most so many bytes.
    /// `None` if there is none; what is wrong with one that is there is a warning.
    #[must_use]
    pub fn read_note(&self, file: &str, most: u64) -> Option<Vec<u8>> {
        let directory = self.directory.as_deref()?;
        let read = || {
            let (opened, about) = regular::open(&directory.join(file), Links::Refuse)?;
            if about.len() > most {
                return Ok(None);
            }
            let mut bytes = Vec::with_capacity(about.len() as usize);
            opened.take(about.len()).read_to_end(&mut bytes)?;
            Ok(Some(bytes))
        };
        self.sweep(file);
        self.tried(file, read())?
    }

    /// Keeps such a file, in place of the one before. That it cannot be stored is a warning.
    pub fn write_note(&self, file: &str, bytes: &[u8]) {
        if let Some(directory) = &self.directory
            && let Err(error) = write(directory, file, bytes)
        {
            self.warn(format!("cannot keep for later proofs ({error})"), file);
        }
    }

    /// Removes what killed processes left.
    fn sweep(&self, file: &str) {
        self.swept.call_once(|| {
            if let Some(directory) = &self.directory {
                durable::sweep(directory, |name| name.ends_with(SUFFIX) || name == file);
            }
        });
    }

    /// What came of reading a file; what is wrong with one that is there is a warning.
    fn tried<T>(&self, file: &str, read: io::Result<T>) -> Option<T> {
        match read {
            Ok(found) => Some(found),
            // What is wrong with a directory that is none shows when the ending is stored.
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

    /// An ending that is stored and sound.
    pub(crate) fn open(&self, ending: Ending) -> Option<Arc<Stored>> {
        let Some(directory) = &self.directory else {
            return self.in_memory.lock().ok()?.get(&ending).cloned();
        };
        let file = file_name(ending);
        self.sweep(&file);
        let stored = self.tried(&file, Stored::open(&directory.join(&file), ending))?;
        if stored.is_none() {
            self.warn("damaged or of another version, and computed again", &file);
        }
        stored.map(Arc::new)
    }

    /// Keeps the bytes of an ending without pawns. From disk it takes no memory; where it cannot be written, that is told.
    pub(super) fn keep(&self, ending: Ending, bytes: Vec<u8>) -> Option<Arc<Stored>> {
        let file = file_name(ending);
        self.write_note(&file, &bytes);
        if let Some(directory) = &self.directory
            && let Ok(Some(stored)) = Stored::open(&directory.join(&file), ending)
        {
            return Some(Arc::new(stored));
        }
        let stored = Arc::new(Stored::from_bytes(ending, bytes)?);
        if self.directory.is_none() {
            let mut in_memory = self.in_memory.lock().ok()?;
            in_memory.insert(ending, Arc::clone(&stored));
        }
        Some(stored)
    }

    /// The bytes of an ending's file and how long it took to solve, by a look at its head.
    pub(crate) fn glance(&self, ending: Ending) -> Option<(u64, Duration)> {
        let path = self.directory.as_ref()?.join(file_name(ending));
        file::glance(&path, ending).ok().flatten()
    }

    /// Where the attacker (White) wins, all planes of an ending, if that is stored and sound.
    pub(crate) fn load(&self, ending: Ending) -> Option<Vec<Wins>> {
        self.open(ending)?.all()
    }

    /// Keeps where the attacker wins, all planes of an ending.
    pub(crate) fn store(&self, ending: Ending, planes: &[Wins], took: Duration) {
        if self.directory.is_none() {
            return;
        }
        let planes = ending.reduce(planes.to_vec());
        self.write_note(&file_name(ending), &file::encode(ending, &planes, took));
    }
}

/// Writes a file, unless something else stands in its place, which reading has said.
fn write(directory: &Path, file: &str, bytes: &[u8]) -> io::Result<()> {
    make(directory)?;
    let path = directory.join(file);
    match regular::check_path(&path, Links::Refuse) {
        Err(error) if is_no_file(&error) => Ok(()),
        _ => durable::replace(&path, |file| file.write_all(bytes)),
    }
}

fn make(directory: &Path) -> io::Result<()> {
    fs::create_dir_all(directory).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => io::Error::new(
            error.kind(),
            "there is a file where the directory should be",
        ),
        _ => error,
    })
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
const SUFFIX: &str = ".base";

pub(super) fn file_name(ending: Ending) -> String {
    format!("{ending}{SUFFIX}")
}

//! Syzygy tables: results of positions with few men, read from files by `shakmaty-syzygy`.
//!
//! A damaged table may give false results without a sign, so each is checked by the sum at its end
//! before it is believed, at its first use.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod checked;
pub mod checksum;
pub mod city;
mod files;
mod names;
#[cfg(not(any(unix, windows)))]
mod nowhere;
pub mod position;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use peasant::board::Position;
use peasant::tablebase::Tablebase;
use peasant::value::Wdl;
use shakmaty::Chess;
use shakmaty_syzygy::{ProbeError, SyzygyError};

pub use files::Checks;
use files::Files;
use names::material;

/// The tables of one or several directories, and what was wrong with them.
pub struct Tables {
    directories: Vec<PathBuf>,
    tables: shakmaty_syzygy::Tablebase<Chess>,
    /// The file of each table, by material.
    files: BTreeMap<String, PathBuf>,
    system: Arc<Files>,
    troubles: Mutex<Troubles>,
    /// A table that was not checked has told something.
    unchecked: AtomicBool,
}

/// What has been found wrong so far.
#[derive(Default)]
struct Troubles {
    /// Materials for which there is no table.
    missing: BTreeSet<String>,
    /// Files that cannot be used: why, and the cure.
    unusable: BTreeMap<PathBuf, String>,
}

/// Why no tables can be used. The message names the directory and the cure.
#[derive(Debug, PartialEq, Eq)]
pub struct NoTables(String);

impl fmt::Display for NoTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Tables {
    /// Opens the tables of directories that are separated as in `PATH`: by `:`, on Windows by `;`.
    /// If several hold the same table the first one counts.
    ///
    /// # Errors
    /// A directory that does not exist, cannot be read or holds no tables.
    pub fn open(directories: &OsStr, checks: Checks) -> Result<Tables, NoTables> {
        let system = Arc::new(Files::new(checks));
        let mut tables = Tables {
            directories: names::split(directories)?,
            tables: shakmaty_syzygy::Tablebase::with_filesystem(system.clone()),
            files: BTreeMap::new(),
            system,
            troubles: Mutex::default(),
            unchecked: AtomicBool::new(false),
        };
        for directory in tables.directories.clone() {
            tables.add(&directory)?;
        }
        Ok(tables)
    }

    fn add(&mut self, directory: &Path) -> Result<(), NoTables> {
        let mut usable = 0;
        for file in names::files(directory)? {
            usable += usize::from(self.add_file(file));
        }
        if usable > 0 {
            return Ok(());
        }
        let name = directory.display();
        Err(NoTables(match self.unusable().as_slice() {
            [] => format!(
                "--syzygy: `{name}` holds no Syzygy tables of results (such as KPvK.rtbw): put some there, or name the directory that holds them"
            ),
            reasons => format!(
                "--syzygy: `{name}` holds no usable tables: {}",
                reasons.join("; ")
            ),
        }))
    }

    /// Adds one file. Does its directory hold a table, this one?
    fn add_file(&mut self, file: PathBuf) -> bool {
        let Some(material) = file.file_stem().and_then(OsStr::to_str) else {
            return false;
        };
        if self.files.contains_key(material) {
            return true;
        }
        match self.tables.add_file(&file) {
            Ok(()) => {
                self.files.insert(material.to_owned(), file);
                true
            }
            // The name of a file that is no table.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput && file.is_file() => false,
            Err(error) => {
                let why = match error.kind() {
                    io::ErrorKind::InvalidData => DAMAGED.to_owned(),
                    _ => unreadable(&error),
                };
                self.troubles().unusable.insert(file, why);
                false
            }
        }
    }

    /// The materials for which a table was asked for and missing, such as `KQPvKP`.
    pub fn missing(&self) -> Vec<String> {
        self.troubles().missing.iter().cloned().collect()
    }

    /// What a user should know once the work is done, a sentence each: tables that were missing or cannot be used.
    pub fn warnings(&self) -> Vec<String> {
        let missing = self.missing();
        let mut warnings = self.unusable();
        warnings.extend(self.system.warnings());
        if self.is_unchecked() {
            warnings.push(
                "Syzygy tables that were not checked were believed (--trust-syzygy)".to_owned(),
            );
        }
        if let (Some(first), Some(directory)) = (missing.first(), self.directories.first()) {
            let directory = directory.display();
            warnings.push(match missing.len() {
                1 => format!("no table {first}: put {first}.rtbw into `{directory}`, or leave out --syzygy"),
                _ => format!(
                    "no tables {}: put their files, such as {first}.rtbw, into `{directory}`, or leave out --syzygy",
                    names::listed(&missing)
                ),
            });
        }
        warnings
    }

    /// The files that cannot be used, a sentence each.
    fn unusable(&self) -> Vec<String> {
        let sentence =
            |(file, why): (&PathBuf, &String)| format!("the table `{}` {why}", file.display());
        self.troubles().unusable.iter().map(sentence).collect()
    }

    fn troubles(&self) -> MutexGuard<'_, Troubles> {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps in mind why a table gave no answer.
    fn note(&self, position: &Position, error: &SyzygyError) {
        match error {
            SyzygyError::MissingTable { material, .. } => {
                self.troubles().missing.insert(material.to_string());
            }
            SyzygyError::ProbeFailed {
                material, error, ..
            } => self.note_unusable(&material.to_string(), reason(error)),
            _ => _ = self.troubles().missing.insert(material(position)),
        }
    }

    fn note_unusable(&self, material: &str, why: String) {
        let file = self.files.get(material).cloned();
        let file = file.unwrap_or_else(|| PathBuf::from(format!("{material}.rtbw")));
        self.troubles().unusable.entry(file).or_insert(why);
    }
}

impl Tablebase for Tables {
    fn max_men(&self) -> usize {
        self.tables.max_pieces()
    }

    fn probe(&self, position: &Position) -> Option<Wdl> {
        let chess = position::chess(position)?;
        // A table that is damaged inside may make its decoder's arithmetic panic.
        let probe = AssertUnwindSafe(|| self.tables.probe_wdl_after_zeroing(&chess));
        match panic::catch_unwind(probe) {
            Ok(Ok(result)) => {
                if self.system.are_trusted() {
                    self.unchecked.store(true, Ordering::Relaxed);
                }
                Some(wdl(result))
            }
            Ok(Err(error)) => {
                self.note(position, &error);
                None
            }
            Err(_) => {
                self.note_unusable(&material(position), DAMAGED.to_owned());
                None
            }
        }
    }

    fn is_unchecked(&self) -> bool {
        self.unchecked.load(Ordering::Relaxed)
    }
}

/// What is said of a file whose bytes are not what they should be.
const DAMAGED: &str = "is damaged: replace it by a sound copy";

/// Why a table cannot be used and the cure, to follow its name.
fn reason(error: &ProbeError) -> String {
    match error {
        ProbeError::Read { error } => unreadable(error),
        ProbeError::Magic { .. } => {
            "is no Syzygy table of results: replace it by a sound copy".to_owned()
        }
        ProbeError::CorruptedTable { .. } => DAMAGED.to_owned(),
    }
}

/// The same for a file that could not be read, or not as it should be.
pub fn unreadable(error: &io::Error) -> String {
    use io::ErrorKind::{InvalidData, InvalidInput, NotFound, PermissionDenied};
    match error.kind() {
        InvalidData => format!("is damaged ({error}): replace it by a sound copy"),
        InvalidInput => "is no regular file: put a table in its place".to_owned(),
        NotFound => format!("cannot be read ({error}): put it back"),
        PermissionDenied => format!("cannot be read ({error}): allow it to be read"),
        _ => format!("cannot be read ({error}): see to its disk, or replace it by a sound copy"),
    }
}

/// The result without the 50-move rule.
fn wdl(result: shakmaty_syzygy::Wdl) -> Wdl {
    use shakmaty_syzygy::Wdl as Syzygy;
    match result {
        Syzygy::Loss | Syzygy::BlessedLoss => Wdl::Loss,
        Syzygy::Draw => Wdl::Draw,
        Syzygy::CursedWin | Syzygy::Win => Wdl::Win,
    }
}

//! The file of a store: a database of SQLite.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, ffi};

use super::ending::{self, PackedEnding};
use super::endings::{BUILD, Endings};
use super::entry::{self, Domain, NAME, SavedBounds};
use super::opening::{begin, failure, is_forbidden, read_only, remove};
use super::tables::{self, BATCH};
use super::trouble::{Trouble, explain};
use crate::board::Position;
use crate::notation::fen;
use crate::prove::effort::Effort;
use crate::prove::policy::{MAX_PIECES, WEIGHT};
use crate::store::durable;
use crate::store::regular::{self, Links};
use crate::structure::{Pieces, Structure};

/// The name of the file in a directory.
const FILE: &str = "store.db";

/// What the database takes of memory.
const MEMORY: u64 = 2 << 20;

/// What has cost so many times the work on one structure of its kind is kept.
const DEAR: Effort = Effort(8);

/// Facts that provers keep on disk and share, in this process and with others. Nothing that goes wrong with one stops a proof; what did
/// is in [`Store::warnings`].
pub struct Store {
    path: PathBuf,
    /// So many bytes it keeps at most. `None`: it belongs to one proof, and keeps everything.
    most_bytes: Option<u64>,
    state: Mutex<State>,
    /// Endings with three pieces.
    endings: Arc<Endings>,
}

#[derive(Default)]
struct State {
    link: Link,
    warnings: Vec<String>,
    /// Why what was to be written last is not there.
    unsaved: Option<String>,
}

/// Is the file open?
#[derive(Default)]
enum Link {
    /// Nobody has asked yet, or there is no file.
    #[default]
    Unopened,
    Open {
        connection: Connection,
        writable: bool,
    },
    /// Something is wrong with it.
    Unusable,
}

/// What a store holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreContents {
    /// How many facts: bounds of a structure for one attacker.
    pub facts: u64,
    /// The bytes of the file.
    pub bytes: u64,
}

impl Store {
    /// A store in a directory, in the file `store.db`. It is made when the first fact is kept, and holds so many bytes at most: what costs
    /// least to find again, by its size, goes first.
    #[must_use]
    pub fn new(directory: &Path, most_bytes: u64) -> Store {
        Store::of(directory.join(FILE), Some(most_bytes))
    }

    /// A store in a file of its own that keeps everything: that of one long proof.
    ///
    /// # Errors
    /// What is wrong with it and what to do, in words.
    pub(crate) fn open(path: &Path) -> Result<Store, String> {
        let in_words = |error| explain(&error);
        let path = durable::target(path).map_err(in_words)?;
        if let Some(directory) = path.parent().filter(|above| !above.as_os_str().is_empty()) {
            fs::metadata(directory).map_err(in_words)?;
        }
        let store = Store::of(path, None);
        let mut state = State::default();
        store
            .connect(&mut state, true)
            .and_then(|()| match &state.link {
                Link::Open { connection, .. } => {
                    check_whole(connection).map_err(|error| Trouble::of(&error))
                }
                _ => Ok(()),
            })
            .map_err(|trouble| trouble.reason)?;
        drop(std::mem::replace(&mut *store.state(), state));
        Ok(store)
    }

    fn of(path: PathBuf, most_bytes: Option<u64>) -> Store {
        Store {
            path,
            most_bytes,
            state: Mutex::default(),
            endings: Arc::default(),
        }
    }

    /// Says what went wrong so far, a sentence for each kind of trouble.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.state().warnings.clone()
    }

    /// Why what one proof was to write last is not there, if it is not.
    pub(crate) fn unsaved(&self) -> Option<String> {
        let unsaved = self.state().unsaved.clone();
        unsaved.filter(|_| self.most_bytes.is_none())
    }

    /// What it holds; `None` if there is no file, or it cannot be read.
    #[must_use]
    pub fn contents(&self) -> Option<StoreContents> {
        self.reading(|connection| {
            Ok(StoreContents {
                facts: tables::count(connection)?,
                bytes: tables::pages(connection)?,
            })
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads every fact, and removes those that are damaged: says how many were sound, and how many damaged. `None`: there is no file, or it
    /// cannot be read, of which [`Store::warnings`] tells more.
    #[must_use]
    pub fn check(&self) -> Option<(u64, u64)> {
        let (facts, damaged) = self.reading(|connection| {
            check_whole(connection)?;
            Ok((tables::count(connection)?, tables::damaged(connection)?))
        })?;
        let count = damaged.len() as u64;
        if !damaged.is_empty() {
            self.writing(|changes| {
                let mut delete = changes.prepare("DELETE FROM bounds WHERE number = ?")?;
                damaged.iter().try_for_each(|number| {
                    delete.execute([number])?;
                    Ok(())
                })
            });
        }
        Some((facts - count, count))
    }

    /// Forgets everything. Was that possible?
    pub fn clear(&self) -> bool {
        if !self.path.exists() {
            return true;
        }
        let is_empty = self.writing(|changes| {
            changes.execute_batch("DELETE FROM bounds; DELETE FROM open; DELETE FROM forgotten;")
        });
        let shrink = |connection: &Connection| connection.execute_batch("VACUUM;");
        // A damaged one is gone by now.
        is_empty && self.reading(shrink).is_some() || !self.path.exists()
    }

    /// Does it keep everything of one proof, which goes on from there?
    pub(crate) fn is_of_one_proof(&self) -> bool {
        self.most_bytes.is_none()
    }

    /// Is a goal kept on which so much has been spent? Only one proof keeps everything of its own: a slice with two pieces takes half a
    /// megabyte for 40 ms of work, and what costs little is found again as soon as it is read (docs/laboratory.md).
    pub(crate) fn keeps(&self, view: Structure, effort: Effort, is_exact: bool) -> bool {
        let pieces = view.pieces.len();
        let is_dear = pieces < MAX_PIECES && effort >= DEAR * WEIGHT[pieces].0;
        self.is_of_one_proof() || view.is_small() && is_exact || is_dear
    }

    /// Endings with three pieces, which provers share.
    pub(crate) fn endings(&self) -> &Arc<Endings> {
        &self.endings
    }

    /// What is kept of a goal.
    pub(super) fn read(&self, domain: Domain, view: Structure) -> Option<SavedBounds> {
        self.read_fact(&entry::name(domain, view), |name, fact| {
            entry::unpack(name, view, &fact)
        })
    }

    /// An ending with three pieces.
    pub(super) fn read_ending(&self, pieces: Pieces) -> Option<PackedEnding> {
        let name = entry::name(Domain::CHESS, ending::structure(pieces));
        self.read_fact(&name, |_, fact| PackedEnding::of(pieces, fact, true))
    }

    fn read_fact<T>(
        &self,
        name: &[u8; NAME],
        unpack: impl FnOnce(&[u8; NAME], Vec<u8>) -> Option<T>,
    ) -> Option<T> {
        let fact = self.reading(|connection| tables::fact(connection, name))??;
        let unpacked = unpack(name, fact);
        if unpacked.is_none() {
            let what = "a fact in it is damaged, and is proved again";
            self.warn(&mut self.state(), what);
        }
        unpacked
    }

    /// How many bytes the exact fact of a goal takes, by the rules of chess, if there is one.
    pub(crate) fn length_of_exact(&self, view: Structure) -> Option<u64> {
        let name = entry::name(Domain::CHESS, view);
        self.reading(|connection| tables::length_of_exact(connection, &name))?
    }

    /// Keeps an ending with three pieces. Could it?
    pub(super) fn write_ending(&self, pieces: Pieces, ending: &PackedEnding) -> bool {
        let (name, fact) = (
            entry::name(Domain::CHESS, ending::structure(pieces)),
            ending.fact(),
        );
        let most = self.most_bytes.unwrap_or(u64::MAX);
        if fact.len() as u64 > most {
            return false;
        }
        self.writing(|changes| {
            tables::make_room(changes, fact.len(), most)?;
            let since = tables::forgotten(changes)?;
            tables::put_fact(changes, since, &name, BUILD.0, fact)
        })
    }

    /// Keeps goals, each narrowed by what is known of it there. Could it?
    pub(super) fn write(
        &self,
        domain: Domain,
        goals: impl Iterator<Item = (Structure, SavedBounds)>,
    ) -> bool {
        if !self.is_writable() {
            return false;
        }
        let (mut batch, mut bytes) = (Vec::new(), 0);
        let mut written = true;
        for (view, bounds) in goals {
            bytes += size_of_val(&bounds.lower[..]);
            batch.push((view, bounds));
            if bytes >= BATCH {
                written &= self.write_batch(domain, &mut batch);
                bytes = 0;
            }
        }
        written && (batch.is_empty() || self.write_batch(domain, &mut batch))
    }

    /// For how long a position has been worked on that stayed open.
    pub(super) fn tried(&self, domain: Domain, position: &Position) -> Option<Duration> {
        let position = fen::format(position);
        let seconds: f64 = self.reading(|connection| {
            let find = "SELECT seconds FROM open WHERE domain = ? AND position = ?";
            let mut query = connection.prepare_cached(find)?;
            let found = query.query_row((domain.0, position), |row| row.get(0));
            found.optional()
        })??;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// A position has stayed open for so long.
    pub(super) fn note_open(&self, domain: Domain, position: &Position, time: Duration) {
        let position = fen::format(position);
        self.writing(|changes| {
            let insert = "INSERT OR REPLACE INTO open VALUES (?, ?, ?)";
            let row = (domain.0, position, time.as_secs_f64());
            changes.execute(insert, row).map(|_| ())
        });
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> u64 {
        match self.state().link {
            Link::Open { .. } => MEMORY,
            _ => 0,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// May it be written, as far as that is known?
    fn is_writable(&self) -> bool {
        match self.state().link {
            Link::Unopened => true,
            Link::Open { writable, .. } => writable,
            Link::Unusable => false,
        }
    }

    fn write_batch(&self, domain: Domain, batch: &mut Vec<(Structure, SavedBounds)>) -> bool {
        let written = self.writing(|changes| {
            tables::make_room(changes, BATCH, self.most_bytes.unwrap_or(u64::MAX))?;
            let since = tables::forgotten(changes)?;
            for (view, bounds) in batch.drain(..) {
                tables::put(changes, since, domain, view, bounds)?;
            }
            Ok(())
        });
        batch.clear();
        written
    }

    /// Writes, if that is possible. Was it?
    fn writing(&self, write: impl FnOnce(&Transaction) -> rusqlite::Result<()>) -> bool {
        let mut state = self.state();
        if let Link::Unopened = state.link
            && let Err(trouble) = self.connect(&mut state, true)
        {
            self.note(&mut state, trouble);
        }
        let Link::Open {
            connection,
            writable: true,
        } = &mut state.link
        else {
            return false;
        };
        let written = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .and_then(|changes| {
                write(&changes)?;
                changes.commit()
            });
        match written {
            Ok(()) => state.unsaved = None,
            Err(error) => {
                let trouble = Trouble::of(&error);
                let path = self.path.display();
                state.unsaved = Some(format!(
                    "cannot save the proof in `{path}`: {}",
                    trouble.reason
                ));
                self.note(&mut state, trouble);
            }
        }
        state.unsaved.is_none()
    }

    /// Reads, if there is a file to read.
    fn reading<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Option<T> {
        let mut state = self.state();
        if let Link::Unopened = state.link {
            if !self.path.exists() {
                return None;
            }
            if let Err(trouble) = self.connect(&mut state, false) {
                self.note(&mut state, trouble);
            }
        }
        let Link::Open { connection, .. } = &state.link else {
            return None;
        };
        match read(connection) {
            Ok(found) => Some(found),
            Err(error) => {
                self.note(&mut state, Trouble::of(&error));
                None
            }
        }
    }

    /// Opens the file, or begins one.
    fn connect(&self, state: &mut State, makes: bool) -> Result<(), Trouble> {
        if makes
            && self.most_bytes.is_some()
            && let Some(directory) = self.path.parent()
        {
            fs::create_dir_all(directory)?;
        }
        match regular::check_path(&self.path, Links::Refuse) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => other?,
        }
        let (connection, writable) = match begin(&self.path) {
            // A file that may not be written is opened all the same.
            Ok(connection) => {
                let is_readonly = connection.is_readonly("main");
                let writable = !is_readonly.map_err(|error| Trouble::of(&error))?;
                (connection, writable)
            }
            Err(error) if self.most_bytes.is_some() && is_forbidden(&error) => (
                read_only(&self.path).map_err(|_| Trouble::of(&error))?,
                false,
            ),
            Err(error) => return Err(Trouble::of(&error)),
        };
        if !writable {
            self.warn(
                state,
                "it may not be written, and what is proved is not kept",
            );
        }
        state.link = Link::Open {
            connection,
            writable,
        };
        Ok(())
    }

    /// Something has gone wrong. A damaged file of ours is begun anew.
    fn note(&self, state: &mut State, trouble: Trouble) {
        if trouble.is_lasting {
            state.link = Link::Unusable;
        }
        let mut reason = trouble.reason;
        if trouble.is_damage && self.most_bytes.is_some() && remove(&self.path).is_ok() {
            state.link = Link::Unopened;
            "it was damaged or of an older version, and is begun anew".clone_into(&mut reason);
        }
        self.warn(state, &reason);
    }

    fn warn(&self, state: &mut State, reason: &str) {
        let sentence = format!("the store `{}`: {reason}", self.path.display());
        if !state.warnings.contains(&sentence) {
            state.warnings.push(sentence);
        }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("path", &self.path)
            .field("most_bytes", &self.most_bytes)
            .finish_non_exhaustive()
    }
}

/// Is the file whole? What stands in it is checked when it is read.
fn check_whole(connection: &Connection) -> rusqlite::Result<()> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(failure(ffi::SQLITE_CORRUPT)),
    }
}

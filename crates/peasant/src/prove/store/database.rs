//! The file of a store: a database of SQLite.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, ffi,
};

use super::entry::{self, Domain, SavedBounds};
use crate::board::Position;
use crate::notation::fen;
use crate::prove::effort::Effort;
use crate::prove::policy::{MAX_PIECES, WEIGHT};
use crate::store::durable;
use crate::store::regular::{self, Links};
use crate::structure::Structure;

/// What the file calls itself, `peas` in ASCII.
const APPLICATION: i32 = 0x7065_6173;

/// The version of the format and of the equations.
const VERSION: i32 = 1;

/// So long another process that writes is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// So many bytes of bounds are written at once.
const BATCH: usize = 8 << 20;

/// Where a store is full so much of it is given up, in parts.
const GIVEN_UP: i64 = 10;

/// What the database takes of memory.
const MEMORY: u64 = 2 << 20;

/// What has cost so many times the work on one structure of its kind is kept.
const DEAR: Effort = Effort(8);

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS bounds (number INTEGER PRIMARY KEY, worth REAL NOT NULL, fact BLOB NOT NULL);
    CREATE INDEX IF NOT EXISTS by_worth ON bounds (worth);
    CREATE TABLE IF NOT EXISTS open (domain INTEGER, position TEXT, seconds REAL NOT NULL, PRIMARY KEY (domain, position)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS forgotten (worth REAL NOT NULL);
";

/// Facts that provers keep on disk and share, in this process and with others. Nothing that goes wrong with one stops a proof; what did
/// is in [`Store::warnings`].
pub struct Store {
    path: PathBuf,
    /// So many bytes it keeps at most. `None`: it belongs to one proof, and keeps everything.
    most_bytes: Option<u64>,
    state: Mutex<State>,
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
            .and_then(|()| Store::check(&state))
            .map_err(|trouble| trouble.reason)?;
        drop(std::mem::replace(&mut *store.state(), state));
        Ok(store)
    }

    fn of(path: PathBuf, most_bytes: Option<u64>) -> Store {
        Store {
            path,
            most_bytes,
            state: Mutex::default(),
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
            let facts: i64 =
                connection.query_row("SELECT count(*) FROM bounds", [], |row| row.get(0))?;
            Ok(StoreContents {
                facts: facts.cast_unsigned(),
                bytes: pages(connection)?,
            })
        })
    }

    /// Is a goal kept with so many pieces, on which so much has been spent? Only one proof keeps everything of its own: a slice with two
    /// pieces takes 1.4 MB for 40 ms of work, and what costs little is found again as soon as it is read (docs/laboratory.md).
    pub(crate) fn keeps(&self, pieces: usize, effort: Effort) -> bool {
        self.most_bytes.is_none() || pieces < MAX_PIECES && effort >= DEAR * WEIGHT[pieces].0
    }

    /// What is kept of a goal.
    pub(super) fn read(&self, domain: Domain, view: Structure) -> Option<SavedBounds> {
        if self.most_bytes.is_some() && view.pieces.len() == MAX_PIECES {
            return None;
        }
        let name = entry::name(domain, view);
        let fact = self.reading(|connection| fact(connection, &name))??;
        let bounds = entry::unpack(&name, view, &fact);
        if bounds.is_none() {
            let what = "a fact in it is damaged, and is proved again";
            self.warn(&mut self.state(), what);
        }
        bounds
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
            make_room(changes, self.most_bytes.unwrap_or(u64::MAX))?;
            let since = forgotten(changes)?;
            for (view, bounds) in batch.drain(..) {
                put(changes, since, domain, view, bounds)?;
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

    /// Is the file whole? What stands in it is checked when it is read.
    fn check(state: &State) -> Result<(), Trouble> {
        let Link::Open { connection, .. } = &state.link else {
            return Ok(());
        };
        let found: rusqlite::Result<String> =
            connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
        match found {
            Ok(found) if found == "ok" => Ok(()),
            Ok(_) => Err(Trouble::of(&failure(ffi::SQLITE_CORRUPT))),
            Err(error) => Err(Trouble::of(&error)),
        }
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

/// The name of the file in a directory.
const FILE: &str = "store.db";

/// Opens a file for reading and writing, and makes it a store if it is empty.
fn begin(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    settle(&connection)?;
    // In this order: another process may be making it.
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        connection.execute_batch("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL;")?;
        let names =
            format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};");
        connection.execute_batch(&format!("BEGIN IMMEDIATE; {SCHEMA} {names} COMMIT;"))?;
    }
    check_version(&connection)?;
    Ok(connection)
}

/// Is it the file or its directory that may not be written?
fn is_forbidden(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied)
    )
}

/// Opens a file in a directory that cannot be written, where SQLite cannot lay its own files beside it: nobody is taken to change it.
fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    let escaped = path
        .to_string_lossy()
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    let connection = Connection::open_with_flags(
        format!("file:{escaped}?immutable=1"),
        OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI,
    )?;
    settle(&connection)?;
    check_version(&connection)?;
    Ok(connection)
}

fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -1024; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")
}

/// Is it a store of this version?
fn check_version(connection: &Connection) -> rusqlite::Result<()> {
    let number =
        |name| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i32>(0));
    match (number("application_id")?, number("user_version")?) {
        (APPLICATION, VERSION) => Ok(()),
        (APPLICATION, ..VERSION) => Err(failure(ffi::SQLITE_CORRUPT)),
        _ => Err(failure(ffi::SQLITE_NOTADB)),
    }
}

fn failure(code: i32) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
}

/// The bytes of a goal, if they stand there.
fn fact(connection: &Connection, name: &[u8; 20]) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut query = connection.prepare_cached("SELECT fact FROM bounds WHERE number = ?")?;
    let found = query.query_row([entry::number(name)], |row| row.get(0));
    found.optional()
}

/// Writes a goal, narrowed by what stands there.
fn put(
    changes: &Transaction,
    since: f64,
    domain: Domain,
    view: Structure,
    mut bounds: SavedBounds,
) -> rusqlite::Result<()> {
    let name = entry::name(domain, view);
    if let Some(before) = fact(changes, &name)?.and_then(|fact| entry::unpack(&name, view, &fact)) {
        bounds.narrow(before);
    }
    let cost = bounds.effort.max(WEIGHT[view.pieces.len()]).0 as f64;
    let fact = entry::pack(&name, view, bounds);
    let worth = since + cost / fact.len() as f64;
    let mut insert = changes.prepare_cached("INSERT OR REPLACE INTO bounds VALUES (?, ?, ?)")?;
    insert.execute((entry::number(&name), worth, fact))?;
    Ok(())
}

/// What was worth so much has been forgotten: new facts count from there, so that old ones age.
fn forgotten(connection: &Connection) -> rusqlite::Result<f64> {
    connection.query_row("SELECT coalesce(max(worth), 0) FROM forgotten", [], |row| {
        row.get(0)
    })
}

/// Forgets the least worthy facts if a store is nearly full.
fn make_room(changes: &Transaction, most_bytes: u64) -> rusqlite::Result<()> {
    if pages(changes)?.saturating_add(BATCH as u64) <= most_bytes {
        return Ok(());
    }
    let facts: i64 = changes.query_row("SELECT count(*) FROM bounds", [], |row| row.get(0))?;
    let least = "SELECT worth FROM bounds ORDER BY worth LIMIT 1 OFFSET ?";
    let offset = facts / GIVEN_UP;
    let worth: Option<f64> = changes
        .query_row(least, [offset], |row| row.get(0))
        .optional()?;
    if let Some(worth) = worth {
        changes.execute("DELETE FROM bounds WHERE worth <= ?", [worth])?;
        changes.execute("DELETE FROM forgotten", [])?;
        changes.execute("DELETE FROM open", [])?;
        changes.execute("INSERT INTO forgotten VALUES (?)", [worth])?;
    }
    Ok(())
}

/// The bytes that are in use.
fn pages(connection: &Connection) -> rusqlite::Result<u64> {
    let number =
        |name| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    let used = number("page_count")? - number("freelist_count")?;
    Ok((used * number("page_size")?).cast_unsigned())
}

/// Removes a database with the files beside it.
fn remove(path: &Path) -> io::Result<()> {
    for ending in ["-wal", "-shm"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(ending);
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::remove_file(path)
}

/// What has gone wrong with a store.
struct Trouble {
    reason: String,
    /// It is of no use asking again.
    is_lasting: bool,
    is_damage: bool,
}

impl Trouble {
    fn of(error: &rusqlite::Error) -> Trouble {
        let code = error.sqlite_error_code();
        let reason = match code {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "another program is writing it, and what was proved is not kept".to_owned()
            }
            Some(ErrorCode::NotADatabase) => {
                "it is no store of this version: name another file".to_owned()
            }
            Some(ErrorCode::DatabaseCorrupt) => "it is damaged: delete it to start anew".to_owned(),
            Some(ErrorCode::DiskFull) => {
                "the disk is full, and what was proved is not kept".to_owned()
            }
            _ => error.to_string(),
        };
        let passes = matches!(
            code,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::DiskFull)
        );
        Trouble {
            reason,
            is_lasting: !passes,
            is_damage: code == Some(ErrorCode::DatabaseCorrupt),
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble {
            reason: explain(&error),
            is_lasting: true,
            is_damage: false,
        }
    }
}

/// What is wrong with a file, in words.
fn explain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "there is no such directory: make it, or name another file".to_owned()
        }
        io::ErrorKind::IsADirectory => "it is a directory: name a file".to_owned(),
        io::ErrorKind::InvalidInput if error.raw_os_error().is_none() => {
            format!("{error}: name another file")
        }
        _ => format!("{error}: name another file, or put that right"),
    }
}

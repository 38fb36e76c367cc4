//! The file of a store opened, begun or removed.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use super::tables::SCHEMA;

/// What the file calls itself, `peas` in ASCII.
const APPLICATION: i32 = 0x7065_6173;

/// The version of the format and of the equations.
const VERSION: i32 = 3;

/// So long another process that writes is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// Opens a file for reading and writing, and makes it a store if it is empty.
pub(super) fn begin(path: &Path) -> rusqlite::Result<Connection> {
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
pub(super) fn is_forbidden(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied)
    )
}

/// Opens a file in a directory that cannot be written, where SQLite cannot lay its own files beside it: nobody is taken to change it.
pub(super) fn read_only(path: &Path) -> rusqlite::Result<Connection> {
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

pub(super) fn failure(code: i32) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
}

/// Removes a database with the files beside it.
pub(super) fn remove(path: &Path) -> io::Result<()> {
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

//! The tables of a store: what is read, written and forgotten there.

use rusqlite::{Connection, OptionalExtension, Transaction};

use super::entry::{self, Domain, NAME, SavedBounds};
use crate::prove::policy::WEIGHT;
use crate::structure::Structure;

/// The tables: facts by number, positions that have stayed open, and the worth of what has been forgotten.
pub(super) const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS bounds (number INTEGER PRIMARY KEY, worth REAL NOT NULL, fact BLOB NOT NULL);
    CREATE INDEX IF NOT EXISTS by_worth ON bounds (worth);
    CREATE TABLE IF NOT EXISTS open (domain INTEGER, position TEXT, seconds REAL NOT NULL, PRIMARY KEY (domain, position)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS forgotten (worth REAL NOT NULL);
";

/// So many bytes of bounds are written at once.
pub(super) const BATCH: usize = 8 << 20;

/// Where a store is full so much of it is given up, in parts.
const GIVEN_UP: u64 = 10;

/// The bytes of a goal, if they stand there.
pub(super) fn fact(
    connection: &Connection,
    name: &[u8; NAME],
) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut query = connection.prepare_cached("SELECT fact FROM bounds WHERE number = ?")?;
    let found = query.query_row([entry::number(name)], |row| row.get(0));
    found.optional()
}

/// How many bytes an exact fact of a goal takes, if there is one.
pub(super) fn length_of_exact(
    connection: &Connection,
    name: &[u8; NAME],
) -> rusqlite::Result<Option<u64>> {
    let find = "SELECT substr(fact, 1, ?), length(fact) FROM bounds WHERE number = ?";
    let mut query = connection.prepare_cached(find)?;
    let found = query.query_row((NAME as i64 + 1, entry::number(name)), |row| {
        Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, i64>(1)?))
    });
    let found = found.optional()?;
    let is_such = |(head, _): &(Vec<u8>, i64)| entry::begins_as_exact(name, head);
    Ok(found
        .filter(is_such)
        .map(|(_, length)| length.cast_unsigned()))
}

/// Writes a goal, narrowed by what stands there.
pub(super) fn put(
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
    let cost = bounds.tried.effort.max(WEIGHT[view.pieces.len()]).0;
    let fact = entry::pack(&name, view, bounds);
    put_fact(changes, since, &name, cost, &fact)
}

/// Writes the bytes of a goal that cost so much.
pub(super) fn put_fact(
    changes: &Transaction,
    since: f64,
    name: &[u8; NAME],
    cost: u64,
    fact: &[u8],
) -> rusqlite::Result<()> {
    let worth = since + cost as f64 / fact.len() as f64;
    let mut insert = changes.prepare_cached("INSERT OR REPLACE INTO bounds VALUES (?, ?, ?)")?;
    insert.execute((entry::number(name), worth, fact))?;
    Ok(())
}

/// What was worth so much has been forgotten: new facts count from there, so that old ones age.
pub(super) fn forgotten(connection: &Connection) -> rusqlite::Result<f64> {
    connection.query_row("SELECT coalesce(max(worth), 0) FROM forgotten", [], |row| {
        row.get(0)
    })
}

/// Forgets the least worthy facts if a store has no room for so many bytes more.
pub(super) fn make_room(changes: &Transaction, bytes: usize, most: u64) -> rusqlite::Result<()> {
    if pages(changes)?.saturating_add(bytes as u64) <= most {
        return Ok(());
    }
    let to_free = most / GIVEN_UP + bytes as u64;
    let Some(worth) = least_worth(changes, to_free)? else {
        return Ok(());
    };
    changes.execute("DELETE FROM bounds WHERE worth <= ?", [worth])?;
    changes.execute("DELETE FROM forgotten", [])?;
    changes.execute("DELETE FROM open", [])?;
    changes.execute("INSERT INTO forgotten VALUES (?)", [worth])?;
    Ok(())
}

/// Facts up to which worth take so many bytes.
fn least_worth(connection: &Connection, bytes: u64) -> rusqlite::Result<Option<f64>> {
    let mut query =
        connection.prepare_cached("SELECT worth, length(fact) FROM bounds ORDER BY worth")?;
    let mut rows = query.query([])?;
    let (mut worth, mut sum) = (None, 0);
    while let Some(row) = rows.next()?
        && sum < bytes
    {
        worth = Some(row.get(0)?);
        sum += row.get::<_, i64>(1)?.cast_unsigned();
    }
    Ok(worth)
}

/// The numbers of the facts that are damaged.
pub(super) fn damaged(connection: &Connection) -> rusqlite::Result<Vec<i64>> {
    let mut query = connection.prepare("SELECT number, fact FROM bounds")?;
    let mut rows = query.query([])?;
    let mut damaged = Vec::new();
    while let Some(row) = rows.next()? {
        let number = row.get(0)?;
        let is_sound =
            matches!(row.get_ref(1)?.as_blob(), Ok(fact) if entry::is_sound(number, fact));
        if !is_sound {
            damaged.push(number);
        }
    }
    Ok(damaged)
}

/// How many facts there are.
pub(super) fn count(connection: &Connection) -> rusqlite::Result<u64> {
    let facts: i64 = connection.query_row("SELECT count(*) FROM bounds", [], |row| row.get(0))?;
    Ok(facts.cast_unsigned())
}

/// The bytes that are in use.
pub(super) fn pages(connection: &Connection) -> rusqlite::Result<u64> {
    let number =
        |name| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    let used = number("page_count")? - number("freelist_count")?;
    Ok((used * number("page_size")?).cast_unsigned())
}

//! The table on disk: what a long search has proved outlives it.
//!
//! ```text
//! magic (16 bytes) | rules (8 bytes) | entries (16 bytes each, little endian) | checksum (8 bytes)
//! ```
//!
//! An entry does not depend on the size of the table. If there are too many, those that cost most are stored.
//!
//! The checksum shows damage. It is no seal: a file that somebody forged with the right sum is
//! believed, and so are the false results in it.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::io::{self, BufReader, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use peasant::clock::Instant;

use super::rules::{NoMove, Rules};
use super::transposition::{Entry, Table};
use peasant::store::durable::{self, Checksum};
use peasant::store::regular::{self, Links};
use peasant::value::Contradiction;

/// The first bytes of a file; the number is the version of the format, of the keys and of their order.
const MAGIC: &[u8; 16] = b"peasant pawns 2\n";
/// Entries that are stored, at most: half a GiB of them.
const MAX_ENTRIES: u64 = 1 << 25;
/// Bytes of an entry.
const ENTRY: usize = 16;
/// Bytes before the entries and after them.
const AROUND: u64 = 32;

/// A file that keeps the table between runs. It is believed if its checksum is right, which shows
/// damage but no forgery.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The file.
    pub file: PathBuf,
    /// The shortest time between two writings; it is written at the end of a solution too.
    pub every: Duration,
}

/// Writes checkpoints at their times.
pub struct Keeper<'c> {
    checkpoint: &'c Checkpoint,
    rules: Rules,
    /// When it is due; not ever if that is too far away for a clock.
    next: Option<Instant>,
    /// What went wrong, the last time.
    trouble: Option<String>,
}

impl<'c> Keeper<'c> {
    pub fn new(checkpoint: &'c Checkpoint, rules: Rules) -> Keeper<'c> {
        Keeper {
            checkpoint,
            rules,
            next: Instant::now().checked_add(checkpoint.every),
            trouble: None,
        }
    }

    /// Writes if it is time. Writing takes a twentieth of the time at most.
    pub fn keep_in_time(&mut self, table: &Table) {
        let start = Instant::now();
        if self.next.is_some_and(|next| start >= next) {
            self.keep(table);
            let pause = (start.elapsed() * 20).max(self.checkpoint.every);
            self.next = Instant::now().checked_add(pause);
        }
    }

    /// Writes now.
    pub fn keep(&mut self, table: &Table) {
        let file = &self.checkpoint.file;
        self.trouble = save(file, self.rules, table).err().map(|error| {
            let reason = explain(&error);
            format!("cannot write the checkpoint `{}`: {reason}", file.display())
        });
    }

    /// What went wrong, if the file is not up to date.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }
}

/// Writes the table; others may go on using it. Returns the number of entries.
pub fn save(path: &Path, rules: Rules, table: &Table) -> io::Result<u64> {
    let floor = floor(table);
    let mut count = 0;
    durable::replace(&durable::target(path)?, |file| {
        let mut sum = Checksum::new(0);
        let mut write = |bytes: &[u8]| {
            sum.add(bytes);
            file.write_all(bytes)
        };
        write(MAGIC)?;
        write(&fingerprint(rules))?;
        let kept = table.entries().filter(|entry| entry.effort >= floor);
        // Others may have added some since they were counted.
        for entry in kept.take(MAX_ENTRIES as usize) {
            write(&entry.to_number().to_le_bytes())?;
            count += 1;
        }
        file.write_all(&sum.get().to_le_bytes())
    })?;
    Ok(count)
}

/// The least effort that is stored.
#[expect(clippy::indexing_slicing, reason = "the index is below the length")]
fn floor(table: &Table) -> u32 {
    let mut by_effort = [0u64; 1 << 9];
    for entry in table.entries() {
        by_effort[entry.effort as usize & 0x1ff] += 1;
    }
    let mut sum = 0;
    let fits = |&(_, count): &(usize, &u64)| {
        sum += *count;
        sum <= MAX_ENTRIES
    };
    let kept = by_effort.iter().enumerate().rev().take_while(fits).last();
    kept.map_or(0, |(effort, _)| effort as u32)
}

/// Reads a file into a table that knows nothing yet. Returns how many words came into use, or what is
/// wrong with the file: then the table knows nothing still.
pub fn load(path: &Path, rules: Rules, table: &mut Table) -> Result<u64, String> {
    let (file, about) = regular::open(path, Links::Follow).map_err(|error| explain(&error))?;
    let length = about.len();
    let mut file = BufReader::with_capacity(1 << 20, file);
    check(&mut file, length, rules).map_err(|error| explain(&error))??;
    // The checksum was right: now the entries are believed.
    file.rewind().map_err(|error| explain(&error))?;
    let mut head = [0; 24];
    // With room to spare, so that next to nothing is crowded out again.
    table.make_room(2 * (length / ENTRY as u64));
    let (mut restored, mut agree) = (0, true);
    let restore = |number: [u8; ENTRY]| {
        let Some(entry) = Entry::from_number(u128::from_le_bytes(number), table.bits()) else {
            return;
        };
        match table.restore(&entry) {
            Ok(is_new) => restored += u64::from(is_new),
            Err(Contradiction) => agree = false,
        }
    };
    let read = file
        .read_exact(&mut head)
        .and_then(|()| each_entry(&mut file, length, restore));
    let failure = match read {
        Ok(()) if agree => return Ok(restored),
        Ok(()) => "it contradicts itself: delete it to start anew".to_owned(),
        Err(error) => explain(&error),
    };
    table.clear();
    Err(failure)
}

/// Is a file whole, and of these rules?
fn check(mut file: impl Read, length: u64, rules: Rules) -> io::Result<Result<(), String>> {
    let damaged = || Ok(Err("it is damaged: delete it to start anew".to_owned()));
    if length > AROUND + MAX_ENTRIES * ENTRY as u64 {
        let what =
            format!("with {length} bytes it is longer than any checkpoint: name another file");
        return Ok(Err(what));
    }
    if length < AROUND || !(length - AROUND).is_multiple_of(ENTRY as u64) {
        return damaged();
    }
    let mut head = [0; 24];
    file.read_exact(&mut head)?;
    if head[..16] != MAGIC[..] {
        return Ok(Err("it is no checkpoint of this version".to_owned()));
    }
    if head[16..] != fingerprint(rules) {
        return Ok(Err("it belongs to a game with other rules".to_owned()));
    }
    let mut sum = Checksum::new(0);
    sum.add(&head);
    each_entry(&mut file, length, |number| sum.add(&number))?;
    let mut end = [0; 8];
    file.read_exact(&mut end)?;
    // A sum of zero stays zero however many zeros follow: a file with zeros at its end must not pass.
    if u64::from_le_bytes(end) == sum.get() && sum.get() != 0 {
        Ok(Ok(()))
    } else {
        damaged()
    }
}

fn each_entry(
    file: &mut impl Read,
    length: u64,
    mut each: impl FnMut([u8; ENTRY]),
) -> io::Result<()> {
    let mut number = [0; ENTRY];
    for _ in 0..length.saturating_sub(AROUND) / ENTRY as u64 {
        file.read_exact(&mut number)?;
        each(number);
    }
    Ok(())
}

/// What is wrong with a file, in words.
pub fn explain(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such directory".to_owned(),
        ErrorKind::IsADirectory => "it is a directory: name a file".to_owned(),
        ErrorKind::InvalidInput if error.raw_os_error().is_none() => {
            format!("{error}: name another file")
        }
        _ => error.to_string(),
    }
}

fn fingerprint(rules: Rules) -> [u8; 8] {
    let set = rules.get();
    let no_move = match set.no_move {
        NoMove::Draw => 0,
        NoMove::Loss => 1,
        NoMove::Alburt => 2,
    };
    // The rows only say where a game begins.
    [
        set.files as u8,
        set.ranks as u8,
        set.home_rank as u8,
        u8::from(set.double_step),
        u8::from(set.en_passant),
        no_move,
        0,
        0,
    ]
}

#[cfg(test)]
mod tests;

//! Checkpoints, read from bytes: for the fuzz targets in `fuzz/` only, no part of the interface.

use std::fs;
use std::path::PathBuf;

use peasant::store::durable::Checksum;

use crate::checkpoint;
use crate::transposition::Table;
use crate::{Preset, RuleSet, Rules};

/// Bits of the keys of a game on five files.
const KEY_BITS: u32 = 50;

/// A table that was read from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// How many words came into use, as the reader says.
    pub restored: u64,
    /// The entries of the table as the file would have them, in order of their numbers.
    pub entries: Vec<u128>,
    /// How many entries the table has room for.
    pub capacity: u64,
    /// The table, written as a file again.
    pub again: Vec<u8>,
}

/// Reads a checkpoint of the pawn game on five files into a table of at most so many bytes. Goes by way
/// of files, as the program does.
///
/// # Errors
/// What is wrong with the file.
///
/// # Panics
/// If the file system does not keep a small file, or a refused file leaves something in the table.
pub fn checkpoint(bytes: &[u8], memory: u64) -> Result<Loaded, String> {
    let file = scratch();
    fs::write(&file, bytes).expect("room for a small file");
    let mut table = Table::new(KEY_BITS, memory).expect("memory for a small table");
    let read = checkpoint::load(&file, rules(), &mut table);
    fs::remove_file(&file).expect("it is ours");
    let mut entries: Vec<u128> = table.entries().map(|entry| entry.to_number()).collect();
    if let Err(error) = read {
        assert!(entries.is_empty(), "refused, but read: {error}");
        return Err(error);
    }
    entries.sort_unstable();
    checkpoint::save(&file, rules(), &table).expect("room for a small file");
    let again = fs::read(&file).expect("it was written");
    fs::remove_file(&file).expect("it is ours");
    Ok(Loaded {
        restored: read?,
        entries,
        capacity: table.capacity(),
        again,
    })
}

/// The same bytes with the checksum behind them that a checkpoint (`seed` 0) must have.
#[must_use]
pub fn sealed(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut sum = Checksum::new(seed);
    sum.add(bytes);
    [bytes, &sum.get().to_le_bytes()].concat()
}

/// A file of this process alone.
fn scratch() -> PathBuf {
    std::env::temp_dir().join(format!("peasant-fuzzing-{}", std::process::id()))
}

fn rules() -> Rules {
    let set = RuleSet {
        files: 5,
        ..RuleSet::of(Preset::PawnGame)
    };
    set.validate().expect("a size that there is")
}

//! What a run has found, structure by structure, in a file from which another run goes on.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::rendered::Rendered;
use super::yields::{Counts, Yield};
use crate::Failure;
use crate::host::journal::{Journal, Wrong};
use crate::tell::json;

/// What the run is that a file belongs to: the first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    pub family: String,
    pub rules: String,
    pub find: Vec<String>,
    pub measure: String,
    pub keep: usize,
    pub from: u64,
    pub to: u64,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    mine: Run,
}

/// Every other line: a structure that is done.
#[derive(Serialize, Deserialize)]
struct Line {
    structure: u64,
    stopped: Option<String>,
    open: Counts,
    findings: Vec<Value>,
}

/// The file of a run.
pub struct Stored(Journal);

impl Stored {
    /// Opens the file of a run, or makes it, and hands on every yield that stands there.
    pub fn open(
        path: &Path,
        run: &Run,
        mut hand_on: impl FnMut(Yield) -> io::Result<()>,
    ) -> Result<Stored, Failure> {
        let journal = Journal::open(path, "file of this run", |number, line| {
            if number == 1 {
                let head: Head = serde_json::from_slice(line).map_err(|_| Wrong::Line)?;
                return match head.mine == *run {
                    true => Ok(()),
                    false => Err(Wrong::File(
                        "the family, what is looked for, or the rules differ",
                    )),
                };
            }
            let line: Line = serde_json::from_slice(line).map_err(|_| Wrong::Line)?;
            let found = line.read().ok_or(Wrong::Line)?;
            hand_on(found).map_err(|error| Wrong::Failed(error.into()))
        })?;
        if journal.is_new() {
            let mine = run.clone();
            journal.add(&json::line(&Head { mine }))?;
        }
        Ok(Stored(journal))
    }

    /// Adds a structure that is done.
    pub fn add(&self, found: &Yield) -> io::Result<()> {
        let line = Line {
            structure: found.structure,
            stopped: found.stopped.clone(),
            open: found.open,
            findings: found.told.iter().map(|told| told.object.clone()).collect(),
        };
        self.0.add(&json::line(&line))
    }
}

impl Line {
    fn read(self) -> Option<Yield> {
        let told: Option<Vec<Rendered>> = self.findings.into_iter().map(Rendered::read).collect();
        Some(Yield {
            structure: self.structure,
            stopped: self.stopped,
            open: self.open,
            told: told?,
            solved: 0,
            is_stored: true,
        })
    }
}

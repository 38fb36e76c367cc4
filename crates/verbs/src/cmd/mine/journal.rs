//! What a run has found, structure by structure, in a file from which another run goes on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::told::Told;
use super::yields::{Counts, Yield};
use crate::Failure;
use crate::fault::Fault;
use crate::json;
use crate::plain::plain;

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

pub struct Journal {
    name: String,
    file: File,
}

impl Journal {
    /// Opens the file of a run, or makes it, and hands on every yield that stands there. A last line that was torn off goes.
    pub fn open(
        path: &Path,
        run: &Run,
        mut hand_on: impl FnMut(Yield) -> io::Result<()>,
    ) -> Result<Journal, Failure> {
        let name = path.display().to_string();
        let refuse = |why: &str| {
            let shown = plain(&name);
            let fault = Fault::new(&format!("`{shown}` is no file of this run: {why}"));
            let cure = "name another, or one that does not exist";
            Failure::from(fault.and_cure(": ", cure).about(&name))
        };
        let failed = |error: io::Error| {
            let fault = Fault::new(&format!("cannot open `{}`: {error}", plain(&name)));
            Failure::from(fault.about(&name))
        };
        match std::fs::metadata(path) {
            Ok(about) if !about.is_file() => return Err(refuse("it is no regular file")),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).append(true).create(true);
        let file = options.open(path).map_err(failed)?;
        let mut input = BufReader::new(&file);
        let (mut bytes, mut whole, mut number) = (Vec::new(), 0, 0);
        loop {
            bytes.clear();
            let read = input.read_until(b'\n', &mut bytes).map_err(failed)?;
            if bytes.last() != Some(&b'\n') {
                if !torn(&bytes) {
                    return Err(refuse("its last line is none"));
                }
                break;
            }
            number += 1;
            whole += read as u64;
            let wrong = || refuse(&format!("line {number} is none"));
            if number == 1 {
                let head: Head = serde_json::from_slice(&bytes).map_err(|_| wrong())?;
                if head.mine != *run {
                    return Err(refuse(
                        "the family, what is looked for, or the rules differ",
                    ));
                }
                continue;
            }
            let line: Line = serde_json::from_slice(&bytes).map_err(|_| wrong())?;
            hand_on(line.read().ok_or_else(wrong)?)?;
        }
        drop(input);
        file.set_len(whole).map_err(failed)?;
        let mut journal = Journal { name, file };
        if number == 0 {
            let mine = run.clone();
            journal.add(&json::line(&Head { mine }))?;
        }
        Ok(journal)
    }

    /// Adds a structure that is done, at one stroke, so that what stands there outlives a process that is killed.
    pub fn keep(&mut self, found: &Yield) -> io::Result<()> {
        let line = Line {
            structure: found.structure,
            stopped: found.stopped.clone(),
            open: found.open,
            findings: found.told.iter().map(|told| told.object.clone()).collect(),
        };
        self.add(&json::line(&line))
    }

    fn add(&mut self, line: &str) -> io::Result<()> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| io::Error::other(format!("`{}`: {error}", plain(&self.name))))
    }
}

/// May this be the beginning of a line of ours?
fn torn(bytes: &[u8]) -> bool {
    const HEAD: &[u8] = b"{\"schema\":";
    bytes.iter().zip(HEAD).all(|(byte, head)| byte == head)
}

impl Line {
    fn read(self) -> Option<Yield> {
        let told: Option<Vec<Told>> = self.findings.into_iter().map(Told::read).collect();
        Some(Yield {
            structure: self.structure,
            stopped: self.stopped,
            open: self.open,
            told: told?,
            solved: 0,
            is_kept: true,
        })
    }
}

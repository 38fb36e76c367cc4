//! A file to which a long run adds a JSON object a line, and from which another run goes on.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::fault::Fault;
use crate::Failure;
use crate::host::plain::plain;

/// What every line begins with; so does one that was torn off.
const HEAD: &[u8] = b"{\"schema\":";

pub struct Journal {
    name: String,
    file: Mutex<File>,
    is_new: bool,
}

/// What is wrong with a line.
pub enum Wrong {
    /// It is none of such a file.
    Line,
    /// The file belongs to something else: why.
    File(&'static str),
    /// It is right, but what was to be done with it failed.
    Failed(Failure),
}

impl Journal {
    /// Opens a file, or makes it, and hands on every line with its number, from 1. A last line that was torn off goes, and zeros
    /// behind it. `kind` is what the file is to be, as in "no file of answers".
    pub fn open(
        path: &Path,
        kind: &str,
        mut hand_on: impl FnMut(usize, &[u8]) -> Result<(), Wrong>,
    ) -> Result<Journal, Failure> {
        let name = path.display().to_string();
        let refuse = |why: &str| {
            let fault = Fault::new(&format!("`{}` is no {kind}: {why}", plain(&name)));
            let cure = "name another, or one that does not exist";
            Failure::from(fault.and_cure(": ", cure).about(&name))
        };
        let failed = |error: io::Error| {
            let message = format!("cannot open `{}`: {error}", plain(&name));
            Failure::from(Fault::of_file(&message, &name, &error))
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
        let (mut line, mut whole, mut number) = (Vec::new(), 0, 0);
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line).map_err(failed)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            number += 1;
            whole += read as u64;
            hand_on(number, &line).map_err(|wrong| match wrong {
                Wrong::Line => refuse(&format!("line {number} is none")),
                Wrong::File(why) => refuse(why),
                Wrong::Failed(failure) => failure,
            })?;
        }
        drop(input);
        if !is_torn(&line) {
            return Err(refuse("its last line is none"));
        }
        if !line.is_empty() {
            file.set_len(whole).map_err(failed)?;
        }
        Ok(Journal {
            name,
            file: Mutex::new(file),
            is_new: number == 0,
        })
    }

    /// Did nothing stand there?
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Adds a line, at one stroke, so that what stands there outlives a process that is killed.
    pub fn add(&self, line: &str) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| io::Error::other(format!("`{}`: {error}", plain(&self.name))))
    }
}

/// May this be the beginning of a line of ours? What was never written may be there as zeros.
fn is_torn(bytes: &[u8]) -> bool {
    let written = bytes.iter().rposition(|&byte| byte != 0);
    let written = bytes.iter().take(written.map_or(0, |last| last + 1));
    written.zip(HEAD).all(|(byte, head)| byte == head)
}

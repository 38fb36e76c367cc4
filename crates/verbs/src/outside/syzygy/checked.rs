//! Which large tables were found sound before, kept on disk: to read them whole takes long.
//!
//! A line of the file is a table: its length, when it was last changed, the sum that it carries,
//! and its name. A table that is no more what its line says is checked again. Damage that leaves
//! all of these as they were is not seen, and the file is no seal: who may write there is believed.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::fmt::Write;
use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use peasant::store::durable;
use peasant::store::regular::{self, Links};

use super::checksum::SUM;

/// The name of the file.
const FILE: &str = "syzygy-checked.txt";

/// Its first line; the number is the version of the format.
const HEAD: &str = "peasant syzygy checked 1";

/// How long it may be, in bytes. What is longer is begun anew.
const LONGEST: usize = 4 << 20;

/// A table that was changed so lately could be changed again without showing it.
const SETTLED: Duration = Duration::from_secs(2);

/// The tables that were found sound.
pub struct Checked {
    directory: PathBuf,
    /// Lines of the file.
    lines: Mutex<Vec<String>>,
    warnings: Mutex<Vec<String>>,
}

/// By what a table is known again: a line of the file.
pub struct Stamp(String);

impl Stamp {
    /// The stamp of a file with that sum at its end; none if it could be taken for another.
    pub fn new(path: &Path, about: &Metadata, sum: [u8; SUM]) -> Option<Stamp> {
        let changed = about.modified().ok()?;
        if SystemTime::now().duration_since(changed).ok()? < SETTLED {
            return None;
        }
        let changed = changed.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        let path = fs::canonicalize(path).ok()?;
        let path = path.to_str().filter(|path| !path.contains('\n'))?;
        let sum = u128::from_be_bytes(sum);
        let length = about.len();
        Some(Stamp(format!("{length} {changed} {sum:032x} {path}")))
    }

    /// The name of its table.
    fn path(&self) -> &str {
        path(&self.0)
    }
}

/// The name of a line's table.
fn path(line: &str) -> &str {
    line.splitn(4, ' ').nth(3).unwrap_or_default()
}

impl Checked {
    /// What a directory remembers.
    pub fn new(directory: PathBuf) -> Checked {
        let checked = Checked {
            directory,
            lines: Mutex::default(),
            warnings: Mutex::default(),
        };
        *locked(&checked.lines) = checked.read();
        checked
    }

    /// Was this table checked before?
    pub fn holds(&self, stamp: &Stamp) -> bool {
        locked(&self.lines).contains(&stamp.0)
    }

    /// Remembers a table, beside those that others have added by now.
    pub fn add(&self, stamp: Stamp) {
        let mut lines = locked(&self.lines);
        *lines = self.read();
        lines.retain(|line| path(line) != stamp.path());
        lines.push(stamp.0);
        let mut text = format!("{HEAD}\n");
        for line in lines.iter() {
            _ = writeln!(text, "{line}");
        }
        if text.len() > LONGEST {
            text = format!("{HEAD}\n");
        }
        if let Err(error) = self.write(&text) {
            self.warn(&format!("cannot write which tables were checked ({error})"));
        }
    }

    /// What went wrong, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        locked(&self.warnings).clone()
    }

    fn warn(&self, what: &str) {
        let warning = format!("{what}: `{}`", self.file().display());
        let mut warnings = locked(&self.warnings);
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    fn file(&self) -> PathBuf {
        self.directory.join(FILE)
    }

    /// The lines that are kept; none if the file is of another version, or cannot be read.
    fn read(&self) -> Vec<String> {
        let text = match read(&self.file()) {
            Ok(text) => text,
            Err(error) => {
                let is_missing = matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                );
                if !is_missing {
                    self.warn(&format!("cannot read which tables were checked ({error})"));
                }
                String::new()
            }
        };
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Vec::new();
        }
        lines.map(str::to_owned).collect()
    }

    fn write(&self, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        durable::replace(&self.file(), |file| {
            io::Write::write_all(file, text.as_bytes())
        })
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The text of a file that is not too long.
fn read(file: &Path) -> io::Result<String> {
    let (file, about) = regular::open(file, Links::Refuse)?;
    let mut text = String::new();
    if about.len() <= LONGEST as u64 {
        file.take(about.len()).read_to_string(&mut text)?;
    }
    Ok(text)
}

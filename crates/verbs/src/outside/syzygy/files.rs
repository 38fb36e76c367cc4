//! The files of tables: checked at their first use, and read whole if they are small.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

#[cfg(any(unix, windows))]
use shakmaty_syzygy::filesystem::OsFilesystem;
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

use super::checked::{Checked, Stamp};
use super::checksum::{self, SUM};
#[cfg(not(any(unix, windows)))]
use super::nowhere::OsFilesystem;

/// Which tables are checked before they are believed.
pub enum Checks {
    /// None: what they say is believed.
    Trust,
    /// Each at its first use.
    FirstUse,
    /// Each at its first use. Of large ones a file in this directory says that they were checked
    /// before, and they are not read again.
    Remembered(PathBuf),
}

/// The files of tables.
pub struct Files {
    system: OsFilesystem,
    trust: bool,
    checked: Option<Checked>,
    /// Files that cannot be used: they are not read again for every probe.
    refused: Mutex<BTreeMap<PathBuf, Refusal>>,
}

/// Why a file cannot be used.
type Refusal = (io::ErrorKind, String);

/// How large a file may be, in bytes, to be read whole: a probe then takes no calls to the system.
const WHOLE: u64 = 32 << 20;

/// How large a file is, in bytes, if it pays to remember that it was checked: about a millisecond.
const LARGE: u64 = 1 << 20;

/// The first bytes of a table of results. What begins otherwise is refused for that.
const MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];

impl Files {
    pub fn new(checks: Checks) -> Files {
        Files {
            system: OsFilesystem::default(),
            trust: matches!(checks, Checks::Trust),
            checked: match checks {
                Checks::Remembered(directory) => Some(Checked::new(directory)),
                Checks::Trust | Checks::FirstUse => None,
            },
            refused: Mutex::default(),
        }
    }

    /// Is every table believed as it is?
    pub fn are_trusted(&self) -> bool {
        self.trust
    }

    /// What went wrong with remembering, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let checked = self.checked.as_ref();
        checked.map_or_else(Vec::new, Checked::warnings)
    }

    fn open_checked(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let length = self.regular_file_size(path)?;
        let file: Box<dyn RandomAccessFile> = if length > WHOLE {
            self.system.open(path)?
        } else {
            let mut bytes = Vec::with_capacity(length as usize);
            File::open(path)?.take(length).read_to_end(&mut bytes)?;
            Box::new(Whole(bytes))
        };
        if !self.trust {
            self.check(path, length, &*file)?;
        }
        Ok(file)
    }

    /// Is a file sound?
    fn check(&self, path: &Path, length: u64, file: &dyn RandomAccessFile) -> io::Result<()> {
        let read = |buffer: &mut [u8], offset| file.read_exact_at(buffer, offset, ReadHint::Data);
        let mut magic = [0; MAGIC.len()];
        read(&mut magic, 0)?;
        if magic != MAGIC {
            return Ok(());
        }
        let checked = self.checked.as_ref().filter(|_| length >= LARGE);
        let stamp = checked.and_then(|checked| {
            let mut sum = [0; SUM];
            read(&mut sum, length - SUM as u64).ok()?;
            let stamp = Stamp::new(path, &fs::metadata(path).ok()?, sum)?;
            Some((checked, stamp))
        });
        if let Some((checked, stamp)) = &stamp
            && checked.holds(stamp)
        {
            return Ok(());
        }
        if !checksum::is_sound(length, read)? {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "its checksum is wrong",
            ));
        }
        if let Some((checked, stamp)) = stamp {
            checked.add(stamp);
        }
        Ok(())
    }
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let refused = || self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((kind, why)) = refused().get(path) {
            return Err(io::Error::new(*kind, why.clone()));
        }
        self.open_checked(path).inspect_err(|error| {
            refused().insert(path.to_owned(), (error.kind(), error.to_string()));
        })
    }
}

/// A file in memory.
struct Whole(Vec<u8>);

impl RandomAccessFile for Whole {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset)
            .ok()
            .and_then(|offset| self.0.get(offset..));
        Read::read(&mut rest.unwrap_or_default(), buffer)
    }
}

//! Where there are no files, as in a browser: no table is ever found.

use std::io;
use std::path::{Path, PathBuf};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile};

/// In place of the system's files.
#[derive(Default)]
pub struct OsFilesystem;

fn unsupported<T>() -> io::Result<T> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

impl Filesystem for OsFilesystem {
    fn regular_file_size(&self, _: &Path) -> io::Result<u64> {
        unsupported()
    }

    fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
        unsupported()
    }

    fn open(&self, _: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        unsupported()
    }
}

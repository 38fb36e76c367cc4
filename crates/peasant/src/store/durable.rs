//! Files that are never half written, and checksums.
//!
//! A file is written under another name beside it, `.name.PROCESS.NUMBER`, and then renamed. While
//! it is written it is locked; the lock ends with the process that holds it. So a file of such a
//! name that is not locked was left by a process that was killed, and is removed when the same name
//! is written again, whatever numbers processes have by then.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::regular::{self, Links};

/// Where files cannot be locked, how old an unfinished one is that nobody can be writing any more.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// Writes a file under another name beside it and then renames it, so that a reader never sees half of one and a failure
/// leaves what was there before. A link is replaced, not followed: see [`target`].
///
/// # Errors
/// What the system says, and those of `write`.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    sweep(directory(path), |left| left == name);
    let (unfinished, file) = unfinished(path)?;
    // The lock is held until the file has its name.
    let written = finish(file, write).and_then(|_locked| fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// Could a file be written there? An empty one is made beside it, and removed.
///
/// # Errors
/// What the system says.
pub fn try_place(path: &Path) -> io::Result<()> {
    let (unfinished, _locked) = unfinished(path)?;
    fs::remove_file(unfinished)
}

/// The file to write where a name may be a link: what it leads to, so that the link stays one.
///
/// # Errors
/// A link that leads nowhere, or something that is no regular file.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    let target = match fs::symlink_metadata(path) {
        Ok(about) if about.is_symlink() => fs::canonicalize(path).map_err(|error| {
            let what = format!("it is a link that leads nowhere ({error})");
            io::Error::new(io::ErrorKind::InvalidInput, what)
        })?,
        _ => path.to_owned(),
    };
    match regular::check_path(&target, Links::Refuse) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(target),
        other => other.map(|()| target),
    }
}

/// Removes what killed processes have left of files in a directory: those whose names `is_ours`.
/// What cannot be removed stays.
pub(crate) fn sweep(directory: &Path, is_ours: impl Fn(&str) -> bool) {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        if finished_name(&name.to_string_lossy()).is_some_and(&is_ours) {
            let _ = remove_if_left(&entry.path());
        }
    }
}

/// The name that an unfinished file is to have.
fn finished_name(unfinished: &str) -> Option<&str> {
    let (rest, number) = unfinished.strip_prefix('.')?.rsplit_once('.')?;
    let (name, process) = rest.rsplit_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(number) && is_number(process)).then_some(name)
}

/// Removes an unfinished file if nobody is writing it.
fn remove_if_left(path: &Path) -> io::Result<()> {
    let (file, about) = regular::open(path, Links::Refuse)?;
    let left = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => about.modified()?.elapsed().is_ok_and(|age| age > ABANDONED),
    };
    if left { fs::remove_file(path) } else { Ok(()) }
}

/// The directory of a file.
fn directory(path: &Path) -> &Path {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Writes a new file. It comes back open, and so locked.
fn finish(
    file: File,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<File> {
    let mut buffer = BufWriter::with_capacity(1 << 20, file);
    write(&mut buffer)?;
    let file = buffer
        .into_inner()
        .map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(file)
}

/// A new file beside the other, locked if it can be. A process that was killed may have left one of the same name.
fn unfinished(path: &Path) -> io::Result<(PathBuf, File)> {
    /// Numbers the files that are being written.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = path.with_file_name(format!(".{name}.{}.{number}", std::process::id()));
        let file = match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            file => file?,
        };
        // Somebody who sweeps may have come before the lock, and be about to remove it.
        let is_swept = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if !is_swept && fs::symlink_metadata(&path).is_ok() {
            return Ok((path, file));
        }
    }
}

/// A sum that any single change of a byte shows: every step can be undone.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u64);

impl Checksum {
    /// Nothing is summed up yet.
    #[must_use]
    pub const fn new(seed: u64) -> Checksum {
        Checksum(seed)
    }

    /// Mixes in eight bytes at a time, and what is left one by one.
    pub fn add(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        for &byte in rest {
            self.mix(u64::from(byte));
        }
    }

    /// The sum of what was added.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    const fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn path(test: &str) -> PathBuf {
        std::env::temp_dir().join(format!("peasant-durable-{}-{test}", std::process::id()))
    }

    /// Where every process has the same number, as in a container, the next has the name of one that was killed.
    #[test]
    fn what_a_killed_process_left_is_not_in_the_way() {
        let path = path("killed");
        let name = path.file_name().expect("a name").to_string_lossy();
        let left = (0..64).map(|number| format!(".{name}.{}.{number}", std::process::id()));
        let left: Vec<PathBuf> = left.map(|name| path.with_file_name(name)).collect();
        for file in &left {
            fs::write(file, b"half of it").expect("writable");
        }
        replace(&path, |file| file.write_all(b"all of it")).expect("writable");
        assert_eq!(fs::read(&path).expect("it is there"), b"all of it");
        for file in left {
            let _ = fs::remove_file(file);
        }
        fs::remove_file(path).expect("it is ours");
    }

    /// What a process leaves that is killed while it writes, and what one that lives is writing.
    #[test]
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let home = path("sweep");
        fs::create_dir_all(&home).expect("writable");
        let put = |name: &str| {
            let file = home.join(name);
            fs::write(&file, b"half of it").expect("writable");
            file
        };
        let left = [".pawns.1.0", ".pawns.4194999.17"].map(put);
        let others = [
            ".pawns.1",
            ".pawns.1.x",
            ".pawns..1",
            ".other.1.0",
            "pawns.1.0",
        ]
        .map(put);
        // A process that lives holds the lock; here it is this one, by another handle.
        let alive = put(".pawns.1.1");
        let writing = File::open(&alive).expect("it is there");
        writing.lock().expect("it can be locked");
        replace(&home.join("pawns"), |file| {
            // So does the file that is being written right now.
            let before = fs::read_dir(&home).expect("a directory").count();
            sweep(&home, |name| name == "pawns");
            assert_eq!(fs::read_dir(&home).expect("a directory").count(), before);
            file.write_all(b"all of it")
        })
        .expect("writable");
        assert!(left.iter().all(|file| !file.exists()));
        assert!(others.iter().all(|file| file.exists()));
        assert!(alive.exists());
        drop(writing);
        replace(&home.join("pawns"), |file| file.write_all(b"once more")).expect("writable");
        assert!(!alive.exists());
        assert_eq!(fs::read_dir(&home).expect("a directory").count(), 6);
        fs::remove_dir_all(home).expect("it is ours");
    }

    #[test]
    fn a_failure_leaves_what_was_there() {
        let path = path("failure");
        fs::write(&path, b"before").expect("writable");
        let failed = replace(&path, |file| {
            file.write_all(b"after")?;
            Err(io::Error::other("no room"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("it is there"), b"before");
        fs::remove_file(path).expect("it is ours");
    }
}

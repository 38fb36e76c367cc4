//! A scratch file: room on disk for what memory has no room for.
//!
//! The file has no name, so that the system removes it together with the process that has made it, however that ends.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// What is written and read: eight words.
pub(crate) type Line = [u64; 8];

/// A scratch file, for slices with two promoted pieces that would be forgotten where memory is short. It is made when it is
/// first needed, in a directory where it has no name, and gone with the process. Of its disk 1 GiB is left free; where the
/// system does not say what is free (outside Unix) the file takes 16 GiB at most. Provers may share one.
///
/// Nothing that goes wrong with it stops a proof; what did is in [`Scratch::warnings`].
#[derive(Debug)]
pub struct Scratch {
    directory: PathBuf,
    file: OnceLock<Option<File>>,
    space: Mutex<Space>,
    /// What went wrong first.
    trouble: OnceLock<String>,
    /// It could not be read: nothing more is written.
    lost: AtomicBool,
}

impl Scratch {
    /// A file in this directory.
    #[must_use]
    pub fn new(directory: PathBuf) -> Scratch {
        Scratch {
            directory,
            file: OnceLock::new(),
            space: Mutex::default(),
            trouble: OnceLock::new(),
            lost: AtomicBool::new(false),
        }
    }

    /// A file in the system's directory for temporary files, or in `/var/tmp` where that one is held in memory. `None`: both are.
    #[must_use]
    pub fn temporary() -> Option<Scratch> {
        let directories = [std::env::temp_dir(), PathBuf::from("/var/tmp")];
        let on_disk = directories.into_iter().find(|path| !is_memory(path));
        on_disk.map(Scratch::new)
    }

    /// Tries whether such a file can be made.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(&self) -> io::Result<()> {
        make(&self.directory).map(drop)
    }

    /// Bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.space().end
    }

    /// What went wrong first, in a sentence.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.trouble.get().cloned().into_iter().collect()
    }

    /// How many bytes the file can still grow.
    pub(crate) fn room(&self) -> u64 {
        match self.file() {
            Some(file) if !self.lost.load(Ordering::Relaxed) => room(file, self.bytes()),
            _ => 0,
        }
    }

    /// Writes lines. `None`: they cannot be written.
    pub(crate) fn write(self: &Arc<Self>, lines: &[Line]) -> Option<Extent> {
        static STAMPS: AtomicU64 = AtomicU64::new(1);
        let file = self.file()?;
        let bytes: &[u8] = bytemuck::cast_slice(lines);
        let len = bytes.len() as u64;
        let room = self.room();
        let Some(begin) = self.space().take(len, room) else {
            self.warn("its disk is full");
            return None;
        };
        // From here on the space goes back when the extent goes.
        let extent = Extent {
            scratch: Arc::clone(self),
            stamp: STAMPS.fetch_add(1, Ordering::Relaxed),
            begin,
            lines: lines.len(),
        };
        let written = write_at(file, bytes, begin);
        written.map_err(|error| self.warn(error)).ok()?;
        Some(extent)
    }

    /// One with a file of a test's, opened so.
    #[cfg(test)]
    pub(crate) fn opened(name: &str, options: &std::fs::OpenOptions) -> Scratch {
        let path = std::env::temp_dir().join(format!("peasant-{name}-{}", std::process::id()));
        std::fs::write(&path, "").expect("temporary files can be written");
        let file = options.open(&path).expect("it is there");
        std::fs::remove_file(&path).expect("it is there");
        Scratch {
            file: OnceLock::from(Some(file)),
            ..Scratch::new(std::env::temp_dir())
        }
    }

    fn file(&self) -> Option<&File> {
        let made = || make(&self.directory).map_err(|error| self.warn(error)).ok();
        self.file.get_or_init(made).as_ref()
    }

    fn space(&self) -> MutexGuard<'_, Space> {
        self.space.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn warn(&self, why: impl ToString) {
        self.trouble.get_or_init(|| {
            format!(
                "memory is short, and slices that are forgotten must be solved again: the scratch file in `{}` fails ({}); \
                 --scratch names another directory",
                self.directory.display(),
                why.to_string()
            )
        });
    }
}

/// Where there is space in the file: in bytes.
#[derive(Debug, Default)]
struct Space {
    /// Free parts before the end, by where they begin. Two of them never touch.
    free: BTreeMap<u64, u64>,
    end: u64,
}

impl Space {
    /// Takes the smallest part that is large enough, or lets the file grow, by so much at most. Where is it?
    fn take(&mut self, len: u64, growth: u64) -> Option<u64> {
        let fitting = self.free.iter().filter(|&(_, &part)| part >= len);
        let best = fitting.min_by_key(|&(_, &part)| part);
        if let Some((&begin, &part)) = best {
            self.free.remove(&begin);
            if part > len {
                self.free.insert(begin + len, part - len);
            }
            return Some(begin);
        }
        let begin = self.end;
        self.end += if len <= growth { len } else { return None };
        Some(begin)
    }

    /// Gives a part back.
    fn give(&mut self, mut begin: u64, mut len: u64) {
        if let Some(after) = self.free.remove(&(begin + len)) {
            len += after;
        }
        if let Some((&before, &part)) = self.free.range(..begin).next_back()
            && before + part == begin
        {
            self.free.remove(&before);
            (begin, len) = (before, len + part);
        }
        if begin + len == self.end {
            self.end = begin;
        } else {
            self.free.insert(begin, len);
        }
    }
}

/// Lines in the file. Their space is free again when they are dropped.
#[derive(Debug)]
pub(crate) struct Extent {
    scratch: Arc<Scratch>,
    /// No other extent has the same, nor has had it.
    stamp: u64,
    begin: u64,
    lines: usize,
}

impl Extent {
    /// Reads some lines, of which others near them are wanted next. If they cannot be read the work is unwound
    /// ([`is_unread`]).
    pub fn with<T>(&self, lines: Range<usize>, read: impl FnOnce(&[Line]) -> T) -> T {
        WINDOWS.with_borrow_mut(|windows| {
            let place = windows.iter().position(|window| window.shows(self, &lines));
            windows[..=place.unwrap_or(WINDOWS_EACH - 1)].rotate_right(1);
            let window = &mut windows[0];
            if place.is_none() {
                window.move_to(self, &lines);
            }
            read(&window.lines[lines.start - window.first..lines.end - window.first])
        })
    }
}

impl Drop for Extent {
    fn drop(&mut self) {
        let len = (self.lines * size_of::<Line>()) as u64;
        self.scratch.space().give(self.begin, len);
    }
}

/// Lines that were read last: planes are asked for one by one, each with a system call would take as long as solving them anew.
#[derive(Default)]
struct Window {
    stamp: u64,
    first: usize,
    lines: Vec<Line>,
}

/// Lines in a window: 32 KiB.
const WINDOW: usize = 512;

/// As many extents are read in turn by each thread.
const WINDOWS_EACH: usize = 4;

thread_local! {
    static WINDOWS: RefCell<[Window; WINDOWS_EACH]> = RefCell::default();
}

impl Window {
    fn shows(&self, extent: &Extent, lines: &Range<usize>) -> bool {
        let end = self.first + self.lines.len();
        self.stamp == extent.stamp && self.first <= lines.start && lines.end <= end
    }

    fn move_to(&mut self, extent: &Extent, lines: &Range<usize>) {
        self.stamp = 0;
        self.first = lines.start / WINDOW * WINDOW;
        // What begins in a window is in it whole.
        let end = (self.first + WINDOW).max(lines.end).min(extent.lines);
        self.lines.resize(end - self.first, Line::default());
        let begin = extent.begin + (self.first * size_of::<Line>()) as u64;
        let bytes = bytemuck::cast_slice_mut(&mut self.lines);
        let file = extent.scratch.file();
        let read = file.map_or(Err(io::ErrorKind::NotFound.into()), |file| {
            read_at(file, bytes, begin)
        });
        if let Err(error) = read {
            extent.scratch.lost.store(true, Ordering::Relaxed);
            extent.scratch.warn(error);
            resume_unwind(Box::new(Unread));
        }
        self.stamp = extent.stamp;
    }
}

/// What was written cannot be read: what has been proved is not known any more.
struct Unread;

/// Was work unwound because its scratch file could not be read?
pub(crate) fn is_unread(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Unread>()
}

#[cfg(feature = "files")]
fn make(directory: &Path) -> io::Result<File> {
    tempfile::tempfile_in(directory)
}

#[cfg(not(feature = "files"))]
fn make(_: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Is a directory held in memory?
#[cfg(all(target_os = "linux", feature = "files"))]
fn is_memory(directory: &Path) -> bool {
    // tmpfs and ramfs.
    rustix::fs::statfs(directory)
        .is_ok_and(|about| matches!(about.f_type as u32, 0x0102_1994 | 0x8584_58f6))
}

#[cfg(not(all(target_os = "linux", feature = "files")))]
fn is_memory(_: &Path) -> bool {
    false
}

/// How much a file of so many bytes may grow.
#[cfg(all(unix, feature = "files"))]
fn room(file: &File, _: u64) -> u64 {
    const LEFT_FREE: u64 = 1 << 30;
    let free = rustix::fs::fstatvfs(file).map(|disk| disk.f_bavail * disk.f_frsize);
    free.map_or(0, |free| free.saturating_sub(LEFT_FREE))
}

#[cfg(not(all(unix, feature = "files")))]
fn room(_: &File, bytes: u64) -> u64 {
    const MOST: u64 = 16 << 30;
    MOST.saturating_sub(bytes)
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], begin: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, begin)
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], begin: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, begin)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut begin: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, begin)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => (bytes, begin) = (&mut bytes[count..], begin + count as u64),
        }
    }
    Ok(())
}

#[cfg(windows)]
fn write_at(file: &File, mut bytes: &[u8], mut begin: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_write(file, bytes, begin)? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            count => (bytes, begin) = (&bytes[count..], begin + count as u64),
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(any(unix, windows)))]
fn write_at(_: &File, _: &[u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use std::fs::OpenOptions;
    use std::thread;

    use super::*;
    fn lines(first: u64, count: u64) -> Vec<Line> {
        (first..first + count).map(|number| [number; 8]).collect()
    }

    #[test]
    fn what_is_written_is_read_by_several_threads() {
        let scratch = Arc::new(Scratch::new(std::env::temp_dir()));
        let written = [(7, 1), (100, 5000), (9000, 513)].map(|(first, count)| {
            let lines = lines(first, count);
            (scratch.write(&lines).expect("room"), lines)
        });
        thread::scope(|scope| {
            for (extent, lines) in &written {
                scope.spawn(move || {
                    // Upwards, and downwards in steps that cross windows.
                    let count = lines.len();
                    let starts = (0..count).chain((0..count).rev().step_by(7));
                    for range in starts.map(|start| start..(start + 19).min(count)) {
                        assert!(extent.with(range.clone(), |read| read == &lines[range]));
                    }
                });
            }
        });
        assert_eq!(scratch.bytes(), 64 * (1 + 5000 + 513));
        drop(written);
        assert_eq!((scratch.bytes(), scratch.warnings()), (0, Vec::new()));
    }

    #[test]
    fn space_that_is_freed_is_used_again() {
        let mut space = Space::default();
        let take = |space: &mut Space, len| space.take(len, u64::MAX).expect("room");
        let parts = [30, 10, 20, 40].map(|len| (take(&mut space, len), len));
        for number in [0, 2] {
            space.give(parts[number].0, parts[number].1);
        }
        // The smallest part that fits, of which a half is left.
        assert_eq!(take(&mut space, 10), 40);
        space.give(parts[1].0, parts[1].1);
        assert_eq!(space.free, BTreeMap::from([(0, 40), (50, 10)]));
        assert_eq!(space.take(41, 40), None);
        space.give(40, 10);
        space.give(parts[3].0, parts[3].1);
        assert_eq!((space.free.len(), space.end), (0, 0));
    }

    #[test]
    fn what_cannot_be_written_takes_no_space() {
        let read_only = Scratch::opened("read-only", OpenOptions::new().read(true));
        for scratch in [read_only, Scratch::new("no/such/directory".into())] {
            let scratch = Arc::new(scratch);
            assert!((0..2).all(|_| scratch.write(&lines(0, 9)).is_none()));
            assert_eq!((scratch.bytes(), scratch.warnings().len()), (0, 1));
        }
    }
}

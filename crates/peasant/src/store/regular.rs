//! Files that are opened only if they are plain files: a pipe would be waited for without end, and
//! a device may have no end.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Permission for the name to be a link to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Yes: where it leads is opened.
    Follow,
    /// No: that is an error.
    Refuse,
}

/// Opens a regular file for reading, and says what it is.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if there is something else; a directory is
/// [`io::ErrorKind::IsADirectory`]. Else what the system says.
pub fn open(path: &Path, links: Links) -> io::Result<(File, Metadata)> {
    check(&about(path, links)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    // By now something else may stand there.
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let refuse = match links {
            Links::Follow => 0,
            Links::Refuse => libc::O_NOFOLLOW,
        };
        options.custom_flags(libc::O_NONBLOCK | refuse);
    }
    let file = options.open(path)?;
    let about = file.metadata()?;
    check(&about)?;
    Ok((file, about))
}

/// Checks that a regular file stands there.
///
/// # Errors
/// As [`open`].
pub fn check_path(path: &Path, links: Links) -> io::Result<()> {
    check(&about(path, links)?)
}

fn about(path: &Path, links: Links) -> io::Result<Metadata> {
    match links {
        Links::Follow => fs::metadata(path),
        Links::Refuse => fs::symlink_metadata(path),
    }
}

fn check(about: &Metadata) -> io::Result<()> {
    let other = |what| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    let kind = about.file_type();
    if kind.is_file() {
        Ok(())
    } else if kind.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else if kind.is_symlink() {
        other("it is a link")
    } else {
        other("it is a pipe or a device, no regular file")
    }
}

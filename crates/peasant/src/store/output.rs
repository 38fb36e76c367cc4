//! What a user asks to be written to a file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::durable;
use super::regular::{self, Links};

/// Writes a file that a user has named. A regular file, or one that does not exist yet, is written whole under another name
/// beside it and then renamed, so that a full disk or a power cut leaves what was there before; it keeps its permissions, and
/// a link to it stays a link. Whatever else has the name, such as `/dev/stdout` or a pipe, is written directly.
///
/// # Errors
/// What the system says; [`io::ErrorKind::InvalidInput`] for a link that leads nowhere.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    save_with(path, |file| file.write_all(bytes))
}

/// Saves what is not yet there as a whole: `write` makes it, piece by piece. Where it fails a regular file stays as it was.
///
/// # Errors
/// As for [`save`], and those of `write`.
pub fn save_with(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<()> {
    if is_written_directly(path)? {
        // Not from the start, if it leads to a file after all: another program may be writing there too.
        let mut file = OpenOptions::new().append(true).open(path)?;
        write(&mut file)?;
        return file.flush();
    }
    let path = durable::target(path)?;
    durable::replace(&path, |file| {
        if let Ok(before) = fs::metadata(&path) {
            file.get_ref().set_permissions(before.permissions())?;
        }
        write(file)
    })
}

/// Could a file be saved there? A regular one is begun beside it, and removed.
///
/// # Errors
/// As for [`save`], but for what only writing shows, such as a full disk.
pub fn try_place(path: &Path) -> io::Result<()> {
    if is_written_directly(path)? {
        return OpenOptions::new().append(true).open(path).map(|_| ());
    }
    durable::try_place(&durable::target(path)?)
}

/// Is it something that must not be replaced?
fn is_written_directly(path: &Path) -> io::Result<bool> {
    // These lead to what is open already, even if that is a regular file; nobody means to make a new one there.
    let is_device = path.parent() == Some(Path::new("/dev"));
    if cfg!(unix) && (is_device || path.starts_with("/dev/fd") || path.starts_with("/proc")) {
        return fs::metadata(path).map(|_| true);
    }
    match regular::check_path(path, Links::Follow) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        other => other.map(|()| false),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn scratch(test: &str) -> PathBuf {
        let name = format!("peasant-output-{}-{test}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("writable");
        directory
    }

    #[test]
    fn a_file_is_made_and_then_replaced() {
        let home = scratch("replace");
        let file = home.join("a.svg");
        save(&file, b"a long text").expect("writable");
        save(&file, b"short").expect("writable");
        assert_eq!(fs::read(&file).expect("it is there"), b"short");
        assert_eq!(fs::read_dir(&home).expect("a directory").count(), 1);
        let nowhere = save(&home.join("none/a.svg"), b"x").expect_err("no directory");
        assert_eq!(nowhere.kind(), io::ErrorKind::NotFound);
        let directory = save(&home, b"x").expect_err("a directory");
        assert_eq!(directory.kind(), io::ErrorKind::IsADirectory);
        fs::remove_dir_all(home).expect("it is ours");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let home = scratch("links");
        let (file, link) = (home.join("a.svg"), home.join("link.svg"));
        fs::write(&file, b"before").expect("writable");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
        symlink(&file, &link).expect("links are possible");
        save(&link, b"after").expect("writable");
        assert_eq!(fs::read_link(&link).expect("a link still"), file);
        assert_eq!(fs::read(&file).expect("it is there"), b"after");
        let mode = fs::metadata(&file)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640);
        fs::remove_file(&file).expect("it is ours");
        let dangling = save(&link, b"x").expect_err("nothing there");
        assert_eq!(dangling.kind(), io::ErrorKind::InvalidInput);
        fs::remove_dir_all(home).expect("it is ours");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_directly() {
        save(Path::new("/dev/null"), b"x").expect("it takes everything");
        let full = save(Path::new("/dev/full"), b"x").expect_err("it takes nothing");
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        let none = save(Path::new("/dev/no-such-device"), b"x").expect_err("nothing is made there");
        assert_eq!(none.kind(), io::ErrorKind::NotFound);
        assert!(!Path::new("/dev/no-such-device").exists());
    }
}

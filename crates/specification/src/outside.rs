//! What is outside the repository, and what is not tested without it.

use std::ffi::{OsStr, OsString};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names the directory of the Syzygy tables.
const SYZYGY: &str = "PEASANT_SYZYGY";

/// Names the file that lists what was not tested.
const SKIPPED: &str = "PEASANT_SKIPPED";

/// Asks for everything to be tested that can be.
const THOROUGH: &str = "PEASANT_THOROUGH";

/// Is everything to be tested, as `scripts/check-thoroughly` does, or a part of what takes minutes?
#[must_use]
pub fn is_thorough() -> bool {
    std::env::var_os(THOROUGH).is_some()
}

/// How many rounds a test goes: few for every change, many for `scripts/check-thoroughly`.
#[must_use]
pub fn rounds(few: usize, many: usize) -> usize {
    if is_thorough() { many } else { few }
}

/// The directory of the Syzygy tables to four men: the one that `PEASANT_SYZYGY` names, or else
/// `shared/syzygy` beside the checkout; `None` if it names none and there is none.
///
/// # Panics
/// If `PEASANT_SYZYGY` names what is no directory of such tables: who asks for the tables wants
/// them used.
#[must_use]
pub fn syzygy_directory() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/syzygy");
    let found = find(std::env::var_os(SYZYGY), Path::new(beside));
    found.unwrap_or_else(|error| panic!("{error}"))
}

/// The directory that is named, or else the other if it is there.
fn find(named: Option<OsString>, beside: &Path) -> Result<Option<PathBuf>, String> {
    let Some(named) = named else {
        return Ok(holds_tables(beside).then(|| beside.to_owned()));
    };
    let named = PathBuf::from(named);
    match holds_tables(&named) {
        true => Ok(Some(named)),
        false => Err(format!(
            "{SYZYGY}: there is no `{}`: name one directory with all tables to four men, or unset {SYZYGY}",
            named.join(ONE_OF_THEM).display()
        )),
    }
}

/// A table that every set has.
const ONE_OF_THEM: &str = "KPvK.rtbw";

fn holds_tables(directory: &Path) -> bool {
    directory.join(ONE_OF_THEM).is_file()
}

/// Says on standard error that something is not tested and why, and adds it to the file that
/// `PEASANT_SKIPPED` names: `scripts/check` shows that list at its end.
///
/// # Panics
/// If that file cannot be written.
pub fn skip(what: &str) {
    // Not by `eprintln!`, which nobody sees of a test that passes.
    _ = writeln!(io::stderr(), "not tested: {what}");
    if let Some(list) = std::env::var_os(SKIPPED) {
        note(what, &list).unwrap_or_else(|error| panic!("{SKIPPED}: {error}"));
    }
}

/// One write, so that lines of tests that run at the same time do not mix.
fn note(what: &str, list: &OsStr) -> io::Result<()> {
    let mut list = OpenOptions::new().create(true).append(true).open(list)?;
    list.write_all(format!("{what}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty directory that goes when it is dropped.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("peasant-specification-{name}-{}", std::process::id());
            let directory = std::env::temp_dir().join(name);
            std::fs::create_dir_all(&directory).expect("temporary files can be written");
            Scratch(directory)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_named_directory_that_is_missing_is_an_error() {
        let scratch = Scratch::new("named");
        std::fs::write(scratch.0.join(ONE_OF_THEM), "").expect("writable");
        let missing = scratch.0.join("missing");
        // What lies beside the checkout is no substitute.
        let error = find(Some(missing.clone().into()), &scratch.0);
        let error = error.expect_err("no such directory");
        assert!(error.contains("missing"), "{error}");
        assert!(error.contains("unset PEASANT_SYZYGY"), "{error}");
        let found = find(Some(scratch.0.clone().into()), &missing);
        assert_eq!(found, Ok(Some(scratch.0.clone())));
    }

    #[test]
    fn a_directory_without_tables_is_none() {
        let scratch = Scratch::new("empty");
        assert_eq!(find(None, &scratch.0), Ok(None));
        assert!(find(Some(scratch.0.clone().into()), &scratch.0).is_err());
        assert!(find(Some(OsString::new()), &scratch.0).is_err());
        std::fs::write(scratch.0.join(ONE_OF_THEM), "").expect("writable");
        assert_eq!(find(None, &scratch.0), Ok(Some(scratch.0.clone())));
    }

    #[test]
    fn what_is_skipped_is_listed() {
        let scratch = Scratch::new("skipped");
        let list = scratch.0.join("list");
        note("one thing", list.as_os_str()).expect("writable");
        note("another", list.as_os_str()).expect("writable");
        let text = std::fs::read_to_string(list).expect("written");
        assert_eq!(text, "one thing\nanother\n");
        assert!(note("a third", scratch.0.as_os_str()).is_err());
    }
}

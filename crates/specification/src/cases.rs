//! Tests as data: cases in a file beside the test, and what runs them.
//!
//! The cases of `fen/tests.rs` stand in `fen/tests.cases`:
//!
//! ```text
//! # A comment.
//! = the_name_of_the_test
//! 8/8/8/Pp6/K1k5/8/8/1n6 w - b6; result draw; best a5b6; id it is mate otherwise
//! ```
//!
//! A line is a case: what is asked about, mostly a position, and then operations, as in EPD: a name and an operand, each
//! behind a semicolon. An operation may come several times. `id` says what the case is about, or which bug it is of; the
//! other names are for the test to choose. Every line counts from the first to the last word: spaces around it do not.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A line of a file of cases.
pub struct Case {
    /// What is asked about.
    pub text: String,
    operations: Vec<Operation>,
    /// The file and the line.
    place: String,
}

struct Operation {
    name: String,
    operand: String,
    is_read: Cell<bool>,
}

impl Case {
    fn parse(line: &str, place: String) -> Case {
        let mut fields = line.split(';').map(str::trim);
        let text = fields.next().unwrap_or_default().to_owned();
        let operations = fields.filter(|field| !field.is_empty()).map(|field| {
            let (name, operand) = field.split_once(' ').unwrap_or((field, ""));
            Operation {
                name: name.to_owned(),
                operand: operand.trim().to_owned(),
                is_read: Cell::new(name == "id"),
            }
        });
        Case {
            text,
            operations: operations.collect(),
            place,
        }
    }

    /// The operands of all operations of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.operations.iter().filter(move |one| one.name == name);
        named.map(|one| {
            one.is_read.set(true);
            one.operand.as_str()
        })
    }

    /// The operand of an operation, if there is one of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&str> {
        self.operations
            .iter()
            .find(|one| one.name == name)
            .map(|one| {
                one.is_read.set(true);
                one.operand.as_str()
            })
    }

    /// The operand of an operation.
    ///
    /// # Panics
    /// If there is none of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        let operand = self.find(name);
        operand.unwrap_or_else(|| panic!("the case has no `{name}`"))
    }

    /// The operand of an operation, read as what the test wants.
    ///
    /// # Panics
    /// If there is none of that name, or it is something else.
    #[must_use]
    pub fn read<T: FromStr>(&self, name: &str) -> T {
        let operand = self.get(name).parse();
        operand.unwrap_or_else(|_| panic!("the operand of `{name}` cannot be read"))
    }

    /// Why the check fails, if it does. What it does not read has been written in vain.
    fn failure(&self, check: &mut impl FnMut(&Case)) -> Option<String> {
        let told = match catch_unwind(AssertUnwindSafe(|| check(self))) {
            Ok(()) => {
                let unread = self.operations.iter().find(|one| !one.is_read.get())?;
                format!("the test does not read `{}`", unread.name)
            }
            Err(panic) => match panic.downcast::<String>() {
                Ok(told) => *told,
                Err(panic) => panic.downcast_ref::<&str>().unwrap_or(&"").to_string(),
            },
        };
        let id = self.find("id").unwrap_or(&self.text);
        Some(format!("{}: {id}: {told}", self.place))
    }
}

/// Runs a check on each case of a test, and only then says which have failed.
///
/// # Panics
/// If some have, or if there are no cases.
#[track_caller]
pub fn cases(test: &str, mut check: impl FnMut(&Case)) {
    let cases = read(&beside(Location::caller().file()), test);
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| case.failure(&mut check))
        .collect();
    let (failed, all) = (failures.len(), cases.len());
    assert!(
        failures.is_empty(),
        "{failed} of {all} cases fail:\n{}",
        failures.join("\n")
    );
}

/// The file of cases beside a source file, which the compiler names from the root of the workspace.
fn beside(source: &str) -> PathBuf {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    root.join(source).with_extension("cases")
}

/// The cases of one test.
fn read(path: &Path, test: &str) -> Vec<Case> {
    let name = path.display();
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let lines = (1..).zip(text.lines().map(str::trim));
    let mine = lines
        .skip_while(|(_, line)| heading(line) != Some(test))
        .skip(1)
        .take_while(|(_, line)| heading(line).is_none());
    let cases: Vec<Case> = mine
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| Case::parse(line, format!("{name}:{number}")))
        .collect();
    assert!(!cases.is_empty(), "{name} has no cases of `{test}`");
    cases
}

/// The test that a line begins.
fn heading(line: &str) -> Option<&str> {
    line.strip_prefix("= ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failures(check: impl FnMut(&Case)) -> String {
        let failed = catch_unwind(AssertUnwindSafe(|| cases("every_case_is_run", check)));
        *failed
            .expect_err("it fails")
            .downcast()
            .expect("it is told")
    }

    #[test]
    fn every_case_is_run() {
        let mut texts = Vec::new();
        let told = failures(|case| {
            texts.push(case.text.clone());
            assert_eq!(case.get("sum"), "4", "it is four");
            assert_eq!(case.all("also").collect::<Vec<_>>(), ["x y", "z"]);
        });
        assert_eq!(texts, ["2 + 2", "3 + 1", "2 + 3", "1 + 3"]);
        assert!(told.starts_with("3 of 4 cases fail:\n"), "{told}");
        for (line, parts) in told.lines().filter(|line| line.contains(".cases:")).zip([
            ["cases.cases:5: a sum of five: ", "it is four"],
            ["cases.cases:6: 2 + 3: ", "the test does not read `spare`"],
            ["cases.cases:7: 1 + 3: ", "the case has no `sum`"],
        ]) {
            assert!(parts.iter().all(|part| line.contains(part)), "{line}");
        }
    }

    #[test]
    #[should_panic(expected = "has no cases of `another`")]
    fn a_test_without_cases_fails() {
        cases("another", |_| {});
    }

    /// Every file of cases below a directory.
    fn files(directory: &Path) -> Vec<PathBuf> {
        let entries = directory
            .read_dir()
            .expect("a directory")
            .map(|entry| entry.expect("an entry").path());
        entries
            .flat_map(|path| match path.is_dir() {
                true => files(&path),
                false => vec![path],
            })
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "cases")
            })
            .collect()
    }

    /// What no test reads is not tested.
    #[test]
    fn every_heading_is_that_of_a_test() {
        let found = files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")));
        assert!(found.len() > 1);
        for path in found {
            let source = path.with_extension("rs");
            let tests = std::fs::read_to_string(&source).expect("a source file beside it");
            let text = std::fs::read_to_string(&path).expect("a file of cases");
            let mut lines = text.lines().filter(|line| !line.starts_with('#'));
            assert!(lines.next().is_some_and(|line| heading(line).is_some()));
            for test in text.lines().filter_map(heading) {
                assert!(
                    tests.contains(&format!("\"{test}\"")),
                    "{}: {test}",
                    path.display()
                );
            }
        }
    }
}

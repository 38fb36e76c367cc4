//! The documents are true: their examples are run, and what they show is what the program prints.
//!
//! A line `$ COMMAND` of a fenced block is run by the shell, in a folder for the page that holds the files of `documents/files`. The lines
//! behind it are what it prints, on standard output and standard error. A line `…` stands for any lines, `…` within a line for
//! anything there; times, memory and checksums may differ. If no line follows, the command only has to succeed.
//!
//! `PEASANT_RENEW=1 cargo test -p peasant-cli documents` writes what is printed into the documents, and fails once more.

#[path = "documents/shown.rs"]
mod shown;

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use shown::{fits, renew};

/// What is not run, by its first words, and why.
const SKIPPED: [(&str, &str); 11] = [
    ("peasant serve", "it does not end; `serve` tests it"),
    (
        "peasant uci --engine",
        "it needs another engine; `engine` tests it",
    ),
    (
        "peasant annotate open.pgn --likely",
        "what a search thinks depends on the clock; `annotate` tests it",
    ),
    (
        "peasant solve --time 2 \"8/8/8/2p5/2Pp4/3K2Pk/7P/8 w - -\"",
        "it stays open: what is proved and thought in 2 s depends on the machine",
    ),
    ("curl", "it needs a server; `serve` tests it"),
    ("xboard", "it is another program"),
    (
        "pip install",
        "it changes the machine; `scripts/python-check` tests it",
    ),
    ("dask", "it is another program; it does not end"),
    ("python3", "it does not end"),
    ("scripts/check", "it runs this test"),
    (
        "scripts/w",
        "it builds what takes minutes; `scripts/page-check` and `scripts/python-check` do so",
    ),
];

/// Commands that end with another status than 0, by their first words.
const STATUS: [(&str, i32); 1] = [("peasant epd --time 10 moments.epd", 1)];

/// An example of a page: its command, and the lines of the page that show what it prints.
struct Example {
    command: String,
    shown: Range<usize>,
}

#[test]
fn what_documents_show_is_what_is_printed() {
    let pages = pages();
    let run: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = pages
            .iter()
            .map(|page| scope.spawn(|| hold(page)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    let wrong: Vec<_> = run.iter().flat_map(|(wrong, _)| wrong.as_slice()).collect();
    let told: Vec<&str> = wrong.iter().map(|wrong| wrong.as_str()).collect();
    assert!(
        wrong.is_empty(),
        "{} examples print something else; PEASANT_RENEW=1 renews the documents\n{}",
        wrong.len(),
        told.join("\n\n")
    );
    let skipped: BTreeSet<_> = run.iter().flat_map(|(_, skipped)| skipped).collect();
    for (begin, _) in SKIPPED {
        assert!(
            skipped.contains(&begin),
            "no document has `{begin}` any more: skip it no longer"
        );
    }
}

/// All documents: README.md, docs/*.md, crates/*/README.md.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("a folder");
    let within = |folder: &str| {
        let entries = fs::read_dir(root.join(folder)).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path())
    };
    let mut pages = vec![root.join("README.md")];
    pages.extend(within("docs").filter(|path| path.extension().is_some_and(|end| end == "md")));
    pages.extend(
        within("crates")
            .map(|path| path.join("README.md"))
            .filter(|path| path.exists()),
    );
    pages
}

/// Runs the examples of a page: what is wrong there, and which entries of `SKIPPED` it needs.
fn hold(page: &Path) -> (Vec<String>, Vec<&'static str>) {
    let text = fs::read_to_string(page).expect("a page");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (mut wrong, mut skipped, mut renewed) = (Vec::new(), Vec::new(), Vec::new());
    let folder = scratch(page);
    for Example { command, shown } in examples(&lines) {
        let begins = |begin: &&str| command.starts_with(begin);
        if let Some(begin) = SKIPPED.iter().map(|(begin, _)| *begin).find(begins) {
            skipped.push(begin);
            continue;
        }
        let expected = STATUS.iter().find(|(begin, _)| begins(begin));
        let expected = expected.map_or(0, |(_, status)| *status);
        let old = &lines[shown.clone()];
        let is_true = |(status, printed): &(Option<i32>, Vec<String>)| {
            *status == Some(expected) && (old.is_empty() || fits(old, printed))
        };
        // A machine may stand still for seconds, and limits on time go on: what differs is run once more.
        let first = run(&command, &folder);
        let (status, printed) = match is_true(&first) {
            true => first,
            false => {
                // Without what the first run has kept.
                _ = fs::remove_dir_all(folder.join("cache"));
                run(&command, &folder)
            }
        };
        let (place, told) = (
            format!("{}:{}", page.display(), shown.start),
            printed.join("\n"),
        );
        if status != Some(expected) {
            wrong.push(format!(
                "{place}: `{command}` ends with {status:?}, not {expected}, and prints\n{told}"
            ));
        } else if !old.is_empty() && !fits(old, &printed) {
            let new = renew(old, &printed);
            renewed.push((shown, new));
            wrong.push(format!("{place}: `{command}` prints\n{told}"));
        }
    }
    if std::env::var_os("PEASANT_RENEW").is_some() && !renewed.is_empty() {
        for (range, new) in renewed.into_iter().rev() {
            lines.splice(range, new);
        }
        fs::write(page, lines.join("\n") + "\n").expect("the page can be written");
    }
    (wrong, skipped)
}

/// The examples of a page in their order.
fn examples(lines: &[String]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let (mut fenced, mut open) = (false, false);
    for (number, line) in lines.iter().enumerate() {
        if line.starts_with("```") {
            (fenced, open) = (!fenced, false);
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| fenced) {
            let command = command
                .replacen("cargo run --release -p peasant-check ", "peasant-check ", 1)
                .replacen("cargo run --release -- ", "peasant ", 1);
            examples.push(Example {
                command,
                shown: number + 1..number + 1,
            });
            open = true;
        } else if open {
            examples.last_mut().expect("one is open").shown.end = number + 1;
        }
    }
    examples
}

/// A new folder for the commands of a page, with the files that they need.
fn scratch(page: &Path) -> PathBuf {
    let path = page.canonicalize().expect("a path");
    let name = path.iter().rev().take(2).map(|part| part.to_string_lossy());
    let name = name.collect::<Vec<_>>().join("-of-");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("documents")
        .join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/documents/files");
    for file in fs::read_dir(fixtures).expect("a folder") {
        let file = file.expect("a file");
        fs::copy(file.path(), folder.join(file.file_name())).expect("a copy");
    }
    folder
}

/// Runs a command: its exit status, and the lines that it prints.
fn run(command: &str, folder: &Path) -> (Option<i32>, Vec<String>) {
    let programs = Path::new(env!("CARGO_BIN_EXE_peasant"))
        .parent()
        .expect("a folder");
    assert!(
        !command.contains("peasant-check") || programs.join("peasant-check").exists(),
        "`{command}` needs `cargo build -p peasant-check`"
    );
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(programs.to_owned()).chain(std::env::split_paths(&others));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(path).expect("a path"))
        .env("LC_ALL", "C.UTF-8")
        .env("HOME", folder)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env_remove("PEASANT_SYZYGY")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let printed = String::from_utf8_lossy(&output.stdout);
    let printed = printed
        .trim_end()
        .lines()
        .map(|line| line.trim_end().to_owned());
    (output.status.code(), printed.collect())
}

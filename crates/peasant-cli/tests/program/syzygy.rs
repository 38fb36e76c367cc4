//! Syzygy tables as the program reads them. The tables are outside the repository; without them the tests that need them
//! say so and pass.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use peasant::notation::fen;
use peasant::tablebase::Tablebase;
use peasant::value::Wdl;

/// The program's reader of tables: the program has no library.
#[path = "../../src/syzygy.rs"]
mod reader;

use reader::Tables;

const KPK: &str = "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1";

/// The directory of all tables to four men, if there is one.
fn tables() -> Option<PathBuf> {
    let directory = specification::syzygy_directory();
    if directory.is_none() {
        specification::skip("the program's reading of Syzygy tables: there are none");
    }
    directory
}

/// An empty directory that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let directory =
            std::env::temp_dir().join(format!("peasant-syzygy-{name}-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("temporary files can be written");
        Scratch(directory)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("temporary files can be written");
    }

    fn open(&self) -> Result<Tables, String> {
        open(&self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn open(directories: impl AsRef<OsStr>) -> Result<Tables, String> {
    Tables::open(directories.as_ref()).map_err(|error| error.to_string())
}

fn refusal(result: Result<Tables, String>) -> String {
    result.err().expect("these are no tables")
}

fn probe(tables: &Tables, text: &str) -> Option<Wdl> {
    tables.probe(&fen::parse(text).expect("a legal position"))
}

fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

#[test]
fn directories_without_tables_are_refused() {
    let empty = Scratch::new("empty");
    let name = empty.0.display().to_string();
    assert_says(
        &refusal(open(empty.0.join("none"))),
        &["no directory", "none", "leave out --syzygy"],
    );
    assert_says(&refusal(empty.open()), &[&name, "KPvK.rtbw", "put some"]);
    empty.put("notes.rtbw", b"no table by name");
    assert_says(&refusal(empty.open()), &[&name, "holds no Syzygy tables"]);
    assert_says(&refusal(open(empty.0.join("notes.rtbw"))), &["notes.rtbw"]);
    for nothing in ["", ":", "::"].map(|list| list.replace(':', SEPARATOR)) {
        assert_says(
            &refusal(open(nothing)),
            &["names no directory", "PEASANT_SYZYGY"],
        );
    }
}

const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

#[test]
fn good_tables_answer() {
    let Some(directory) = tables() else { return };
    let tables = open(directory).expect("tables");
    assert_eq!(tables.max_men(), 4);
    let cases = [
        (KPK, Wdl::Loss),
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", Wdl::Draw),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win),
        // The same with colours exchanged.
        ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", Wdl::Loss),
        // Only kings, and a capture that leaves only kings.
        ("4k3/8/4K3/8/8/8/8/8 w - - 0 1", Wdl::Draw),
        ("8/8/8/8/8/8/1q6/K1k5 w - - 0 1", Wdl::Loss),
        ("8/8/8/2k5/8/8/1q6/K7 w - - 0 1", Wdl::Draw),
        // The capture en passant wins; without it the position is lost.
        ("8/8/8/8/2Pp2K1/8/7k/8 b - c3 0 1", Wdl::Win),
        ("8/8/8/8/2Pp2K1/8/7k/8 b - - 0 1", Wdl::Loss),
        // Checks that no move can have given, and that some programs refuse.
        ("8/8/8/8/8/2N1N3/8/k2K4 b - - 0 1", Wdl::Draw),
        ("8/8/8/8/8/1N6/2N5/k2K4 b - - 0 1", Wdl::Draw),
    ];
    for (text, result) in cases {
        assert_eq!(probe(&tables, text), Some(result), "{text}");
    }
    assert_eq!(tables.warnings(), [""; 0]);
}

#[test]
fn several_directories_make_one_set_and_missing_tables_are_named() {
    let Some(all) = tables() else { return };
    let (one, two) = (Scratch::new("one"), Scratch::new("two"));
    let copy = |to: &Scratch, name: &str| {
        to.put(name, &fs::read(all.join(name)).expect("a table"));
    };
    copy(&one, "KPvK.rtbw");
    copy(&two, "KQvK.rtbw");
    copy(&two, "KPvKP.rtbw");
    let list = std::env::join_paths([&one.0, &two.0]).expect("no separators in names");
    let tables = open(list).expect("tables");
    assert_eq!(tables.max_men(), 4);
    assert_eq!(probe(&tables, KPK), Some(Wdl::Loss));
    assert_eq!(
        probe(&tables, "8/8/8/3k4/8/8/1Q6/K7 b - - 0 1"),
        Some(Wdl::Loss)
    );
    assert_eq!(tables.missing(), [""; 0]);
    assert_eq!(probe(&tables, "8/8/8/3k4/8/8/1r6/7K b - - 0 1"), None);
    assert_says(
        &tables.warnings().join("\n"),
        &[
            "no table KRvK: put KRvK.rtbw into",
            &one.0.display().to_string(),
        ],
    );
    // More men than any table has: it is named all the same.
    assert_eq!(probe(&tables, "7k/4p3/8/8/8/8/P7/KQ6 b - - 0 1"), None);
    assert_eq!(probe(&tables, "kq6/p7/8/8/8/8/4P3/7K b - - 0 1"), None);
    assert_eq!(tables.missing(), ["KQPvKP", "KRvK"]);
    assert_says(&tables.warnings().join("\n"), &["no tables KQPvKP, KRvK:"]);
}

#[test]
fn damaged_tables_are_named_and_give_no_answer() {
    let Some(all) = tables() else { return };
    let sound = fs::read(all.join("KPvK.rtbw")).expect("a table");
    let scratch = Scratch::new("damaged");
    // Cut short: by its length alone no table.
    scratch.put("KPvK.rtbw", &sound[..1000]);
    assert_says(&refusal(scratch.open()), &["KPvK.rtbw", "is damaged"]);
    scratch.put(
        "KQvK.rtbw",
        &fs::read(all.join("KQvK.rtbw")).expect("a table"),
    );
    let tables = scratch.open().expect("one table is sound");
    assert_eq!(probe(&tables, KPK), None);
    assert_says(
        &tables.warnings().join("\n"),
        &["KPvK.rtbw` is damaged: replace it", "no table KPvK"],
    );
    // Cut short to a possible length, and something else by its first bytes.
    let mut other = sound.clone();
    other[0] ^= 1;
    for (bytes, why) in [
        (&sound[..1024 + 16], "is damaged"),
        (&other, "is no Syzygy table"),
    ] {
        scratch.put("KPvK.rtbw", bytes);
        let tables = scratch.open().expect("its length is possible");
        assert_eq!(probe(&tables, KPK), None);
        let warnings = tables.warnings();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert_says(&warnings[0], &["KPvK.rtbw`", why, "replace it"]);
    }
}

/// Whatever bytes a table holds, the program lives on.
#[test]
fn damage_anywhere_in_a_table_is_no_crash() {
    let Some(all) = tables() else { return };
    let scratch = Scratch::new("bytes");
    let sound = fs::read(all.join("KPvK.rtbw")).expect("a table");
    for place in (0..sound.len()).step_by(7).chain(0..128) {
        let mut bytes = sound.clone();
        bytes[place] ^= 0x55;
        scratch.put("KPvK.rtbw", &bytes);
        let tables = scratch.open().expect("its length is right");
        for text in [KPK, "8/8/8/1k6/8/4K3/6P1/8 w - - 0 1"] {
            if probe(&tables, text).is_none() {
                assert_says(&tables.warnings().join("\n"), &["KPvK.rtbw` is"]);
            }
        }
    }
}

fn peasant(args: &[&str], directories: Option<OsString>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peasant"));
    command.args(args).env_remove("PEASANT_SYZYGY");
    if let Some(directories) = directories {
        command.env("PEASANT_SYZYGY", directories);
    }
    command.output().expect("the program starts")
}

#[test]
fn the_program_takes_directories_as_option_and_from_the_environment() {
    let scratch = Scratch::new("program");
    let none = scratch.0.join("none").display().to_string();
    for output in [
        peasant(&["solve", KPK, "--syzygy", &none], None),
        peasant(&["epd", "-", "--syzygy", &none], None),
        peasant(&["solve", KPK], Some(none.clone().into())),
    ] {
        assert_eq!(output.status.code(), Some(2));
        assert_says(
            &String::from_utf8_lossy(&output.stderr),
            &["no directory", &none],
        );
    }
    if let Some(directory) = tables() {
        let output = peasant(&["solve", KPK], Some(directory.into()));
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[cfg(unix)]
#[test]
fn a_directory_that_may_not_be_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("unreadable");
    let set = |mode| fs::set_permissions(&scratch.0, fs::Permissions::from_mode(mode));
    set(0o000).expect("it is ours");
    let readable = fs::read_dir(&scratch.0).is_ok();
    let name = scratch.0.display().to_string();
    let output = peasant(&["solve", KPK, "--syzygy", &name], None);
    set(0o755).expect("it is ours");
    if readable {
        specification::skip(
            "an unreadable directory of tables: this user may read what nobody may",
        );
        return;
    }
    assert_eq!(output.status.code(), Some(2));
    assert_says(
        &String::from_utf8_lossy(&output.stderr),
        &[&name, "denied", "leave out --syzygy"],
    );
}

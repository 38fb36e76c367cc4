//! `peasant store`, and the small endings that proofs keep there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use rusqlite::Connection;
use serde_json::Value;

use crate::common::{object, peasant, program, text};

/// Both queen, and the bishop pawn holds: the proof needs endings of queen against queen and less.
const QUEENS: &str = "8/5P2/8/8/8/8/2pk4/K7 w - -";

/// An empty directory that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let directory =
            std::env::temp_dir().join(format!("peasant-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("temporary files can be written");
        Scratch(directory)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn run(verb: &str, args: &[&str], directory: &Path) -> Output {
    let mut command = program();
    command.arg(verb).args(args).arg("--store").arg(directory);
    command.output().expect("the program starts")
}

fn store(args: &[&str], directory: &Path) -> Output {
    run("store", args, directory)
}

fn solve(directory: &Path) -> Output {
    run("solve", &[QUEENS, "--json"], directory)
}

/// An answer without what it took.
fn answer(output: &Output) -> Value {
    let mut answer = object(output);
    answer.as_object_mut().expect("an object").remove("stats");
    answer
}

/// The answer without any store.
fn right_answer() -> Value {
    answer(&peasant(&["solve", QUEENS, "--json"]))
}

fn assert_quiet(output: &Output) {
    assert_eq!(text(&output.stderr), "");
}

/// How many slices with two promoted pieces were solved.
fn solved_with_two(output: &Output) -> u64 {
    let counts = &object(output)["stats"]["structures_by_pieces"];
    counts[2].as_u64().expect("a count")
}

/// What a list says of a material.
fn listed(directory: &Path, name: &str) -> Value {
    let list = object(&store(&["list", "--json"], directory));
    let materials = list["materials"].as_array().expect("a list").clone();
    let mut found = materials
        .into_iter()
        .filter(|material| material["name"] == name);
    let material = found.next().expect("it is listed");
    assert!(found.next().is_none(), "once");
    material
}

#[test]
fn small_endings_that_a_proof_has_solved_are_used() {
    let scratch = Scratch::new("kept");
    // It is made with everything above it.
    let directory = scratch.join("above").join("kept");
    let first = solve(&directory);
    assert_eq!(listed(&directory, "KQvKQ")["built"], true);
    let second = solve(&directory);
    assert!(solved_with_two(&second) < solved_with_two(&first));
    for output in [&first, &second] {
        assert_quiet(output);
        assert_eq!(answer(output)["result"], right_answer()["result"]);
    }
}

#[test]
fn nothing_is_kept_without_a_store() {
    let scratch = Scratch::new("none");
    let run = |args: &[&str]| {
        let mut command = program();
        command.args(["solve", QUEENS]).args(args);
        command.current_dir(&scratch.0).env("HOME", &scratch.0);
        let output = command.env("XDG_CACHE_HOME", &scratch.0).output();
        assert_quiet(&output.expect("the program starts"));
    };
    run(&["--no-cache"]);
    run(&["--no-store"]);
    assert!(
        fs::read_dir(&scratch.0)
            .expect("it is there")
            .next()
            .is_none()
    );
    // The platform's directory is used where nothing else is said.
    if cfg!(target_os = "linux") {
        run(&[]);
        assert!(scratch.join("peasant").join("store.db").is_file());
    }
}

#[test]
fn a_store_and_none_are_too_much() {
    let both = peasant(&["solve", QUEENS, "--cache", "kept", "--no-store"]);
    assert_eq!(both.status.code(), Some(2));
    let error = text(&both.stderr);
    assert!(
        error.contains("--store") && error.contains("--no-store"),
        "{error}"
    );
    assert!(both.stdout.is_empty());
}

#[cfg(unix)]
#[test]
fn a_directory_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let set_mode = |directory: &Path, mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(directory, permissions).expect("it is ours");
    };
    for mode in [0o555, 0o000] {
        let scratch = Scratch::new(&format!("mode-{mode:o}"));
        let directory = scratch.join("kept");
        fs::create_dir(&directory).expect("writable");
        set_mode(&directory, mode);
        if fs::write(directory.join("probe"), b"").is_ok() {
            eprintln!("not tested: this user may write where nobody may");
            return;
        }
        let output = solve(&directory);
        set_mode(&directory, 0o755);
        assert_eq!(answer(&output), right_answer());
        let error = text(&output.stderr);
        assert!(error.contains("warning: the store `"), "{error}");
    }
}

#[test]
fn positions_side_by_side_share_a_store() {
    let scratch = Scratch::new("threads");
    let records = scratch.join("records.epd");
    let record = format!("{QUEENS} c0 \"draw\";\n");
    fs::write(&records, record.repeat(4)).expect("writable");
    let records = records.display().to_string();
    let output = run("epd", &[&records, "--threads", "4"], &scratch.join("kept"));
    assert_quiet(&output);
    let out = text(&output.stdout);
    assert!(
        out.contains("4 positions: 4 exact, 0 open\nclaims: 4 agree, 0 disagree"),
        "{out}"
    );
}

#[test]
fn small_endings_are_built_ahead() {
    let scratch = Scratch::new("ahead");
    assert_eq!(listed(&scratch.0, "KQvKR")["built"], false);
    let built = store(&["build", "KQvKR", "KRvKQ", "--threads", "2"], &scratch.0);
    assert_quiet(&built);
    let out = text(&built.stdout);
    assert!(out.contains("To build: 2 materials, about "), "{out}");
    assert!(out.contains("2 of 2 built"), "{out}");
    let material = listed(&scratch.0, "KQvKR");
    assert_eq!(material["built"], true);
    assert!(material["bytes"].as_u64() > Some(1000));
    // Once more there is nothing to do, by the old names too.
    let again = store(&["build", "KRvKQ", "KQvKR"], &scratch.0);
    assert!(text(&again.stdout).starts_with("Nothing to build: 2 there"));
    let mut old = program();
    old.args(["base", "build", "KQvKR", "--cache"])
        .arg(&scratch.0);
    let old = old.output().expect("the program starts");
    assert!(text(&old.stdout).starts_with("Nothing to build: 1 there"));
    assert!(text(&old.stderr).contains("`peasant base` is `peasant store` now"));
    // People read the same.
    let table = text(&store(&["list"], &scratch.0).stdout);
    let line = table
        .lines()
        .find(|line| line.starts_with("KQvKR "))
        .expect("it is listed");
    assert!(!line.contains("about"), "{line}");
}

#[test]
fn what_cannot_be_kept_is_not_built() {
    let scratch = Scratch::new("nowhere");
    let file = scratch.join("file");
    fs::write(&file, b"something else").expect("writable");
    let built = store(&["build", "KQvK"], &file);
    assert_eq!(built.status.code(), Some(3));
    assert!(text(&built.stderr).contains("warning: the store `"));
    assert!(text(&built.stdout).contains("0 of 1 built"));
}

#[test]
fn names_that_are_no_material() {
    for (name, why) in [
        ("KQQvKQQ", "three pieces"),
        ("queen", "KQPvKQ"),
        ("KvKQ", "first"),
    ] {
        let output = program()
            .args(["store", "build", name])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.contains(name) && error.contains(why), "{error}");
    }
}

#[test]
fn damage_is_found_and_removed() {
    let scratch = Scratch::new("check");
    store(&["build", "KQvKR", "KRvKQ"], &scratch.0);
    let check = || store(&["check", "--json"], &scratch.0);
    let sound = check();
    assert_eq!(sound.status.code(), Some(0));
    let facts = object(&sound)["sound"].as_u64().expect("a number");
    assert!(facts >= 2);
    let database = Connection::open(scratch.join("store.db")).expect("a database");
    let change = "UPDATE bounds SET fact = substr(fact, 1, length(fact) - 1) || x'ff'
        WHERE number = (SELECT min(number) FROM bounds)";
    database.execute(change, []).expect("it can be written");
    drop(database);
    let damaged = check();
    assert_eq!(damaged.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&damaged.stdout).expect("JSON");
    assert_eq!(
        (&found["damaged"], &found["sound"]),
        (&1.into(), &(facts - 1).into())
    );
    let out = text(&store(&["check"], &scratch.0).stdout);
    assert!(out.contains("none damaged"), "{out}");
}

#[test]
fn a_store_is_cleared() {
    let scratch = Scratch::new("clear");
    store(&["build", "KQvKR"], &scratch.0);
    // What earlier versions left goes too, and nothing else.
    for name in ["KQPvKQ-e4.base", "KQvK.base", "mine.base"] {
        fs::write(scratch.join(name), b"small endings").expect("writable");
    }
    let cleared = store(&["clear"], &scratch.0);
    assert_eq!(cleared.status.code(), Some(0));
    assert_quiet(&cleared);
    assert!(text(&cleared.stdout).contains("is empty"));
    let list = object(&store(&["list", "--json"], &scratch.0));
    assert_eq!(list["facts"], 0);
    assert!(!scratch.join("KQvK.base").exists() && !scratch.join("KQPvKQ-e4.base").exists());
    assert!(scratch.join("mine.base").exists());
    // Where there is none, there is nothing to do.
    let none = scratch.join("none");
    assert_eq!(store(&["clear"], &none).status.code(), Some(0));
    assert!(!none.exists());
}

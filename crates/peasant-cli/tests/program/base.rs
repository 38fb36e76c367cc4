//! The base of small endings, and everything that can go wrong with them: the answer stays right, the program says what
//! was wrong and ends well.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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

/// What a directory holds beside the store, by name.
fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(directory).expect("a directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| !path.to_string_lossy().contains("store.db"));
    let mut files: Vec<_> = paths
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

/// The same without how long it took, which stands in the head, and the sum over all.
fn untimed(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = files(directory);
    for (_, bytes) in &mut files {
        bytes.drain(40..48);
        bytes.truncate(bytes.len() - 8);
    }
    files
}

fn with_cache(directory: impl AsRef<OsStr>) -> Command {
    let mut command = program();
    command.args(["solve", QUEENS, "--json", "--cache"]);
    command.arg(directory);
    command
}

/// A proof that has nothing but the base.
fn solve(directory: &Path) -> Output {
    for file in ["store.db", "store.db-wal", "store.db-shm"] {
        _ = fs::remove_file(directory.join(file));
    }
    with_cache(directory).output().expect("the program starts")
}

/// An answer without what it took.
fn answer(output: &Output) -> Value {
    let mut answer = object(output);
    answer.as_object_mut().expect("an object").remove("stats");
    answer
}

/// The answer without any cache.
fn right_answer() -> Value {
    answer(&peasant(&["solve", QUEENS, "--json"]))
}

fn assert_quiet(output: &Output) {
    assert_eq!(text(&output.stderr), "");
}

/// The answer is right, and one warning, beside those of the store, holds all the parts.
fn assert_right_with_one_warning(output: &Output, parts: &[&str]) {
    assert_eq!(answer(output), right_answer());
    let error = text(&output.stderr);
    let of_base = |line: &&str| !line.contains("the store `");
    let error: String = error.lines().filter(of_base).collect();
    assert_eq!(error.matches("warning").count(), 1, "{error}");
    assert!(error.starts_with("peasant: warning: "), "{error}");
    for part in parts {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}

/// How many slices with two promoted pieces were solved.
fn solved_with_two(output: &Output) -> u64 {
    let counts = &object(output)["stats"]["structures_by_pieces"];
    counts[2].as_u64().expect("a count")
}

#[test]
fn what_is_kept_is_used() {
    let scratch = Scratch::new("kept");
    // It is made with everything above it.
    let directory = scratch.join("above").join("kept");
    let (first, kept) = (solve(&directory), files(&directory));
    assert!(kept.iter().any(|(name, _)| name == "KQvKQ.base"));
    assert!(
        kept.iter().all(|(name, _)| !name.starts_with('.')),
        "unfinished files are gone"
    );
    let second = solve(&directory);
    assert!(solved_with_two(&second) < solved_with_two(&first));
    for output in [&first, &second] {
        assert_quiet(output);
        assert_eq!(answer(output), right_answer());
    }
    // What is there stays as it is; more may come, as there is more time for it.
    let after = files(&directory);
    assert!(kept.iter().all(|file| after.contains(file)));
}

#[test]
fn nothing_is_kept_without_a_cache() {
    let scratch = Scratch::new("none");
    let run = |args: &[&str]| {
        let mut command = program();
        command.args(["solve", QUEENS]).args(args);
        command.current_dir(&scratch.0).env("HOME", &scratch.0);
        let output = command.env("XDG_CACHE_HOME", &scratch.0).output();
        assert_quiet(&output.expect("the program starts"));
    };
    run(&["--no-cache"]);
    assert_eq!(files(&scratch.0), []);
    // The platform's directory is used where nothing else is said.
    if cfg!(target_os = "linux") {
        run(&[]);
        assert!(scratch.join("peasant").join("KQvKQ.base").is_file());
    }
}

#[test]
fn a_cache_and_none_are_too_much() {
    let both = peasant(&["solve", QUEENS, "--cache", "kept", "--no-cache"]);
    assert_eq!(both.status.code(), Some(2));
    let error = text(&both.stderr);
    assert!(
        error.contains("--store") && error.contains("--no-store"),
        "{error}"
    );
    assert!(both.stdout.is_empty());
}

/// Ways to damage a file.
const DAMAGES: [fn(&mut Vec<u8>); 5] = [
    |bytes| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
    },
    |bytes| bytes.truncate(100),
    Vec::clear,
    // The number of the version.
    |bytes| bytes[13] = b'0',
    |bytes| bytes.push(0),
];

#[test]
fn damaged_files_are_named_and_made_anew() {
    let scratch = Scratch::new("damaged");
    solve(&scratch.0);
    let (kept, solved) = (files(&scratch.0), untimed(&scratch.0));
    assert!(kept.len() >= DAMAGES.len(), "every damage has a file");
    for ((name, bytes), damage) in kept.iter().zip(DAMAGES.iter().cycle()) {
        let mut bytes = bytes.clone();
        damage(&mut bytes);
        fs::write(scratch.join(name), bytes).expect("writable");
    }
    let mut parts: Vec<&str> = kept.iter().map(|(name, _)| &name[..]).collect();
    let directory = scratch.0.display().to_string();
    parts.extend(["damaged or of another version", &directory]);
    assert_right_with_one_warning(&solve(&scratch.0), &parts);
    assert!(untimed(&scratch.0) == solved, "whole again");
    assert_quiet(&solve(&scratch.0));
}

#[test]
fn a_file_in_place_of_the_directory() {
    let scratch = Scratch::new("file");
    let file = scratch.join("file");
    fs::write(&file, b"something else").expect("writable");
    for directory in [file.clone(), file.join("below")] {
        let name = directory.display().to_string();
        let parts = ["cannot keep", "a file where the directory should be", &name];
        assert_right_with_one_warning(&solve(&directory), &parts);
    }
    assert_eq!(fs::read(&file).expect("it is there"), b"something else");
}

#[cfg(unix)]
fn set_mode(directory: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let permissions = fs::Permissions::from_mode(mode);
    fs::set_permissions(directory, permissions).expect("it is ours");
}

/// May this user write in a directory whatever its mode is?
#[cfg(unix)]
fn may_write(directory: &Path) -> bool {
    let may = fs::write(directory.join("probe"), b"").is_ok();
    if may {
        eprintln!("not tested: this user may write where nobody may");
    }
    may
}

#[cfg(unix)]
#[test]
fn a_directory_that_may_not_be_written() {
    for mode in [0o555, 0o000] {
        let scratch = Scratch::new(&format!("mode-{mode:o}"));
        let directory = scratch.join("kept");
        fs::create_dir(&directory).expect("writable");
        set_mode(&directory, mode);
        if may_write(&directory) {
            return;
        }
        let output = solve(&directory);
        set_mode(&directory, 0o755);
        assert_eq!(answer(&output), right_answer());
        let error = text(&output.stderr);
        let name = directory.display().to_string();
        let kept = error.lines().find(|line| line.contains("cannot keep"));
        let kept = kept.expect("a warning");
        assert!(kept.contains("denied") && kept.contains(&name), "{error}");
        let unread = error.lines().any(|line| line.contains("cannot read"));
        assert_eq!(unread, mode == 0o000, "{error}");
    }
}

/// A limit on the size of files stands for a full disk, which takes privileges to make.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room() {
    let scratch = Scratch::new("room");
    let mut shell = Command::new("sh");
    // Ignored, the signal becomes an error of the write.
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    shell.args(["-c", limited]).arg(program().get_program());
    shell.args(["solve", QUEENS, "--json", "--cache"]);
    let output = shell.arg(&scratch.0).output().expect("there is a shell");
    let directory = scratch.0.display().to_string();
    let parts = ["cannot keep", "File too large", "KQvKQ.base", &directory];
    assert_right_with_one_warning(&output, &parts);
    let kept = files(&scratch.0);
    let is_whole =
        |(name, bytes): &(String, Vec<u8>)| !name.starts_with('.') && bytes.len() <= 8 << 10;
    assert!(kept.iter().all(is_whole), "no halves are left");
}

#[test]
fn several_processes_share_a_directory() {
    let scratch = Scratch::new("processes");
    let spawn = |_| {
        let mut command = with_cache(&scratch.0);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    };
    let children: Vec<_> = (0..4).map(spawn).collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert_quiet(&output);
        assert_eq!(answer(&output), right_answer());
    }
    let alone = peasant(&["solve", QUEENS, "--json"]);
    let loads = solve(&scratch.0);
    assert_quiet(&loads);
    assert!(solved_with_two(&loads) < solved_with_two(&alone));
}

#[test]
fn positions_side_by_side_share_a_directory() {
    let scratch = Scratch::new("threads");
    let records = scratch.join("records.epd");
    let record = format!("{QUEENS} c0 \"draw\";\n");
    fs::write(&records, record.repeat(4)).expect("writable");
    let kept = scratch.join("kept");
    let mut command = program();
    command.arg("epd").arg(&records).args(["--threads", "4"]);
    let output = command.arg("--cache").arg(&kept).output();
    let output = output.expect("the program starts");
    assert_quiet(&output);
    let out = text(&output.stdout);
    assert!(
        out.contains("4 positions: 4 exact, 0 open\nclaims: 4 agree, 0 disagree"),
        "{out}"
    );
    assert_quiet(&solve(&kept));
}

fn base(args: &[&str], directory: &Path) -> Output {
    let mut command = program();
    command.arg("base").args(args).arg("--cache").arg(directory);
    command.output().expect("the program starts")
}

/// What a list says of a material.
fn listed(directory: &Path, name: &str) -> Value {
    let list = object(&base(&["list", "--json"], directory));
    let materials = list["materials"].as_array().expect("a list").clone();
    let mut found = materials
        .into_iter()
        .filter(|material| material["name"] == name);
    let material = found.next().expect("it is listed");
    assert!(found.next().is_none(), "once");
    material
}

#[test]
fn a_base_is_built_ahead() {
    let scratch = Scratch::new("ahead");
    assert_eq!(listed(&scratch.0, "KQvKR")["built"], false);
    let built = base(&["build", "KQvKR", "KRvKQ", "--threads", "2"], &scratch.0);
    assert_quiet(&built);
    let out = text(&built.stdout);
    assert!(out.contains("To build: 2 materials, about "), "{out}");
    assert!(out.contains("2 of 2 built"), "{out}");
    let material = listed(&scratch.0, "KQvKR");
    assert_eq!(material["built"], true);
    let length = fs::metadata(scratch.join("KQvKR.base"))
        .expect("it is there")
        .len();
    assert_eq!(material["bytes"], length);
    // Once more there is nothing to do.
    let kept = files(&scratch.0);
    let again = base(&["build", "KRvKQ", "KQvKR"], &scratch.0);
    assert!(text(&again.stdout).starts_with("Nothing to build: 2 there"));
    assert!(files(&scratch.0) == kept);
    // People read the same.
    let table = text(&base(&["list"], &scratch.0).stdout);
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
    let built = base(&["build", "KQvK"], &file);
    assert_eq!(built.status.code(), Some(3));
    assert!(text(&built.stderr).contains("a file where the directory should be"));
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
            .args(["base", "build", name])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.contains(name) && error.contains(why), "{error}");
    }
}

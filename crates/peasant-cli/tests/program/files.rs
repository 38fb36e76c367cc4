//! Files that are not what they should be where the program keeps what it has proved: pipes, files
//! without end, links, what a killed process left, a full disk.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{object, peasant, program, text};

/// Both queen, and the bishop pawn holds: the proof needs the ending of queen against queen.
const QUEENS: [&str; 3] = ["solve", "8/5P2/8/8/8/8/2pk4/K7 w - -", "--json"];

/// The file that it keeps it in.
const STORE: &str = "store.db";

/// A game that is solved at once.
const GAME: [&str; 5] = ["pawngame", "solve", "--files", "4", "--json"];

/// A directory that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("peasant-files-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("temporary files can be written");
        Scratch(directory)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of what it holds, in order.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a directory");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names.map(|name| name.display().to_string()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo is there").success());
}

/// A file that takes no room on the disk, and would take much in memory.
fn sparse(path: &Path, length: u64) {
    let file = fs::File::create(path).expect("writable");
    file.set_len(length).expect("sparse files are possible");
}

/// Runs to the end, which must come before somebody would lose patience.
fn ends(command: &mut Command) -> Output {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let start = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if start.elapsed() > Duration::from_secs(120) {
            _ = child.kill();
            panic!("it hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("it has ended")
}

fn with_store(directory: &Path) -> Command {
    let mut command = program();
    command.args(QUEENS).arg("--store").arg(directory);
    command
}

fn with_checkpoint(file: &Path) -> Command {
    let mut command = program();
    command.args(GAME).arg("--checkpoint").arg(file);
    command
}

/// A command as a shell runs it under a limit; the signal of a file that grows too long is ignored.
fn limited(limit: &str, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit {limit}; exec \"$0\" \"$@\"");
    shell.args(["-c", &script]).arg(command.get_program());
    shell.args(command.get_args());
    shell.env_remove("PEASANT_SYZYGY");
    shell
}

/// An answer without what it took.
fn answer(output: &Output) -> Value {
    let mut answer = object(output);
    answer.as_object_mut().expect("an object").remove("stats");
    answer
}

/// The answer is right, and one warning holds all the parts.
fn assert_right_with_one_warning(output: &Output, parts: &[&str]) {
    assert_eq!(answer(output), answer(&peasant(&QUEENS)));
    let error = text(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    for part in parts {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}

/// The program refuses a checkpoint, naming it and saying why.
fn assert_refused(file: &Path, parts: &[&str]) {
    let output = ends(&mut with_checkpoint(file));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.code(), Some(2), "{answer}");
    let error = answer["error"]["message"].as_str().expect("an error");
    let name = file.display().to_string();
    for part in parts.iter().chain(&[&name[..]]) {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}

#[test]
fn a_pipe_in_place_of_the_store_is_not_waited_for() {
    let scratch = Scratch::new("store-pipe");
    pipe(&scratch.join(STORE));
    let output = ends(&mut with_store(&scratch.0));
    assert_right_with_one_warning(&output, &[STORE, "a pipe", "name another file"]);
    let about = fs::symlink_metadata(scratch.join(STORE)).expect("it is there");
    assert!(!about.is_file(), "it stays what it is");
}

/// Within an address space that the file would not fit into.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_end_in_place_of_the_store_is_not_read() {
    let scratch = Scratch::new("store-sparse");
    sparse(&scratch.join(STORE), 30 << 30);
    let output = ends(&mut limited("-v 20000000", &with_store(&scratch.0)));
    assert_right_with_one_warning(&output, &[STORE, "no store of this version"]);
    let about = fs::metadata(scratch.join(STORE)).expect("it is there");
    assert_eq!(about.len(), 30 << 30, "it stays what it is");
}

#[test]
fn a_link_in_place_of_the_store_is_neither_followed_nor_replaced() {
    let (scratch, elsewhere) = (Scratch::new("store-link"), Scratch::new("elsewhere"));
    ends(&mut with_store(&elsewhere.0));
    let other = elsewhere.join(STORE);
    let before = fs::read(&other).expect("it was kept");
    symlink(&other, scratch.join(STORE)).expect("links are possible");
    let output = ends(&mut with_store(&scratch.0));
    assert_right_with_one_warning(&output, &[STORE, "it is a link", "name another file"]);
    assert_eq!(fs::read_link(scratch.join(STORE)).expect("a link"), other);
    assert!(fs::read(&other).expect("it is there") == before);
}

#[test]
fn a_pipe_as_checkpoint_is_refused() {
    let scratch = Scratch::new("pipe");
    let file = scratch.join("checkpoint");
    pipe(&file);
    assert_refused(&file, &["a pipe", "name another file"]);
    let link = scratch.join("link");
    symlink(&file, &link).expect("links are possible");
    assert_refused(&link, &["a pipe", "name another file"]);
    let zero = Path::new("/dev/zero");
    assert_refused(zero, &["a device", "name another file"]);
}

#[test]
fn a_file_longer_than_any_checkpoint_is_refused() {
    let scratch = Scratch::new("sparse");
    let file = scratch.join("checkpoint");
    sparse(&file, 3 << 30);
    assert_refused(&file, &["longer than any checkpoint", "name another file"]);
}

#[test]
fn a_link_as_checkpoint_stays_one() {
    let (scratch, elsewhere) = (Scratch::new("link"), Scratch::new("target"));
    let (link, file) = (scratch.join("link"), elsewhere.join("checkpoint"));
    ends(&mut with_checkpoint(&file));
    let game = answer(&ends(&mut with_checkpoint(&file)));
    // A checkpoint of nothing yet, so that what is written shows.
    let whole = fs::read(&file).expect("it was written");
    fs::remove_file(&file).expect("it is ours");
    let nothing = [&GAME[..], &["--time", "0.000001", "--checkpoint"]].concat();
    ends(program().args(nothing).arg(&file));
    assert!(fs::read(&file).expect("it was written").len() < whole.len());
    symlink(&file, &link).expect("links are possible");
    let output = ends(&mut with_checkpoint(&link));
    assert_eq!(
        (answer(&output), text(&output.stderr)),
        (game, String::new())
    );
    assert_eq!(fs::read_link(&link).expect("a link still"), file);
    assert!(fs::read(&file).expect("it is there").len() > whole.len() / 2);
    assert_eq!(scratch.names(), ["link"]);
    assert_eq!(elsewhere.names(), ["checkpoint"]);
}

#[test]
fn a_link_to_nothing_as_checkpoint_is_refused() {
    let scratch = Scratch::new("dangling");
    let (link, circle) = (scratch.join("link"), scratch.join("circle"));
    symlink(scratch.join("none"), &link).expect("links are possible");
    symlink(&circle, &circle).expect("links are possible");
    for file in [&link, &circle] {
        assert_refused(file, &["a link that leads nowhere", "name another file"]);
        assert!(fs::read_link(file).is_ok(), "it stays");
    }
    assert_eq!(scratch.names(), ["circle", "link"]);
}

#[test]
fn what_killed_processes_left_beside_a_checkpoint_is_removed() {
    let scratch = Scratch::new("left");
    fs::write(scratch.join(".checkpoint.4194999.12"), b"half of it").expect("writable");
    fs::write(scratch.join(".other.1.0"), b"another's").expect("writable");
    let output = ends(&mut with_checkpoint(&scratch.join("checkpoint")));
    assert_eq!(text(&output.stderr), "");
    assert_eq!(scratch.names(), [".other.1.0", "checkpoint"]);
}

/// A limit on the size of files stands for a full disk, which takes privileges to make.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room_for_a_checkpoint_is_a_warning() {
    let scratch = Scratch::new("room");
    let file = scratch.join("checkpoint");
    let whole = answer(&ends(&mut with_checkpoint(&scratch.join("whole"))));
    let output = ends(&mut limited("-f 1", &with_checkpoint(&file)));
    assert_eq!(answer(&output), whole);
    let error = text(&output.stderr);
    let name = file.display().to_string();
    for part in ["cannot write the checkpoint", "File too large", &name] {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
    // The empty one from the beginning.
    assert_eq!(fs::metadata(&file).expect("it is there").len(), 32);
    assert_eq!(scratch.names(), ["checkpoint", "whole"]);
}

/// Where the system refuses memory there is an answer, and no abort: under a limit that the program reads, and under one that
/// it only meets.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_where_memory_runs_out() {
    const HARD: &str = "8/2pp2pp/8/2PP1P2/1p5k/8/PP4p1/6K1 w - -";
    for (limit, warning) in [
        ("-v 300000", "no more memory than"),
        ("-d 300000", "the system gave no more memory"),
    ] {
        let mut command = program();
        command.args(["solve", HARD, "--json", "--no-cache", "--threads", "1"]);
        command.args(["--memory", "100000"]);
        let output = ends(&mut limited(limit, &command));
        assert_eq!(object(&output)["stopped"], "memory", "{limit}");
        let error = text(&output.stderr);
        assert!(error.contains(warning), "{limit}: {error}");
    }
    // What one position took is there for the next.
    let scratch = Scratch::new("memory");
    let records = scratch.join("records.epd");
    fs::write(&records, format!("{HARD}\n7K/8/k1P5/7p/8/8/8/8 w - -\n")).expect("writable");
    let mut command = program();
    command.arg("epd").arg(&records);
    command.args(["--json", "--no-cache", "--memory", "100000"]);
    let output = ends(&mut limited("-d 300000", &command));
    let out = text(&output.stdout);
    let rows: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(rows[0]["stopped"], "memory");
    assert_eq!(rows[1]["exact"], true);
}

/// The scratch file has no name, so that nothing is left, whatever ends the program.
#[cfg(target_os = "linux")]
#[test]
fn no_scratch_file_stays() {
    const TWO_QUEENS: &str = "8/6k1/8/3q4/8/8/3Q2PK/8 b - -";
    let scratch = Scratch::new("scratch");
    for signal in ["-INT", "-KILL"] {
        let mut command = program();
        command.args(["solve", TWO_QUEENS, "--no-cache", "--threads", "1"]);
        command.args(["--memory", "128", "--scratch"]);
        let mut running = command
            .arg(&scratch.0)
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        let files = format!("/proc/{}/fd", running.id());
        let is_open = || {
            let mut entries = fs::read_dir(&files).expect("it runs").flatten();
            entries
                .any(|file| fs::read_link(file.path()).is_ok_and(|to| to.starts_with(&scratch.0)))
        };
        let begun = Instant::now();
        while !is_open() {
            assert!(
                begun.elapsed() < Duration::from_secs(120),
                "no file was made"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(scratch.names(), [""; 0], "while it works");
        let pid = running.id().to_string();
        let killed = Command::new("kill").args([signal, &pid]).status();
        assert!(killed.expect("kill is there").success());
        running.wait().expect("it ends");
        assert_eq!(scratch.names(), [""; 0], "{signal}");
    }
}

#[test]
fn a_scratch_file_that_cannot_be_made_is_refused_at_once() {
    let output = peasant(&[
        "solve",
        "7K/8/k1P5/7p/8/8/8/8 w - -",
        "--scratch",
        "no/such",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("`no/such`") && error.contains("--scratch, or none"),
        "{error}"
    );
    let output = peasant(&["solve", "7K/8/k1P5/7p/8/8/8/8 w - -", "--scratch", "none"]);
    assert_eq!(output.status.code(), Some(0));
}

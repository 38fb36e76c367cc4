//! The store of what is proved, and everything that can go wrong with it: the answer stays right, and a warning says what was wrong.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::common::{object, program, text};

/// Proved in some 600 structures.
const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";

/// Takes some seconds.
const LONGER: &str = "8/8/5pP1/2pk4/p1p3pP/P1P1K3/8/8 b - -";

/// A directory that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("peasant-store-of-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("temporary files can be written");
        Scratch(directory)
    }

    fn solve(&self, position: &str) -> Command {
        let mut command = program();
        command.args(["solve", position, "--json", "--store"]);
        command.arg(&self.0);
        command
    }

    fn answer(&self, position: &str) -> Output {
        self.solve(position).output().expect("the program starts")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn structures(output: &Output) -> u64 {
    let answer = object(output);
    answer["stats"]["structures"].as_u64().expect("a number")
}

/// White wins, whatever else was said.
fn assert_right(output: &Output) {
    assert_eq!(object(output)["result"]["lower"], "win");
}

#[test]
fn what_is_proved_is_not_proved_again() {
    let scratch = Scratch::new("again");
    let (first, second) = (scratch.answer(FINE_70), scratch.answer(FINE_70));
    for output in [&first, &second] {
        assert_right(output);
        assert_eq!(text(&output.stderr), "");
    }
    assert!(structures(&second) < structures(&first) / 2);
    // By the old name of the option, and without the store.
    let mut old = program();
    old.args(["solve", FINE_70, "--json", "--cache"])
        .arg(&scratch.0);
    assert!(structures(&old.output().expect("it starts")) < structures(&first) / 2);
    let mut none = program();
    none.args(["solve", FINE_70, "--json", "--no-store"]);
    assert!(structures(&none.output().expect("it starts")) > structures(&first) / 2);
}

#[test]
fn a_file_in_place_of_its_directory() {
    let mut scratch = Scratch::new("file");
    let directory = scratch.0.clone();
    scratch.0 = directory.join("file");
    fs::write(&scratch.0, b"something else").expect("writable");
    let output = scratch.answer(FINE_70);
    assert_right(&output);
    let error = text(&output.stderr);
    assert!(error.contains("warning: the store `"), "{error}");
    scratch.0 = directory;
}

#[test]
fn what_stands_in_its_place_is_left_alone() {
    let scratch = Scratch::new("foreign");
    let file = scratch.0.join("store.db");
    let letter = b"a letter to my aunt, which must not be lost";
    fs::write(&file, letter).expect("writable");
    let output = scratch.answer(FINE_70);
    assert_right(&output);
    let error = text(&output.stderr);
    assert!(error.contains("it is no store of this version"), "{error}");
    assert_eq!(fs::read(&file).expect("it is there"), letter);
}

/// A limit on the size of files stands for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room() {
    let scratch = Scratch::new("room");
    for blocks in [1, 20, 60, 90] {
        let mut shell = Command::new("sh");
        let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        shell.args(["-c", &limited]).arg(program().get_program());
        shell.args(["solve", FINE_70, "--json", "--store"]);
        let output = shell.arg(&scratch.0).output().expect("there is a shell");
        assert_right(&output);
    }
    let after = scratch.answer(FINE_70);
    assert_right(&after);
    assert_eq!(text(&after.stderr), "");
}

/// Killed at any moment it leaves a store that the next one reads.
#[test]
fn killed_while_it_writes() {
    let scratch = Scratch::new("killed");
    for round in 0..6 {
        let mut child = scratch.solve(LONGER);
        child.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = child.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(1000 + 90 * round));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let next = scratch.answer(FINE_70);
        assert_right(&next);
        assert_eq!(text(&next.stderr), "");
    }
}

/// All answer. On a busy machine one may give up waiting for the others, and says so.
#[test]
fn several_processes_share_it() {
    let scratch = Scratch::new("processes");
    let spawn = |_| {
        let mut command = scratch.solve(FINE_70);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    };
    let children: Vec<_> = (0..6).map(spawn).collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert_right(&output);
        let error = text(&output.stderr);
        let gave_up =
            error.ends_with(": another program is writing it, and what was proved is not kept\n");
        assert!(error.is_empty() || gave_up, "{error}");
    }
}

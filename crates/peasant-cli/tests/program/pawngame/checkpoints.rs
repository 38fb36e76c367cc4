//! Proofs that are stopped, and what they leave on disk.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::{pawngame, solve};
use crate::common::{program, text};

/// A game that nobody solves in a test.
const LONG: [&str; 4] = ["--files", "8", "--preset", "peasants"];

/// A folder that goes when the test is over, and a file in it.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let name = format!("peasant-pawngame-{}-{test}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a writable place");
        Folder(folder)
    }

    fn file(&self) -> String {
        let file = self.0.join("checkpoint");
        file.to_str().expect("a plain name").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// What the program says of a checkpoint that it refuses.
fn refusal(args: &[&str]) -> String {
    let output = pawngame(&[&["solve"], args].concat());
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty());
    error
}

/// Lets the program work for a while on what it cannot solve.
fn at_work(file: &str) -> Child {
    let child = program()
        .args(["pawngame", "solve", "--json", "--checkpoint", file])
        .args(LONG)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Long enough for the program to listen.
    std::thread::sleep(Duration::from_millis(700));
    child
}

fn assert_open(answer: &Value, reason: &str) {
    assert_eq!(answer["stopped"], reason, "{answer}");
    assert_eq!(answer["exact"], false);
    assert_eq!(answer["result"]["lower"], "loss");
    assert_eq!(answer["result"]["upper"], "win");
    let moves = answer["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 8, "all are listed");
    assert!(moves.iter().all(|m| m["exact"] == false));
}

#[test]
fn time_ends_a_proof() {
    let answer = solve(&[&LONG[..], &["--time", "0.3"]].concat());
    assert_open(&answer, "time");
}

/// The interrupt of Ctrl-C, as a terminal sends it.
#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_is_proved_and_keeps_it() {
    let folder = Folder::new("interrupt");
    let file = folder.file();
    let child = at_work(&file);
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill is there");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stderr.is_empty(), "no progress in a pipe");
    assert_open(
        &serde_json::from_slice(&output.stdout).expect("JSON"),
        "cancelled",
    );
    let kept = fs::metadata(&file).expect("a checkpoint").len();
    assert!(kept > 1000, "only {kept} bytes");
    let resumed = solve(&[&LONG[..], &["--checkpoint", &file, "--time", "0.1"]].concat());
    assert_open(&resumed, "time");
    let known = resumed["stats"]["positions"].as_u64().expect("a count");
    assert!(known >= kept / 16 - 2, "{known} positions of {kept} bytes");
}

/// A kill leaves the checkpoint of before.
#[test]
fn a_killed_proof_leaves_a_checkpoint_that_can_be_used() {
    let folder = Folder::new("killed");
    let file = folder.file();
    let mut child = at_work(&file);
    child.kill().expect("it runs still");
    _ = child.wait();
    let answer = solve(&[&LONG[..], &["--checkpoint", &file, "--time", "0.1"]].concat());
    assert_open(&answer, "time");
}

#[test]
fn what_is_kept_is_not_proved_again() {
    let folder = Folder::new("kept");
    let file = folder.file();
    let args = ["--files", "4", "--checkpoint", &file];
    let (first, second) = (solve(&args), solve(&args));
    assert_eq!(first["moves"], second["moves"]);
    let nodes = |answer: &Value| answer["stats"]["nodes"].as_u64().expect("a count");
    assert!(nodes(&second) < nodes(&first) / 10, "{second}");
}

#[test]
fn a_checkpoint_that_cannot_be_used_is_refused() {
    let folder = Folder::new("refused");
    let file = folder.file();
    solve(&["--files", "3", "--checkpoint", &file]);
    let other = refusal(&["--files", "4", "--checkpoint", &file]);
    assert!(
        other.contains(&file) && other.contains("other rules"),
        "{other}"
    );
    let whole = fs::read(&file).expect("a checkpoint");
    let (mut changed, cut) = (whole.clone(), &whole[..whole.len() - 1]);
    changed[whole.len() / 2] ^= 1;
    for damaged in [&changed, cut, &[], b"my diary"] {
        fs::write(&file, damaged).expect("writable");
        let error = refusal(&["--files", "3", "--checkpoint", &file]);
        assert!(error.contains("damaged: delete it"), "{error}");
        assert_eq!(
            fs::read(&file).expect("it is there"),
            damaged,
            "not touched"
        );
    }
    let nowhere = refusal(&["--files", "2", "--checkpoint", "no such directory/file"]);
    assert!(nowhere.contains("no such directory/file"), "{nowhere}");
    let directory = folder.0.to_str().expect("a plain name");
    let error = refusal(&["--files", "2", "--checkpoint", directory]);
    assert!(error.contains("it is a directory"), "{error}");
}

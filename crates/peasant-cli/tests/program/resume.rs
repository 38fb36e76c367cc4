//! Long proofs that are kept in a file: stopped, killed, damaged.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{object, peasant, program, text};

/// Proved in some 600 structures.
const SHORT: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";

/// In some 2,300, and after one of the moves that win.
const LONGER: [&str; 2] = [
    "8/5p2/8/1pPk4/1P6/4KP2/8/8 w - -",
    "8/5p2/8/1pPk4/1P3P2/4K3/8/8 b - -",
];

/// Proved in some 56,000.
const LONG: &str = "8/7k/4K2p/6p1/6P1/7P/8/8 w - -";

/// A file that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("peasant-resume-{name}-{}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    /// It and the files beside it.
    fn files(&self) -> [PathBuf; 3] {
        ["", "-wal", "-shm"].map(|ending| {
            let mut file = self.0.clone().into_os_string();
            file.push(ending);
            file.into()
        })
    }

    fn bytes(&self) -> u64 {
        let about = self.files().map(fs::metadata).into_iter().flatten();
        about.map(|about| about.len()).sum()
    }

    fn solve(&self, position: &str, args: &[&str]) -> Value {
        solve(position, &[args, &["--resume", self.path()]].concat())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.files()
            .iter()
            .for_each(|file| _ = fs::remove_file(file));
    }
}

fn solve(position: &str, args: &[&str]) -> Value {
    object(&peasant(&[&["solve", position, "--json"], args].concat()))
}

fn structures(answer: &Value) -> u64 {
    answer["stats"]["structures"].as_u64().expect("a number")
}

/// The best moves, in the order of their names: which is the shortest way may be known or not.
fn best(answer: &Value) -> BTreeSet<String> {
    let moves = answer["best"].as_array().expect("moves").iter();
    moves
        .map(|m| m.as_str().expect("a move").to_owned())
        .collect()
}

#[test]
fn a_stopped_proof_goes_on() {
    let file = Scratch::new("stopped");
    let [here, after] = LONGER;
    let at_once = solve(here, &[]);
    let part = structures(&at_once) / 4;
    let stopped = file.solve(here, &["--structures", &part.to_string()]);
    assert_eq!(stopped["stopped"], "structures", "{stopped}");
    assert_eq!(stopped["exact"], false);
    let resumed = file.solve(here, &[]);
    for field in ["exact", "result"] {
        assert_eq!(resumed[field], at_once[field], "{resumed}");
    }
    assert_eq!(best(&resumed), best(&at_once), "{resumed}");
    let (less, all) = (structures(&resumed), structures(&at_once));
    // What is proved is kept, though not the order of the work.
    assert!(less < all, "{less} of {all}");
    // Everything is known now; so is what one move leads to.
    let again = file.solve(here, &["--structures", "1"]);
    assert_eq!(again["result"], at_once["result"]);
    let after = file.solve(after, &["--structures", "1"]);
    assert_eq!(after["exact"], true, "{after}");
}

/// As another program leaves it that only made the name sure.
#[test]
fn an_empty_file_is_a_new_one() {
    let file = Scratch::new("empty");
    fs::write(&file.0, b"").expect("writable");
    let answer = file.solve("8/8/8/8/8/1k5P/8/2K5 w - -", &[]);
    assert_eq!(answer["exact"], true);
    assert!(file.bytes() > 0);
}

#[test]
fn a_killed_proof_has_been_saved() {
    let file = Scratch::new("killed");
    let mut child = program()
        .args([
            "solve",
            LONG,
            "--no-cache",
            "--json",
            "--resume",
            file.path(),
        ])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    // Small endings are written at once, all else after a second.
    while file.bytes() < 1 << 19 || start.elapsed() < Duration::from_millis(2500) {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "nothing is saved"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let few = ["--structures", "200"];
    let open = |answer: &Value| {
        let moves = answer["moves"].as_array().expect("moves");
        let open = |m: &&Value| m["result"]["lower"] != m["result"]["upper"];
        moves.iter().filter(open).count()
    };
    let (fresh, resumed) = (solve(LONG, &few), file.solve(LONG, &few));
    assert!(open(&resumed) < open(&fresh), "{resumed}\n{fresh}");
}

#[test]
fn what_is_no_saved_proof_is_refused_and_left_alone() {
    let file = Scratch::new("damaged");
    file.solve(SHORT, &["--structures", "300"]);
    let whole = fs::read(&file.0).expect("it was saved");
    let damaged = "it is damaged: delete it to start anew";
    let foreign = "it is no store of this version: name another file";
    let cases: [(&[u8], &str); 3] = [
        (&whole[..whole.len() / 2], damaged),
        (&whole[..30], damaged),
        (b"a letter to my aunt, which must not be lost", foreign),
    ];
    for (bytes, reason) in cases {
        fs::write(&file.0, bytes).expect("writable");
        let output = peasant(&["solve", SHORT, "--resume", file.path()]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(
            error.contains(file.path()) && error.contains(reason),
            "{error}"
        );
        assert!(fs::read(&file.0).expect("it is there") == bytes);
    }
}

/// Wherever it is damaged, it is refused, or the answer is right.
#[test]
fn a_damaged_proof_says_nothing_false() {
    let file = Scratch::new("flipped");
    file.solve(SHORT, &[]);
    let whole = fs::read(&file.0).expect("it was saved");
    for part in 0..12 {
        let mut flipped = whole.clone();
        flipped[whole.len() * part / 12 + 50] ^= 0x55;
        fs::write(&file.0, flipped).expect("writable");
        let output = peasant(&["solve", SHORT, "--json", "--resume", file.path()]);
        if output.status.code() == Some(0) {
            assert_eq!(object(&output)["result"]["lower"], "win");
        } else {
            let error = text(&output.stderr);
            assert!(error.contains("it is"), "{error}");
        }
    }
}

#[test]
fn newborns_rules_are_resumed_too() {
    let file = Scratch::new("newborn");
    let rules = ["--rules", "newborn"];
    let first = file.solve(LONG, &rules);
    let again = file.solve(LONG, &[&rules[..], &["--structures", "1"]].concat());
    assert_eq!(again["result"], first["result"]);
    assert_eq!(first["exact"], true);
    // The same file keeps proofs by other rules.
    let chess = file.solve(SHORT, &[]);
    assert_eq!(chess["exact"], true, "{chess}");
}

#[test]
fn a_file_that_cannot_be_written_is_told_at_once() {
    let nowhere = ["solve", SHORT, "--resume", "/nowhere/at/all/proof"];
    let output = peasant(&nowhere);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.contains("there is no such directory"), "{error}");
}

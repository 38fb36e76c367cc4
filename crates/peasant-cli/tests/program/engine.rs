//! An engine from outside as a user meets it. How it is talked to is tested beside the code.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{feed, object, peasant, program, text};

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

/// Far from settled in the time of a test.
const HARD: &str = "8/p7/2pk4/5p1p/2PK1P1P/8/P7/8 b - -";

/// Draws everything, by the first move of the king or queen that it is asked to know; it does not listen to `quit`.
const DEAF: &str = r#"#!/bin/sh
echo $$ >"$0.number"
trap '' INT TERM
while read -r word rest; do
  case "$word" in
    uci) printf 'id name Deaf 1.0\nuciok\n';;
    isready) echo readyok;;
    go) printf 'info score cp 7\nbestmove a1a1\n';;
  esac
done
while :; do sleep 1; done
"#;

/// A script in a file of its own, which goes when it is dropped.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, content: &str) -> Script {
        let name = format!("peasant-program-engine-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // Written by another process: a file that any thread here holds open for writing cannot be run.
        let mut writer = Command::new("sh")
            .args(["-c", "cat >\"$0\" && chmod 700 \"$0\""])
            .arg(&path)
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut input = writer.stdin.take().expect("a pipe");
        input.write_all(content.as_bytes()).expect("it reads");
        drop(input);
        assert!(writer.wait().expect("it ends").success());
        Script(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a name in letters")
    }

    /// The number of the process that ran it last, once it runs.
    fn process(&self) -> String {
        let file = self.0.with_extension("number");
        let start = Instant::now();
        loop {
            let number = fs::read_to_string(&file).unwrap_or_default();
            if number.ends_with('\n') {
                return number.trim().to_owned();
            }
            assert!(start.elapsed() < Duration::from_secs(60), "it never ran");
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn is_gone(&self) -> bool {
        !Path::new("/proc").join(self.process()).exists()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
        _ = fs::remove_file(self.0.with_extension("number"));
    }
}

#[test]
fn no_engine_is_told_with_the_cure() {
    let missing = "/no/such/engine";
    for verb in [
        &["solve", RETI, "--engine", missing][..],
        &["epd", "/dev/null", "--engine", missing],
    ] {
        let output = peasant(verb);
        assert_eq!(output.status.code(), Some(2), "{verb:?}");
        let error = text(&output.stderr);
        assert!(error.contains("--engine: `/no/such/engine`"), "{error}");
        assert!(error.contains("or leave out --engine"), "{error}");
        assert!(output.stdout.is_empty(), "{verb:?}");
    }
    let output = peasant(&["solve", RETI, "--json", "--engine", missing]);
    let out = text(&output.stdout);
    let answer: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(answer["error"]["text"], missing, "{out}");
    let cure = "give the path of a UCI engine, or leave out --engine";
    assert_eq!(answer["error"]["cure"], cure, "{out}");
}

#[test]
fn an_engine_is_for_chess_and_needs_nodes() {
    let output = peasant(&["solve", RETI, "--engine", "sh", "--rules", "newborn"]);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("--engine is for the rules of chess"),
        "{error}"
    );
    let output = peasant(&["solve", RETI, "--engine-nodes", "0"]);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.contains("give a number of nodes"), "{error}");
}

/// What is proved is the same with an engine as without.
#[test]
fn an_engine_changes_nothing_that_is_proved() {
    let script = Script::new("same", DEAF);
    let args = ["solve", RETI, "--json"];
    let alone = object(&peasant(&args));
    let helped = object(&peasant(
        &[&args[..], &["--engine", script.path()]].concat(),
    ));
    for field in ["result", "moves", "best", "line", "conditional", "guess"] {
        assert_eq!(alone[field], helped[field], "{field}");
    }
    assert!(script.is_gone());
    let records = format!("{RETI} c0 \"draw\";\n");
    let arguments = ["epd", "-", "--threads", "2", "--engine", script.path()];
    let output = feed(&arguments, &records);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(script.is_gone());
}

/// One Ctrl-C stops the proof, a second one the program: the engine ends either way, though it does not listen.
#[test]
fn an_engine_ends_with_the_program() {
    for strokes in [1, 2] {
        let script = Script::new(&format!("ends-{strokes}"), DEAF);
        let child = program()
            .args(["solve", HARD, "--no-cache", "--engine", script.path()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.expect("the program starts");
        script.process();
        for _ in 0..strokes {
            let number = child.id().to_string();
            let sent = Command::new("kill").args(["-INT", &number]).status();
            assert!(sent.expect("kill is there").success());
            thread::sleep(Duration::from_millis(30));
        }
        let status = child.wait().expect("it ends");
        assert!(matches!(status.code(), Some(0 | 130)), "{status}");
        assert!(script.is_gone(), "after {strokes}");
    }
}

//! An engine from outside as a user meets it. How it is talked to is tested beside the code.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fake::Script;

use crate::common::{object, peasant, program, text};

#[path = "../../../verbs/src/outside/engine/fake.rs"]
pub mod fake;

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

/// Far from settled in the time of a test.
const HARD: &str = "8/p7/2pk4/5p1p/2PK1P1P/8/P7/8 b - -";

/// Draws everything, by the first move of the king or queen that it is asked to know; it does not listen to `quit`.
const DEAF: &str = r#"
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

fn path(script: &Script) -> &str {
    script.path().to_str().expect("a name in letters")
}

/// The number of the process that ran it last, once it runs.
fn process(script: &Script) -> String {
    let start = Instant::now();
    loop {
        let number = script.beside("number");
        if number.ends_with('\n') {
            return number.trim().to_owned();
        }
        assert!(start.elapsed() < Duration::from_secs(60), "it never ran");
        thread::sleep(Duration::from_millis(10));
    }
}

fn is_gone(script: &Script) -> bool {
    !Path::new("/proc").join(process(script)).exists()
}

#[test]
fn no_engine_is_told_with_the_cure() {
    let missing = "/no/such/engine";
    for verb in [
        &["solve", RETI, "--engine", missing][..],
        &["annotate", "/dev/null", "--engine", missing],
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
fn an_engine_is_for_chess() {
    let output = peasant(&["solve", RETI, "--engine", "sh", "--rules", "newborn"]);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("--engine is for the rules of chess"),
        "{error}"
    );
}

/// What is proved is the same with an engine as without.
#[test]
fn an_engine_changes_nothing_that_is_proved() {
    let script = Script::new(DEAF);
    let args = ["solve", RETI, "--json"];
    let alone = object(&peasant(&args));
    let helped = object(&peasant(
        &[&args[..], &["--engine", path(&script)]].concat(),
    ));
    for field in ["result", "moves", "best", "line"] {
        assert_eq!(alone[field], helped[field], "{field}");
    }
    assert!(is_gone(&script));
}

/// One Ctrl-C stops the proof, a second one the program: the engine ends either way, though it does not listen.
#[test]
fn an_engine_ends_with_the_program() {
    for strokes in [1, 2] {
        let script = Script::new(DEAF);
        let child = program()
            .args(["solve", HARD, "--no-cache", "--engine", path(&script)])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.expect("the program starts");
        process(&script);
        for _ in 0..strokes {
            let number = child.id().to_string();
            let sent = Command::new("kill").args(["-INT", &number]).status();
            assert!(sent.expect("kill is there").success());
            thread::sleep(Duration::from_millis(30));
        }
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(130), "{status}");
        assert!(is_gone(&script), "after {strokes}");
    }
}

/// Takes half a second for every question.
const SLOW: &str = r#"
while read -r word rest; do
  case "$word" in
    uci) printf 'id name Slow 1.0\nuciok\n';;
    isready) echo readyok;;
    go) sleep 0.5; printf 'info score cp 7\nbestmove a8b7\n';;
    quit) exit 0;;
  esac
done
"#;

/// Proof and engine together keep the time of a position.
#[test]
fn an_engine_keeps_the_time_of_the_position() {
    let script = Script::new(SLOW);
    let args = ["solve", HARD, "--time", "1", "--json"];
    let solved = object(&peasant(
        &[&args[..], &["--engine", path(&script)]].concat(),
    ));
    let seconds = solved["stats"]["seconds"].as_f64().expect("a time");
    assert!(seconds < 8.0, "{solved}");
}

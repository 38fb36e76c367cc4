//! An engine from outside as a user meets it. How it is talked to is tested beside the code.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fake::Script;

use crate::common::{feed, object, peasant, program, text};

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
    let script = Script::new(DEAF);
    let args = ["solve", RETI, "--json"];
    let alone = object(&peasant(&args));
    let helped = object(&peasant(
        &[&args[..], &["--engine", path(&script)]].concat(),
    ));
    for field in ["result", "moves", "best", "line", "conditional"] {
        assert_eq!(alone[field], helped[field], "{field}");
    }
    assert!(is_gone(&script));
    let records = format!("{RETI} c0 \"draw\";\n");
    let arguments = ["epd", "-", "--threads", "2", "--engine", path(&script)];
    let output = feed(&arguments, &records);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(is_gone(&script));
}

/// Says that White wins, by moves that are legal in Lucena's position and after most moves there.
const HOPEFUL: &str = r#"
while read -r word rest; do
  case "$word" in
    uci) printf 'id name Hopeful 1.0\nuciok\n';;
    isready) echo readyok;;
    position) case "$rest" in *' w '*) answer='900\nbestmove c1d1';; *) answer='-900\nbestmove a2a1';; esac;;
    go) printf "info score cp $answer\n";;
    quit) exit 0;;
  esac
done
"#;

/// The verdict, the best moves and the line follow what an engine says; what is proved does not.
#[test]
fn best_and_line_follow_an_engine() {
    let script = Script::new(HOPEFUL);
    let args = ["solve", "1K1k4/1P6/8/8/8/8/r7/2R5 w - -", "--json"];
    let alone = object(&peasant(&args));
    assert_eq!(alone["conditional"]["result"], "draw", "{alone}");
    let advised = [&args[..], &["--engine", path(&script)]].concat();
    let advised = object(&peasant(&advised));
    assert_eq!(advised["conditional"]["result"], "win", "{advised}");
    let best = advised["best"].as_array().expect("moves");
    assert!(best.contains(&"c1c4".into()), "{advised}");
    // Black's king is in check there: the engine's move is illegal and counts for nothing.
    assert!(!best.contains(&"c1d1".into()), "{advised}");
    assert_eq!(advised["line"][0], best[0], "{advised}");
    assert_eq!(advised["result"], alone["result"], "{advised}");
    assert_eq!(advised["moves"], alone["moves"], "{advised}");
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

/// Takes half a second for every ending.
const SLOW: &str = r#"
while read -r word rest; do
  case "$word" in
    uci) printf 'id name Slow 1.0\nuciok\n';;
    isready) echo readyok;;
    go) sleep 0.5; printf 'info score cp 7\nbestmove a1a1\n';;
    quit) exit 0;;
  esac
done
"#;

/// Proof and engine together keep the time of a position: 48 endings would take 24 seconds.
#[test]
fn an_engine_keeps_the_time_of_the_position() {
    let script = Script::new(SLOW);
    let fen = "1K6/7p/8/P1P5/8/kp1P4/8/8 w - -";
    let seconds = |row: &serde_json::Value| row["stats"]["seconds"].as_f64().expect("a time");
    let engine = ["--time", "1", "--json", "--engine", path(&script)];
    let solved = object(&peasant(&[&["solve", fen][..], &engine].concat()));
    assert!(seconds(&solved) < 8.0, "{solved}");
    let rows = format!("{fen}\n{fen} id \"again\";\n");
    let args = [&["epd", "-", "--threads", "2"][..], &engine].concat();
    let out = text(&feed(&args, &rows).stdout);
    for line in out.lines().take(2) {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(seconds(&row) < 8.0, "{line}");
    }
}

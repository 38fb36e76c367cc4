//! What all verbs share: positions and options in, answers, limits and errors out.

use std::process::{Command, Output, Stdio};

use serde_json::Value;
use specification::cases;

use crate::common::{feed, object, peasant, program, text};

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

fn json(args: &[&str]) -> Value {
    object(&peasant(args))
}

fn epd(input: &str, args: &[&str]) -> Output {
    feed(&[&["epd", "-"], args].concat(), input)
}

#[test]
fn fine_70_in_json() {
    for threads in [&["--threads", "2"][..], &[]] {
        let answer = json(&[&["solve", FINE_70, "--json", "--rules", "newborn"], threads].concat());
        assert_eq!(answer["fen"], "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
        assert_eq!(answer["rules"], "newborn");
        assert_eq!(answer["side_to_move"], "white");
        assert_eq!(answer["result"]["lower"], "win");
        assert_eq!(answer["result"]["upper"], "win");
        assert_eq!(answer["exact"], true);
        assert_eq!(answer["best"], serde_json::json!(["a1b1"]));
        assert_eq!(answer["line"][0], "a1b1");
        assert_eq!(answer["stopped"], Value::Null);
        assert!(answer["stats"]["structures"].as_u64() > Some(10));
        assert!(answer["stats"]["seconds"].as_f64() > Some(0.0));
        let moves = answer["moves"].as_array().expect("moves");
        assert_eq!(moves.len(), 3);
        assert_eq!(
            (&moves[0]["uci"], &moves[0]["san"]),
            (&"a1b1".into(), &"Kb1".into())
        );
        assert_eq!(moves[0]["distance"], 27);
        assert_eq!(moves[1]["result"]["upper"], "draw");
        assert_eq!(moves[1]["distance"], Value::Null);
    }
}

#[test]
fn retis_study_in_words() {
    let output = peasant(&["solve", RETI, "--ascii"]);
    let out = text(&output.stdout);
    assert!(out.contains("White to move draws: only Kg7."), "{out}");
    assert!(out.contains("6  k . P . . . . ."), "{out}");
    assert!(out.contains("c7       loss"), "{out}");
    assert!(!out.contains('\u{1b}'), "no colours in a pipe");
    assert!(output.stderr.is_empty(), "no progress in a pipe");
}

#[test]
fn without_unicode_in_the_locale_men_are_letters() {
    for args in [
        &["solve", RETI, "--no-cache"][..],
        &["explain", RETI, "--no-cache"],
        &["classic", RETI, "--depth", "2"],
        &["pawnking", RETI],
        &["kpk", "4k3/8/4K3/4P3/8/8/8/8 w - -"],
        &["pawngame", "solve", "--files", "4"],
    ] {
        let shown = |locale: &str| {
            let mut command = program();
            command.env_remove("LC_ALL").env("LC_CTYPE", "");
            let output = command.args(args).env("LANG", locale).output();
            text(&output.expect("the program starts").stdout)
        };
        let is_drawn = |board: &str| board.contains(['♔', '♙', '·', '●']);
        assert!(!is_drawn(&shown("POSIX")), "{args:?}");
        assert!(is_drawn(&shown("de_DE.UTF-8")), "{args:?}");
    }
}

#[test]
fn a_fen_may_come_in_words() {
    let words: Vec<&str> = std::iter::once("solve")
        .chain(RETI.split(' '))
        .chain(["--json"])
        .collect();
    assert_eq!(json(&words)["best"], serde_json::json!(["h8g7"]));
}

/// The capture leads to a structure that nothing else below the root leads to.
#[test]
fn en_passant_at_the_root() {
    for rules in ["newborn", "chess"] {
        let fen = "8/8/8/8/3Pp3/8/8/K1k5 b - d3";
        let args = ["solve", fen, "--json", "--rules", rules];
        let answer = json(&args);
        let moves = answer["moves"].as_array().expect("moves");
        assert!(moves.iter().any(|m| m["uci"] == "e4d3"), "{answer}");
        assert_eq!(answer["exact"], true);
    }
}

#[test]
fn bad_positions_are_refused_with_their_reasons() {
    cases("bad_positions_are_refused_with_their_reasons", |case| {
        let output = peasant(&["solve", &case.text]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(case.get("reason")), "{error}");
        assert!(output.stdout.is_empty());
    });
}

#[test]
fn two_pieces_are_solved_and_three_are_not() {
    let output = peasant(&["solve", "7k/8/8/8/8/8/P7/KQ6 w - -"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("White to move wins"));
    let output = peasant(&["solve", "8/8/8/8/6K1/6Q1/2p5/3k4 w - -"]);
    let out = text(&output.stdout);
    assert!(out.contains("mate in 10 moves"), "{out}");
    assert!(out.contains("Line: 1.Qb3 Kd2 2.Qb2 "), "{out}");
    let line = out.lines().find(|line| line.starts_with("Line: "));
    assert!(line.is_some_and(|line| line.ends_with('#')), "{out}");
    let queen = "7k/8/8/8/8/8/P7/KQ6 w - -";
    let output = peasant(&["solve", queen, "--rules", "newborn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("not a pawn ending"));
    let three = "7k/8/8/8/8/8/P7/KRRN4 w - -";
    let output = peasant(&["solve", three]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let error = text(&output.stderr);
    assert!(error.contains("6 men, 3 pieces besides"), "{error}");
    assert!(error.contains("take some off"), "{error}");
    let output = peasant(&["perft", three, "--depth", "1"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn bad_options_name_the_cure() {
    for (args, word) in [
        (["solve", FINE_70, "--time", "-1"], "--time"),
        (["solve", FINE_70, "--memory", "0"], "--memory"),
        (["solve", FINE_70, "--rules", "chess960"], "newborn"),
        (["solve", FINE_70, "--threads", "0"], "--threads"),
    ] {
        let output = peasant(&args);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains(word),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn a_stopped_proof_shows_what_it_has() {
    let hard = "8/2pp2pp/8/2PP1P2/1p5k/8/PP4p1/6K1 w - -";
    for (args, reason) in [
        (["--structures", "50"], "structures"),
        (["--time", "0.05"], "time"),
        (["--memory", "2"], "memory"),
    ] {
        for rules in ["newborn", "chess"] {
            let args = [&["solve", hard, "--json", "--rules", rules], &args[..]].concat();
            let answer = json(&args);
            assert_eq!(answer["stopped"], reason, "{answer}");
            assert_eq!(answer["exact"], false);
            assert_eq!(answer["best"], serde_json::json!([]));
        }
    }
}

#[test]
fn the_game_may_be_over() {
    let mate = text(&peasant(&["solve", "8/8/8/8/8/1k6/pp6/K7 w - -"]).stdout);
    assert!(mate.contains("White is checkmated"), "{mate}");
    let stalemate = json(&["solve", "k7/P7/K7/8/8/8/8/8 b - -", "--json"]);
    assert_eq!(stalemate["result"]["lower"], "draw");
    assert_eq!(stalemate["moves"], serde_json::json!([]));
    assert_eq!(stalemate["exact"], true);
}

#[test]
fn records_that_agree_and_disagree() {
    let good = format!("# a comment\n\n{FINE_70} bm Kb1; am Ka2; c0 \"win\"; id \"a;b\";\n");
    let output = epd(&good, &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let out = text(&output.stdout);
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["id"], &lines[0]["verdict"]),
        (&"a;b".into(), &"agree".into())
    );
    assert_eq!(lines[1]["summary"]["agree"], 1);
    assert_eq!(lines[1]["summary"]["solved"], 1);

    let bad = format!("{FINE_70} bm Ka2; id \"x\";\n{RETI} c0 \"draw\"; id \"y\";\n");
    let output = epd(&bad, &["--threads", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let out = text(&output.stdout);
    let order: Vec<&str> = out
        .lines()
        .filter(|line| !line.starts_with(' '))
        .skip(1)
        .take(2)
        .map(|line| &line[..1])
        .collect();
    assert_eq!(order, ["x", "y"], "rows come in the order of the file");
    assert!(
        out.contains("2 positions: 2 exact, 0 open\nclaims: 1 agree, 1 disagree, 0 unsolved"),
        "{out}"
    );
}

#[test]
fn bad_records_are_named_and_passed_over() {
    let output = epd(&format!("nonsense\n{RETI} bm Qa1;\n{RETI} bm Kg7;\n"), &[]);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("line 1") && error.contains("line 2") && error.contains("Qa1"),
        "{error}"
    );
    assert!(text(&output.stdout).contains("1 agree"));
    let output = peasant(&["epd", "no such file"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no such file"));
}

#[test]
fn perft_counts() {
    let answer = json(&["perft", FINE_70, "--depth", "5", "--json"]);
    assert_eq!(answer["depth"], 5);
    let one = json(&["perft", FINE_70, "--depth", "1", "--json"]);
    assert_eq!(one["nodes"], 3);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::create("/dev/full").expect("Linux has one");
    let mut command = program();
    command.args(["solve", FINE_70, "--no-cache"]).stdout(full);
    let output = command.output().expect("the program starts");
    assert_eq!(output.status.code(), Some(3));
    let error = text(&output.stderr);
    assert!(error.contains("cannot write the output"), "{error}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = program()
        .args(["solve", FINE_70, "--no-cache"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

/// The interrupt of Ctrl-C, as a terminal sends it.
#[cfg(unix)]
#[test]
fn ctrl_c_shows_the_bounds_so_far() {
    let child = program()
        .args([
            "solve",
            "--no-cache",
            "8/2pp2pp/8/2PP1P2/1p5k/8/PP4p1/6K1 w - -",
            "--json",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Long enough for the program to listen, far too short for the proof.
    std::thread::sleep(std::time::Duration::from_millis(700));
    let pid = child.id().to_string();
    let sent = Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .expect("kill is there");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["stopped"], "cancelled");
}

#[test]
fn cargo_run_knows_which_program_is_meant() {
    let cargo = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    let answer: Value = serde_json::from_slice(&cargo.stdout).expect("JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let default = list(&answer["workspace_default_members"]);
    let programs: Vec<Value> = list(&answer["packages"])
        .iter()
        .filter(|package| default.contains(&package["id"]))
        .flat_map(|package| list(&package["targets"]))
        .filter(|target| target["kind"] == serde_json::json!(["bin"]))
        .map(|target| target["name"].clone())
        .collect();
    assert_eq!(programs, ["peasant"], "the README's first command");
}

/// What ended the proof is said once, whether the result is open or only moves are.
#[test]
fn a_limit_is_told_once() {
    for fen in [
        "8/2pp2pp/8/2PP1P2/1p5k/8/PP4p1/6K1 w - -",
        "8/8/5ppp/2pk4/p1p2PPP/P1P1K3/8/8 b - -",
    ] {
        for verb in ["solve", "explain"] {
            let args = [verb, fen, "--time", "1", "--threads", "1"];
            let out = text(&peasant(&args).stdout);
            assert_eq!(out.matches("stopped by").count(), 1, "{out}");
        }
    }
}

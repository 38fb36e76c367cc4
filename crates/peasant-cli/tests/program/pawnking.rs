//! `peasant pawnking` from outside.

use crate::common::{object, peasant, text};
use serde_json::Value;

/// The object that `peasant pawnking --json` prints.
fn json(args: &[&str]) -> Value {
    object(&peasant(args))
}

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

#[test]
fn words_say_what_it_sees_and_why_it_moves() {
    let run = peasant(&["pawnking", RETI, "--ascii"]);
    let out = text(&run.stdout);
    for part in [
        "PAWNKING plays Kg7. It claims a draw.",
        "White c6: passed, isolated",
        "Black's passed pawn h5 runs to promotion",
        "stop Black's h5",
        "is no proof",
    ] {
        assert!(out.contains(part), "`{part}` in {out}");
    }
}

#[test]
fn json_has_patterns_elements_moves_and_counts() {
    let answer = json(&["pawnking", RETI, "--json"]);
    assert_eq!(answer["claim"], "draw");
    assert_eq!(answer["move"]["uci"], "h8g7");
    assert_eq!(answer["move"]["san"], "Kg7");
    assert_eq!(answer["value"]["optimistic"]["name"], "balanced");
    assert_eq!(answer["value"]["pessimistic"]["number"], 0);
    assert_eq!(answer["patterns"][0]["identity"], "passed");
    assert_eq!(answer["elements"][0]["pawn"], "h5");
    let moves = answer["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 4);
    assert!(
        moves
            .iter()
            .all(|m| m["plan"].is_string() && m["uci"].is_string())
    );
    assert!(answer["stats"]["nodes"].as_u64() > Some(100));
    assert!(answer["stopped"].is_null());
}

#[test]
fn fine_70_is_found() {
    let answer = json(&[
        "pawnking",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -",
        "--json",
        "--time",
        "60",
    ]);
    assert_eq!(
        (&answer["move"]["san"], &answer["claim"]),
        (&"Kb1".into(), &"win".into())
    );
}

/// Whatever the order in which it looks at them: in the second position it looks at b6+ before.
#[test]
fn its_choice_stands_first() {
    for fen in [
        RETI,
        "8/kp6/8/PP6/1K6/8/8/8 w - -",
        "4k3/8/8/8/8/8/4PK2/8 b - -",
    ] {
        let answer = json(&["pawnking", fen, "--json"]);
        let moves = answer["moves"].as_array().expect("a list");
        assert_eq!(moves[0]["uci"], answer["move"]["uci"], "{fen}");
        let others = moves[1..].iter().any(|m| m["exact"] == true);
        assert_eq!(others, fen.starts_with("8/kp6"), "{fen}");
        let out = text(&peasant(&["pawnking", fen]).stdout);
        let table = out.split("\nMove ").nth(1).unwrap_or_default();
        let first = table.lines().nth(1).unwrap_or_default();
        let played = answer["move"]["san"].as_str().expect("a name");
        assert!(first.starts_with(&format!("{played} ")), "{out}");
    }
}

#[test]
fn what_settles_a_position_is_named() {
    let fortress = json(&[
        "pawnking",
        "8/8/1k6/1p1p1p1p/1P1P1P1P/1K6/8/8 w - -",
        "--json",
    ]);
    assert_eq!(fortress["without_search"]["settled"], "fortress");
    let runner = json(&["pawnking", "8/8/8/P5k1/8/8/8/K7 w - -", "--json"]);
    assert_eq!(runner["claim"], "win");
}

#[test]
fn options_change_the_search() {
    let nodes = |options: &[&str]| {
        let mut words = vec!["pawnking", "8/kp6/8/PP6/1K6/8/8/8 w - -", "--json"];
        words.extend(options);
        json(&words)["stats"]["nodes"].as_u64().expect("a number")
    };
    assert!(nodes(&["--reuse", "sensitive"]) < nodes(&["--reuse", "never"]));
    assert_ne!(nodes(&["--selective"]), nodes(&[]));
}

#[test]
fn a_time_limit_is_told() {
    let crowd = "4k3/5ppp/8/8/8/8/PPP5/3K4 w - -";
    let answer = json(&["pawnking", crowd, "--json", "--time", "0.05"]);
    assert_eq!(answer["stopped"], "time");
    assert!(answer["claim"].is_null() && answer["move"].is_object());
    let words = peasant(&["pawnking", crowd, "--time", "0.05"]);
    let out = text(&words.stdout);
    assert!(out.contains("stopped by the time limit"), "{out}");
}

#[test]
fn the_end_of_the_game_is_named() {
    let out = text(&peasant(&["pawnking", "k7/P7/K7/8/8/8/8/8 b - -"]).stdout);
    assert!(out.contains("Black is stalemated."), "{out}");
    let answer = json(&["pawnking", "k7/P7/K7/8/8/8/8/8 b - -", "--json"]);
    assert!(answer["move"].is_null() && answer["claim"] == "draw");
}

#[test]
fn bad_input_is_refused() {
    for (words, part) in [
        (
            &["pawnking", "7k/8/8/8/8/8/2Q5/K7 w - -"][..],
            "not a pawn ending",
        ),
        (&["pawnking", "8/8/8 w"][..], "bad FEN"),
        (
            &["pawnking", RETI, "--reuse", "often"][..],
            "use never, careful or sensitive",
        ),
        (&["pawnking", RETI, "--time", "0"][..], "above 0"),
    ] {
        let run = peasant(words);
        assert_eq!(run.status.code(), Some(2), "{words:?}");
        let err = text(&run.stderr);
        assert!(err.contains(part), "{err}");
    }
}

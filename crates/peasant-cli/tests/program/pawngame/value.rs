//! Combinatorial values, as a user or another program meets them.

#[cfg(unix)]
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{keys, pawngame, words};
#[cfg(unix)]
use crate::common::program;
use crate::common::{object, text};

fn value(args: &[&str]) -> Value {
    object(&pawngame(&[&["value", "--json"], args].concat()))
}

/// Published values, which know no en passant.
#[test]
fn known_values() {
    for (position, known) in [
        ("a2/a3", "0"),
        ("a2/a4", "*"),
        ("a2/a5", "up"),
        ("a2/a6", "double up + *"),
        ("a2/a7", "0"),
        ("a3/a5", "*"),
        ("a4/a7", "down"),
        ("a2 b2/a4 b6", "1/2"),
        ("a2 b3/a6 b5", "{1|0}"),
        ("a2 b4/a5 b7", "{3|-3}"),
    ] {
        let plain = value(&["--no-en-passant", position]);
        assert_eq!(plain["value"], known, "{position}");
        assert_eq!(plain["value_without_en_passant"], Value::Null);
        let full = value(&[position]);
        let without = match full["en_passant"].as_bool() {
            Some(true) => &full["value_without_en_passant"],
            _ => &full["value"],
        };
        assert_eq!(without, known, "{position}");
    }
}

#[test]
fn the_object_has_these_keys() {
    let answer = value(&["a2", "b2", "h3/a6", "b7", "h7"]);
    assert_eq!(
        keys(&answer),
        [
            "black_to_move",
            "en_passant",
            "islands",
            "outcome",
            "position",
            "rules",
            "schema",
            "stats",
            "stopped",
            "strength",
            "value",
            "value_without_en_passant",
            "white_to_move"
        ]
    );
    assert_eq!(answer["value"], "down + *");
    assert_eq!(answer["outcome"], "first");
    let draw = json!({ "lower": "draw", "upper": "draw" });
    assert_eq!(
        (&answer["white_to_move"], &answer["black_to_move"]),
        (&draw, &draw)
    );
    assert_eq!(answer["strength"], "none");
    assert_eq!(answer["rules"]["preset"], "pawn-game");
    assert_eq!(
        answer["islands"],
        json!([
            { "position": "8/1p6/p7/8/8/8/PP6/8 w - -", "value": "up", "strength": "weakly won for White" },
            { "position": "8/7p/8/8/8/7P/8/8 w - -", "value": "double down + *", "strength": "none" },
        ])
    );
    let zugzwang = value(&["2/pp/2/2/2/2/PP/2"]);
    assert_eq!(zugzwang["strength"], "mutual zugzwang");
    assert_eq!(zugzwang["outcome"], "second");
}

#[test]
fn values_in_words() {
    let two = words(&["value", "--ascii", "a2 b2 h3/a6 b7 h7"]);
    for part in [
        "2  P P . . . . . .\n",
        "Value: down + *\n",
        "If a player who cannot move loses, whoever moves first wins.",
        "a2 b2/a6 b7  up               weakly won for White\n",
        "White to move draws, Black to move draws",
    ] {
        assert!(two.contains(part), "`{part}` is not in: {two}");
    }
    let one = words(&["value", "a2 b2/a4 b6"]);
    assert!(
        one.contains("Value: double up\nWithout en passant: 1/2\n"),
        "{one}"
    );
    assert!(!one.contains("Island"), "there is only one: {one}");
    let won = words(&["value", "a6/"]);
    assert!(won.contains("strongly won for White"), "{won}");
}

#[test]
fn bad_input_is_refused_with_its_reason() {
    let cases: [(&[&str], &str); 4] = [
        (&[], "give a position"),
        (&["a2/a7", "--limit", "2"], "--limit"),
        (&["a2/a7", "--limit", "many"], "--limit"),
        (&["a2/a9"], "a9"),
    ];
    for (args, reason) in cases {
        let output = pawngame(&[&["value"], args].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(reason), "{args:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}

/// All files full: nobody knows what that is worth.
const LARGE: &str = "a2 b2 c2 d2 e2 f2 g2 h2/a7 b7 c7 d7 e7 f7 g7 h7";

#[test]
fn limits_on_time_and_memory_end_the_work_in_time() {
    for (limit, reason) in [(["--time", "0.2"], "time"), (["--memory", "1"], "memory")] {
        let args = [&limit[..], &["--limit", "1000000000", LARGE]].concat();
        let start = Instant::now();
        let found = value(&args);
        assert!(start.elapsed() < Duration::from_secs(20), "{limit:?}");
        assert_eq!(found["stopped"], reason);
        for key in [
            "value",
            "outcome",
            "en_passant",
            "white_to_move",
            "strength",
        ] {
            assert_eq!(found[key], Value::Null, "{key}");
        }
        assert_eq!(found["islands"][0]["value"], Value::Null);
        let said = words(&[&["value"], &args[..]].concat());
        assert!(said.contains("Value: not known (stopped by"), "{said}");
        assert!(said.contains(&format!("--{reason} allows more")), "{said}");
    }
    assert_eq!(value(&["a2/a4"])["stopped"], Value::Null);
}

/// The interrupt of Ctrl-C, as a terminal sends it.
#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_is_known() {
    // An interrupt that comes before the program is ready ends it: then it gets more time.
    let output = [1, 4, 16].into_iter().find_map(|seconds| {
        let output = interrupted_after(Duration::from_secs(seconds));
        (!output.stdout.is_empty()).then_some(output)
    });
    let output = output.expect("16 seconds are enough to begin");
    assert_eq!(output.status.code(), Some(130));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["stopped"], "cancelled");
    assert_eq!(found["value"], Value::Null);
}

#[cfg(unix)]
fn interrupted_after(time: Duration) -> Output {
    let child = program()
        .args(["pawngame", "value", "--json"])
        .args(["--limit", "1000000000", "--time", "60", LARGE])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(time);
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill is there");
    assert!(sent.success());
    child.wait_with_output().expect("it ends")
}

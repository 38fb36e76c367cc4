//! Games with pawns alone, as a user or another program meets them.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::common::{object, peasant, program, text};

mod checkpoints;
mod value;

fn pawngame(args: &[&str]) -> Output {
    peasant(&[&["pawngame"], args].concat())
}

fn solve(args: &[&str]) -> Value {
    object(&pawngame(&[&["solve", "--json"], args].concat()))
}

fn words(args: &[&str]) -> String {
    let output = pawngame(args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "no progress in a pipe");
    text(&output.stdout)
}

/// A sitting at the board, typed in advance.
fn play(args: &[&str], typed: &str) -> String {
    let mut child = program()
        .args(["pawngame", "play", "--ascii", "--seed", "1"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A sitting that ends by `quit` need not read everything.
    _ = pipe.write_all(typed.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

fn keys(value: &Value) -> Vec<&String> {
    let mut keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
    keys.sort();
    keys
}

/// The moves with this exact result, in order of their names.
fn moves<'a>(answer: &'a Value, result: &str) -> Vec<&'a str> {
    let all = answer["moves"].as_array().expect("moves").iter();
    let wanted = all.filter(|m| m["exact"] == true && m["result"]["lower"] == result);
    let mut names: Vec<&str> = wanted
        .map(|m| m["move"].as_str().expect("a name"))
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn four_files_are_won_by_two_moves() {
    let answer = solve(&["--files", "4"]);
    assert_eq!(answer["position"], "4/pppp/4/4/4/4/PPPP/4 w - -");
    assert_eq!(answer["side_to_move"], "white");
    assert_eq!(answer["result"], json!({ "lower": "win", "upper": "win" }));
    assert_eq!(answer["exact"], true);
    assert_eq!(moves(&answer, "win"), ["b4", "c4"]);
    assert_eq!(moves(&answer, "loss").len(), 6);
    assert_eq!(answer["stopped"], Value::Null);
    let first = answer["line"][0].as_str().expect("a move");
    assert!(["b4", "c4"].contains(&first), "{first}");
}

#[test]
fn hexapawn_is_lost_on_3x3_and_won_on_4x4() {
    let small = solve(&["--preset", "hexapawn"]);
    assert_eq!(small["result"], json!({ "lower": "loss", "upper": "loss" }));
    let large = solve(&["--files", "4", "--preset", "hexapawn", "--ranks", "4"]);
    assert_eq!(large["result"], json!({ "lower": "win", "upper": "win" }));
}

#[test]
fn the_object_has_these_keys() {
    let answer = solve(&["--files", "3"]);
    assert_eq!(
        keys(&answer),
        [
            "ending",
            "exact",
            "line",
            "line_moves",
            "moves",
            "position",
            "promising",
            "result",
            "rules",
            "schema",
            "side_to_move",
            "stats",
            "stopped"
        ]
    );
    assert_eq!(
        answer["rules"],
        json!({
            "preset": "pawn-game", "files": 3, "ranks": 8, "rows": 1, "home_rank": 2,
            "double_step": true, "en_passant": true, "no_move": "draw",
        })
    );
    assert_eq!(
        keys(&answer["moves"][0]),
        [
            "ending", "exact", "from", "move", "position", "result", "to"
        ]
    );
    assert_eq!(
        keys(&answer["stats"]),
        ["bytes", "nodes", "peak_memory_mib", "positions", "seconds"]
    );
}

#[test]
fn options_change_the_rules_and_so_their_name() {
    for (args, name) in [
        (&["--no-move", "alburt"][..], json!("alburt")),
        (
            &["--preset", "alburt", "--no-move", "draw"],
            json!("pawn-game"),
        ),
        (&["--no-move", "loss"], Value::Null),
        (&["--no-en-passant"], Value::Null),
        (&["--no-double-step"], Value::Null),
        (&["--rows", "2"], json!("peasants")),
    ] {
        let answer = solve(&[args, &["--files", "1"]].concat());
        assert_eq!(answer["rules"]["preset"], name, "{args:?}");
    }
    let crowded = solve(&["--preset", "peasants", "2/p1/1P/2"]);
    assert_eq!(crowded["rules"]["rows"], 1, "two rows have no room");
    let slow = solve(&["--no-double-step", "--files", "2"]);
    assert_eq!(slow["rules"]["en_passant"], false);
    assert_eq!(slow["moves"].as_array().expect("moves").len(), 2);
}

#[test]
fn methods_and_threads_agree() {
    let game = ["--files", "4", "--preset", "alburt"];
    let reference = solve(&game);
    for settings in [
        &["--threads", "1"][..],
        &["--threads", "2"],
        &["--method", "proof-number", "--memory", "256"],
    ] {
        let answer = solve(&[&game[..], settings].concat());
        assert_eq!(answer["result"], reference["result"], "{settings:?}");
        for result in ["win", "draw", "loss"] {
            assert_eq!(
                moves(&answer, result),
                moves(&reference, result),
                "{settings:?}"
            );
        }
    }
}

/// The same position in every form, as one word and as several; its board gives the size.
#[test]
fn positions_come_in_three_forms() {
    let forms: [&[&str]; 6] = [
        &["3/1pp/p2/P2/1PP/3 b - -"],
        &["3/1pp/p2/P2/1PP/3", "b", "-", "-"],
        &["3/1XX/X2/o2/1oo/3 b -"],
        &["3/1xx/x2/O2/1OO/3_b"],
        &["a3 b2 c2/a4 b5 c5 b", "--files", "3", "--ranks", "6"],
        &[
            "--files", "3", "--ranks", "6", "a3", "b2", "c2/a4", "b5", "c5", "b",
        ],
    ];
    for form in forms {
        let answer = solve(form);
        assert_eq!(answer["position"], "3/1pp/p2/P2/1PP/3 b - -", "{form:?}");
        assert_eq!(answer["side_to_move"], "black");
        assert_eq!(answer["rules"]["files"], 3);
        assert_eq!(answer["rules"]["ranks"], 6);
    }
    let list = solve(&["a6/b6"]);
    assert_eq!(list["rules"]["files"], 8, "a list has the preset's board");
    let one_given = solve(&["--files", "3", "3/1pp/p2/P2/1PP/3 b"]);
    assert_eq!(
        one_given["rules"]["ranks"], 6,
        "the position gives the rest"
    );
}

#[test]
fn the_answer_in_words() {
    let out = words(&["solve", "--files", "4", "--ascii"]);
    for part in [
        "7  p p p p\n",
        "   a b c d\n",
        "White to move wins: b4, c4.",
        "Move     Result for White",
        "a3       loss",
        "Line: 1.",
        "positions in the table",
    ] {
        assert!(out.contains(part), "`{part}` is not in: {out}");
    }
    let black = words(&["solve", "4/1ppp/p3/4/P3/4/1PPP/4", "b"]);
    assert!(black.contains("Line: 1..."), "{black}");
    assert!(
        black.contains('♟') && black.contains("Black to move"),
        "{black}"
    );
}

#[test]
fn the_game_may_be_over() {
    for (position, why) in [
        (
            "4/4/4/4/4/4/PPPP/4 b",
            "Black has no pawns left: White has won.",
        ),
        ("4/4/4/p3/P3/4/4/4 w", "White has no move: a draw."),
    ] {
        let out = words(&["solve", position]);
        assert!(out.contains(why), "{out}");
        let answer = solve(&[position]);
        assert_eq!(answer["moves"], json!([]));
        assert_eq!(answer["exact"], true);
    }
    let lost = solve(&["--preset", "hexapawn", "4/4/p3/P3/4 w"]);
    assert_eq!(lost["result"]["upper"], "loss");
}

#[test]
fn perft_counts() {
    let count = |args: &[&str]| {
        let answer = object(&pawngame(&[&["perft", "--json"], args].concat()));
        answer["nodes"].as_u64().expect("a count")
    };
    assert_eq!(count(&["--depth", "0"]), 1);
    assert_eq!(count(&["--depth", "2"]), 256);
    assert_eq!(count(&["--depth", "1", "--preset", "hexapawn"]), 3);
    assert_eq!(count(&["--depth", "1", "4/4/4/p3/P3/4/4/4 w"]), 0);
    let passed = "4/1ppp/4/4/pP2/4/P1PP/4 b - b3";
    assert_eq!(count(&["--depth", "1", passed]), 8, "with axb3");
    let out = words(&["perft", "--depth", "2", "--files", "4"]);
    assert!(out.starts_with("64 lines of 2 plies"), "{out}");
}

#[test]
fn bad_input_is_refused_with_its_reason() {
    let cases: [(&[&str], &str); 28] = [
        (&["--preset", "chess"], "hexapawn"),
        (&["--no-move", "win"], "alburt"),
        (&["--files", "9"], "1 to 8"),
        (&["--files", "0"], "1 to 8"),
        (&["--files", "-1"], "-1"),
        (&["--ranks", "3"], "4 to 8"),
        (&["--ranks", "9", "--preset", "hexapawn"], "3 to 8"),
        (&["--rows", "3"], "1 or 2"),
        (&["--rows", "2", "--ranks", "5"], "6 ranks"),
        (&["--threads", "0"], "--threads"),
        (&["--memory", "0"], "--memory"),
        (
            &["--memory", "1"],
            "needs 16 MiB at least: allow more by --memory",
        ),
        (&["--time", "-1"], "--time"),
        (&["--method", "guess"], "proof-number"),
        (&[""], "no position"),
        (&["4/1qpp/p3/4/P3/4/1PPP/4 b"], "`q`"),
        (&["4/1ppp/p3/4/P3/4/1PPP/4 x"], "w or b"),
        (&["4/1ppp/p3/5/P3/4/1PPP/4 w"], "rank `5`"),
        (&["4/1ppp/p3/4/P3/4/1PPP/4 w - c6"], "c6"),
        (&["P3/1ppp/4/4/4/4/1PPP/4 b"], "a8 has won"),
        (&["4/4/4/4/4/4/4/P3 w"], "a1"),
        (&["a2 a2/b7"], "two pawns on a2"),
        (&["/"], "there is no pawn"),
        (&["hello"], "the board `hello` has 1 rank"),
        (&["ppp/3/PPP"], "--preset hexapawn"),
        (&["a1", "b1/a3", "b3"], "--preset hexapawn"),
        (
            &["--no-en-passant", "4/4/4/pP2/4/4/4/4 w - a6"],
            "nobody takes en passant by these rules",
        ),
        (
            &["--files", "5", "4/1ppp/p3/4/P3/4/1PPP/4 b"],
            "leave out --files",
        ),
    ];
    for (args, reason) in cases {
        let output = pawngame(&[&["solve"], args].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(reason), "{args:?}: {error}");
        assert!(output.stdout.is_empty());
    }
    let long = "x".repeat(100_000);
    let error = text(&pawngame(&["solve", &long]).stderr);
    assert!(error.len() < 1000, "a long text is not repeated");
}

#[test]
fn a_sitting() {
    let typed = "help\nnonsense\nb5\nb4\nhint\nhint\nhint\nmoves\nundo\nundo\nboard\n\nquit\nb4\n";
    let out = play(&["--files", "4"], typed);
    for part in [
        "You are White.",
        "take back your last move",
        "`nonsense` is no move: write b4, axb5 or a2a4",
        "`b5` is not legal here",
        "Legal moves: a3 a4 b3 b4 c3 c4 d3 d4",
        "Black plays ",
        "Look at the pawn on ",
        "Play ",
        "White to move wins: ",
        "Move     Result for White",
        "You have not moved yet",
    ] {
        assert!(out.contains(part), "`{part}` is not in: {out}");
    }
    let starts = out.matches("7  p p p p\n").count();
    assert_eq!(starts, 3, "at first, after undo, for board: {out}");
    assert_eq!(out.matches("Black plays").count(), 1, "nothing after quit");
}

#[test]
fn a_game_to_the_end_and_back() {
    let here = &["4/4/P2p/4/4/4/4/4 w"];
    let out = play(here, "a7\na8\na8\nmoves\nhint\nundo\na7a8\n");
    assert_eq!(
        out.matches("White has a pawn on the last rank: White has won.")
            .count(),
        3
    );
    assert!(
        out.contains("The game is over: type undo, new or quit."),
        "{out}"
    );
    let blocked = play(&["4/4/p3/4/P3/4/4/4 w"], "a5\n");
    assert!(blocked.contains("Black has no move: a draw."), "{blocked}");
    let bare = play(&["4/4/1p2/P3/4/4/4/4 w"], "axb6\n");
    assert!(
        bare.contains("Black has no pawns left: White has won."),
        "{bare}"
    );
}

#[test]
fn sides_may_change() {
    let out = play(&["--files", "3", "--side", "black"], "switch\nnew\n");
    assert!(out.contains("You are Black."), "{out}");
    assert!(out.contains("White plays"), "the solver begins: {out}");
    assert!(out.contains("You are White."), "{out}");
    assert!(out.contains("Black plays"), "{out}");
    let last = out.lines().last().expect("a line");
    assert_eq!(last, "White to move.", "the game begins again: {out}");
}

#[test]
fn a_seed_repeats_a_sitting_and_weakness_shows() {
    let typed = "c4\nhint\n";
    let weak = |strength| play(&["--files", "4", "--strength", strength], typed);
    assert_eq!(weak("0"), weak("0"));
    assert_eq!(weak("5"), weak("5"));
    let output = pawngame(&["play", "--strength", "11"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("0 to 10"));
}

/// Lines without end, bytes that are no text: all of it is refused, none of it hurts.
#[test]
fn garbage_is_refused() {
    let mut child = program()
        .args(["pawngame", "play", "--files", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(&[0xff, 0, b'\n', 0x1b, b'[', b'2', b'J', b'\n'])
        .expect("it reads");
    pipe.write_all(&[b'a'; 2000]).expect("it reads");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(!text(&output.stdout).contains(['\u{1b}', '\0']));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for verb in ["solve", "play"] {
        let mut child = program()
            .args(["pawngame", verb, "--files", "4"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    }
}

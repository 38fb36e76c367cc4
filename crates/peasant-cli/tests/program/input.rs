//! What people paste in place of a FEN, and what they are told where it cannot be understood.

use std::fs;

use serde_json::Value;
use specification::cases;

use crate::common::{feed, object, peasant, text};

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

/// The verbs that take a position, each so that it is done at once.
const VERBS: [&[&str]; 6] = [
    &["solve"],
    &["explain"],
    &["perft", "--depth", "2"],
    &["classic", "--depth", "4"],
    &["pawnking"],
    &["diagram", "-o", "-"],
];

fn ask(verb: &[&str], position: &str) -> std::process::Output {
    peasant(&[&verb[..1], &[position], &verb[1..]].concat())
}

#[test]
fn every_verb_understands_what_people_paste() {
    cases("every_verb_understands_what_people_paste", |case| {
        let pasted = &case.text;
        for verb in VERBS {
            let (pasted, plain) = (ask(verb, pasted), ask(verb, RETI));
            assert_eq!(
                pasted.status.code(),
                Some(0),
                "{verb:?}: {}",
                text(&pasted.stderr)
            );
            assert_eq!(text(&pasted.stderr), "", "{verb:?}");
            if verb[0] == "diagram" {
                assert!(text(&pasted.stdout).contains("<svg"));
                assert_eq!(pasted.stdout, plain.stdout);
            }
        }
        let answer = object(&peasant(&["solve", pasted, "--json"]));
        assert_eq!(answer["fen"], "7K/8/k1P5/7p/8/8/8/8 w - - 0 1");
    });
    let kpk = peasant(&[
        "kpk",
        "lichess.org/editor/4k3/8/4K3/4P3/8/8/8/8_b_-_-",
        "--json",
    ]);
    assert_eq!(object(&kpk)["side_to_move"], "black");
}

/// As books list the men; `input.cases` cannot hold the semicolon.
#[test]
fn every_verb_reads_men_as_books_list_them() {
    for verb in VERBS {
        let (listed, plain) = (ask(verb, "Kh8, c6; Ka6, h5 w"), ask(verb, RETI));
        let error = text(&listed.stderr);
        assert_eq!((listed.status.code(), &*error), (Some(0), ""), "{verb:?}");
        if verb[0] == "diagram" {
            assert_eq!(listed.stdout, plain.stdout);
        }
    }
    let output = feed(&["epd", "-", "--json"], "Kh8, c6; Ka6, h5 w bm Kg7;\n");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    for (words, told) in [
        ("Kh8, c6; Ka6, h9 w", "`h9` is neither a man on a square"),
        ("Kh8, c6; Ka6, h5", "write `w` or `b` there"),
        ("Kh8, c6; Kg8, h5 w", "bad position `Kh8, c6; Kg8, h5 w`:\n"),
    ] {
        let output = peasant(&["solve", words]);
        assert_eq!(output.status.code(), Some(2), "{words}");
        let error = text(&output.stderr);
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn a_position_may_come_on_standard_input() {
    for input in [
        RETI,
        "# Réti\n\n7K/8/k1P5/7p/8/8/8/8 w - -\r\n\n",
        "\u{feff}Kh8, c6; Ka6, h5 w\n",
    ] {
        for verb in ["solve", "explain"] {
            let answer = object(&feed(&[verb, "-", "--json"], input));
            assert_eq!(answer["fen"], "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "{verb}");
        }
    }
    for (input, told, cure) in [
        ("", "holds no position", "write one there"),
        (" \n# x\n", "holds no position", "write one there"),
        (
            "7K/8/k1P5/7p/8/8/8/8 w - -\n8/8 w\n",
            "more than one position, `8/8 w` too",
            "use `peasant epd -` for many",
        ),
        ("[Event \"x\"]\n\n1. e4 *\n", "game in PGN", "annotate"),
        ("8/8 w", "bad FEN `8/8 w`", "write 8 with"),
    ] {
        let output = feed(&["solve", "-"], input);
        assert_eq!(output.status.code(), Some(2), "{input}");
        let error = text(&output.stderr);
        assert!(error.contains(told) && error.contains(cure), "{error}");
    }
}

#[test]
fn a_board_alone_is_white_to_move_and_that_is_said() {
    let output = peasant(&["solve", "7K/8/k1P5/7p/8/8/8/8", "--json"]);
    assert_eq!(object(&output)["side_to_move"], "white");
    let warning = "peasant: warning: no side to move given: White\n";
    assert_eq!(text(&output.stderr), warning);
    let output = feed(
        &["epd", "-", "--json"],
        "# x\n7K/8/k1P5/7p/8/8/8/8 bm Kg7;\n",
    );
    let warning = "peasant: warning: line 2: no side to move given: White\n";
    assert_eq!(text(&output.stderr), warning);
}

/// Never more than three lines: what it looks like, or what is wrong; and what to do.
#[test]
fn what_is_not_understood_is_told_in_three_lines() {
    cases("what_is_not_understood_is_told_in_three_lines", |case| {
        let (told, cure) = (case.get("told"), case.get("cure"));
        let output = peasant(&["solve", &case.text]);
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.contains(told) && error.contains(cure), "{error}");
        assert!(error.lines().count() <= 3, "{error}");
        assert!(!error.contains("must have been pawns"), "{error}");
        assert!(output.stdout.is_empty());
    });
}

/// A whole file of something else is told once, not line by line.
#[test]
fn a_file_of_something_else_is_told_once() {
    let name = format!("peasant-input-{}", std::process::id());
    let file = std::env::temp_dir().join(name);
    for (bytes, told, cure) in [
        (
            &b"\n[Event \"x\"]\n[Site \"y\"]\n\n1. e4 e5 *\n"[..],
            "looks like a game in PGN",
            "annotate",
        ),
        (b"PK\x03\x04\x00\n", "compressed file", "unzip"),
        (b"{\"a\":\n1}\n", "JSON", "give a FEN"),
        (b"\xff\xfe8\x00/\x00\n\x00", "UTF-16", "UTF-8"),
    ] {
        fs::write(&file, bytes).expect("writable");
        for verb in ["epd", "compare"] {
            let output = peasant(&[verb, file.to_str().expect("UTF-8")]);
            assert_eq!(output.status.code(), Some(2), "{told}");
            let error = text(&output.stderr);
            assert!(error.contains(told) && error.contains(cure), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
    fs::remove_file(&file).expect("it is ours");
}

#[test]
fn files_may_have_marks_comments_and_loose_moves() {
    let input = "\u{feff}% comment\n; comment\n# comment\n\n\
        8/8/8/6K1/8/k7/8/8 white KQkq e6 bm g5f5 K-h6; id \"king\";\n\
        8/4P3/8/8/8/k7/8/K7 w - - bm e7-e8=Q; am e7-e8=N!; id \"queen\";\n\
        8/4P3/8/8/8/k7/8/K7 w - - 3 bm e8Q; id \"bare\";\n\
        8/4P3/8/8/8/k7/8/K7 w - - bm e7e8q, e8=R; id \"pair\";\n\
        8/8/8/6K1/8/k7/8/8 w KQkq e3 bm Kf5 Kh6; id \"left over\";\n\
        8/8/8/1k1pP3/8/8/8/4K3 w - d6 bm exd6 e.p.; id \"passing\";\n\
        8/4P3/8/8/8/k7/8/K7 w - - bm 0-0; id \"castles\";\n";
    let output = feed(&["epd", "-", "--json"], input);
    let rows: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let ids: Vec<&Value> = rows.iter().map(|row| &row["id"]).collect();
    assert_eq!(
        ids[..6],
        ["king", "queen", "bare", "pair", "left over", "passing"]
    );
    for row in &rows[..5] {
        assert_eq!(row["verdict"], "agree", "{row}");
    }
    assert_eq!(
        (&rows[6]["verdict"], &rows[6]["line_number"]),
        (&"no claim".into(), &11.into())
    );
    let told = text(&feed(&["epd", "-"], input).stderr);
    assert!(
        told.contains("line 11: bm: \"0-0\" is illegal: nobody can castle"),
        "{told}"
    );
}

/// Checks that no last move can have given are played on from as they stand, by every verb.
#[test]
fn impossible_checks_are_handled_by_every_verb() {
    cases("impossible_checks_are_handled_by_every_verb", |case| {
        let double = &case.text;
        for verb in VERBS {
            let output = ask(verb, double);
            let error = text(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{verb:?} {double}: {error}");
        }
        let answer = object(&peasant(&["solve", double, "--json"]));
        assert_eq!(answer["exact"], true, "{double}");
        let perft = object(&peasant(&["perft", double, "--depth", "1", "--json"]));
        let moves = answer["moves"].as_array().expect("moves").len();
        assert_eq!(perft["nodes"].as_u64(), Some(moves as u64), "{double}");
        for verb in ["epd", "compare"] {
            let output = feed(&[verb, "-", "--json"], double);
            assert_eq!(output.status.code(), Some(0), "{verb} {double}");
        }
    });
}

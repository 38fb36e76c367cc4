//! `peasant compare`: what the historic programs say, judged.

use std::process::Output;

use crate::common::{feed, object, peasant, text};
use serde_json::{Value, json};

/// An ending with a published rule, Fine's famous position, a stalemate, en passant, and a queen that does not win in chess.
const FILE: &str = "\
# a comment
7k/8/8/8/p7/8/8/7K b - - id \"outside the square\"; c0 \"win\";
8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1; id \"Fine #70\";
8/8/8/8/8/5k2/5p2/5K2 w - - id \"stalemate\";

8/8/8/2k5/2pP4/8/8/4K3 b - d3 0 1
8/K1P5/8/8/8/8/7p/7k w - - id \"queen against pawn\";
";

fn compare(input: &str, args: &[&str]) -> Output {
    feed(&[&["compare", "-"], args].concat(), input)
}

/// The objects of a run that answers: the rows, and the summary.
fn objects(output: &Output) -> (Vec<Value>, Value) {
    let out = text(&output.stdout);
    let mut objects: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("valid JSON"))
        .collect();
    let last = objects.pop().expect("a summary");
    (objects, last["summary"].clone())
}

/// What a program says in a row: claim, verdict, move, verdict of the move.
fn said(row: &Value, program: &str) -> [Value; 4] {
    let programs = row["programs"].as_array().expect("programs");
    let one = programs.iter().find(|p| p["program"] == program);
    let one = one.unwrap_or_else(|| panic!("{program} in {row}"));
    let mut said = ["claim", "verdict", "move", "move_verdict"].map(|key| one[key].clone());
    if said[2].is_object() {
        said[2] = said[2]["uci"].take();
    }
    said
}

#[test]
fn what_each_says() {
    let list = "exact,kpk,peasant:4,peasant,pawnking:glance";
    let output = compare(FILE, &["--json", "--programs", list]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let (rows, summary) = objects(&output);
    let lines: Vec<&Value> = rows.iter().map(|row| &row["line_number"]).collect();
    assert_eq!(lines, [2, 3, 4, 6, 7]);
    let cases = [
        (0, "kpk", json!(["win", "right", null, "none"])),
        (0, "peasant", json!(["win", "right", "a4a3", "right"])),
        (1, "kpk", json!([null, "n/a", null, "n/a"])),
        (1, "peasant:4", json!([null, "none", "a1a2", "wrong"])),
        (1, "peasant", json!([null, "none", "a1b1", "right"])),
        (2, "kpk", json!(["draw", "right", null, "none"])),
        (2, "peasant", json!(["draw", "right", null, "none"])),
        (3, "peasant", json!([null, "none", "c4d3", "right"])),
        // By Newborn's rules the queen wins.
        (4, "peasant", json!(["win", "wrong", "c7c8q", "right"])),
        (
            4,
            "pawnking:glance",
            json!([null, "none", "c7c8q", "right"]),
        ),
    ];
    for (row, program, expected) in cases {
        assert_eq!(
            json!(said(&rows[row], program)),
            expected,
            "{row} {program}"
        );
    }
    assert_eq!(
        (&summary["positions"], &summary["exact"]),
        (&5.into(), &5.into())
    );
    let kpk = &summary["programs"][0];
    assert_eq!(
        (&kpk["program"], &kpk["applies"]),
        (&"kpk".into(), &2.into())
    );
    assert_eq!(
        kpk["claims"],
        json!({ "right": 2, "wrong": 0, "none": 3, "open": 0 })
    );
    let peasant = &summary["programs"][2];
    assert_eq!(
        peasant["claims"],
        json!({ "right": 2, "wrong": 1, "none": 2, "open": 0 })
    );
    assert_eq!(
        peasant["moves"],
        json!({ "right": 4, "wrong": 0, "none": 1, "open": 0 })
    );
}

#[test]
fn the_fields_of_a_row() {
    let list = "church:6,pawnking,pawnking:glance,kpk";
    let (rows, summary) = objects(&compare(FILE, &["--json", "--programs", list]));
    let row = &rows[0];
    assert_eq!(row["id"], "outside the square");
    assert_eq!(row["fen"], "7k/8/8/8/p7/8/8/7K b - - 0 1");
    assert_eq!(
        row["exact"]["result"],
        json!({ "lower": "win", "upper": "win" })
    );
    assert_eq!(row["exact"]["exact"], true);
    assert!(row["exact"]["stats"]["structures"].as_u64() > Some(0));
    assert!(row["exact"]["stats"]["seconds"].is_number());
    let [church, pawnking, glance, kpk] = [0, 1, 2, 3].map(|i| &row["programs"][i]);
    assert_eq!(church["terminals"].as_array().map(Vec::len), Some(9));
    assert!(church["stats"]["nodes"].as_u64() > Some(1) && church["stats"]["seconds"].is_number());
    assert_eq!(
        (&church["move"]["san"], &church["stopped"]),
        (&"a3".into(), &Value::Null)
    );
    assert_eq!(pawnking["settled"], "king and pawn against king");
    assert_eq!(glance["settled"], pawnking["settled"]);
    assert!(kpk.get("settled").is_none() && kpk.get("terminals").is_none());
    // The summary adds up what the rows say.
    let nodes = |p: &Value| p["stats"]["nodes"].as_u64().expect("a count");
    let sum: u64 = rows.iter().map(|row| nodes(&row["programs"][0])).sum();
    assert_eq!(nodes(&summary["programs"][0]), sum);
    let counts = summary["programs"][0]["terminals"].as_array();
    assert_eq!(counts.map(Vec::len), Some(9));
}

#[test]
fn in_words() {
    let out = text(&compare(FILE, &[]).stdout);
    assert!(out.lines().all(|line| line.chars().count() <= 120), "{out}");
    let after = |start: &str| {
        let line = out
            .lines()
            .rfind(|line| line.trim_start().starts_with(start));
        let words = line.expect("a line").split_whitespace().skip(1);
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(
        out.contains("Fine #70  8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1\n"),
        "{out}"
    );
    assert!(
        out.contains("5 positions: the result of 5 is exact, of 0 open\n"),
        "{out}"
    );
    assert_eq!(
        after("peasant:10")[..8],
        ["2", "1", "2", "0", "4", "0", "1", "0"]
    );
    assert_eq!(after("kpk")[..8], ["2", "0", "3", "0", "0", "0", "5", "0"]);
}

/// By its own rules PEASANT is right.
#[test]
fn the_rules_of_the_yardstick() {
    let (rows, _) = objects(&compare(FILE, &["--json", "--rules", "newborn"]));
    assert_eq!(rows[4]["rules"], "newborn");
    let expected = json!(["win", "right", "c7c8q", "right"]);
    assert_eq!(json!(said(&rows[4], "peasant:10")), expected);
}

#[test]
fn bounds_judge_what_they_can() {
    // Nothing is proved of the first; the claim and the move stay open.
    let args = ["--json", "--programs", "peasant:12", "--structures", "1"];
    let (rows, summary) = objects(&compare("8/8/2p5/8/8/P4k2/8/2K5 w - -\n", &args));
    assert_eq!(rows[0]["exact"]["exact"], false);
    let expected = json!(["win", "open", "a3a4", "open"]);
    assert_eq!(json!(said(&rows[0], "peasant:12")), expected);
    assert_eq!(summary["open"], 1);
    // A program that is stopped says so.
    let args = [
        "--json",
        "--programs",
        "pawnking:never",
        "--program-time",
        "0.001",
    ];
    let (rows, summary) = objects(&compare(FILE, &args));
    assert_eq!(rows[1]["programs"][0]["stopped"], "time");
    assert_eq!(said(&rows[1], "pawnking:never")[1], "none");
    let stopped = |row: &&Value| !row["programs"][0]["stopped"].is_null();
    let count = rows.iter().filter(stopped).count();
    assert_eq!(summary["programs"][0]["stopped"], count);
}

#[test]
fn the_order_of_the_file() {
    let file: String = (0..4)
        .map(|n| FILE.replace("#70", &format!("#70 no. {n}")))
        .collect();
    let run = |threads: &str| {
        let args = [
            "--json",
            "--programs",
            "peasant:8,kpk",
            "--threads",
            threads,
        ];
        let (rows, _) = objects(&compare(&file, &args));
        rows.into_iter()
            .map(|row| (row["line_number"].clone(), row["id"].clone()))
            .collect::<Vec<_>>()
    };
    let one = run("1");
    assert_eq!(one.len(), 20);
    assert_eq!(run("4"), one);
}

#[test]
fn bad_lines() {
    let file = format!("{FILE}nonsense\n8/8/3k4/8/8/3K4/8/R7 w - -\n");
    let output = compare(&file, &["--json", "--programs", "peasant:4"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "");
    let (rows, summary) = objects(&output);
    assert_eq!((rows.len(), &summary["bad_lines"]), (7, &2.into()));
    let error = |line: u64| {
        let row = rows.iter().find(|row| row["line_number"] == line);
        let message = row.expect("a row")["error"]["message"].as_str();
        message.expect("an error").to_owned()
    };
    assert!(error(8).starts_with("bad EPD: "), "{}", error(8));
    assert!(error(9).starts_with("not a pawn ending"), "{}", error(9));
    let output = compare(&file, &["--programs", "peasant:4"]);
    let error = text(&output.stderr);
    for reason in ["peasant: line 8: ", "line 9: not a pawn ending"] {
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn programs_named_twice_or_not_at_all() {
    let list = "peasant, peasant:10,exact,pawnking:careful,pawnking";
    let (rows, _) = objects(&compare(FILE, &["--json", "--programs", list]));
    let programs = rows[2]["programs"].as_array().expect("programs");
    let names: Vec<&Value> = programs.iter().map(|p| &p["program"]).collect();
    assert_eq!(names, ["peasant", "pawnking:careful"]);
    let (rows, summary) = objects(&compare(FILE, &["--json", "--programs", "exact"]));
    assert_eq!(rows[0]["programs"], json!([]));
    assert_eq!(summary["positions"], 5);
    let nothing = object(&compare("# nothing\n", &["--json"]));
    assert_eq!(nothing["summary"]["positions"], 0);
}

#[test]
fn what_it_refuses() {
    let cases = [
        ("peasant,fritz", "there is no program `fritz`; use exact,"),
        ("", "there is no program ``"),
        (
            "peasant:0",
            "`0` is no depth; use 1 to 60 plies, such as peasant:10",
        ),
        ("church:61", "such as church:10"),
        ("peasant:", "`` is no depth"),
        ("pawnking:deep", "pawnking knows no `deep`; use never,"),
        ("kpk:3", "kpk has no parameter"),
    ];
    for (programs, reason) in cases {
        let output = peasant(&["compare", "none.epd", "--programs", programs]);
        assert_eq!(output.status.code(), Some(2), "{programs}");
        let error = text(&output.stderr);
        assert!(error.contains(reason), "{error}");
    }
    let output = peasant(&["compare", "none.epd"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot read `none.epd`"));
}

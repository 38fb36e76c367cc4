//! The default rules, which are those of chess: what they answer, and what the program says where it has no answer.

use peasant::notation::fen;
use serde_json::Value;
use specification::records;

use crate::common::{feed, object, peasant, text};

fn solve(position: &str, args: &[&str]) -> Value {
    object(&peasant(&[&["solve", position, "--json"], args].concat()))
}

/// A position, and its result and a best move in chess and by Newborn's rules.
struct Study {
    fen: String,
    chess: String,
    newborn: String,
    source: String,
}

/// Where Newborn's rules are wrong: `data/positions/chess-against-newborn.txt`.
fn studies() -> Vec<Study> {
    let records = records("chess-against-newborn.txt").into_iter();
    let study = |record: Vec<String>| {
        let [fen, chess, newborn, source] = record.try_into().expect("four fields");
        Study {
            fen,
            chess,
            newborn,
            source,
        }
    };
    records.map(study).collect()
}

fn assert_answer(study: &Study, rules: &str, expected: &str) {
    let (result, best) = expected.split_once(' ').expect("a result and a move");
    let answer = solve(&study.fen, &["--rules", rules]);
    let context = format!("{} by {rules} rules: {answer}", study.source);
    assert_eq!(answer["exact"], true, "{context}");
    assert_eq!(answer["result"]["lower"], result, "{context}");
    let bests = answer["best"].as_array().expect("moves");
    assert!(bests.contains(&best.into()), "{context}");
}

#[test]
fn studies_that_newborns_rules_get_wrong() {
    let studies = studies();
    assert_eq!(studies.len(), 6);
    for study in &studies {
        assert_answer(study, "chess", &study.chess);
        assert_answer(study, "newborn", &study.newborn);
    }
}

#[test]
fn only_the_rook_wins() {
    let answer = solve("8/k1P5/p7/K7/8/8/8/8 w - -", &[]);
    assert_eq!(answer["best"], serde_json::json!(["c7c8r"]));
    let moves = answer["moves"].as_array().expect("moves");
    let queen = moves.iter().find(|m| m["uci"] == "c7c8q");
    assert_eq!(queen.expect("legal")["result"]["upper"], "draw");
}

fn rank(result: &Value) -> usize {
    let names = ["loss", "draw", "win"];
    let name = names.iter().position(|name| result == name);
    name.expect("a result")
}

/// Can both be right?
fn assert_compatible(one: &Value, other: &Value, context: &str) {
    let apart = |one: &Value, other: &Value| {
        rank(&one["result"]["lower"]) > rank(&other["result"]["upper"])
    };
    assert!(!apart(one, other) && !apart(other, one), "{context}");
}

#[test]
fn tables_contradict_no_proof() {
    let Some(tables) = specification::syzygy_directory() else {
        return specification::skip("tables contradict no proof of the program: there are none");
    };
    let tables = tables.to_str().expect("a name in Unicode");
    let more = records("with-tables.txt").into_iter().flatten();
    for position in studies().into_iter().map(|study| study.fen).chain(more) {
        let limits = ["--structures", "1000"];
        let without = solve(&position, &limits);
        let with = solve(&position, &[&limits[..], &["--syzygy", tables]].concat());
        let context = format!("{without}\n{with}");
        assert_compatible(&without, &with, &context);
        for m in without["moves"].as_array().expect("moves") {
            let moves = with["moves"].as_array().expect("moves");
            let same = moves.iter().find(|other| other["uci"] == m["uci"]);
            assert_compatible(m, same.expect("the same moves"), &context);
        }
    }
}

/// White loses, which takes far more memory to prove.
const LOST: &str = "8/6p1/3K1p2/p4P2/P4kP1/8/8/8 w - -";

#[test]
fn little_memory_is_no_wrong_answer() {
    for memory in ["1", "8", "16", "40"] {
        let limits = ["--memory", memory, "--time", "2"];
        let answer = solve(LOST, &limits);
        assert_eq!(answer["result"]["lower"], "loss", "{answer}");
        let exact = answer["result"]["upper"] == "loss";
        assert_eq!(answer["exact"], exact);
        if !exact {
            let stopped = answer["stopped"].as_str();
            assert!(matches!(stopped, Some("memory" | "time")), "{answer}");
            assert_eq!(answer["best"], serde_json::json!([]), "{answer}");
        }
    }
}

#[test]
fn little_memory_in_words() {
    let output = peasant(&["solve", LOST, "--memory", "8", "--time", "2"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
    let out = text(&output.stdout);
    let is_lost = out.lines().any(|line| line == "White to move loses.");
    let told = out.lines().find(|line| line.starts_with("Proved: "));
    let told = told.unwrap_or_default();
    let open = ["nothing yet", "something of", "at most a draw"];
    let open = open.iter().any(|words| told.contains(words));
    let stopped = told.contains("--memory allows more") || told.contains("--time allows");
    assert!(is_lost || open && stopped, "{out}");
}

/// Limits that leave these open, and endings with promoted pieces to blame.
const OPEN: [(&str, [&str; 2]); 3] = [
    ("8/8/8/2k4p/3pK3/1P3P2/8/8 w - -", ["--structures", "3000"]),
    ("8/4p3/7K/7P/p7/2k5/8/8 w - -", ["--memory", "16"]),
    (
        "7K/1P6/7k/3p3p/8/2pPP3/4P2p/8 w - -",
        ["--structures", "3000"],
    ),
];

fn assert_reason(reason: &Value) {
    let text = reason["fen"].as_str().expect("a FEN");
    let position = fen::parse(text).expect("a legal position");
    assert!(!position.is_pawn_ending(), "{reason}");
    let men = position.occupied().count();
    assert_eq!(reason["men"], men);
    assert_eq!(reason["syzygy"], men <= 7);
    assert_eq!(reason.as_object().expect("an object").len(), 3);
}

#[test]
fn open_answers_have_their_reasons() {
    let mut seen = [false; 2];
    for (position, limit) in OPEN {
        let answer = solve(position, &limit);
        for reason in answer["reasons"].as_array().expect("reasons") {
            assert_reason(reason);
            seen[usize::from(reason["syzygy"] == true)] = true;
        }
    }
    assert_eq!(seen, [true; 2], "with tables in the world and without");
}

#[test]
fn reasons_in_words() {
    let mut seen = 0;
    for (position, limit) in OPEN {
        let output = peasant(&[&["solve", position], &limit[..]].concat());
        let out = text(&output.stdout);
        let rows = out.lines().filter(|line| line.contains(" men"));
        for row in rows {
            let few = row.ends_with(" men: Syzygy tables have it (--syzygy)");
            // Whoever has no tables need not know that there are none.
            assert!(few || row.ends_with(" men"), "{out}");
            assert!(
                out.contains("The proof waits for endings such as these"),
                "{out}"
            );
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn exact_answers_need_no_reasons() {
    for study in studies() {
        let answer = solve(&study.fen, &[]);
        assert_eq!(answer["reasons"], serde_json::json!([]));
        assert_eq!(answer["stopped"], Value::Null);
    }
}

/// For one release the options of the conditional verdict do nothing, and say that they are gone.
#[test]
fn nothing_is_assumed() {
    let reti = "7K/8/k1P5/7p/8/8/8/8 w - -";
    let given = ["--assumptions", "--engine-nodes", "0"];
    let gone = |error: &str, options: &[&str]| {
        assert_eq!(error.lines().count(), options.len(), "{error}");
        for (line, option) in error.lines().zip(options) {
            let said = format!("peasant: warning: {option} is gone and does nothing: ");
            assert!(line.starts_with(&said), "{error}");
            assert!(line.ends_with("was wrong too often"), "{error}");
        }
    };
    for verb in ["solve", "explain"] {
        let output = peasant(&[&[verb, reti], &given[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{verb}");
        gone(&text(&output.stderr), &["--assumptions", "--engine-nodes"]);
        let help = peasant(&[verb, "--help"]);
        assert!(!text(&help.stdout).contains("--assumptions"), "{verb}");
    }
    let output = feed(&["epd", "-", "--assumptions", "--engine", "none"], reti);
    assert_eq!(output.status.code(), Some(0));
    gone(&text(&output.stderr), &["--assumptions", "--engine"]);
}

/// An open position says what is proved first, then how likely each result is, then what to play and who says so; nothing is told
/// twice.
#[test]
fn an_open_position_has_its_lines() {
    let race = "8/8/7p/2K4k/4P3/1p6/1P6/8 w - -";
    let args = ["--structures", "60"];
    let answer = solve(race, &args);
    assert_eq!(answer["exact"], false, "{answer}");
    assert_eq!(answer["conditional"], Value::Null, "{answer}");
    assert_eq!(answer["best"], serde_json::json!([]), "{answer}");
    assert_eq!(answer["line"], serde_json::json!([]), "{answer}");
    let out = text(&peasant(&[&["solve", race], &args[..]].concat()).stdout);
    let told: Vec<&str> = out
        .lines()
        .skip_while(|line| !line.starts_with("Proved: "))
        .collect();
    assert!(told[1].starts_with("Likely: White wins ("), "{out}");
    assert!(told[2].starts_with("Move: 1."), "{out}");
    assert!(told[2].contains(" by peasant's own search)"), "{out}");
    assert_eq!(told[3], "", "{out}");
    assert!(!out.contains("\nLine"), "{out}");
}

/// The line does not stop where the pawn promotes, and says what is left to do.
#[test]
fn a_line_goes_on_to_a_plain_win() {
    for (position, name, start, end) in [
        (
            "8/8/8/8/8/2k5/4P3/4K3 w - -",
            "plainly won",
            "Line: 1.Kf2 ",
            "e8=Q, and White wins with queen against king",
        ),
        (
            "8/P7/1K6/7p/8/6k1/8/8 w - -",
            "pawns stopped",
            "Line: 1.a8=Q,",
            ", and White wins: queen against pawn, which cannot get through",
        ),
    ] {
        let answer = solve(position, &[]);
        assert_eq!(answer["line_end"], name, "{answer}");
        let out = text(&peasant(&["solve", position]).stdout);
        let line = out.lines().find(|line| line.starts_with(start));
        assert!(line.is_some_and(|line| line.ends_with(end)), "{out}");
    }
}

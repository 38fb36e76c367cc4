//! `peasant kpk`: positions, the table of rules, and what it refuses.

use crate::common::{object, peasant, text};
use serde_json::json;
use specification::cases;

#[test]
fn a_position_in_words_and_json() {
    let fen = "4k3/8/4K3/4P3/8/8/8/8 b - -";
    let out = text(&peasant(&["kpk", fen, "--ascii"]).stdout);
    assert!(out.contains("Black to move loses."), "{out}");
    let reason = "Won, since White wins after every step of Black's king.";
    assert!(out.contains(reason) && !out.contains("rule 29"), "{out}");
    assert!(!out.contains("None of the published"), "{out}");
    let out = text(&peasant(&["kpk", fen, "--ascii", "-v"]).stdout);
    assert!(
        out.contains("None of the published rules applies."),
        "{out}"
    );
    assert!(
        out.contains("perfect rules: won, rule 29: every step of the defender, to move, leads to a position that the rules above call won."),
        "{out}"
    );
    let answer = object(&peasant(&["kpk", fen, "--json"]));
    assert_eq!(
        answer["perfect"],
        "won, rule 29: every step of the defender, to move, leads to a position that the rules above call won"
    );
    assert_eq!(answer["fen"], "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1");
    assert_eq!(answer["side_to_move"], "black");
    assert_eq!(
        answer["result"],
        json!({ "lower": "loss", "upper": "loss" })
    );
    assert_eq!(answer["recognised"], "unclear");
    assert_eq!(answer["rules"], json!([]));
}

#[test]
fn the_pawn_may_be_blacks() {
    let answer = object(&peasant(&["kpk", "7k/8/8/8/p7/8/8/7K b - -", "--json"]));
    assert_eq!(
        (&answer["result"]["lower"], &answer["recognised"]),
        (&"win".into(), &"won".into())
    );
    let rules = json!([{ "name": "outside the square", "claim": "won" }]);
    assert_eq!(answer["rules"], rules);
    // The defender's square is one of the board as it is, not turned over.
    let answer = object(&peasant(&["kpk", "8/8/8/1k6/1p6/8/8/2K5 w - -", "--json"]));
    assert_eq!(
        answer["result"],
        json!({ "lower": "draw", "upper": "draw" })
    );
    let reason = answer["perfect"].as_str().expect("a reason");
    assert!(
        ["b1", "b2", "c2", "d1", "d2"]
            .iter()
            .any(|to| reason.contains(&format!("steps to {to} "))),
        "{reason}"
    );
    let out = text(&peasant(&["kpk", "7k/8/8/8/8/3p4/3K4/8 w - -"]).stdout);
    assert!(out.contains("White to move draws."), "{out}");
    assert!(
        out.contains("By the rule \"pawn falls\" it is drawn"),
        "{out}"
    );
}

#[test]
fn the_table_of_rules() {
    let out = text(&peasant(&["kpk-rules"]).stdout);
    let old = text(&peasant(&["kpk", "rules"]).stdout);
    assert_eq!(old, out, "the name that it had");
    let line = out
        .lines()
        .find(|line| line.starts_with("pawn falls"))
        .expect("a line a rule");
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(
        words[2..],
        [
            "drawn", "0", "0", "0", "163328", "18196", "0", "0", "149828"
        ]
    );
    assert!(out.lines().all(|line| line.len() <= 110), "{out}");
    let table = object(&peasant(&["kpk-rules", "--json"]));
    let perfect = table["perfect"].as_array().expect("the perfect rules");
    for (turn, positions) in [("attacker_to_move", 163_328), ("defender_to_move", 168_024)] {
        let decided: Option<u64> = perfect.iter().map(|rule| rule[turn].as_u64()).sum();
        assert_eq!(decided, Some(positions));
    }
    for (rule, number) in perfect.iter().zip(1..) {
        assert_eq!(rule["number"], number);
        assert!(rule["claim"] == "won" || rule["claim"] == "drawn");
        let words = rule["text"].as_str().expect("words");
        assert!(
            !words.is_empty() && out.contains(words.split(';').next().map_or("", |w| &w[..16])),
            "{words}"
        );
    }
    let rules = table["rules"].as_array().expect("rules");
    let named = |name: &str| {
        rules
            .iter()
            .find(|rule| rule["name"] == name)
            .expect("a rule")
    };
    let recogniser = named("the recogniser");
    assert_eq!(recogniser["defender_to_move"]["undecided"], 77_970);
    assert_eq!(recogniser["attacker_to_move"]["wrongly_won"], 0);
    let unsound = named("seven, eight, nine, all ranks");
    assert_eq!(unsound["attacker_to_move"]["wrongly_drawn"], 36);
}

#[test]
fn what_it_refuses() {
    cases("what_it_refuses", |case| {
        let output = peasant(&["kpk", &case.text]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(error.contains(case.get("reason")), "{error}");
        assert!(output.stdout.is_empty());
    });
}

#[test]
fn without_a_position_the_totals() {
    let totals = object(&peasant(&["kpk", "--json"]));
    let bitbase = &totals["bitbase"];
    let (attacker, defender) = ("attacker_to_move", "defender_to_move");
    assert_eq!(
        bitbase[attacker],
        json!({ "positions": 163_328, "won": 124_960 })
    );
    assert_eq!(
        bitbase[defender],
        json!({ "positions": 168_024, "won": 97_604 })
    );
    assert_eq!(bitbase["mutual_zugzwangs"], 160);
    assert_eq!(totals["stats"]["bytes"], 24 * 1024);
    assert!(
        totals["stats"]["seconds"]
            .as_f64()
            .is_some_and(|seconds| seconds > 0.0)
    );
    let output = peasant(&["kpk"]);
    assert_eq!(output.status.code(), Some(0));
    let out = text(&output.stdout);
    for words in [
        "163328    124960     38368",
        "zugzwangs: 160",
        "24 KiB",
        "kpk FEN",
        "kpk-rules",
    ] {
        assert!(out.contains(words), "{out}");
    }
}

/// What is printed of a position, with letters.
fn told(fen: &str) -> String {
    let output = peasant(&["kpk", fen, "--ascii"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn the_turn_and_the_opposition_in_words() {
    cases("the_turn_and_the_opposition_in_words", |case| {
        let out = told(&case.text);
        assert!(out.contains(case.get("says")), "{out}");
    });
}

#[test]
fn key_squares_are_named_and_drawn() {
    let out = told("4k3/8/4K3/8/4P3/8/8/8 w - -");
    let sentence = "Key squares of White's king: d6, e6 and f6. There White wins wherever Black's king stands, whoever is to \
                    move, unless it attacks the unprotected pawn.";
    assert!(out.contains(sentence), "{out}");
    assert!(out.contains("\n6  . . . **K * . .\n"), "{out}");
    let symbols = text(&peasant(&["kpk", "4k3/8/8/8/4P3/8/8/4K3 w - -"]).stdout);
    assert!(symbols.contains("6  · · · ● ● ● · ·\n"), "{symbols}");
    // Black's pawn: the squares of the board as it is.
    let out = told("4k3/8/8/4p3/8/8/8/4K3 b - -");
    assert!(
        out.contains("Key squares of Black's king: d3, e3 and f3."),
        "{out}"
    );
    assert!(out.contains("\n3  . . . * * * . .\n"), "{out}");
}

#[test]
fn a_rook_pawn_has_no_key_squares() {
    let out = told("7k/8/8/p7/8/8/8/7K b - -");
    for sentence in [
        "There are no key squares with this rook pawn: wherever Black's king stands, White's has a place that holds.",
        "On b1 and b2 Black wins only if White's king can neither get before the pawn nor take it in time.",
    ] {
        assert!(out.contains(sentence), "{out}");
    }
    assert!(!out.contains('*'), "{out}");
    let answer = object(&peasant(&["kpk", "7k/8/8/p7/8/8/8/7K b - -", "--json"]));
    assert_eq!(answer["key_squares"], json!([]));
    // Nothing has room between the pawn and the king: a key square after all.
    let out = told("7k/8/8/8/p7/8/8/7K b - -");
    for sentence in [
        "Key square of Black's king: b2.",
        "On b1 Black wins only if",
    ] {
        assert!(out.contains(sentence), "{out}");
    }
}

#[test]
fn the_same_as_data() {
    let answer = object(&peasant(&["kpk", "8/8/8/4p3/4k3/8/4K3/8 b - -", "--json"]));
    assert_eq!(answer["attacker"], "black");
    assert_eq!(answer["key_squares"], json!(["d3", "e3", "f3"]));
    assert_eq!(answer["strong_key_squares"], json!(["d3", "e3", "f3"]));
    assert_eq!(answer["mutual_zugzwang"], true);
    assert_eq!(
        answer["opposition"],
        json!({ "side": "white", "shape": "near" })
    );
    let loss = json!({ "lower": "loss", "upper": "loss" });
    assert_eq!(answer["other_side_to_move"], loss);
    let told = answer["text"].as_str().expect("words");
    assert!(told.starts_with("White has the opposition"), "{told}");
    let check = object(&peasant(&["kpk", "8/3k4/4P3/4K3/8/8/8/8 b - -", "--json"]));
    assert_eq!(check["other_side_to_move"], json!(null));
    assert_eq!(check["opposition"], json!(null));
}

/// The rule in words, whoever is to move; its number is for those who ask.
#[test]
fn the_reason_is_told_without_numbers() {
    for (fen, expected) in [
        (
            "8/8/8/8/8/2k5/4P3/4K3 w - -",
            "Won by the first of the perfect rules that applies: ",
        ),
        (
            "8/8/8/8/8/4k3/4P3/4K3 b - -",
            "Drawn, since Black's king steps to ",
        ),
        (
            "8/8/8/8/8/5k2/4P3/7K b - -",
            "Drawn, since Black's king takes the pawn.",
        ),
        (
            "4k3/4P3/4K3/8/8/8/8/8 b - -",
            "Drawn, since Black is stalemated.",
        ),
    ] {
        let out = text(&peasant(&["kpk", fen]).stdout);
        let last = out.lines().last().expect("a line");
        assert!(last.starts_with(expected), "{fen}: {last}");
        assert!(
            !last.contains(|c: char| c.is_ascii_digit()) || last.contains("steps to"),
            "{last}"
        );
    }
}

//! `peasant kpk`: positions, the table of rules, and what it refuses.

mod common;

use common::{object, peasant, program, text};
use serde_json::json;

#[test]
fn a_position_in_words_and_json() {
    let fen = "4k3/8/4K3/4P3/8/8/8/8 b - -";
    let out = text(&peasant(&["kpk", fen, "--ascii"]).stdout);
    assert!(out.contains("Black to move loses."), "{out}");
    assert!(
        out.contains("None of the published rules applies."),
        "{out}"
    );
    assert!(
        out.contains("perfect rules: won, every step of the defender loses."),
        "{out}"
    );
    let answer = object(&peasant(&["kpk", fen, "--json"]));
    assert_eq!(answer["perfect"], "won, every step of the defender loses");
    assert_eq!(answer["fen"], "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1");
    assert_eq!(answer["side_to_move"], "black");
    assert_eq!(answer["result"], "loss");
    assert_eq!(answer["recognised"], "unclear");
    assert_eq!(answer["rules"], json!([]));
}

#[test]
fn the_pawn_may_be_blacks() {
    let answer = object(&peasant(&["kpk", "7k/8/8/8/p7/8/8/7K b - -", "--json"]));
    assert_eq!(
        (&answer["result"], &answer["recognised"]),
        (&"win".into(), &"won".into())
    );
    let rules = json!([{ "name": "outside the square", "claim": "won" }]);
    assert_eq!(answer["rules"], rules);
    // The defender's square is one of the board as it is, not turned over.
    let answer = object(&peasant(&["kpk", "8/8/8/1k6/1p6/8/8/2K5 w - -", "--json"]));
    assert_eq!(answer["result"], "draw");
    let reason = answer["perfect"].as_str().expect("a reason");
    assert!(
        ["b1", "b2", "c2", "d1", "d2"]
            .iter()
            .any(|to| reason.contains(&format!("steps to {to},"))),
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
    let out = text(&peasant(&["kpk", "rules"]).stdout);
    let line = out
        .lines()
        .find(|line| line.starts_with("pawn falls"))
        .expect("a line a rule");
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(
        words[2..],
        ["drawn", "0", "0", "163328", "18196", "0", "149828"]
    );
    let table = object(&peasant(&["kpk", "rules", "--json"]));
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
    for (fen, reason) in [
        (
            "8/8/8/8/8/8/PP6/K6k w - -",
            "is not king and pawn against king",
        ),
        (
            "8/8/8/8/8/8/8/K6k w - -",
            "is not king and pawn against king",
        ),
        ("rule", "bad FEN"),
    ] {
        let output = peasant(&["kpk", fen]);
        assert_eq!(output.status.code(), Some(2), "{fen}");
        assert!(
            text(&output.stderr).contains(reason),
            "{}",
            text(&output.stderr)
        );
        assert!(output.stdout.is_empty());
    }
    let nothing = program().arg("kpk").output().expect("the program starts");
    assert_eq!(nothing.status.code(), Some(2));
}

//! `peasant classic`: Newborn's program from the command line.

use crate::common::{object, peasant, text};
use serde_json::Value;

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";

fn count(answer: &Value, number: usize) -> u64 {
    let condition = &answer["terminals"][number - 1];
    assert_eq!(condition["number"], number);
    condition["count"].as_u64().expect("a count")
}

#[test]
fn a_position_in_words() {
    let output = peasant(&["classic", "8/8/2p5/8/8/P4k2/8/2K5 w - -", "--ascii"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let out = text(&output.stdout);
    for part in [
        "8  . . . . . . . .\n",
        "PEASANT plays a4, score +9",
        "(White's view). It claims that White wins.",
        "Line: 1.a4",
        "10*MAT + 5*PP - PRO + K1 + K2 + R, with MAT +0,",
        "  2 one or two pawns against none",
        "positions to depth 10,",
        "the original: 18000 on an IBM 370/158.",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn a_position_in_json() {
    let answer = object(&peasant(&["classic", FINE_70, "--depth", "6", "--json"]));
    assert_eq!(answer["fen"], "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    assert_eq!(
        (&answer["depth"], &answer["church"], &answer["side_to_move"]),
        (&6.into(), &false.into(), &"white".into())
    );
    assert_eq!(answer["move"]["uci"], answer["line"][0]);
    assert_eq!(answer["move"]["san"], answer["line_san"][0]);
    assert_eq!(answer["claim"], Value::Null);
    let e = |term: &str| answer["evaluation"][term].as_i64().expect("a number");
    let total = 10 * e("mat") + 5 * e("pp") - e("pro") + e("k1") + e("k2") + e("r");
    assert_eq!((e("total"), e("mat")), (total, 1));
    assert!(count(&answer, 1) > 0 && answer["stats"]["nodes"].as_u64() > Some(count(&answer, 1)));
    assert_eq!(answer["terminals"][6]["name"], "stalemate");
    assert_eq!(answer["stopped"], Value::Null);
    // The score is the mover's.
    let black = "8/8/8/8/p7/7k/8/7K b - -";
    let answer = object(&peasant(&["classic", black, "--json"]));
    assert_eq!(answer["claim"], "win");
    assert!(answer["score"].as_i64() > Some(9_000));
}

#[test]
fn what_is_switched_off_is_not_counted() {
    let run = |more: &[&str]| {
        let args = [&["classic", FINE_70, "--depth", "8", "--json"], more].concat();
        object(&peasant(&args))
    };
    let (whole, church) = (run(&[]), run(&["--church"]));
    assert_eq!(church["church"], true);
    assert!(church["stats"]["nodes"].as_u64() < whole["stats"]["nodes"].as_u64());
    let without = run(&["--without", "6,8"]);
    assert!(count(&whole, 6) > 0 && count(&whole, 8) > 0);
    assert_eq!((count(&without, 6), count(&without, 8)), (0, 0));
    assert!(whole["stats"]["pruned"].as_u64() > Some(0));
    assert_eq!(run(&["--no-pruning"])["stats"]["pruned"], 0);
    assert_ne!(
        run(&["--no-killers"])["stats"]["nodes"],
        whole["stats"]["nodes"]
    );
}

#[test]
fn limits_leave_an_answer() {
    let args = [
        "classic",
        FINE_70,
        "--depth",
        "40",
        "--no-pruning",
        "--json",
    ];
    let answer = object(&peasant(&[&args[..], &["--time", "0.001"]].concat()));
    assert_eq!(answer["stopped"], "time");
    let answer = object(&peasant(&[&args[..], &["--memory", "1"]].concat()));
    assert_eq!(answer["stopped"], "memory");
}

#[test]
fn roots_without_moves() {
    let stalemate = "8/8/8/8/8/5k2/5p2/5K2 w - -";
    let out = text(&peasant(&["classic", stalemate]).stdout);
    assert!(out.contains("White is stalemated: a draw."), "{out}");
    let answer = object(&peasant(&["classic", stalemate, "--json"]));
    assert_eq!(
        (&answer["move"], &answer["claim"]),
        (&Value::Null, &"draw".into())
    );
    let out = text(&peasant(&["classic", "8/8/8/Pp2P1p1/Kpk5/8/8/8 w - -"]).stdout);
    assert!(
        out.contains("White is checkmated: White has lost."),
        "{out}"
    );
}

#[test]
fn what_it_refuses() {
    let fen = "8/8/3k4/3p4/3P4/3K4/8/8 w - -";
    let cases: [(&[&str], &str); 7] = [
        (&["classic", fen, "--depth", "0"], "from 1 to 60"),
        (&["classic", fen, "--depth", "61"], "from 1 to 60"),
        (&["classic", fen, "--depth", "many"], "from 1 to 60"),
        (&["classic", fen, "--without", "1"], "use --depth"),
        (&["classic", fen, "--without", "4,10"], "from 2 to 9"),
        (&["classic", "nothing"], "bad FEN"),
        (
            &["classic", "8/8/3k4/8/8/3K4/8/R7 w - -"],
            "3 men, 1 piece besides kings and pawns",
        ),
    ];
    for (args, reason) in cases {
        let output = peasant(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = text(&output.stderr);
        assert!(error.contains(reason), "{error}");
        assert!(output.stdout.is_empty());
    }
}

//! `peasant study`: verdicts on known studies and on endings small enough to count by hand.

mod files;

use serde_json::Value;

use crate::common::{peasant, text};

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

/// Judges a position, and gives the status too.
fn judged(args: &[&str]) -> (Value, Option<i32>) {
    let output = peasant(&[&["study", "--json"], args].concat());
    let out = text(&output.stdout);
    assert_eq!(out.lines().count(), 1, "{out}{}", text(&output.stderr));
    let study = serde_json::from_str(&out).expect("JSON");
    (study, output.status.code())
}

/// The moves of the main line.
fn moves(study: &Value) -> &Vec<Value> {
    study["lines"][0]["moves"].as_array().expect("a line")
}

/// The moves beside one of the main line that do as well, `Kf5: dual`.
fn others(study: &Value, ply: usize) -> Vec<String> {
    let others = moves(study)[ply - 1]["choice"]["others"].as_array();
    let name = |other: &Value| {
        let part = |key: &str| other[key].as_str().expect("a string").to_owned();
        format!("{}: {}", part("san"), part("kind"))
    };
    others.expect("a choice").iter().map(name).collect()
}

fn only_moves(study: &Value) -> Vec<&str> {
    let only = moves(study).iter().filter(|m| m["choice"]["only"] == true);
    only.map(|m| m["move"]["san"].as_str().expect("SAN"))
        .collect()
}

#[test]
fn reti() {
    let line = "1.Kg7! h4 2.Kf6 Kb6 3.Ke5 h3 4.Kd6 h2 5.c7";
    let (study, status) = judged(&[RETI, "--moves", line]);
    assert_eq!((&study["verdict"], status), (&"sound".into(), Some(0)));
    assert_eq!(study["stipulation"], "draw");
    assert_eq!(only_moves(&study), ["Kg7", "Kf6", "Ke5", "Kd6", "c7"]);
    let tries = moves(&study)[0]["choice"]["tries"].as_array();
    let first = &tries.expect("tries")[0];
    assert_eq!(first["san"], "c7");
    assert_eq!(
        (&first["thematic"], &first["refutations"][0]),
        (&true.into(), &"Kb7".into())
    );
    assert_eq!(tries.expect("tries").len(), 3);
}

/// Moves as people write them.
#[test]
fn solutions_are_read_as_they_are_typed() {
    for line in [
        "Kg7 h4 Kf6",
        "1. h8g7 h5h4 2. g7f6",
        "1 Kg7 h4 2 Kf6!!",
        "1.Kg7 … 1…h4 (1...Kb6 2.Kf6) 2.Kf6 {so}",
    ] {
        let (study, status) = judged(&[RETI, "--moves", line]);
        assert_eq!(
            (&study["verdict"], status),
            (&"sound".into(), Some(0)),
            "{line}"
        );
        assert_eq!(only_moves(&study), ["Kg7", "Kf6"], "{line}");
    }
    let output = peasant(&["study", RETI, "--moves", "1.Kg7 h4 2.Kg5"]);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("--moves: 2.Kg5: there is no such move; write"),
        "{error}"
    );
}

/// Both squares of the opposition do.
#[test]
fn a_cook_and_a_waste_of_time() {
    let line = "1.Kd6 Kd8 2.e6 Ke8 3.e7 Kf7 4.Kd7";
    let (study, status) = judged(&["4k3/8/4K3/4P3/8/8/8/8 w - -", "--moves", line]);
    assert_eq!((&study["verdict"], status), (&"cooked".into(), Some(1)));
    assert_eq!(others(&study, 1), ["Kf6: cook"]);
    // 2.Ke6 Ke8 stands as it stood at first.
    assert_eq!(others(&study, 3), ["Ke6: waste of time"]);
    assert_eq!(only_moves(&study), ["e7", "Kd7"]);
}

/// With the pawn gone from c6 the king may take any way back.
#[test]
fn duals_after_the_first_move() {
    let (study, status) = judged(&[RETI, "--moves", "1.Kg7 Kb6 2.Kf6 Kxc6 3.Ke5 h4 4.Kf4"]);
    assert_eq!((&study["verdict"], status), (&"has duals".into(), Some(1)));
    assert_eq!(others(&study, 5), ["Kf5: dual", "Kg5: dual"]);
}

/// The defender goes to c1 sooner or later.
#[test]
fn a_transposition() {
    let (study, status) = judged(&[
        "8/8/8/3k4/8/2p5/8/1K6 w - -",
        "--moves",
        "1.Kc2 Kd4 2.Kc1 Ke3",
    ]);
    assert_eq!(study["verdict"], "sound with minor duals");
    assert_eq!(status, Some(0));
    assert_eq!(others(&study, 1), ["Kc1: transposition"]);
}

#[test]
fn no_solution() {
    let (study, status) = judged(&[RETI, "--win", "--moves", "1.Kg7"]);
    assert_eq!(
        (&study["verdict"], status),
        (&"no solution".into(), Some(1))
    );
    assert_eq!(study["standing"], "fails");
    assert_eq!(study["refutation"][0], "Kg7");
}

/// A draw is asked for where there is a win.
#[test]
fn more_than_is_asked_for() {
    let (study, status) = judged(&["4k3/8/4K3/4P3/8/8/8/8 w - -", "--draw", "--moves", "1.Kd6"]);
    assert_eq!((&study["verdict"], status), (&"cooked".into(), Some(1)));
    assert_eq!(study["reasons"][0], "White even wins");
}

#[test]
fn the_move_that_throws_it_away() {
    let line = "1.Kd1 Kc4 2.Kc2";
    let (study, status) = judged(&["8/8/8/8/8/2k5/4P3/4K3 w - -", "--win", "--moves", line]);
    assert_eq!(
        (&study["verdict"], status),
        (&"wrong solution".into(), Some(1))
    );
    assert_eq!(study["reasons"][0], "1.Kd1 throws it away");
    assert_eq!(others(&study, 1), ["Kf2: right move"]);
}

#[test]
fn a_rook_that_must_be_one() {
    let (study, status) = judged(&["8/k1P5/8/K7/8/8/8/8 w - -"]);
    assert_eq!((&study["verdict"], status), (&"sound".into(), Some(0)));
    let rook = &study["under_promotions"][0];
    assert_eq!(
        (&rook["san"], &rook["needed"]),
        (&"c8=R".into(), &"yes".into())
    );
    assert_eq!(rook["queen"]["upper"], "draw");
    // Elsewhere it need not be one, and then it is a dual.
    let (study, status) = judged(&["8/2P5/8/K6k/8/8/8/8 w - -", "--moves", "1.c8=R"]);
    assert_eq!(study["under_promotions"][0]["needed"], "no");
    assert!(others(&study, 1).contains(&"c8=Q: promotion".to_owned()));
    assert_eq!(status, Some(1));
    // Beside a queen the rook decides nothing.
    let (study, status) = judged(&["8/P1k5/K7/8/8/8/8/8 w - -", "--moves", "1.a8=Q"]);
    assert_eq!(others(&study, 1), ["a8=R: other piece"]);
    assert_eq!(
        (&study["verdict"], status),
        (&"sound with minor duals".into(), Some(0))
    );
}

/// The trébuchet, and the move before it.
#[test]
fn a_mutual_zugzwang_at_the_end() {
    let (study, status) = judged(&[
        "8/8/5K2/3p4/1k1P4/8/8/8 w - -",
        "--moves",
        "1.Ke6 Kc4 2.Ke5",
    ]);
    assert_eq!((&study["verdict"], status), (&"sound".into(), Some(0)));
    let zugzwangs = study["zugzwangs"].as_array().expect("a list");
    assert_eq!(zugzwangs.len(), 1);
    assert_eq!(
        (&zugzwangs[0]["plies"], &zugzwangs[0]["points"]),
        (&3.into(), &"full point".into())
    );
    assert_eq!(zugzwangs[0]["white_to_move"], "loss");
    assert_eq!(zugzwangs[0]["black_to_move"], "win");
    assert!(
        study["text"]
            .as_str()
            .is_some_and(|text| text.contains("The end: a mutual zugzwang."))
    );
    assert_eq!(moves(&study)[0]["choice"]["tries"][0]["san"], "Ke5");
}

/// Whatever else Black plays, the pawn that has just passed runs.
#[test]
fn taking_en_passant_is_the_only_move() {
    let (study, status) = judged(&["7k/8/8/8/pP6/8/2K5/8 b - b3", "--moves", "1...axb3+ 2.Kxb3"]);
    assert_eq!((&study["verdict"], status), (&"sound".into(), Some(0)));
    assert_eq!(only_moves(&study), ["axb3+"]);
    // Without that right there is nothing to take.
    let (study, status) = judged(&["7k/8/8/8/pP6/8/2K5/8 b - -", "--draw"]);
    assert_eq!(
        (&study["verdict"], status),
        (&"no solution".into(), Some(1))
    );
}

#[test]
fn a_defence_that_holds_longer() {
    let line = ["--moves", "1.Ke6 Kf8 2.Kd7"];
    let (study, _) = judged(&["4k3/8/3K4/4P3/8/8/8/8 w - -", line[0], line[1]]);
    let defence = &moves(&study)[1]["defence"];
    assert_eq!(
        (&defence["moves"], &defence["until"]),
        (&11.into(), &"mate".into())
    );
    let longer = &defence["longer"][0];
    assert_eq!(
        (&longer["san"], &longer["moves"]),
        (&"Kd8".into(), &12.into())
    );
    assert_eq!(
        others(&study, 3),
        ["Kd6: waste of time", "Kf6: waste of time"]
    );
}

/// Black draws by stalemate, and may not step aside once.
#[test]
fn a_draw_by_stalemate() {
    let line = "1...Kd8 2.Kc6 Kc8 3.d7+ Kd8 4.Kd6";
    let (study, status) = judged(&["8/3k4/3P4/3K4/8/8/8/8 b - -", "--moves", line]);
    assert_eq!((&study["verdict"], status), (&"sound".into(), Some(0)));
    assert_eq!(
        (&study["solver"], &study["end"]),
        (&"black".into(), &"stalemate".into())
    );
    assert_eq!(only_moves(&study), ["Kd8", "Kc8", "Kd8"]);
}

/// The solver need not move first, and may be the side that nobody names.
#[test]
fn the_side_that_solves() {
    let (study, _) = judged(&["4k3/8/3K4/4P3/8/8/8/8 b - -", "--moves", "1...Kd8 2.e6"]);
    assert_eq!(
        (&study["solver"], &study["stipulation"]),
        (&"white".into(), &"win".into())
    );
    let (study, _) = judged(&["4k3/8/3K4/4P3/8/8/8/8 b - -", "--draw"]);
    assert_eq!(
        (&study["solver"], &study["verdict"]),
        (&"black".into(), &"no solution".into())
    );
    let (study, _) = judged(&["8/8/8/4k3/8/8/4P3/4K3 w - -"]);
    assert_eq!(
        (&study["solver"], &study["stipulation"]),
        (&"black".into(), &"draw".into())
    );
}

/// `1-0` is White's, whoever is said to solve it; behind `--moves` it counts too.
#[test]
fn a_result_names_the_solver() {
    let moves = ["--moves", "1.Kg7 h4 1-0", "--solver", "black"];
    let (study, status) = judged(&[&[RETI], &moves[..]].concat());
    assert_eq!(
        (&study["solver"], &study["stipulation"], status),
        (&"white".into(), &"win".into(), Some(1))
    );
    assert_eq!(study["verdict"], "no solution");
}

/// White loses his queen when the matter is at its end: that is not looked at.
#[test]
fn what_stands_behind_the_end_is_not_judged() {
    let moves = "1.h4 Kb4 2.h5 Kc5 3.h6 Kd6 4.h7 Ke7 5.h8=Q Kf7 6.Qf8+ Kxf8";
    let (study, _) = judged(&["8/8/8/8/8/k7/7P/1K6 w - -", "--moves", moves]);
    assert_eq!(study["verdict"], "cooked", "{study}");
    assert_eq!(study["end"], "bare king");
}

/// Two answers to the same defence: the first is the solution, the second is given beside it, and is no second solution. A
/// variation may repeat the solver's move to bring another defence.
#[test]
fn one_answer_to_each_defence() {
    let moves = "1.Kg7 (1.Kg7 Ka7 2.Kf6) h4 (1...Kb6 2.Kf6) (1...Kb6 2.Kg6 h4)";
    let (study, _) = judged(&[RETI, "--moves", moves]);
    assert_ne!(study["verdict"], "wrong solution", "{study}");
    assert_eq!(study["lines"].as_array().map(Vec::len), Some(3));
    let given = study["given"].as_array().expect("what is given");
    let given: Vec<&Value> = given.iter().map(|one| &one["san"]).collect();
    assert_eq!(given, ["Kg6"]);
}

/// What is not proved is open, and the status says so.
#[test]
fn nothing_open_is_called_sound() {
    let (study, status) = judged(&[RETI, "--draw", "--structures", "1", "--moves", "1.Kg7"]);
    assert_eq!((&study["verdict"], status), (&"open".into(), Some(4)));
    assert_eq!(study["stopped"], "structures");
    assert_eq!(only_moves(&study), [""; 0]);
    let (study, status) = judged(&[RETI, "--structures", "1"]);
    assert_eq!((&study["solver"], status), (&Value::Null, Some(4)));
}

#[test]
fn what_the_options_do_not_take() {
    for (args, told) in [
        (&["--rules", "newborn"][..], "leave out --rules"),
        (&["--solver", "red"], "give white or black"),
        (
            &["--moves", "1.Kg7 (1.Kh7 h4"],
            "a variation begins that does not end",
        ),
    ] {
        let output = peasant(&[&["study", RETI], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = text(&output.stderr);
        assert!(error.contains(told), "{error}");
    }
}

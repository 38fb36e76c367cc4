//! Files of studies.

use serde_json::Value;

use crate::common::{feed, peasant, text};

/// Réti with the author's variations; a study that is none; one that is cooked, with a variation that cannot be read; Black to
/// move where White wins.
const STUDIES: &str = "\
[Event \"Ostrauer Morgenzeitung\"]
[White \"R\u{e9}ti\"]
[Date \"1921.12.04\"]
[FEN \"7K/8/k1P5/7p/8/8/8/8 w - - 0 1\"]

1. Kg7! (1. Kh7? h4) 1... h4 (1... Kb6 2. Kf6 h4 3. Ke5) 2. Kf6 h3 (2... Kb6 3. Ke5 h3 4. Kd6) 3. Ke7 h2 4. c7 Kb7 5. Kd7 1/2-1/2

[Event \"broken\"]
[FEN \"7K/8/k1P5/7p/8/8/8/8 w - - 0 1\"]

1. Kg6 1-0

[Event \"cooked\"]
[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]

1. Kd6 (1. Kf6) (1. Kd5) (1. Qd5) 1... Kd8 2. e6 1-0

[Event \"Black moves first\"]
[FEN \"3k4/8/4K3/4P3/8/8/8/8 b - - 0 40\"]

40... Ke8 41. Kd6 1-0
";

fn judged(file: &str, more: &[&str]) -> (Vec<Value>, Option<i32>) {
    let output = feed(&[&["study", "-", "--json"], more].concat(), file);
    let out = text(&output.stdout);
    let objects = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    (objects.collect(), output.status.code())
}

#[test]
fn every_study_is_judged() {
    let (objects, status) = judged(STUDIES, &[]);
    assert_eq!(status, Some(2));
    let [reti, broken, cooked, black, summary] = &objects[..] else {
        panic!("{objects:?}");
    };
    assert_eq!(
        (&reti["game"], &reti["line_number"]),
        (&1.into(), &1.into())
    );
    assert_eq!(reti["white"], "R\u{e9}ti");
    assert_eq!(
        (&reti["stipulation"], &reti["stipulation_from"]),
        (&"draw".into(), &"result".into())
    );
    assert_eq!(reti["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        (&reti["given"][0]["san"], &reti["given"][0]["standing"]),
        (&"Kh7".into(), &"fails".into())
    );
    let message = broken["error"]["message"].as_str().expect("a message");
    assert!(
        message.contains("1.Kg6: there is no such move"),
        "{message}"
    );
    assert_eq!(broken["line_number"], 8);
    assert_eq!(cooked["verdict"], "cooked");
    assert_eq!(cooked["given"][0]["standing"], "reaches");
    assert_eq!(cooked["given"][1]["standing"], "fails");
    assert_eq!(cooked["unread"][0], "1.Qd5");
    assert_eq!(
        (&black["solver"], &black["event"]),
        (&"white".into(), &"Black moves first".into())
    );
    let sums = &summary["summary"];
    assert_eq!(
        (&sums["studies"], &sums["not_readable"]),
        (&3.into(), &1.into())
    );
}

/// The lines that the author gives to other defences are held to the same.
#[test]
fn duals_in_variations_count() {
    let dual = "[FEN \"7K/8/k1P5/7p/8/8/8/8 w - - 0 1\"]\n\n\
        1. Kg7 h4 (1... Kb6 2. Kf6 Kxc6 3. Kg5 h4 4. Kxh4) 2. Kf6 1/2-1/2\n";
    let (objects, status) = judged(dual, &[]);
    assert_eq!(
        (&objects[0]["verdict"], status),
        (&"has duals".into(), Some(1))
    );
    let told = objects[0]["text"].as_str().expect("text");
    assert!(told.contains("Also: 1...Kb6 2.Kf6!"), "{told}");
    assert!(told.contains("3.Kg5: Ke5 (dual), Kf5 (dual)"), "{told}");
}

#[test]
fn the_text_ends_with_the_counts() {
    let output = feed(&["study", "-"], STUDIES);
    let out = text(&output.stdout);
    assert!(
        out.starts_with("Study 1, line 1: R\u{e9}ti, Ostrauer Morgenzeitung, 1921.12.04\n"),
        "{out}"
    );
    assert!(out.contains("40...Ke8 41.Kd6"), "{out}");
    let last = out.lines().last().expect("lines");
    assert!(
        last.starts_with("4 studies: ") && last.ends_with("1 not readable."),
        "{last}"
    );
    assert!(!out.contains('\x1b'));
    let error = text(&output.stderr);
    assert!(
        error.contains("line 8: study 2: 1.Kg6: there is no such move"),
        "{error}"
    );
}

#[test]
fn tags_in_any_order() {
    let file = "[White \"Somebody\"]\n[Event \"here\"]\n[FEN \"7K/8/k1P5/7p/8/8/8/8 w - - 0 1\"]\n\n1. Kg7 *\n\n\
        [White \"Nobody\"]\n\n1. e4 *\n";
    let (objects, status) = judged(file, &[]);
    assert_eq!(
        (&objects[0]["white"], status),
        (&"Somebody".into(), Some(2))
    );
    let error = objects[1]["error"]["message"].as_str().expect("an error");
    assert!(error.contains("there is no [FEN]"), "{error}");
}

#[test]
fn the_status_is_that_of_the_worst() {
    let good = "[FEN \"7K/8/k1P5/7p/8/8/8/8 w - - 0 1\"]\n\n1. Kg7 1/2-1/2\n";
    let bad = "\n[FEN \"7K/8/k1P5/7p/8/8/8/8 w - - 0 1\"]\n\n1. Kg6 1/2-1/2\n";
    let castles = "\n[FEN \"4k3/8/8/8/8/8/P7/4K2R w K - 0 1\"]\n\n1. a3 1-0\n";
    for (file, more, status) in [
        (good.to_owned(), &[][..], 0),
        (format!("{good}{bad}"), &[], 2),
        (format!("{good}{castles}"), &[], 2),
        (good.to_owned(), &["--structures", "1"], 4),
        (format!("{good}{bad}"), &["--structures", "1"], 2),
        (good.to_owned(), &["--win"], 1),
        (String::new(), &[], 0),
    ] {
        assert_eq!(judged(&file, more).1, Some(status), "{file} {more:?}");
    }
    let output = peasant(&["study", "no such file.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    let output = feed(&["study", "-", "--moves", "1.Kg7"], good);
    assert_eq!(output.status.code(), Some(2));
}

//! `peasant explain`: the data, the words, and what is refused.

use std::fs;
use std::process::Output;

use roxmltree::Document;
use serde_json::{Value, json};
use specification::cases;

use crate::common::{object, peasant, text};

const LOCOCK: &str = "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -";
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

fn explain(args: &[&str]) -> Value {
    let args = [&["explain", "--json"], args].concat();
    object(&peasant(&args))
}

#[test]
fn a_pawn_in_the_middle() {
    let answer = explain(&["4k3/8/8/8/4P3/8/8/4K3 w - -"]);
    let exactly = |result: &str| json!({ "lower": result, "upper": result });
    assert_eq!(answer["result"], exactly("draw"));
    assert_eq!(answer["attacker"], "white");
    assert_eq!(answer["key_squares"], json!(["d6", "e6", "f6"]));
    assert_eq!(answer["strong_key_squares"], json!(["d6", "e6", "f6"]));
    assert_eq!(answer["mutual_zugzwang_count"], 8);
    let first = json!({
        "attacker": "d5", "defender": "d7", "full_point": false, "reachable": true, "opposition": "near",
    });
    assert_eq!(answer["mutual_zugzwangs"][0], first);
    assert_eq!(answer["other_attacker"]["attacker"], "black");
    assert_eq!(answer["other_attacker"]["key_squares"], json!([]));
    assert_eq!(answer["other_side_to_move"], exactly("draw"));
    assert_eq!(answer["open_placements"], 0);
    assert_eq!(answer["stopped"], json!(null));
    let told = answer["text"].as_str().expect("a text");
    assert!(told.contains(answer["idea"].as_str().expect("a sentence")));
    assert!(
        told.contains("Key squares of White's king: d6, e6 and f6."),
        "{told}"
    );
}

/// The winner is the attacker, whoever is to move.
#[test]
fn a_loss_is_the_other_sides_win() {
    let answer = explain(&["8/8/8/4pK2/3kP3/8/8/8 w - -"]);
    assert_eq!(answer["result"]["upper"], "loss");
    assert_eq!(answer["attacker"], "black");
    assert_eq!(answer["other_attacker"], json!(null));
    assert_eq!(answer["mutual_zugzwangs"][0]["full_point"], true);
    let told = answer["text"].as_str().expect("a text");
    assert!(
        told.contains("this is mutual zugzwang: with Black to move White would win"),
        "{told}"
    );
}

#[test]
fn corresponding_squares() {
    let answer = explain(&[LOCOCK, "--rules", "newborn"]);
    let all = answer["corresponding"].as_array().expect("a list");
    let of = |square: &str| all.iter().find(|entry| entry["attacker"] == square);
    for (white, black) in [("d4", "f6"), ("e3", "g5")] {
        let entry = of(white).expect("it is there");
        assert_eq!(entry["defenders"], json!([black]));
    }
    assert_eq!(
        of("c1").expect("it is there")["class"],
        of("c3").expect("it is there")["class"]
    );
    assert!(answer["text"].as_str().expect("a text").contains("d4–f6"));
}

/// The end has come, and the map is drawn all the same.
#[test]
fn mate_and_stalemate() {
    let mate = explain(&["8/8/8/8/8/1k6/pp6/K7 w - -"]);
    assert_eq!(mate["result"]["upper"], "loss");
    assert_eq!(mate["attacker"], "black");
    // White would be in check with Black to move.
    assert_eq!(mate["other_side_to_move"], json!(null));
    assert!(
        mate["idea"]
            .as_str()
            .expect("a sentence")
            .contains("checkmated")
    );
    let stalemate = explain(&["k7/P7/K7/8/8/8/8/8 b - -"]);
    assert_eq!(stalemate["result"]["lower"], "draw");
    assert_eq!(stalemate["attacker"], "white");
}

/// What is not proved is not said.
#[test]
fn a_stopped_proof_is_explained_as_far_as_it_goes() {
    let answer = explain(&[RETI, "--structures", "1"]);
    assert_eq!(answer["stopped"], "structures");
    assert_eq!(answer["exact"], false);
    assert_eq!(answer["key_squares"], json!([]));
    assert_eq!(answer["other_attacker"], json!(null));
    assert!(answer["open_placements"].as_u64().expect("a number") > 1000);
    let told = answer["text"].as_str().expect("a text");
    assert!(told.contains("The map leaves out"), "{told}");
}

#[test]
fn pieces_have_a_verdict_but_no_map() {
    let answer = explain(&["7k/8/8/8/8/8/P7/KQ6 w - -"]);
    assert_eq!(answer["result"]["lower"], "win");
    assert_eq!(answer["open_placements"], json!(null));
    assert_eq!(answer["corresponding"], json!([]));
    let told = answer["text"].as_str().expect("a text");
    assert!(!told.contains("square"), "{told}");
}

#[test]
fn the_words_follow_the_board() {
    let output = peasant(&["explain", RETI, "--ascii"]);
    assert_eq!(output.status.code(), Some(0));
    let out = text(&output.stdout);
    assert!(out.starts_with("8  . . . . . . . K\n"), "{out}");
    for sentence in [
        "White to move draws: only Kg7.",
        "It matters whose turn it is: with Black to move Black would win.",
        "Black's pawn on h5 needs 4 moves to promote, White's king 7 to h1: outside the square of the pawn.",
        "Proved by the rules of chess in",
    ] {
        assert!(out.contains(sentence), "{sentence}\n{out}");
    }
    assert!(!out.to_lowercase().contains("slice"));
}

#[test]
fn nonsense_is_refused() {
    for (args, part) in [
        (
            &["explain", "8/8/8/8/8/8/8/K7 w - -"][..],
            "Black has no king",
        ),
        (
            &["explain", "7k/8/8/8/8/8/P7/KQ6 w - -", "--rules", "newborn"],
            "pawn ending",
        ),
        (&["explain"], "<FEN>"),
    ] {
        let output = peasant(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let message = text(&output.stderr);
        assert!(message.contains(part), "{message}");
        assert!(output.stdout.is_empty());
    }
}

/// The line by phases, each with its moves in SAN; the moves that fail, with what refutes them.
#[test]
fn the_course_of_play() {
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|name| name.as_str().expect("a name").to_owned())
            .collect()
    };
    let motives = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.flat_map(|part| names(&part["motives"])).collect()
    };
    cases("the_course_of_play", |case| {
        let (position, motive, idea) = (&*case.text, case.get("motive"), case.get("idea"));
        let answer = explain(&[position]);
        assert!(
            motives(&answer["phases"]).contains(&motive.to_owned()),
            "{answer}"
        );
        assert!(
            answer["idea"].as_str().expect("a sentence").contains(idea),
            "{answer}"
        );
        let solved = object(&peasant(&["solve", position, "--json"]));
        let phases = answer["phases"].as_array().expect("a list").iter();
        let moves: Vec<String> = phases.flat_map(|phase| names(&phase["moves"])).collect();
        assert_eq!(moves, names(&solved["line_san"]), "{position}");
        let spoils = |m: &&Value| m["result"] != solved["result"];
        let spoiling = solved["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .filter(spoils);
        let tries = answer["tries"].as_array().expect("a list");
        assert_eq!(tries.len(), spoiling.count().min(8), "{position}");
        assert!(
            tries
                .iter()
                .all(|one| !names(&one["refutation"]).is_empty()),
            "{answer}"
        );
    });
    // Fahrni and Alapin, 1912: d5-c4-d4-d5.
    let answer = explain(&["2k5/8/p1P5/P2K4/8/8/8/8 w - -"]);
    let told = [
        motives(&answer["phases"]),
        motives(&answer["longest_defence"]),
    ]
    .concat();
    assert!(told.contains(&"triangulation".to_owned()), "{answer}");
}

/// What a coach would say, and what not.
#[test]
fn words_for_a_player() {
    let told = |position: &str| {
        let output = peasant(&["explain", position, "--ascii"]);
        text(&output.stdout)
    };
    cases("words_for_a_player", |case| {
        let told = told(&case.text);
        for sentence in case.all("says") {
            assert!(told.contains(sentence), "{sentence}\n{told}");
        }
        for sentence in case.all("line_ends") {
            let mut lines = told.lines();
            assert!(
                lines.any(|line| line.ends_with(sentence)),
                "{sentence}\n{told}"
            );
        }
        for sentence in case.all("leaves_out") {
            assert!(!told.contains(sentence), "{sentence}\n{told}");
        }
    });
    // At most four reasons, and moves share one only if the same play refutes them.
    let few = told("8/4K1pp/8/8/8/8/k6P/8 w - -");
    assert_eq!(few.matches("only draws: 1...").count(), 4, "{few}");
    let shared = told("8/8/8/1Pk5/2p1K3/8/8/8 w - -");
    assert!(
        shared.contains("1.Kf3 and 1.Kf4 lose: 1...Kxb5!"),
        "{shared}"
    );
}

/// The endings of a file that are proved with this much work: position, and the fields behind it.
fn proved_endings(file: &str) -> Vec<(String, String, Value)> {
    let name = format!("{}/../../data/positions/{file}", env!("CARGO_MANIFEST_DIR"));
    let lines = fs::read_to_string(name).expect("the file belongs to the repository");
    let mut endings = Vec::new();
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.splitn(5, ' ').collect();
        let position = fields[..4].join(" ");
        let answer = explain(&[&position, "--structures", WORK]);
        if answer["exact"] == true && answer["stopped"].is_null() {
            endings.push((position, fields[4].to_owned(), answer));
        }
    }
    endings
}

/// Every ending is looked at for so many structures.
const WORK: &str = "150";

/// What stands behind a name in a line of EPD.
fn field<'a>(fields: &'a str, name: &str) -> Vec<&'a str> {
    let behind = fields
        .split_once(&format!("{name} \""))
        .map(|(_, rest)| rest);
    let value = behind.and_then(|rest| rest.split('"').next());
    value.map_or(Vec::new(), |value| value.split('|').collect())
}

/// `solve` gives the reason that `explain` gives, or none; and every ending that is proved has one, in short sentences.
#[test]
fn one_reason() {
    for file in ["explain.epd", "classics.epd"] {
        for (position, fields, answer) in proved_endings(file) {
            let told = answer["text"].as_str().expect("a text");
            let idea = answer["idea"].as_str().expect("a sentence");
            let out = text(&peasant(&["solve", &position, "--structures", WORK]).stdout);
            let mut lines = out.lines().skip_while(|line| !line.starts_with("Proved: "));
            let verdict = lines.next();
            let reason = lines.next().unwrap_or_default();
            assert!(
                reason.is_empty() || reason == idea,
                "{position}\n{idea}\n{out}"
            );
            let is_over = verdict.is_none();
            assert!(
                is_over || told.contains(&format!("\n{idea}")),
                "{position}\n{told}"
            );
            let wanted = field(&fields, "c2");
            if file == "explain.epd" {
                sentences_are_short(&position, told);
                assert!(
                    wanted.iter().any(|part| told.contains(part)),
                    "{position}\n{told}"
                );
                let unwanted = field(&fields, "c4").into_iter();
                assert!(
                    unwanted.filter(|part| told.contains(part)).count() == 0,
                    "{told}"
                );
            }
        }
    }
}

/// Short sentences, moves not counted.
fn sentences_are_short(position: &str, told: &str) {
    for sentence in told
        .split(['.', '\n', '?', '!', ';'])
        .flat_map(|part| part.split(": "))
    {
        let words = sentence.split_whitespace();
        let words = words.filter(|word| word.chars().all(char::is_alphabetic));
        assert!(words.count() <= 20, "{position}\n{sentence}");
    }
}

/// Where the defender's king may stand.
#[test]
fn heat_is_printed() {
    let answer = explain(&["8/8/8/3k4/8/4K3/4P3/8 b - -"]);
    let heat = answer["heat"].as_array().expect("a list");
    let at = |square: &str| {
        let mut entries = heat.iter();
        let entry = entries.find(|entry| entry["square"] == square);
        entry.map(|entry| entry["result"].as_str().expect("a result"))
    };
    // The opposition, the side step, far away; the pawn's own square.
    let results = ["d5", "f5", "e5", "e6", "e8", "e2"].map(at);
    let [draw, win] = ["draw", "win"].map(Some);
    assert_eq!(results, [draw, draw, win, draw, win, None]);
    assert_eq!(answer["other_attacker"]["heat"][0]["result"], "draw");
}

/// The text of a file that the program writes; what it prints is checked by the second.
fn written(option: &str, fen: &str, more: &[&str]) -> (String, Output) {
    let name = format!(
        "peasant-explain-{}-{}",
        option.trim_start_matches('-'),
        std::process::id()
    );
    let file = std::env::temp_dir().join(name);
    let path = file.display().to_string();
    let output = peasant(&[&["explain", fen, option, &path], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let written = fs::read_to_string(&file).expect("it was written");
    fs::remove_file(&file).expect("it is ours");
    (written, output)
}

#[test]
fn a_diagram_shows_what_the_text_names() {
    let (svg, output) = written("--svg", LOCOCK, &["--rules", "newborn"]);
    let document = Document::parse(&svg).expect("XML");
    let mut nodes = document.descendants();
    let words = nodes.find(|node| node.has_tag_name("desc"));
    let words = words.and_then(|node| node.text()).expect("words");
    let told = text(&output.stdout);
    for (white, black) in [("d4", "f6"), ("e3", "g5")] {
        assert!(told.contains(&format!("{white}–{black}")), "{told}");
        assert!(words.contains(&format!(" on {white}")), "{words}");
        assert!(words.contains(&format!(" on {black}")), "{words}");
    }
    assert!(words.contains("Arrows: a1 to b1."), "{words}");
    let (svg, output) = written("--svg", "4k3/8/8/8/4P3/8/8/4K3 w - -", &["--json"]);
    assert!(svg.contains("Strong key squares: d6, e6, f6."));
    object(&output);
}

#[test]
fn a_page_needs_nothing_from_outside() {
    let (page, output) = written("--html", RETI, &[]);
    assert!(
        page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"),
        "{page}"
    );
    assert!(page.ends_with("</html>\n"));
    assert_eq!(
        page.matches("<svg ").count(),
        3,
        "the position, a stage of the line, its end"
    );
    assert!(page.contains("prefers-color-scheme:dark"));
    for outside in [
        "<script", "<link", "<img", "src=", "href", "url(", "@import", "<iframe",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
    let told = text(&output.stdout);
    for sentence in [
        "White to move draws: only Kg7.",
        "It matters whose turn it is: with Black to move Black would win.",
    ] {
        assert!(told.contains(sentence) && page.contains(sentence), "{page}");
    }
    assert!(page.contains("<h2>The line</h2>\n<p>1.Kg7"), "{page}");
    let caption = "<figcaption>The end of the line, after 7.Kxh2.</figcaption>";
    assert!(page.contains(caption), "{page}");
    assert!(page.contains("<h2>What fails</h2>\n<p>1.Kh7?"), "{page}");
    assert!(
        page.contains("<p><code>7K/8/k1P5/7p/8/8/8/8 w - - 0 1</code></p>"),
        "{page}"
    );
    assert!(
        page.contains("<p>Proved by the rules of chess in"),
        "{page}"
    );
    // What ends at once has one board.
    let (page, _) = written("--html", "k7/P7/K7/8/8/8/8/8 b - -", &[]);
    assert_eq!(page.matches("<svg ").count(), 1);
    assert!(
        page.contains("<h1>Black is stalemated: a draw.</h1>"),
        "{page}"
    );
}

#[test]
fn files_that_cannot_be_written_are_named() {
    for option in ["--svg", "--html"] {
        for (file, part) in [("-", "`-` is no file"), ("/nowhere/x", "`/nowhere/x`")] {
            let output = peasant(&["explain", RETI, option, file]);
            let error = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{error}");
            assert!(
                error.contains(part) && error.contains("name a file"),
                "{error}"
            );
            assert_eq!(
                output.stdout.is_empty(),
                file == "-",
                "what is proved is told all the same"
            );
        }
    }
    let output = peasant(&["explain", RETI, "--svg", "/nowhere/x", "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert!(answer["error"]["message"].as_str().is_some(), "{answer}");
}

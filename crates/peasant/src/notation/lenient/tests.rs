#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::*;
use crate::notation::fen::FenProblem;
use specification::cases;

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8";
const FEN: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

fn read(text: &str) -> String {
    let reading = position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(reading.castles.is_empty(), "{text}");
    reading.position.to_string()
}

fn refused(text: &str) -> Refusal {
    match position(text) {
        Ok(reading) => panic!("{text}: {}", reading.position),
        Err(error) => error,
    }
}

/// Each is the same position.
#[test]
fn what_people_paste() {
    cases("what_people_paste", |case| {
        assert_eq!(read(&case.text), FEN);
    });
    assert_eq!(read(&format!("\u{feff}\"{FEN}\"\r\n")), FEN);
}

/// Cases with semicolons, which files of cases cannot hold.
#[test]
fn lists_of_men() {
    for text in [
        "Kh8, c6; Ka6, h5 w",
        "Kh8 c6;Ka6 h5 White",
        "kh8,pc6; KA6,PH5, w - -",
        "♔h8, ♙c6; ♚a6 and ♟h5; W",
        "c6 & Kh8; h5 + Ka6: w",
        "fen Pc6, Kh8; Ph5, ka6 w - e6 0 1",
    ] {
        assert_eq!(read(text), FEN, "{text}");
    }
    for (text, fen) in [
        ("Kg5, a2; Kf3, h3 b", "8/8/8/6K1/8/5k1p/P7/8 b - - 0 1"),
        (
            "Ke1, Qd4; bb2, Ke8, nc3 b",
            "4k3/8/8/8/3Q4/2n5/1b6/4K3 b - - 0 1",
        ),
        // No pawn has just passed unless that is said.
        ("Ke1, e4; Ke8, d4 b", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"),
        (
            "Ke1, e4; Ke8, d4 b - e3",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        ),
        (
            "Kg5, a2; Kf3, h3 w moves g5h4 f3g2",
            "8/8/8/8/7K/7p/P5k1/8 w - - 0 1",
        ),
    ] {
        assert_eq!(read(text), fen, "{text}");
    }
    let text = "Kh8, c6; Ka6, h5 w bm Kg7; id \"Réti\";";
    let listed = line(text).unwrap().unwrap();
    assert_eq!(listed.epd.position.to_string(), FEN);
    assert_eq!(listed.epd.best_moves, ["Kg7"]);
}

#[test]
fn lists_of_men_are_refused_by_the_word() {
    for (text, reason) in [
        (
            "Kg5, a2; Kf3, h3",
            "no side to move stands behind Black's men: write `w` or `b`",
        ),
        ("Kg5, a2; Kf3, h3 x", "`x` is neither a man"),
        ("Kg5, a9; Kf3, h3 w", "`a9` is neither a man"),
        ("Kz9, a2; Kf3, h3 w", "`Kz9` is neither a man"),
        ("Kg55, a2; Kf3, h3 w", "`Kg55` is neither a man"),
        ("Kg5, Ta2; Kf3, h3 w", "`Ta2` is neither a man"),
        ("Kg5, a2, w; Kf3, h3", "`w` is neither a man"),
        ("Kg5, a2, Kf3, h3 w", "no `;` parts"),
        ("Kg5, a2; h3 w", "Black has no king"),
        ("Kg5, a2, a2; Kf3, h3 w", "a2"),
        ("Kg5, a2; Kf3, a2 w", "a2"),
        ("Kg5, a8; Kf3, h3 w", "a8"),
    ] {
        let refusal = refused(text);
        assert!(matches!(refusal, Refusal::Men(_)), "{text}: {refusal:?}");
        let error = refusal.to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let long = refused(&format!("K{}9; Kf3 w", "x".repeat(200)));
    assert!(long.to_string().len() < 250, "{long}");
}

#[test]
fn a_board_alone_is_white_to_move_and_said_to_be() {
    cases("a_board_alone_is_white_to_move_and_said_to_be", |case| {
        let reading = position(&case.text).unwrap();
        assert_eq!(reading.position.to_string(), FEN);
        assert_eq!(reading.notes, [Note::NoSide]);
    });
    assert!(position(FEN).unwrap().notes.is_empty());
}

#[test]
fn moves_of_uci_are_played_and_operations_passed_over() {
    let moved = read(&format!("position fen {FEN} moves h8g7 h5h4 g7f6"));
    assert_eq!(moved, "8/8/k1P2K2/8/7p/8/8/8 b - - 0 1");
    assert!(matches!(
        refused(&format!("{FEN} moves h8a1")),
        Refusal::Move(_)
    ));
    for rest in ["bm Kg7; id \"x\";", ";D1 3 ;D2 9", "# Réti", "c0 \"draw\";"] {
        let reading = position(&format!("{RETI} w - - {rest}")).unwrap();
        let told = rest.trim_start_matches(';').to_owned();
        assert_eq!(reading.notes, [Note::PassedOver(told)], "{rest}");
    }
    let Refusal::Fen(error) = refused(&format!("{RETI} w - - nonsense")) else {
        panic!("a FEN");
    };
    assert!(error.problems.contains(&FenProblem::Fields(5)), "{error}");
}

/// What king and rook bear out is told; the rest is left over.
#[test]
fn castling_rights() {
    cases("castling_rights", |case| {
        let reading = position(&case.text).unwrap();
        assert_eq!(reading.castles, case.get("castles"));
    });
}

/// A square where no pawn can take is passed over; where one could, a pawn must just have passed.
#[test]
fn en_passant_squares() {
    cases("en_passant_squares", |case| match case.find("refused") {
        Some(reason) => {
            let error = refused(&case.text).to_string();
            assert!(error.contains(reason), "{error}");
        }
        None => assert_eq!(read(&case.text), case.get("read")),
    });
}

#[test]
fn what_it_looks_like() {
    let table = [
        ("[Event \"x\"]", Foreign::Pgn),
        ("1. e4 e5 2. Nf3", Foreign::Pgn),
        ("1.e4", Foreign::Pgn),
        ("1. k7", Foreign::Pgn),
        ("PK\u{3}\u{4}...", Foreign::Packed("unzip")),
        ("{\"fen\":\"8/8\"}", Foreign::Json),
        ("[{\"fen\":1}]", Foreign::Json),
        ("<!DOCTYPE html>", Foreign::Html),
        ("a\0b", Foreign::Binary),
        ("games.pgn", Foreign::FileName("games.pgn".into())),
        (
            "C:\\x\\Moments.EPD",
            Foreign::FileName("C:\\x\\Moments.EPD".into()),
        ),
        (
            "https://lichess.org/AbCdEfGh",
            Foreign::Address("lichess.org".into()),
        ),
        (
            "lichess.org/training/12345",
            Foreign::Address("lichess.org".into()),
        ),
        (
            "https://example.org/8/8/8/8/8/8/8/8",
            Foreign::Address("example.org".into()),
        ),
    ];
    for (text, what) in table {
        assert_eq!(refused(text), Refusal::Foreign(what), "{text}");
    }
    assert_eq!(
        foreign(&[0x1f, 0x8b, 8, 0]),
        Some(Foreign::Packed("gunzip"))
    );
    assert_eq!(foreign(&[0xff, 0xfe, b'8', 0]), Some(Foreign::Utf16));
    assert_eq!(foreign(FEN.as_bytes()), None);
}

#[test]
fn what_is_no_position_says_why() {
    let castled = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQKBNR w KQkq -";
    assert_eq!(
        refused(castled),
        Refusal::Pieces {
            men: 33,
            pieces: 15
        }
    );
    for (text, problem) in [
        ("", FenProblem::Empty),
        ("7k/8/8/8/8/8/8/K7 x - -", FenProblem::Side("x".into())),
    ] {
        let Refusal::Fen(error) = refused(text) else {
            panic!("{text}");
        };
        assert!(error.problems.contains(&problem), "{text}: {error}");
    }
    let long = "x".repeat(MAX_LENGTH + 1);
    assert!(refused(&long).to_string().len() < 100);
}

#[test]
fn lines_of_a_file() {
    for silent in ["", "  ", "\u{feff}", "# x", "% x", "; x", " \u{feff}# x"] {
        assert_eq!(line(silent), Ok(None), "{silent:?}");
    }
    let text = format!("\u{feff}{RETI} white KQkq e6 bm h8g7, Kg7!; am Kh7; id \"a_b; c\";");
    let read = line(&text).unwrap().unwrap();
    assert_eq!(read.epd.position.to_string(), FEN);
    assert_eq!(read.epd.best_moves, ["h8g7", "Kg7!"]);
    assert_eq!(read.epd.id.as_deref(), Some("a_b; c"));
    let address = format!("https://lichess.org/editor/{RETI}_w_-_-_0_1 bm Kg7; id \"a_b\";");
    let read = line(&address).unwrap().unwrap();
    assert_eq!(read.epd.position.to_string(), FEN);
    assert_eq!(
        (read.epd.best_moves.len(), read.epd.id.as_deref()),
        (1, Some("a_b"))
    );
    let alone = line(&format!("{RETI} bm Kg7;")).unwrap().unwrap();
    assert_eq!(
        (alone.notes, alone.epd.best_moves),
        (vec![Note::NoSide], vec!["Kg7".to_owned()])
    );
    let empty = line(&format!("{FEN} bm;")).unwrap().unwrap();
    assert_eq!(empty.notes, [Note::PassedOver("bm".to_owned())]);
    let passed = line("8/8/8/1k1pP3/8/8/8/4K3 w - d6 bm exd6 e.p.;")
        .unwrap()
        .unwrap();
    assert_eq!(passed.epd.best_moves, ["exd6 e.p."]);
}

/// What engines' people write behind, before and around a position. Each: the line, and what is read of it.
#[test]
fn lines_of_engines() {
    let told = |text: &str| {
        let Line { epd, notes, .. } = line(text).unwrap().unwrap();
        assert_eq!(epd.position.to_string(), FEN, "{text}");
        let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
        let moves = [epd.best_moves, epd.avoid_moves].map(|moves| moves.join(","));
        (moves.join("|"), epd.id.unwrap_or_default(), notes.len())
    };
    for (rest, moves, id, notes) in [
        ("0 1; bm Kg7; id \"x\";", "Kg7|", "x", 0),
        ("; bm Kg7", "Kg7|", "", 0),
        (";bm Kg7;am Kh7", "Kg7|Kh7", "", 0),
        ("0 1;D1 5;D2 30", "|", "", 0),
        ("; D5 4865", "|", "", 0),
        ("BM Kg7; ID \"x\"; AM Kh7;", "Kg7|Kh7", "x", 0),
        ("bm: Kg7;", "Kg7|", "", 0),
        ("bm #15; id \"mate\";", "#15|", "mate", 0),
        ("bm 1.Kg7; am 1. Kh7;", "1.Kg7|Kh7", "", 0),
        ("bm Kg7 ! ch; am Kh7 e.p.", "Kg7 ! ch|Kh7 e.p.", "", 0),
        ("bm ; id \"x\";", "|", "x", 1),
        ("bm Kg7; bm Kg7; bm Kg8;", "Kg7,Kg8|", "", 0),
        (
            "id \"the \"best\" one; really\"; bm Kg7;",
            "Kg7|",
            "the \"best\" one; really",
            0,
        ),
        (
            "id \"the \"best one\"; bm Kg7;",
            "Kg7|",
            "the \"best one",
            0,
        ),
        ("id \"open; bm Kg7;", "Kg7|", "open", 0),
        ("id \"a\"; id \"b\";", "|", "a", 1),
        ("0 1 \"1-0\";", "|", "", 0),
        ("\"1/2-1/2\"", "|", "", 0),
        ("0 1 [0.5]", "|", "", 0),
        ("| 0.5", "|", "", 0),
        ("0 1 1-0", "|", "", 0),
        ("c9 \"1/2-1/2\"; bm Kg7", "Kg7|", "", 0),
        ("0 1 | 35 | 0.5", "|", "", 1),
        ("= x; bm Kg7", "Kg7|", "", 1),
        ("0 1,h8g7 h5h4", "|", "", 1),
        ("h8g7 h5h4", "|", "", 1),
        ("0 1\0\0; bm Kg7;\0\u{1a}", "Kg7|", "", 0),
    ] {
        let text = format!("{RETI} w - - {rest}");
        assert_eq!(
            told(&text),
            (moves.to_owned(), id.to_owned(), notes),
            "{text}"
        );
    }
    for (text, id, notes) in [
        (format!("1. {FEN}"), "", 0),
        (format!("12) {FEN}; id \"\";"), "", 0),
        (format!("#12 {FEN}"), "", 0),
        (format!("(12) {FEN}"), "", 0),
        (format!("- {FEN}"), "", 0),
        (format!("00sHx,{FEN},h8g7 h5h4,1500"), "00sHx", 1),
        (format!("\"00sHx\",\"{FEN}\",\"h8g7 h5h4\""), "00sHx", 1),
        (format!("7;{FEN};1-0"), "7", 0),
        (format!("a\t{FEN}\t0.5"), "a", 0),
        (format!("a|b|{FEN}"), "a", 0),
    ] {
        assert_eq!(
            told(&text),
            ("|".to_owned(), id.to_owned(), notes),
            "{text}"
        );
    }
    for head in [
        "PuzzleId,FEN,Moves,Rating",
        "fen;result",
        "\"id\",\"fen\"",
        "id\tEPD",
        "\0",
        "\u{1a}",
    ] {
        assert_eq!(line(head), Ok(None), "{head}");
    }
    assert_eq!(position(&format!("{FEN}; bm Kg7")).unwrap().notes.len(), 1);
    assert!(position(&format!("3. {FEN};")).unwrap().notes.is_empty());
    let all: Vec<&str> = lines("a\rb\r\nc\n\nd").collect();
    assert_eq!(all, ["a", "b", "c", "", "d"]);
}

#[test]
fn moves_as_people_write_them() {
    cases("moves_as_people_write_them", |case| {
        let position = fen::parse(&case.text).unwrap();
        for text in case.all("as") {
            let mv = find_move(text, &position).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(mv.to_string(), case.get("move"), "{text}");
        }
    });
    let king = fen::parse("8/8/8/6K1/8/k7/8/8 w - -").unwrap();
    let castles = find_move("0-0", &king).unwrap_err().to_string();
    assert!(castles.contains("nobody can castle"), "{castles}");
    let wrong = find_move("g5g8", &king).unwrap_err().to_string();
    assert!(wrong.contains("cannot go to g8"), "{wrong}");
    assert!(find_move(&"x".repeat(9999), &king).is_err());
}

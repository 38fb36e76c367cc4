#![allow(clippy::unwrap_used)]

use super::*;
use specification::cases;

fn problems(text: &str) -> Vec<FenProblem> {
    parse(text).unwrap_err().problems
}

#[test]
fn canonical_text_comes_back() {
    cases("canonical_text_comes_back", |case| {
        assert_eq!(format(&parse(&case.text).unwrap()), case.text);
    });
}

#[test]
fn lenient_text_is_made_canonical() {
    let canonical = "8/8/8/8/8/1k5P/8/2K5 w - - 0 1";
    cases("lenient_text_is_made_canonical", |case| {
        assert_eq!(format(&parse(&case.text).unwrap()), canonical);
    });
    let spaced = "  8/8/8/8/8/1k5P/8/2K5\tw  -   - 17 99 \n";
    assert_eq!(format(&parse(spaced).unwrap()), canonical);
}

#[test]
fn one_reason_each() {
    cases("one_reason_each", |case| {
        let expected = format!("[{}]", case.get("problem"));
        assert_eq!(format!("{:?}", problems(&case.text)), expected);
    });
    assert_eq!(problems(" \t_"), [FenProblem::Empty]);
}

#[test]
fn a_double_step_may_have_ended_or_discovered_a_check() {
    cases(
        "a_double_step_may_have_ended_or_discovered_a_check",
        |case| assert!(parse(&case.text).is_ok()),
    );
}

#[test]
fn every_reason_at_once() {
    use FenProblem as P;
    let text = "8/8/8/8/8/1k5X/9/2é5 x KQ z9 a b c";
    assert_eq!(
        problems(text),
        [
            P::NotAscii('é'),
            P::Fields(7),
            P::UnknownLetter {
                letter: 'X',
                rank: "1k5X".to_owned()
            },
            P::UnknownLetter {
                letter: '9',
                rank: "9".to_owned()
            },
            P::RankLength {
                text: "9".to_owned(),
                squares: 1
            },
            P::Side("x".to_owned()),
            P::Castling("KQ".to_owned()),
            P::EnPassantSquare("z9".to_owned()),
            P::HalfMoves("a".to_owned()),
            P::MoveNumber("b".to_owned()),
            P::Illegal(Illegal::NoKing(Color::White)),
        ]
    );
    let message = parse(text).unwrap_err().to_string();
    for part in [
        "'é'",
        "7 fields",
        "'X'",
        "\"9\" has 1 squares",
        "\"x\"",
        "\"KQ\"",
        "White has no king",
    ] {
        assert!(message.contains(part), "{part} is not in {message}");
    }
    assert_eq!(
        problems("8/8/8/8/8/8/pkK4P/P7 b - a3").len(),
        3,
        "adjacent kings, a pawn on the edge, en passant"
    );
}

#[test]
fn an_unreadable_board_is_not_judged() {
    // Whatever stands between the rook and the king: it may well end the check.
    let letter = FenProblem::NotAscii('é');
    assert_eq!(problems("8/8/8/k2é3R/8/8/8/4K3 w - -"), [letter]);
    let letter = FenProblem::UnknownLetter {
        letter: 'x',
        rank: "k2x3R".to_owned(),
    };
    assert_eq!(problems("8/8/8/k2x3R/8/8/8/4K3 w - -"), [letter]);
}

#[test]
fn long_text_is_not_read() {
    let text = "8/".repeat(200);
    assert_eq!(problems(&text), [FenProblem::TooLong(400)]);
}

#[test]
fn nothing_panics() {
    let mut seed = 1u64;
    let letters: Vec<char> = "8/8/1k5P/2K5 wb-_- e3 KQRBNPkqrbnp/12345679 é\u{2013}\0\"\n"
        .chars()
        .collect();
    for _ in 0..50_000 {
        let mut text = String::new();
        for _ in 0..seed % 90 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.extend(letters.get((seed >> 33) as usize % letters.len()));
        }
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15).rotate_left(17);
        if let Err(error) = parse(&text) {
            assert!(!error.problems.is_empty());
            assert!(!error.to_string().is_empty());
        }
    }
}

#![allow(clippy::unwrap_used)]

use super::*;
use crate::board::NoEnPassant;

fn problems(text: &str) -> Vec<FenProblem> {
    parse(text).unwrap_err().problems
}

#[test]
fn canonical_text_comes_back() {
    for text in [
        "8/8/8/8/8/1k5P/8/2K5 w - - 0 1",
        "8/8/8/1k1pP3/8/8/8/4K3 w - d6 0 1",
        "6k1/8/PPPPPPPP/8/8/pppppppp/8/6K1 b - - 0 1",
        "Q3k3/8/1PPPPPPP/8/8/8/8/4K3 b - - 0 1",
    ] {
        assert_eq!(format(&parse(text).unwrap()), text);
    }
}

#[test]
fn lenient_text_is_made_canonical() {
    for text in [
        "8/8/8/8/8/1k5P/8/2K5 w - -",
        "  8/8/8/8/8/1k5P/8/2K5\tw  -   - 17 99 \n",
        "8/8/8/8/8/1k5P/8/2K5_w_-_-",
        "8/8/8/8/8/1k5P/8/2K5_w_-_-_0_1",
        "44/8/8/8/8/1k311P/8/2K5 w - - 0 0",
    ] {
        assert_eq!(
            format(&parse(text).unwrap()),
            "8/8/8/8/8/1k5P/8/2K5 w - - 0 1"
        );
    }
}

#[test]
fn one_reason_each() {
    use FenProblem as P;
    let (a, e, d6) = (Square::at(0, 7), Square::at(4, 0), Square::at(3, 5));
    let s = |text: &str| text.to_owned();
    let table = [
        ("", P::Empty),
        (" \t_", P::Empty),
        ("8/8/8/8/8/1k5P/8/2K5 w -", P::Fields(3)),
        ("8/8/8/8/8/1k5P/8/2K5 w - - 0", P::Fields(5)),
        ("8/8/8/8/8/1k5P/8/2K5 w - - 0 1 x", P::Fields(7)),
        (
            "8/8/8/8/1k5P/8/2K5 w - -",
            P::Ranks(s("8/8/8/8/1k5P/8/2K5"), 7),
        ),
        (
            "8/8/8/8/8/1k5P/8/2K5/8 w - -",
            P::Ranks(s("8/8/8/8/8/1k5P/8/2K5/8"), 9),
        ),
        (
            "8/8/8/8/7/1k5P/8/2K5 w - -",
            P::RankLength {
                text: s("7"),
                squares: 7,
            },
        ),
        (
            "8/8//8/8/1k5P/8/2K5 w - -",
            P::RankLength {
                text: s(""),
                squares: 0,
            },
        ),
        (
            "8/8/8/8/8/1k6P/8/2K5 w - -",
            P::RankLength {
                text: s("1k6P"),
                squares: 9,
            },
        ),
        (
            "8/8/8/8/8/1k5X/8/2K5 w - -",
            P::UnknownLetter {
                letter: 'X',
                rank: s("1k5X"),
            },
        ),
        ("8/8/8/8/8/1k5P/8/2K5 W - -", P::Side(s("W"))),
        ("8/8/8/8/8/1k5P/8/2K5 w KQ -", P::Castling(s("KQ"))),
        ("8/8/8/8/8/1k5P/8/2K5 w - e9", P::EnPassantSquare(s("e9"))),
        ("8/8/8/8/8/1k5P/8/2K5 w - - -1 1", P::HalfMoves(s("-1"))),
        (
            "8/8/8/8/8/1k5P/8/2K5 w - - 0 12345",
            P::MoveNumber(s("12345")),
        ),
        (
            "8/8/8/8/8/7P/8/2K5 w - -",
            P::Illegal(Illegal::NoKing(Color::Black)),
        ),
        (
            "8/8/8/8/8/k1k4P/8/6K1 w - -",
            P::Illegal(Illegal::SeveralKings(Color::Black, 2)),
        ),
        (
            "8/8/8/8/8/8/3k4/4K3 w - -",
            P::Illegal(Illegal::KingsAdjacent(e, Square::at(3, 1))),
        ),
        (
            "P7/8/8/8/8/1k6/8/4K3 w - -",
            P::Illegal(Illegal::PawnOnEdge(Color::White, a)),
        ),
        (
            "8/8/8/k7/8/8/3p4/4K3 b - -",
            P::Illegal(Illegal::OpponentInCheck(Color::White)),
        ),
        (
            "8/8/8/k7/8/PPPPPPPP/P7/4K3 w - -",
            P::Illegal(Illegal::TooManyPawns(Color::White, 9)),
        ),
        (
            "8/8/8/k7/8/PPPPPPPP/QQ6/4K3 w - -",
            P::Illegal(Illegal::TooManyPieces {
                color: Color::White,
                pawns: 8,
                promoted: 1,
            }),
        ),
        (
            "8/8/8/kP1p4/8/8/8/4K3 w - d5",
            ep(Square::at(3, 4), NoEnPassant::Rank),
        ),
        ("8/8/8/k2pP3/8/8/8/4K3 b - d6", ep(d6, NoEnPassant::Rank)),
        ("8/8/8/k3P3/8/8/8/4K3 w - d6", ep(d6, NoEnPassant::NoPawn)),
        (
            "8/3p4/8/k2pP3/8/8/8/4K3 w - d6",
            ep(d6, NoEnPassant::Occupied),
        ),
        (
            "8/8/8/k2pP3/8/8/8/q3K3 w - d6",
            ep(d6, NoEnPassant::CheckBefore),
        ),
    ];
    for (text, problem) in table {
        assert_eq!(problems(text), [problem], "{text}");
    }
}

fn ep(square: Square, reason: NoEnPassant) -> FenProblem {
    FenProblem::Illegal(Illegal::EnPassant(square, reason))
}

#[test]
fn a_double_step_may_have_ended_or_discovered_a_check() {
    // The queen looked at a blocked file; the bishop looks through the pawn's start square.
    for text in [
        "3q4/8/8/k2pP3/8/8/8/3K4 w - d6",
        "8/8/8/k1pP4/8/b7/8/4K3 w - c6",
        "2b5/8/8/k2pP3/8/7K/8/8 w - d6",
    ] {
        assert!(parse(text).is_ok(), "{text}");
    }
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

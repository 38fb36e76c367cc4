//! Tests of positions and moves.

use super::{Bitboard, Color, Illegal, Move, Pawns, Position, Role, Setup, Square, perft};
use crate::notation::fen;

fn position(text: &str) -> Position {
    fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn square(name: &str) -> Square {
    Square::parse(name).expect("a square")
}

fn moves(text: &str) -> Vec<String> {
    let moves = position(text).legal_moves();
    moves.iter().map(ToString::to_string).collect()
}

/// Positions of every kind: pawn endings, promotions, en passant, pins, checks.
const SAMPLES: [&str; 9] = [
    "8/8/8/8/8/1k5P/8/2K5 w - -",
    "8/8/8/1k1pP3/8/8/8/4K3 w - d6",
    "8/8/8/8/k2Pp3/8/8/4K3 b - d3",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
    "8/5k2/8/8/8/8/1p3K2/8 b - -",
    "3q3k/4P3/8/8/8/8/1P6/3K4 w - -",
    "7k/5Q2/6K1/8/8/8/8/8 b - -",
    "k7/P7/K7/8/8/8/8/8 b - -",
];

#[test]
fn published_perft_counts() {
    // The third position of the Chess Programming Wiki's page "Perft Results".
    let third = position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -");
    for (depth, count) in [
        (0, 1),
        (1, 14),
        (2, 191),
        (3, 2_812),
        (4, 43_238),
        (5, 674_624),
    ] {
        assert_eq!(perft(&third, depth), count);
    }
    // A test position by Martin Sedlak: queen and knight against the bare king.
    assert_eq!(perft(&position("8/8/2k5/5q2/5n2/8/5K2/8 b - -"), 4), 23_527);
}

#[test]
fn en_passant_is_kept_only_if_legal() {
    let kept = |text| position(text).en_passant();
    assert_eq!(kept("8/8/8/1k1pP3/8/8/8/4K3 w - d6"), Some(square("d6")));
    // No pawn stands beside the one that has moved.
    assert_eq!(kept("8/8/8/1k1p1P2/8/8/8/4K3 w - d6"), None);
    // The capture would open the fifth rank to the rook or the queen.
    assert_eq!(kept("8/8/8/K2pP2r/8/8/8/k7 w - d6"), None);
    assert_eq!(kept("8/8/8/K2pP2q/8/8/8/k7 w - d6"), None);
    // A second pawn still closes the rank.
    assert_eq!(kept("8/8/8/K1PpP2r/8/8/8/k7 w - d6"), Some(square("d6")));
    // The capturing pawn is pinned on its file.
    assert_eq!(kept("4r3/8/8/3pP3/8/8/8/k3K3 w - d6"), None);
    // The double step has discovered a check that the capture does not meet.
    assert_eq!(kept("2b5/8/8/3pP3/8/7K/8/k7 w - d6"), None);
    let with = position("8/8/8/1k1pP3/8/8/8/4K3 w - d6");
    assert_eq!(
        with.without_en_passant(),
        position("8/8/8/1k1pP3/8/8/8/4K3 w - -")
    );
    assert_ne!(with.without_en_passant(), with);
}

#[test]
fn playing_a_double_step_allows_en_passant() {
    let before = position("8/3p4/8/1k2P3/8/8/8/4K3 b - -");
    let after = before.play(Move::new(square("d7"), square("d5")));
    assert_eq!(after, position("8/8/8/1k1pP3/8/8/8/4K3 w - d6"));
    let capture = Move::new(square("e5"), square("d6"));
    assert!(after.is_en_passant(capture) && after.is_capture(capture));
    assert_eq!(after.play(capture), position("8/8/3P4/1k6/8/8/8/4K3 b - -"));
    let quiet = before.play(Move::new(square("d7"), square("d6")));
    assert_eq!(quiet.en_passant(), None);
    // The king lands on the en passant square: that is no en passant capture.
    let step = Move::new(square("c7"), square("d6"));
    let beside = position("8/2K5/8/3pP3/8/8/8/k7 w - d6");
    assert!(beside.is_legal(step) && !beside.is_en_passant(step) && !beside.is_capture(step));
}

#[test]
fn en_passant_may_be_the_only_move() {
    // The pawn's double step gives check, and only taking it helps.
    let only = moves("7k/8/8/r2pP3/2K5/7r/8/1r1r4 w - d6");
    assert_eq!(only, ["e5d6"]);
    // The king in the corner cannot move, and every pawn is blocked.
    let only = moves("8/8/4p3/3pP3/8/7p/5k1P/7K w - d6");
    assert_eq!(only, ["e5d6"]);
}

#[test]
fn mate_and_stalemate() {
    let mate = position("7k/6Q1/6K1/8/8/8/8/8 b - -");
    assert!(mate.is_checkmate() && mate.in_check() && !mate.is_stalemate());
    let stalemate = position("k7/P7/K7/8/8/8/8/8 b - -");
    assert!(stalemate.is_stalemate() && !stalemate.in_check() && !stalemate.is_checkmate());
    let pawn_mate = position("8/8/8/8/8/p1k5/1p6/K7 w - -");
    assert!(pawn_mate.in_check());
    let neither = position(SAMPLES[0]);
    assert!(!neither.is_checkmate() && !neither.is_stalemate());
}

#[test]
fn promotions() {
    assert_eq!(
        moves("1r6/P5k1/8/8/8/8/8/7K w - -")[..8],
        [
            "a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8r", "a7b8b", "a7b8n"
        ]
    );
    let before = position("8/P5k1/8/8/8/8/8/7K w - -");
    assert!(before.is_pawn_ending());
    assert!(!before.is_legal(Move::new(square("a7"), square("a8"))));
    let after = before.play(Move::promoting(square("a7"), square("a8"), Role::Knight));
    assert_eq!(after, position("N7/6k1/8/8/8/8/8/7K b - -"));
    assert!(!after.is_pawn_ending());
    assert_eq!(
        after.piece_at(square("a8")),
        Some((Color::White, Role::Knight))
    );
    assert_eq!(after.piece_at(square("a7")), None);
}

#[test]
fn mirror_and_flip_commute_with_moves() {
    for text in SAMPLES {
        let position = position(text);
        assert_eq!(position.mirror().mirror(), position);
        assert_eq!(position.flip().flip(), position);
        assert_same_moves(
            &position,
            &position.mirror(),
            Move::mirror,
            Position::mirror,
        );
        assert_same_moves(&position, &position.flip(), Move::flip, Position::flip);
        assert_eq!(
            fen::parse(&fen::format(&position.flip())),
            Ok(position.flip())
        );
    }
}

fn assert_same_moves(
    position: &Position,
    image: &Position,
    of_move: impl Fn(Move) -> Move,
    of_position: impl Fn(Position) -> Position,
) {
    let mut expected: Vec<Move> = position.legal_moves().into_iter().map(&of_move).collect();
    let mut moves = image.legal_moves();
    expected.sort();
    moves.sort();
    assert_eq!(moves, expected, "{position:?}");
    for mv in position.legal_moves() {
        let after = of_position(position.play(mv));
        assert_eq!(image.play(of_move(mv)), after, "{position:?} {mv}");
    }
}

#[test]
fn a_pawn_ending_from_parts() {
    let pawns = Pawns {
        white: square("h3").set(),
        black: Bitboard::EMPTY,
    };
    let build =
        |white, black| Position::pawn_ending(square(white), square(black), pawns, Color::White);
    assert_eq!(
        build("c1", "b3"),
        Ok(position("8/8/8/8/8/1k5P/8/2K5 w - -"))
    );
    let reasons = |white, black| build(white, black).expect_err("illegal").reasons;
    assert_eq!(reasons("h3", "a8"), [Illegal::Overlap(square("h3"))]);
    assert_eq!(
        reasons("c1", "g4"),
        [Illegal::OpponentInCheck(Color::Black)]
    );
    assert_eq!(
        reasons("c1", "c1")[..1],
        [Illegal::Overlap(square("c1"))],
        "two kings on one square"
    );
    let everything = Pawns {
        white: Bitboard::ALL,
        black: Bitboard::ALL,
    };
    let error = Setup::pawn_ending(square("a1"), square("a1"), everything, Color::Black)
        .validate()
        .expect_err("illegal");
    assert!(error.to_string().contains("White has 64 pawns"));
}

#[test]
fn a_position_shows_its_men() {
    assert_eq!(
        format!("{:?}", position("8/8/8/1k1pP3/8/8/8/4K3 w - d6")),
        "White K{e1} P{e5}; Black K{b5} P{d5}; White to move; en passant d6"
    );
}

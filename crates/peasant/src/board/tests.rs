//! Tests of positions and moves.

use super::{Bitboard, Color, Illegal, Move, Pawns, Position, Role, Setup, Square, perft};
use crate::notation::fen;
use specification::cases;

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

#[test]
fn published_perft_counts() {
    cases("published_perft_counts", |case| {
        let counts = (0..=5).filter_map(|depth| Some((depth, case.find(&format!("D{depth}"))?)));
        for (depth, count) in counts {
            let found = perft(&position(&case.text), depth);
            assert_eq!(found.to_string(), count, "depth {depth}");
        }
    });
}

#[test]
fn en_passant_is_kept_only_if_legal() {
    cases("en_passant_is_kept_only_if_legal", |case| {
        let kept = position(&case.text).en_passant();
        assert_eq!(
            kept.map_or("-".to_owned(), |square| square.to_string()),
            case.get("kept")
        );
    });
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
    cases("en_passant_may_be_the_only_move", |case| {
        assert_eq!(moves(&case.text), [case.get("move")]);
    });
}

#[test]
fn mate_and_stalemate() {
    cases("mate_and_stalemate", |case| {
        let position = position(&case.text);
        for (name, found) in [
            ("check", position.in_check()),
            ("mate", position.is_checkmate()),
            ("stalemate", position.is_stalemate()),
        ] {
            assert_eq!(found, case.read::<bool>(name), "{name}");
        }
    });
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
    cases("mirror_and_flip_commute_with_moves", |case| {
        let position = position(&case.text);
        let (mirrored, flipped) = (position.mirror(), position.flip());
        assert_eq!(mirrored.mirror(), position);
        assert_eq!(flipped.flip(), position);
        assert_same_moves(&position, &mirrored, Move::mirror, Position::mirror);
        assert_same_moves(&position, &flipped, Move::flip, Position::flip);
        assert_eq!(fen::parse(&fen::format(&flipped)), Ok(flipped));
    });
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

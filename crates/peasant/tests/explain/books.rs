//! What every manual says.

use peasant::board::Square;
use peasant::explain::{MutualZugzwang, Opposition};
use peasant::kpk::{self, Placement, Side, Verdict};
use peasant::{Bounds, Explanation, Prover, Rules, Wdl};

use crate::support::{explain, explain_chess, names};

/// A position of a white pawn against the king: Black to move, as a pawn on g7 gives check.
fn pawn_on(square: &str) -> String {
    let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'0');
    let gap = |files: u8| match files {
        0 => String::new(),
        _ => files.to_string(),
    };
    let row = format!("{}P{}", gap(file), gap(7 - file));
    // The kings stand where no pawn does.
    let rows = (1..=8).rev().map(|r| match r {
        8 => "7k".to_owned(),
        1 => "K7".to_owned(),
        _ if r == rank => row.clone(),
        _ => "8".to_owned(),
    });
    format!("{} b - -", rows.collect::<Vec<_>>().join("/"))
}

fn key_squares(square: &str) -> String {
    let explanation = explain_chess(&pawn_on(square));
    assert!(explanation.map.is_complete());
    names(&explanation.map.key_squares).join(" ")
}

#[test]
fn key_squares_of_a_pawn() {
    for (pawn, expected) in [
        ("e4", "d6 e6 f6"),
        ("b3", "a5 b5 c5"),
        ("d2", "c4 d4 e4 d5"),
        ("e5", "d6 e6 f6 d7 e7 f7"),
        ("e6", "d7 e7 f7 d8 e8 f8"),
    ] {
        assert_eq!(key_squares(pawn), expected, "{pawn}");
    }
}

/// On its first ranks it has none: wherever White's king is, Black's may stand before the pawn. Later there is no room for it
/// between the pawn and a king on b7.
#[test]
fn key_squares_of_a_rook_pawn() {
    for rank in 2..=4 {
        for file in ["a", "h"] {
            let pawn = format!("{file}{rank}");
            assert_eq!(key_squares(&pawn), "", "{pawn}");
        }
    }
    assert_eq!(key_squares("a5"), "b7");
    assert_eq!(key_squares("h5"), "g7");
}

#[test]
fn the_mutual_zugzwangs_of_a_pawn() {
    let mut count = 0;
    for file in "abcdefgh".chars() {
        for rank in 2..=7 {
            let explanation = explain_chess(&pawn_on(&format!("{file}{rank}")));
            assert!(explanation.map.is_complete());
            count += explanation.map.mutual_zugzwangs.len();
        }
    }
    assert_eq!(count, 160);
}

#[test]
fn the_opposition_by_shape() {
    let explanation = explain_chess("8/4k3/8/4K3/4P3/8/8/8 w - -");
    assert_eq!(explanation.analysis.bounds, Bounds::exactly(Wdl::Draw));
    assert_eq!(
        explanation.other_side_to_move,
        Some(Bounds::exactly(Wdl::Loss))
    );
    let first = explanation.map.mutual_zugzwangs[0];
    assert_eq!(
        (first.attacker.to_string(), first.defender.to_string()),
        ("e5".into(), "e7".into())
    );
    assert_eq!(first.opposition, Some(Opposition::Near));
    assert!(!first.full_point);
}

/// Trébuchet: whoever is to move loses the pawn and the game.
#[test]
fn full_point_zugzwang() {
    let explanation = explain_chess("8/8/8/4pK2/3kP3/8/8/8 w - -");
    assert_eq!(explanation.analysis.bounds, Bounds::exactly(Wdl::Loss));
    let map = &explanation.map;
    assert_eq!(map.attacker.name(), "black");
    let first = map.mutual_zugzwangs[0];
    let kings = (first.attacker.to_string(), first.defender.to_string());
    assert_eq!(kings, ("d4".to_owned(), "f5".to_owned()));
    assert!(first.full_point);
    assert!(map.mutual_zugzwangs.iter().any(|pair| !pair.full_point));
}

fn pairs(explanation: &Explanation) -> Vec<(String, String)> {
    let pairs = explanation.map.pairs();
    pairs.map(|(a, d)| (a.to_string(), d.to_string())).collect()
}

fn has(zugzwangs: &[MutualZugzwang], attacker: &str, defender: &str) -> bool {
    zugzwangs.iter().any(|pair| {
        (pair.attacker.to_string(), pair.defender.to_string()) == (attacker.into(), defender.into())
    })
}

const LOCOCK: &str = "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -";
const LASKER_REICHHELM: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";

/// The system of Locock 1892: d4 and f6, e3 and g5, and what hangs on them.
#[test]
fn locock() {
    for rules in [Rules::Newborn, Rules::Chess] {
        let explanation = explain(&Prover::new(rules), LOCOCK);
        assert_eq!(explanation.analysis.bounds, Bounds::exactly(Wdl::Win));
        let found = pairs(&explanation);
        for (white, black) in [
            ("d4", "f6"),
            ("e3", "g5"),
            ("d3", "g6"),
            ("c3", "g7"),
            ("d2", "h6"),
            ("c2", "h7"),
            ("b2", "h8"),
            ("b1", "g8"),
        ] {
            assert!(
                found.contains(&(white.into(), black.into())),
                "{rules} {white} {found:?}"
            );
        }
    }
}

/// Only Kb1 wins: then Black, on a7, is to move in a mutual zugzwang.
#[test]
fn lasker_and_reichhelm() {
    for rules in [Rules::Newborn, Rules::Chess] {
        let explanation = explain(&Prover::new(rules), LASKER_REICHHELM);
        assert_eq!(explanation.analysis.bounds, Bounds::exactly(Wdl::Win));
        assert_eq!(
            explanation.other_side_to_move,
            Some(Bounds::exactly(Wdl::Draw))
        );
        let found = pairs(&explanation);
        assert!(
            found.contains(&("b1".into(), "a7".into())),
            "{rules} {found:?}"
        );
        assert!(
            has(&explanation.map.mutual_zugzwangs, "b1", "a7"),
            "{rules}"
        );
        for square in ["a2", "b2"] {
            assert!(
                !has(&explanation.map.mutual_zugzwangs, square, "a7"),
                "{rules}"
            );
        }
    }
}

/// Réti 1921: outside the square by two moves, and yet a draw.
#[test]
fn reti() {
    let explanation = explain_chess("7K/8/k1P5/7p/8/8/8/8 w - -");
    assert_eq!(explanation.analysis.bounds, Bounds::exactly(Wdl::Draw));
    assert_eq!(
        explanation.other_side_to_move,
        Some(Bounds::exactly(Wdl::Win))
    );
    let [white, black] = explanation.passed_pawns[..] else {
        panic!("two passed pawns");
    };
    assert_eq!(
        (white.moves, white.king_moves, white.in_square),
        (2, 2, true)
    );
    assert_eq!(
        (black.moves, black.king_moves, black.in_square),
        (4, 7, false)
    );
    let other = explanation.other_map.expect("a draw has two maps");
    assert_eq!(other.attacker.name(), "black");
}

/// Fahrni and Alapin 1912: d5 and c4 against c8: with Black to move, White wins at once; d4 is the way round.
#[test]
fn fahrni() {
    let explanation = explain_chess("2k5/8/p1P5/P2K4/8/8/8/8 w - -");
    assert_eq!(explanation.analysis.bounds, Bounds::exactly(Wdl::Win));
    assert!(explanation.map.is_complete());
    assert!(names(&explanation.map.key_squares).contains(&"b6".to_owned()));
}

/// King and pawn against king by its bitbase: the same key squares as by proof, for every pawn.
#[test]
fn key_squares_of_the_bitbase() {
    for pawn in Square::all().filter(|square| (1..7).contains(&square.rank())) {
        let map = explain_chess(&pawn_on(&pawn.to_string())).map;
        assert!(map.is_complete());
        let found = |turn| -> Vec<Square> { kpk::bitbase().key_squares(pawn, turn).collect() };
        assert_eq!(found(Side::Defender), map.key_squares, "{pawn}");
        assert_eq!(found(Side::Attacker), map.strong_key_squares, "{pawn}");
    }
}

/// A rook pawn has squares that the handbooks call key squares, b7 and b8: a defender before the pawn holds against them, one
/// outside the square of the pawn does not.
#[test]
fn a_rook_pawn_wins_while_the_defender_is_away() {
    let bitbase = kpk::bitbase();
    for rank in 1..7 {
        let pawn = Square::at(0, rank);
        let squares = kpk::key_squares(pawn) - bitbase.key_squares(pawn, Side::Defender);
        let expected = [2, 2, 2, 1, 0, 0][rank as usize - 1];
        assert_eq!(squares.count(), expected, "{pawn}");
        for king in squares {
            let placements = Square::all().flat_map(|defender| {
                Side::BOTH.map(|turn| Placement::new(king, defender, pawn, turn))
            });
            for placement in placements.flatten() {
                let defender = placement.defender();
                let is_won = bitbase.probe(placement) == Verdict::Won;
                let is_before = defender.file() == 0 && defender.rank() > rank;
                let moves = 7 - rank.max(2) + u32::from(placement.turn() == Side::Defender);
                let takes = placement.turn() == Side::Defender && defender.distance(pawn) == 1;
                let is_outside = !takes && defender.distance(Square::at(0, 7)) > moves;
                assert!(!(is_before && is_won), "{placement}");
                assert!(!is_outside || is_won, "{placement}");
            }
        }
    }
}

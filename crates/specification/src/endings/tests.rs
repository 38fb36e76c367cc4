//! Checks of the specification itself: published counts, textbook positions, and positions made for each rule.

use super::board::{Man, Side};
use super::moves::{self, Kind};
use super::position::name;
use super::sample;
use super::{Naive, NaivePosition, Structure, Verdict, Wdl};
use crate::Dice;

fn verdict(fen: &str) -> Verdict {
    Naive::new().verdict(&NaivePosition::parse(fen))
}

/// What the move is worth to the side that plays it.
fn move_value(fen: &str, played: &str) -> Wdl {
    let judged = Naive::new().moves(&NaivePosition::parse(fen));
    let named = judged
        .iter()
        .find(|judged| name(judged.played.from) + &name(judged.played.to) == played);
    named.expect("a legal move").verdict.value
}

fn perft(position: &NaivePosition, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let side = position.to_move;
    moves::newborn_moves(&position.board(), side, position.en_passant)
        .into_iter()
        .map(|(played, after)| {
            let right = played.right();
            perft(&NaivePosition::of(&after, side.other(), right), depth - 1)
        })
        .sum()
}

/// Numbers of move sequences, as in the perft suite of the program ROCE. No promotion is possible within five plies.
#[test]
fn moves_are_counted_right() {
    let counts: [(&str, [u64; 5]); 5] = [
        ("k7/6p1/8/8/8/8/7P/K7 w", [5, 25, 161, 1035, 7574]),
        ("k7/8/8/7p/6P1/8/8/K7 w", [5, 22, 139, 877, 6112]),
        ("7k/3p4/8/8/3P4/8/8/K7 w", [4, 19, 117, 720, 4661]),
        ("8/8/3k4/3p4/3P4/3K4/8/8 w", [5, 25, 180, 1294, 8296]),
        ("3k4/3pp3/8/8/8/8/3PP3/3K4 w", [7, 49, 378, 2902, 24122]),
    ];
    for (fen, expected) in counts {
        let position = NaivePosition::parse(fen);
        assert_eq!(
            [1, 2, 3, 4, 5].map(|depth| perft(&position, depth)),
            expected,
            "{fen}"
        );
    }
}

/// [loss, draw, win] for each side to move, without a right to take en passant and with one.
fn count(structures: impl Iterator<Item = Structure>) -> [[[u64; 3]; 2]; 2] {
    let mut naive = Naive::new();
    let mut totals = [[[0; 3]; 2]; 2];
    for (position, verdict) in structures.flat_map(|pawns| naive.verdicts(&pawns)) {
        let right = usize::from(position.en_passant.is_some());
        totals[right][position.to_move as usize][verdict.value as usize] += 1;
    }
    totals
}

/// King and pawn against king. In chess 124,960 of the 163,328 positions with White to move are won; under Newborn's
/// rules six fewer, all of them positions where only an under-promotion wins, since a queen stalemates. (None of the six
/// can be forced from elsewhere, so that the 97,604 losses with Black to move are those of chess.)
#[test]
fn pawn_against_king_has_the_published_totals() {
    let [totals, _] = count(sample::one_pawn());
    assert_eq!(totals, [[0, 38_368 + 6, 124_960 - 6], [97_604, 70_420, 0]]);
}

#[test]
fn the_six_wins_missing_are_stalemates_by_promotion() {
    let mut naive = Naive::new();
    let mut found: Vec<String> = Vec::new();
    for (position, verdict) in sample::one_pawn().flat_map(|pawns| naive.verdicts(&pawns)) {
        if position.to_move == Side::White && verdict.value == Wdl::Draw && stalemates(&position) {
            found.push(position.fen());
        }
    }
    found.sort_unstable();
    let expected = [
        "8/1P6/k7/8/1K6/8/8/8 w - - 0 1",
        "8/1P6/k7/8/K7/8/8/8 w - - 0 1",
        "8/5P1k/8/7K/8/8/8/8 w - - 0 1",
        "8/6P1/7k/8/6K1/8/8/8 w - - 0 1",
        "8/6P1/7k/8/7K/8/8/8 w - - 0 1",
        "8/k1P5/8/K7/8/8/8/8 w - - 0 1",
    ];
    assert_eq!(found, expected);
}

/// Whether a promotion stalemates the opponent.
fn stalemates(position: &NaivePosition) -> bool {
    let victim = position.to_move.other();
    moves::newborn_moves(&position.board(), position.to_move, None)
        .into_iter()
        .filter(|(played, _)| played.kind == Kind::Promotion(Man::Queen))
        .any(|(_, after)| {
            !after.in_check(victim) && moves::newborn_moves(&after, victim, None).is_empty()
        })
}

/// Totals of a pawn each, as a signature. Who can take en passant never loses: the other side has no pawn left then.
#[test]
fn pawn_against_pawn_keeps_its_totals() {
    let without_right = [1_734_460, 2_505_224, 3_196_404];
    let with_right = [0, 9_346, 33_020];
    let expected = [without_right, with_right].map(|either_side| [either_side; 2]);
    assert_eq!(count(sample::one_pawn_each()), expected);
}

/// Whoever is to move loses: the king steps away and the pawn falls.
#[test]
fn the_trebuchet_is_lost_for_the_side_to_move() {
    for fen in ["8/8/8/3pK3/2kP4/8/8/8 w", "8/8/8/3pK3/2kP4/8/8/8 b"] {
        let lost = verdict(fen);
        assert_eq!((lost.value, lost.distance), (Wdl::Loss, Some(2)), "{fen}");
    }
}

#[test]
fn only_the_diagonal_draws_in_the_study_by_reti() {
    let fen = "7K/8/k1P5/7p/8/8/8/8 w";
    assert_eq!(verdict(fen).value, Wdl::Draw);
    assert_eq!(move_value(fen, "h8g7"), Wdl::Draw);
    for other in ["h8g8", "h8h7", "c6c7"] {
        assert_eq!(move_value(fen, other), Wdl::Loss, "{other}");
    }
}

#[test]
fn distances_count_plies_to_mate_or_zeroing_move() {
    let cases = [
        // Mated by a pawn; a promotion; a king that steps aside for it; nothing to play for.
        ("8/8/8/Pp2P1p1/Kpk5/8/8/8 w", Wdl::Loss, Some(0)),
        ("8/1kPK4/8/8/8/8/8/8 w", Wdl::Win, Some(1)),
        ("8/1kPK4/8/8/8/8/8/8 b", Wdl::Loss, Some(2)),
        ("8/8/8/8/8/8/8/K1k5 w", Wdl::Draw, None),
    ];
    for (fen, value, distance) in cases {
        assert_eq!(verdict(fen), Verdict { value, distance }, "{fen}");
    }
}

#[test]
fn en_passant_can_be_the_only_move() {
    // Without the right: stalemate.
    assert_eq!(verdict("8/8/4p3/3pP3/8/1k6/p7/K7 w - -").value, Wdl::Draw);
    assert_eq!(verdict("8/8/4p3/3pP3/8/1k6/p7/K7 w - d6").value, Wdl::Win);
    // Without the right: mate, by the very pawn that can be taken.
    let mated = verdict("8/8/8/Pp2P1p1/Kpk5/8/8/8 w - -");
    assert_eq!((mated.value, mated.distance), (Wdl::Loss, Some(0)));
    assert_ne!(verdict("8/8/8/Pp2P1p1/Kpk5/8/8/8 w - b6").value, Wdl::Loss);
}

#[test]
fn the_right_to_take_en_passant_makes_other_positions() {
    let right = NaivePosition::parse("8/8/4p3/3pP3/8/1k6/p7/K7 w - d6");
    let rights = |fen: &str| NaivePosition::parse(fen).possible_rights();
    assert_eq!(
        rights("8/8/4p3/3pP3/8/1k6/p7/K7 w"),
        [right.en_passant.unwrap()]
    );
    // The pawn cannot have come from d7: it would have given check there, or somebody stands on its way.
    assert_eq!(rights("8/8/2K1p3/3pP3/8/1k6/p7/8 w"), []);
    assert_eq!(rights("8/3k4/4p3/3pP3/8/8/p7/K7 w"), []);
    assert_eq!(rights("8/8/3Kp3/3pP3/8/1k6/p7/8 w"), []);
}

#[test]
fn a_new_queen_can_be_taken_if_bare() {
    assert_eq!(move_value("8/Pk6/8/8/8/8/8/4K3 w", "a7a8"), Wdl::Draw);
    assert_eq!(move_value("8/1kPK4/8/8/8/8/8/8 w", "c7c8"), Wdl::Win);
    // The rest of the game decides what taking it is worth.
    assert_eq!(move_value("8/Pk6/8/8/8/8/K6p/8 w", "a7a8"), Wdl::Loss);
    assert_eq!(move_value("8/Pk6/8/8/8/8/K5PP/8 w", "a7a8"), Wdl::Win);
}

#[test]
fn a_promotion_in_reply_draws() {
    assert_eq!(move_value("8/P6k/8/8/8/8/K6p/8 w", "a7a8"), Wdl::Draw);
    // Not if the king is in check, or the pawn pinned, by the first queen.
    assert_eq!(move_value("7k/P7/8/8/8/8/K6p/8 w", "a7a8"), Wdl::Win);
    assert_eq!(move_value("8/P7/8/8/8/8/K5p1/7k w", "a7a8"), Wdl::Win);
    // Even if it gives check that neither king nor pawns can answer.
    assert_eq!(move_value("8/2P5/5k2/8/8/8/p5PP/7K w", "c7c8"), Wdl::Draw);
}

#[test]
fn promoting_again_or_taking_the_second_queen_wins() {
    assert_eq!(move_value("8/P1P4k/8/8/8/8/K6p/8 w", "a7a8"), Wdl::Win);
    assert_eq!(move_value("8/P7/8/8/1k6/8/6Kp/8 w", "a7a8"), Wdl::Win);
    // Not if the second queen is guarded, or its check forbids promoting again.
    assert_eq!(move_value("8/P7/8/8/8/8/3Kpk2/8 w", "a7a8"), Wdl::Draw);
    assert_eq!(move_value("8/P1P4k/8/8/8/8/p7/7K w", "c7c8"), Wdl::Draw);
}

/// The letter of the rule: even a check that neither king nor pawns can answer comes too late.
#[test]
fn no_other_reply_to_a_promotion_counts() {
    assert_eq!(move_value("1k6/1P6/PK6/8/1P6/8/p2P4/8 b", "a2a1"), Wdl::Win);
    assert_eq!(move_value("8/P6k/8/8/8/7p/K7/8 w", "a7a8"), Wdl::Win);
}

#[test]
fn a_promotion_that_stalemates_draws() {
    assert_eq!(move_value("8/1P6/k7/8/1K6/8/8/8 w", "b7b8"), Wdl::Draw);
    // Any pawn move left to the victim loses the game for it.
    assert_eq!(move_value("8/1P6/k6p/8/1K6/8/8/8 w", "b7b8"), Wdl::Win);
}

/// Three to five pawns, small enough to be solved many times over.
fn random_structures(seed: u64, each: usize) -> Vec<Structure> {
    let mut dice = Dice(seed);
    [3, 4, 5]
        .repeat(each)
        .into_iter()
        .map(|pawns| sample::random_structure(&mut dice, pawns, 60))
        .collect()
}

/// Every verdict follows from those of the moves as the definition says.
#[test]
fn verdicts_follow_from_moves() {
    for pawns in random_structures(1, 8) {
        let mut naive = Naive::new();
        for (position, verdict) in naive.verdicts(&pawns) {
            let moves = naive.moves(&position);
            let best = moves.iter().map(|judged| judged.verdict.value).max();
            let distances = moves
                .iter()
                .filter(|judged| Some(judged.verdict.value) == best)
                .filter_map(|judged| judged.verdict.distance);
            let expected = match best {
                Some(Wdl::Win) => (Wdl::Win, distances.min()),
                Some(Wdl::Draw) => (Wdl::Draw, None),
                Some(Wdl::Loss) => (Wdl::Loss, distances.max()),
                None if position.board().in_check(position.to_move) => (Wdl::Loss, Some(0)),
                None => (Wdl::Draw, None),
            };
            assert_eq!(
                (verdict.value, verdict.distance),
                expected,
                "{}",
                position.fen()
            );
        }
    }
}

#[test]
fn neither_colour_nor_wing_matters() {
    for pawns in random_structures(2, 4) {
        let mut naive = Naive::new();
        for (position, verdict) in naive.verdicts(&pawns) {
            let fen = position.fen();
            assert_eq!(naive.verdict(&position.mirrored()), verdict, "{fen}");
            assert_eq!(naive.verdict(&position.flipped()), verdict, "{fen}");
            assert_eq!(position.flipped().flipped(), position);
            assert_eq!(NaivePosition::parse(&fen), position);
        }
    }
}

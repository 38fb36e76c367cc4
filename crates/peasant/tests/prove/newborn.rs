//! Newborn's rules: the fast provers against the specification, and against each other.

use peasant::Analysis;
use peasant::board::{Bitboard, Pawns, Position, Square};
use peasant::notation::fen;
use peasant::prove::Solved;
use peasant::value::{Distance, Wdl};
use specification::endings::{Naive, Structure, sample};
use specification::{Dice, rounds};

use crate::support::{position, prove, result, solved};

/// Every legal position of a structure, en-passant rights and distances included. Returns how many.
fn compare(naive: &mut Naive, structure: &Structure) -> usize {
    let mut below: Option<Solved> = None;
    let verdicts = naive.verdicts(structure);
    for (naive_position, verdict) in &verdicts {
        let text = naive_position.fen();
        let position = position(&text);
        let solved = below.get_or_insert_with(|| solved(&position));
        assert_eq!(
            solved.result(&position),
            Some(result(verdict.value)),
            "result of {text}"
        );
        let distance = verdict.distance.map(Distance::from_plies);
        assert_eq!(solved.distance(&position), distance, "distance of {text}");
    }
    verdicts.len()
}

fn compare_all(structures: impl Iterator<Item = Structure>) -> usize {
    let mut naive = Naive::new();
    structures
        .map(|structure| compare(&mut naive, &structure))
        .sum()
}

#[test]
fn every_position_of_a_pawn_against_the_king() {
    // The published totals with White and with Black to move.
    assert_eq!(compare_all(sample::one_pawn()), 163_328 + 168_024);
}

/// Can one of the two pawns take the other en passant?
fn can_pass(structure: &Structure) -> bool {
    let (white, black) = (structure.white[0], structure.black[0]);
    let side_by_side = white / 8 == black / 8 && white.abs_diff(black) == 1;
    side_by_side && matches!(white / 8, 3 | 4)
}

/// For every change one structure in so many, and all with an en passant capture.
#[test]
fn every_position_of_a_pawn_each() {
    let one_in = rounds(24, 1);
    let structures = sample::one_pawn_each().enumerate();
    let structures =
        structures.filter(|(number, structure)| number % one_in == 0 || can_pass(structure));
    assert!(compare_all(structures.map(|(_, structure)| structure)) > 10_000_000 / one_in);
}

#[test]
fn random_structures_of_up_to_five_pawns() {
    let mut dice = Dice(2026);
    let mut naive = Naive::new();
    let mut positions = 0;
    let rounds = rounds(16, 120);
    for round in 0..rounds {
        let structure = sample::random_structure(&mut dice, 2 + round % 4, 300);
        positions += compare(&mut naive, &structure);
    }
    assert!(positions > 100_000 / 120 * rounds);
}

/// Results, distances and best moves.
fn summary(analysis: &Analysis) -> Vec<(String, Option<Wdl>, Option<Distance>)> {
    let mut moves: Vec<_> = analysis
        .moves
        .iter()
        .map(|m| (m.r#move.to_string(), m.bounds.exact(), m.distance))
        .collect();
    moves.sort();
    moves.push(("position".to_owned(), analysis.bounds.exact(), None));
    moves
}

/// The best moves, whatever their order.
fn best(analysis: &Analysis) -> Vec<String> {
    let mut best: Vec<_> = analysis.best.iter().map(ToString::to_string).collect();
    best.sort();
    best
}

fn random_position(dice: &mut Dice, most_pawns: usize) -> Position {
    loop {
        let mut pawns = Pawns::NONE;
        for _ in 0..1 + dice.roll(most_pawns) {
            let square = Square::new(8 + dice.roll(48) as u32);
            if pawns.occupied().contains(square) {
                continue;
            }
            let side: &mut Bitboard = if dice.roll(2) == 0 {
                &mut pawns.white
            } else {
                &mut pawns.black
            };
            *side = side.with(square);
        }
        let king = |dice: &mut Dice| Square::new(dice.roll(64) as u32);
        let turn = if dice.roll(2) == 0 {
            peasant::board::Color::White
        } else {
            peasant::board::Color::Black
        };
        if let Ok(position) = Position::pawn_ending(king(dice), king(dice), pawns, turn) {
            return position;
        }
    }
}

/// The prover against every structure solved: the position, each of its moves, and which are best. A distance may be unknown,
/// never wrong.
#[test]
fn what_is_needed_and_everything_agree() {
    let mut dice = Dice(424242);
    for _ in 0..rounds(500, 3000) {
        let position = random_position(&mut dice, 6);
        let text = fen::format(&position);
        let (analysis, everything) = (prove(&position, 1), solved(&position));
        if let Some(result) = everything.result(&position) {
            assert_eq!(analysis.bounds.exact(), Some(result), "{text}");
        }
        for m in &analysis.moves {
            // What a promotion is worth is no entry of the table.
            let after = position.play(m.r#move);
            let Some(result) = everything.result(&after) else {
                continue;
            };
            assert_eq!(m.bounds.exact(), Some(-result), "{text}: {}", m.r#move);
            let is_quiet = !position.is_capture(m.r#move)
                && !position.pawns().occupied().contains(m.r#move.from);
            let plies = everything.distance(&after).filter(|_| is_quiet);
            if let (Some(distance), Some(below)) = (m.distance, plies) {
                assert_eq!(distance.plies(), below.plies() + 1, "{text}: {}", m.r#move);
            }
        }
    }
}

#[test]
fn threads_mirrors_and_colours_change_nothing() {
    let mut dice = Dice(1980);
    for _ in 0..rounds(20, 60) {
        let position = random_position(&mut dice, 5);
        let text = fen::format(&position);
        let analysis = prove(&position, 1);
        let of_two = prove(&position, 2);
        assert_eq!(summary(&analysis), summary(&of_two), "{text}");
        assert_eq!(best(&analysis), best(&of_two), "{text}");
        for image in [position.mirror(), position.flip()] {
            assert_eq!(analysis.bounds, prove(&image, 1).bounds, "{text}");
        }
    }
}

/// Every line is legal, keeps the result with every move of the side that has it, and ends where the
/// game is decided.
#[test]
fn lines_keep_the_result() {
    let mut dice = Dice(1903);
    for _ in 0..rounds(50, 150) {
        let start = random_position(&mut dice, 5);
        let text = fen::format(&start);
        let analysis = prove(&start, 1);
        let solved = solved(&start);
        let mut position = start;
        let mut expected = analysis.bounds.exact().expect("there were no limits");
        for &m in &analysis.line {
            if let Some(result) = solved.result(&position) {
                assert_eq!(result, expected, "{text}: before {m}");
            }
            assert!(position.is_legal(m), "{text}: {m}");
            position = position.play(m);
            expected = -expected;
        }
        if expected != Wdl::Draw {
            let over = !position.is_pawn_ending() || position.is_checkmate();
            assert!(over, "{text}: the line stops at {}", fen::format(&position));
        }
    }
}

//! The rules of chess: the prover against the specification.

use std::sync::{LazyLock, Mutex, MutexGuard};

use peasant::rules::Rules;
use specification::endings::chess::Chess;
use specification::endings::{NaivePosition, Structure, sample};
use specification::{Dice, is_thorough};

use crate::support::{Prover, result};

fn solver() -> Prover {
    Prover::new(Rules::Chess)
}

/// The tests share what the specification solves.
fn chess() -> MutexGuard<'static, Chess> {
    static CHESS: LazyLock<Mutex<Chess>> = LazyLock::new(Mutex::default);
    CHESS.lock().unwrap_or_else(|failed| failed.into_inner())
}

/// How many positions were compared, and of how many the exact result was proved.
#[derive(Default)]
struct Count {
    positions: usize,
    exact: usize,
}

impl Count {
    /// Every legal position of a structure, en-passant rights included: the true value lies within the bounds.
    fn compare(&mut self, solver: &mut Prover, structure: &Structure) {
        for (position, value) in chess().values(structure) {
            let (text, value) = (position.fen(), result(value));
            let bounds = solver.bounds(&text);
            assert!(
                bounds.lower() <= value && value <= bounds.upper(),
                "{text}: {value} is not within {bounds}"
            );
            self.positions += 1;
            self.exact += usize::from(bounds.exact().is_some());
        }
    }
}

fn compare_all(structures: impl Iterator<Item = Structure>) -> Count {
    let (mut solver, mut count) = (solver(), Count::default());
    for structure in structures {
        count.compare(&mut solver, &structure);
    }
    println!("{} of {} exact", count.exact, count.positions);
    count
}

fn random(seed: u64, pawns: [usize; 2], limit: usize, count: usize) -> Vec<Structure> {
    let mut dice = Dice(seed);
    (0..count)
        .map(|_| sample::random_for_chess(&mut dice, pawns, limit))
        .collect()
}

#[test]
fn every_position_of_a_pawn_against_the_king() {
    let count = compare_all(sample::one_pawn());
    // The published totals with White and with Black to move.
    assert_eq!(count.positions, 163_328 + 168_024);
    assert_eq!(count.exact, count.positions);
}

/// Only one of the pawns can promote, and only after the other is gone: no queen ever meets a pawn.
#[test]
fn every_position_of_two_pawns_face_to_face() {
    let apart = if is_thorough() { 1 } else { 7 };
    let count = compare_all(sample::face_to_face().step_by(apart));
    assert!(count.positions > 500_000 / apart);
    assert_eq!(count.exact, count.positions);
}

#[test]
#[ignore = "solves what a pawn each can become: some minutes"]
fn random_structures_of_a_pawn_each() {
    let structures = 12;
    let count = compare_all(random(1, [1, 1], 10, structures).into_iter());
    assert!(count.positions > 4_000 * structures);
}

/// Colours and wings must not matter to the library either.
#[test]
fn mirrored_and_flipped_positions_have_the_same_bounds() {
    let mut solver = solver();
    for structure in random(2, [1, 1], 10, 4) {
        for position in structure.positions() {
            let mut of = |position: &NaivePosition| solver.bounds(&position.fen());
            let (fen, expected) = (position.fen(), of(&position));
            assert_eq!(of(&position.mirrored()), expected, "{fen}");
            assert_eq!(of(&position.flipped()), expected, "{fen}");
        }
    }
}

#[test]
#[ignore = "solves all classes of two white pieces: a minute or two"]
fn structures_of_two_pawns_against_the_king() {
    let count = compare_all(random(3, [2, 0], 10, 12).into_iter());
    assert!(count.positions > 50_000);
}

#[test]
#[ignore = "solves all classes of two pieces: some minutes"]
fn structures_of_three_pawns() {
    let count = compare_all(random(4, [2, 1], 16, 12).into_iter());
    assert!(count.positions > 50_000);
}

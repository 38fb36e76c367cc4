//! Move sequences are counted as shakmaty counts them.

use oracle::{random_en_passant, random_position, to_shakmaty};
use peasant::board::{Position, perft};
use specification::Dice;

fn assert_same_count(position: &Position, depth: u32) {
    let ours = perft(position, depth);
    let theirs = shakmaty::perft(&to_shakmaty(position), depth);
    assert_eq!(ours, theirs, "perft {depth} of {position:?}");
}

#[test]
fn pawn_endings() {
    let mut random = Dice(1);
    for pawns in 1..=16 {
        let depth = if pawns <= 3 { 6 } else { 5 };
        for _ in 0..specification::rounds(8, 20) {
            assert_same_count(&random_position(&mut random, pawns, 0), depth);
        }
    }
}

#[test]
fn en_passant() {
    let mut random = Dice(2);
    for more_pawns in 0..=14 {
        for _ in 0..specification::rounds(5, 10) {
            assert_same_count(&random_en_passant(&mut random, more_pawns, 0), 5);
        }
        for _ in 0..specification::rounds(5, 10) {
            let pieces = random.roll(15 - more_pawns).min(4);
            assert_same_count(&random_en_passant(&mut random, more_pawns, pieces), 4);
        }
    }
}

#[test]
fn promoted_pawns() {
    let mut random = Dice(3);
    for pieces in 1..=8 {
        for pawns in 0..=8 {
            let depth = if pieces <= 2 { 5 } else { 4 };
            for _ in 0..specification::rounds(1, 3) {
                assert_same_count(&random_position(&mut random, pawns, pieces), depth);
            }
        }
    }
}

use std::collections::HashMap;

use super::*;
use crate::plain::{Dice, Plain, boards, every_board, every_file, pawns, variants};
use peasant::value::Wdl;

fn key(keys: &Keys, board: &Board, geometry: &Geometry) -> u128 {
    let reach = Reach::of(board, geometry);
    let chart = Chart::of(board, &reach, geometry);
    keys.key(board, &reach, &chart)
}

fn mirrored(board: &Board, files: u32) -> Board {
    let mirror = |squares: u64| squares.swap_bytes() >> (8 * (8 - files));
    Board {
        us: mirror(board.us),
        them: mirror(board.them),
        passed: mirror(board.passed),
    }
}

#[test]
fn equal_keys_mean_equal_results() {
    for (files, ranks, home_rank) in [
        (1, 8, 2),
        (2, 5, 2),
        (2, 6, 2),
        (3, 4, 2),
        (3, 5, 2),
        (4, 4, 2),
        (3, 3, 1),
        (2, 5, 1),
        (1, 8, 1),
    ] {
        for rules in variants(files, ranks, home_rank) {
            let mut plain = Plain::new(rules);
            let geometry = plain.geometry;
            let keys = Keys::new(files, &geometry);
            let mut results: HashMap<u128, (Wdl, Board)> = HashMap::new();
            let mut boards = 0;
            for board in every_board(&geometry, files) {
                let found = (plain.result(&board), board);
                let key = key(&keys, &board, &geometry);
                let known = results.entry(key).or_insert(found);
                assert_eq!(known.0, found.0, "{known:?} {board:?} {rules:?}");
                boards += 1;
            }
            assert!(results.len() < boards, "{rules:?}");
            assert!(results.keys().all(|key| key >> keys.bits() == 0));
        }
    }
}

#[test]
fn mirrored_boards_have_equal_keys() {
    let mut dice = Dice(3);
    for (files, ranks, home_rank) in [
        (3, 5, 2),
        (5, 8, 2),
        (8, 8, 2),
        (8, 7, 2),
        (6, 6, 1),
        (7, 8, 1),
    ] {
        for rules in variants(files, ranks, home_rank).into_iter().take(3) {
            let geometry = Geometry::new(rules);
            let keys = Keys::new(files, &geometry);
            for board in boards(&mut dice, &geometry, files, 4 * files as usize, 300) {
                let wings = key(&keys, &mirrored(&board, files), &geometry);
                assert_eq!(key(&keys, &board, &geometry), wings, "{board:?}");
            }
        }
    }
}

/// The same islands in another order, one of them turned, with an empty file between them wherever it is.
#[test]
fn islands_have_no_order() {
    let mut dice = Dice(4);
    for rules in variants(8, 8, 2).into_iter().take(3) {
        let geometry = Geometry::new(rules);
        let keys = Keys::new(8, &geometry);
        for _ in 0..2000 {
            let widths = [1 + dice.roll(3) as u32, 1 + dice.roll(2) as u32];
            let islands = widths.map(|files| (pawns(&mut dice, &geometry, files, 8), files));
            let [((us, them), a), ((ours, theirs), b)] = islands;
            let board = Board {
                us: us | ours << (8 * (a + 1)),
                them: them | theirs << (8 * (a + 1)),
                passed: 0,
            };
            let turned = mirrored(
                &Board {
                    us: ours,
                    them: theirs,
                    passed: 0,
                },
                b,
            );
            let free = 8 - a - b;
            let place = dice.roll(free as usize) as u32 + b + 1;
            let other = Board {
                us: turned.us | us << (8 * place.min(8 - a)),
                them: turned.them | them << (8 * place.min(8 - a)),
                passed: 0,
            };
            assert_eq!(
                key(&keys, &board, &geometry),
                key(&keys, &other, &geometry),
                "{board:?} {other:?}"
            );
        }
    }
}

/// A right to take en passant that changes the result has its own key.
#[test]
fn rights_that_matter_have_keys_of_their_own() {
    let (mut rights, mut matter) = (0, 0);
    for rules in variants(3, 5, 2) {
        let mut plain = Plain::new(rules);
        let geometry = plain.geometry;
        let keys = Keys::new(3, &geometry);
        for board in every_board(&geometry, 3).filter(|board| board.passed != 0) {
            let without = Board { passed: 0, ..board };
            assert_ne!(
                key(&keys, &board, &geometry),
                key(&keys, &without, &geometry),
                "{board:?}"
            );
            rights += 1;
            matter += usize::from(plain.result(&board) != plain.result(&without));
        }
    }
    assert!(rights > 1000 && matter > 100, "{rights}, {matter}");
}

/// Files that nothing can tell apart share a key: what matters of them is how many moves each side has.
#[test]
fn single_files_with_the_same_moves_are_one() {
    let rules = variants(1, 8, 2)[2];
    let geometry = Geometry::new(rules);
    let keys = Keys::new(1, &geometry);
    let boards = every_file(&geometry).into_iter();
    let boards = boards.map(|(us, them)| Board {
        us,
        them,
        passed: 0,
    });
    let different: std::collections::HashSet<u128> =
        boards.map(|board| key(&keys, &board, &geometry)).collect();
    assert!(different.len() < 300, "{}", different.len());
    let near = Board {
        us: 1 << 2,
        them: 1 << 4,
        passed: 0,
    };
    let far = Board {
        us: 1 << 3,
        them: 1 << 5,
        passed: 0,
    };
    assert_eq!(key(&keys, &near, &geometry), key(&keys, &far, &geometry));
}

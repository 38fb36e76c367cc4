use std::time::Duration;

use super::*;
use crate::plain::{Dice, Plain, boards, variants};
use crate::rules::{Preset, RuleSet, Rules};

/// Enough to see everything.
const LONG: Duration = Duration::from_secs(600);

fn two_rows() -> Rules {
    let set = RuleSet {
        files: 3,
        ..RuleSet::of(Preset::Peasants)
    };
    set.validate().expect("two rows fit")
}

/// Everything can be seen on small boards: then the best is chosen.
#[test]
fn with_time_enough_the_best_is_found() {
    let mut dice = Dice(7);
    for rules in variants(4, 6, 2).into_iter().chain([two_rows()]) {
        let mut plain = Plain::new(rules);
        let geometry = plain.geometry;
        let ground = Ground::new(rules, 1 << 24).expect("memory");
        let files = rules.get().files;
        for board in boards(&mut dice, &geometry, files, 6, 40) {
            let after: Vec<Board> = board
                .steps(&geometry)
                .map(|step| board.after(step, &geometry))
                .collect();
            let mut lookahead = Lookahead::new(&ground, Instant::now() + LONG, &());
            let best = lookahead
                .best(&after)
                .expect("a game that is not over has moves");
            assert_eq!(
                -plain.result(&after[best]),
                plain.result(&board),
                "{board:?}"
            );
        }
    }
}

/// Everything that a window says about a position is right, whatever the window was.
#[test]
fn worths_agree_with_results() {
    let mut dice = Dice(8);
    for rules in variants(3, 7, 2).into_iter().chain([two_rows()]) {
        let mut plain = Plain::new(rules);
        let ground = Ground::new(rules, 1 << 24).expect("memory");
        for board in boards(&mut dice, &plain.geometry.clone(), 3, 6, 30) {
            let mut lookahead = Lookahead::new(&ground, Instant::now() + LONG, &());
            for depth in 0..6 {
                let worth = lookahead
                    .search(&board, depth, Window::OPEN, 0)
                    .expect("time enough");
                let result = plain.result(&board);
                assert!(worth <= PROMISING || result == Wdl::Win, "{board:?}");
                assert!(worth >= -PROMISING || result == Wdl::Loss, "{board:?}");
            }
        }
    }
}

#[test]
fn there_is_an_answer_without_time() {
    let rules = two_rows();
    let ground = Ground::new(rules, 1 << 24).expect("memory");
    let mut lookahead = Lookahead::new(&ground, Instant::now(), &());
    assert_eq!(lookahead.best(&[]), None);
    let board = crate::Position::start(rules).board();
    let geometry = ground.geometry;
    let after: Vec<Board> = board
        .steps(&geometry)
        .map(|step| board.after(step, &geometry))
        .collect();
    assert!(lookahead.best(&after).is_some());
}

#[test]
fn looks_are_those_of_the_other_side_turned() {
    let mut dice = Dice(9);
    for rules in variants(4, 8, 2) {
        let geometry = Geometry::new(rules);
        for board in boards(&mut dice, &geometry, 4, 8, 50) {
            let turned = Board {
                us: geometry.turn(board.them),
                them: geometry.turn(board.us),
                passed: 0,
            };
            assert_eq!(
                looks_by_hand(&board, &geometry),
                -looks_by_hand(&turned, &geometry)
            );
        }
    }
}

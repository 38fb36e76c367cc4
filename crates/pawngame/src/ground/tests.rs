use super::*;
use crate::plain::{Dice, Plain, boards, every_board, variants};
use crate::search::Worker;

/// How many boards are decided at a glance, of all; what is seen of the others is right as well.
fn seen(rules: Rules, boards: impl Iterator<Item = Board>) -> (usize, usize) {
    let ground = Ground::new(rules, Ground::least_memory(rules)).expect("memory");
    let mut plain = Plain::new(rules);
    let (mut decided, mut all) = (0, 0);
    for board in boards {
        let Sight { bounds, .. } = ground.sight(&board);
        let result = plain.result(&board);
        let holds = bounds.lower() <= result && result <= bounds.upper();
        assert!(holds, "{bounds}, but {result}: {board:?} {rules:?}");
        decided += usize::from(bounds.exact().is_some());
        all += 1;
    }
    (decided, all)
}

#[test]
fn what_is_seen_is_true_on_every_small_board() {
    for (files, ranks, home_rank) in [
        (1, 8, 2),
        (2, 6, 2),
        (3, 5, 2),
        (4, 4, 2),
        (3, 3, 1),
        (3, 4, 1),
        (1, 7, 1),
        (1, 8, 1),
    ] {
        for rules in variants(files, ranks, home_rank) {
            let (decided, all) = seen(rules, every_board(&Geometry::new(rules), files));
            assert!(5 * decided > 2 * all, "{decided} of {all}: {rules:?}");
        }
    }
}

#[test]
fn what_is_seen_is_true_on_wide_boards() {
    let mut dice = Dice(8);
    for (files, ranks, home_rank) in [
        (3, 8, 2),
        (5, 7, 2),
        (8, 6, 2),
        (7, 8, 2),
        (6, 5, 1),
        (5, 7, 1),
        (4, 8, 1),
    ] {
        for rules in variants(files, ranks, home_rank) {
            let boards = boards(&mut dice, &Geometry::new(rules), files, 7, 150);
            let (decided, all) = seen(rules, boards.into_iter());
            assert!(3 * decided > all, "{decided} of {all}: {rules:?}");
        }
    }
}

/// Workers answer both questions as plain search does, alone and where they leave work to others.
#[test]
fn workers_are_right() {
    let mut dice = Dice(9);
    for rules in variants(4, 6, 2) {
        let ground = Ground::new(rules, Ground::least_memory(rules)).expect("memory");
        let mut plain = Plain::new(rules);
        for board in boards(&mut dice, &ground.geometry, 4, 7, 60) {
            let result = plain.result(&board);
            for (wanted, shared) in [(Wdl::Win, false), (Wdl::Draw, true), (Wdl::Win, true)] {
                let reached = Worker::new(&ground, shared).reaches(&board, wanted);
                assert_eq!(
                    reached,
                    Ok(result >= wanted),
                    "{board:?} {wanted} {rules:?}"
                );
            }
        }
    }
}

#[test]
fn a_budget_is_kept() {
    let rules = crate::plain::pawn_game(6, 8);
    let ground = Ground::new(rules, 1 << 20).expect("memory");
    let board = crate::Position::start(rules).board();
    let mut worker = Worker::new(&ground, false).with_budget(100);
    assert_eq!(worker.reaches(&board, Wdl::Win), Err(Halted));
    drop(worker);
    assert_eq!(ground.nodes.load(Ordering::Relaxed), 101);
}

use std::collections::HashSet;

use super::*;
use crate::board::squares;
use crate::plain::{Dice, Plain, boards, every_board, variants};
use crate::rules::NoMove;
use peasant::value::Wdl;

/// Every board that can come of one if both sides move when they like, seen by the player who is to move in it now.
fn all_that_may_come(
    board: &Board,
    geometry: &Geometry,
    most: usize,
) -> Option<HashSet<(u64, u64)>> {
    let mut seen = HashSet::from([(*board, true)]);
    let mut waiting = vec![(*board, true)];
    while let Some((here, ours)) = waiting.pop() {
        if seen.len() > most {
            return None;
        }
        let arrived = (here.us & geometry.goal) | (here.them & geometry.their_goal) != 0;
        let steps = here.steps(geometry).filter(|_| !arrived);
        let passes = Board {
            us: geometry.turn(here.them),
            them: geometry.turn(here.us),
            passed: 0,
        };
        let moves = steps.map(|step| here.after(step, geometry));
        for after in moves.chain([passes]) {
            if seen.insert((after, !ours)) {
                waiting.push((after, !ours));
            }
        }
    }
    let seen = seen.into_iter().map(|(board, ours)| {
        if ours {
            (board.us, board.them)
        } else {
            (geometry.turn(board.them), geometry.turn(board.us))
        }
    });
    Some(seen.collect())
}

/// Nothing that comes is outside the reach, and fixed pawns stay on their files.
fn check(board: &Board, geometry: &Geometry) -> bool {
    let Some(all) = all_that_may_come(board, geometry, 3000) else {
        return false;
    };
    let reach = Reach::of(board, geometry);
    let (ours_fixed, theirs_fixed) = (files(reach.our_fixed), files(reach.their_fixed));
    for (us, them) in all {
        assert_eq!(us & !reach.us, 0, "{board:?}: {us:x}");
        assert_eq!(them & !reach.them, 0, "{board:?}: {them:x}");
        for file in squares(rank(0)).map(|mark| mark * 0xff) {
            // Others may join them there.
            let stays =
                |now: u64, then: u64| (now & file).count_ones() <= (then & file).count_ones();
            assert!(
                file & ours_fixed == 0 || stays(board.us, us),
                "{board:?}: {us:x}"
            );
            assert!(
                file & theirs_fixed == 0 || stays(board.them, them),
                "{board:?}: {them:x}"
            );
        }
    }
    true
}

#[test]
fn whatever_comes_lies_within_reach() {
    let mut dice = Dice(2);
    let mut checked = 0;
    for (files, ranks, home_rank) in [
        (2, 5, 2),
        (3, 4, 2),
        (3, 6, 2),
        (4, 8, 2),
        (3, 4, 1),
        (4, 6, 1),
        (3, 8, 1),
    ] {
        for rules in variants(files, ranks, home_rank).into_iter().take(3) {
            let geometry = Geometry::new(rules);
            let boards = boards(&mut dice, &geometry, files, 6, 120);
            checked += boards
                .iter()
                .filter(|board| check(board, &geometry))
                .count();
        }
    }
    assert!(checked > 1000, "only {checked}");
}

/// Without a win in reach nobody wins, if it is no loss to be without a move.
#[test]
fn hopes_never_contradict_results() {
    let mut hopeless = 0;
    for (files, ranks, home_rank) in [
        (2, 5, 2),
        (2, 6, 2),
        (3, 4, 2),
        (3, 3, 1),
        (2, 5, 1),
        (1, 8, 1),
    ] {
        let draws = variants(files, ranks, home_rank).into_iter();
        for rules in draws.filter(|rules| rules.get().no_move == NoMove::Draw) {
            let mut plain = Plain::new(rules);
            let geometry = plain.geometry;
            for board in every_board(&geometry, files) {
                let reach = Reach::of(&board, &geometry);
                let result = plain.result(&board);
                assert!(
                    result != Wdl::Win || reach.we_may_win(&geometry),
                    "{board:?}"
                );
                assert!(
                    result != Wdl::Loss || reach.they_may_win(&geometry),
                    "{board:?}"
                );
                hopeless += usize::from(!reach.we_may_win(&geometry));
            }
        }
    }
    assert!(hopeless > 500, "only {hopeless}");
}

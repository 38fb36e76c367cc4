use super::*;
use crate::board::Board;
use crate::plain::{Dice, Plain, boards, every_board, variants};
use crate::rules::Rules;
use crate::{Preset, RuleSet, parse};
use peasant::value::Wdl;

/// The races of a board: ours, who are to move, and theirs.
fn races(board: &Board, geometry: &Geometry) -> (Race, Race) {
    let theirs = Race {
        passed: geometry.turn(board.passed),
        others_first: true,
        ..Race::new(geometry.turn(board.them), geometry.turn(board.us), geometry)
    };
    (Race::new(board.us, board.them, geometry), theirs)
}

/// How many claims there are, all of them true: for us, for them, and for them although we may take en passant.
fn claims(rules: Rules, boards: impl Iterator<Item = Board>) -> [usize; 3] {
    let mut plain = Plain::new(rules);
    let geometry = plain.geometry;
    let mut claims = [0; 3];
    for board in boards {
        let (ours, theirs) = races(&board, &geometry);
        if ours.is_won(geometry.no_move) {
            assert_eq!(plain.result(&board), Wdl::Win, "{board:?} {rules:?}");
            claims[0] += 1;
        }
        if theirs.is_won(geometry.no_move) {
            assert_eq!(plain.result(&board), Wdl::Loss, "{board:?} {rules:?}");
            claims[1] += 1;
            claims[2] += usize::from(board.passed != 0);
        }
    }
    claims
}

#[test]
fn claims_are_true_on_every_small_board() {
    let mut seen = 0;
    for (files, ranks, home_rank) in [
        (1, 8, 2),
        (2, 5, 2),
        (2, 6, 2),
        (3, 4, 2),
        (2, 4, 1),
        (3, 3, 1),
        (1, 8, 1),
    ] {
        for rules in variants(files, ranks, home_rank) {
            let geometry = Geometry::new(rules);
            let [ours, theirs, _] = claims(rules, every_board(&geometry, files));
            assert!(ours > 10, "only {ours}: {rules:?}");
            seen += theirs;
        }
    }
    assert!(seen > 1000, "only {seen}");
}

#[test]
fn claims_are_true_on_wide_boards() {
    let mut dice = Dice(1);
    let (mut seen, mut with_right) = ([0; 2], 0);
    for (files, ranks, home_rank) in [
        (3, 6, 2),
        (3, 7, 2),
        (3, 8, 2),
        (5, 6, 2),
        (4, 6, 1),
        (6, 8, 2),
        (3, 8, 1),
        (5, 7, 1),
    ] {
        for rules in variants(files, ranks, home_rank) {
            let boards = boards(&mut dice, &Geometry::new(rules), files, 6, 400);
            let [ours, theirs, passed] = claims(rules, boards.into_iter());
            seen = [seen[0] + ours, seen[1] + theirs];
            with_right += passed;
        }
    }
    assert!(seen[0] > 2000 && seen[1] > 500, "{seen:?}");
    assert!(with_right > 20, "only {with_right}");
}

/// Does the player who is not to move win its race? The other side is to move.
fn they_win(no_move: NoMove, text: &str) -> bool {
    let files = text.split('/').next().map_or(0, |rank| {
        rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum()
    });
    let set = RuleSet {
        files,
        ranks: text.matches('/').count() as u32 + 1,
        no_move,
        ..RuleSet::of(Preset::PawnGame)
    };
    let rules = set.validate().expect("rules");
    let board = parse(text, rules).expect("a position").board();
    let claim = races(&board, &Geometry::new(rules)).1.is_won(no_move);
    if claim {
        assert_eq!(Plain::new(rules).result(&board), Wdl::Loss, "{text}");
    }
    claim
}

/// The runner on a6 needs two moves. Where being without a move is a draw, Black must have moves until then.
#[test]
fn whoever_is_out_of_moves_is_not_beaten() {
    for (claim, text) in [
        // One pawn that can step once: after it, Black is without a move.
        (false, "3/3/P2/2p/3/2P/3/3 b - -"),
        // Twice.
        (true, "3/3/P2/2p/3/3/2P/3 b - -"),
        // Two pawns, once each.
        (true, "5/5/P4/2p1p/5/2P1P/5/5 b - -"),
        // A double step is one move, though it lies two squares ahead.
        (false, "3/2p/P2/3/2P/3/3/3 b - -"),
        // So that three squares are enough.
        (true, "3/2p/P2/3/3/2P/3/3 b - -"),
        // Two such pawns, each with two squares: they have a move each.
        (true, "5/2p1p/P4/5/2P1P/5/5/5 b - -"),
    ] {
        assert_eq!(they_win(NoMove::Draw, text), claim, "{text}");
        assert!(they_win(NoMove::Loss, text), "{text}");
        assert!(they_win(NoMove::Alburt, text), "{text}");
    }
}

/// A pawn that has just gone two squares may be taken before it runs, and the taker may be in the way of others.
#[test]
fn en_passant_stops_a_runner() {
    assert!(!they_win(NoMove::Loss, "3/3/3/1Pp/3/3 b - -"));
    let passed = "2/2/2/2/Pp/2/2/2 b - a3";
    assert!(!they_win(NoMove::Loss, passed));
}

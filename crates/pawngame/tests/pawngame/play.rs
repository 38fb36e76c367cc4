//! Moves, their effects and the end of a game are those of the specification.

use pawngame::{Move, Position, Preset, RuleSet, Rules, perft};
use peasant::board::Square;

use crate::{convert, games};
use specification::Dice;
use specification::pawngame::{Game, NaivePosition, Side, descendants, sample};

/// The position with its right to take en passant only where a pawn can take, as the library keeps it.
fn with_real_right(position: &NaivePosition) -> NaivePosition {
    position.with_stepped_over(position.right())
}

/// Whether both say the same of a position and of what its moves lead to.
fn check(here: &NaivePosition, rules: Rules) {
    let position = convert::position(here, rules);
    let fen = here.fen();
    assert_eq!(convert::naive(&position), with_real_right(here), "{fen}");
    for side in Side::BOTH {
        let pawns: Vec<Square> = here.pawns(side).into_iter().map(convert::square).collect();
        assert_eq!(position.pawns(convert::color(side)), pawns, "{fen}");
    }
    let to_wdl = |outcome| convert::wdl(outcome, here.to_move);
    assert_eq!(position.ended(), here.ended().map(to_wdl), "{fen}");
    let moves = here.moves();
    let expected: Vec<_> = moves.iter().copied().map(convert::library_move).collect();
    assert_eq!(position.legal_moves(), expected, "{fen}");
    for played in moves {
        let name = played.name();
        assert_eq!(convert::library_move(played).to_string(), name, "{fen}");
        let after = position.try_play(convert::library_move(played));
        let after = after.unwrap_or_else(|| panic!("{name} is refused: {fen}"));
        let expected = here.after(played);
        let naive = convert::naive(&after);
        assert_eq!(naive, with_real_right(&expected), "{fen} {name}");
        let to_wdl = |outcome| convert::wdl(outcome, expected.to_move);
        assert_eq!(after.ended(), expected.ended().map(to_wdl), "{fen} {name}");
    }
}

fn check_perft(here: &NaivePosition, rules: Rules, depth: u32) {
    let position = convert::position(here, rules);
    for depth in 0..=depth {
        let expected = here.perft(depth);
        assert_eq!(
            perft(&position, depth),
            expected,
            "{} {depth} {rules:?}",
            here.fen()
        );
    }
}

#[test]
fn games_begin_as_specified() {
    for rules in every_size() {
        let start = convert::game(rules).start();
        assert_eq!(Position::start(rules), convert::position(&start, rules));
    }
}

/// Every size there is, in every variant.
fn every_size() -> Vec<Rules> {
    let mut all = games::games(1..=8, 3..=8, 1..=2, 1);
    all.extend(games::games(1..=8, 4..=8, 1..=2, 2));
    all
}

#[test]
fn lines_of_play_from_the_start_are_counted_right() {
    for rules in every_size() {
        let start = convert::game(rules).start();
        let depth = if rules.get().files <= 4 { 5 } else { 3 };
        check_perft(&start, rules, depth);
    }
}

#[test]
fn long_lines_of_play_are_counted_right() {
    for preset in [Preset::PawnGame, Preset::Peasants, Preset::Alburt] {
        let set = RuleSet {
            files: 3,
            ..RuleSet::of(preset)
        };
        let rules = set.validate().expect("few files");
        check_perft(&convert::game(rules).start(), rules, 7);
    }
}

#[test]
fn lines_of_play_from_random_positions_are_counted_right() {
    let mut dice = Dice(1);
    let mut with_right = 0;
    for rules in every_size() {
        let game = convert::game(rules);
        for pawns in [3, 6, 12] {
            let anywhere = sample::random_position(&mut dice, game, pawns);
            let length = dice.roll(12);
            let played = sample::random_play(&mut dice, game.start(), length);
            for position in [anywhere, played] {
                with_right += usize::from(position.right().is_some());
                check_perft(&position, rules, 3);
            }
        }
    }
    assert!(with_right > 50, "only {with_right}");
}

#[test]
fn every_set_up_is_played_as_specified() {
    let mut games = games::games(1..=2, 3..=4, 1..=1, 1);
    games.extend(games::games(3..=3, 3..=3, 1..=1, 1));
    games.extend(games::games(1..=2, 4..=5, 1..=1, 2));
    games.extend(games::games(3..=3, 4..=4, 1..=1, 2));
    for rules in games {
        for position in sample::every_set_up(convert::game(rules)) {
            check(&position, rules);
        }
    }
}

#[test]
fn random_positions_are_played_as_specified() {
    let mut dice = Dice(2);
    for rules in every_size() {
        for pawns in [2, 5, 10, 20, 40] {
            let game = convert::game(rules);
            check(&sample::random_position(&mut dice, game, pawns), rules);
            let played = sample::random_play(&mut dice, game.start(), pawns);
            check(&played, rules);
        }
    }
}

/// A square is one that a pawn may just have stepped over, or the position is refused.
#[test]
fn rights_to_take_en_passant_are_accepted_where_they_can_be() {
    for rules in games::games(2..=2, 4..=5, 1..=1, 2) {
        let game = convert::game(rules);
        let plain = sample::every_set_up(game).into_iter();
        for position in plain.filter(|position| position.stepped_over.is_none()) {
            check_rights(&position, game, rules);
        }
    }
}

fn check_rights(position: &NaivePosition, game: Game, rules: Rules) {
    let possible = position.possible_rights();
    let on_board: Vec<Square> = game.squares().map(convert::square).collect();
    for square in Square::all() {
        let mut raw = convert::raw(position);
        raw.en_passant = Some(square);
        let expected = on_board.contains(&square)
            && possible
                .iter()
                .any(|&right| convert::square(right) == square);
        let accepted = raw.validate(rules).is_ok();
        assert_eq!(accepted, expected, "{} {square}", position.fen());
    }
}

#[test]
fn mirrors_are_those_of_the_specification() {
    let mut dice = Dice(3);
    for rules in every_size() {
        let game = convert::game(rules);
        let played = sample::random_play(&mut dice, game.start(), 6);
        let anywhere = sample::random_position(&mut dice, game, 7);
        for here in [played, anywhere] {
            let position = convert::position(&here, rules);
            let mirrored = convert::position(&here.mirrored(), rules);
            let flipped = convert::position(&here.flipped(), rules);
            assert_eq!(position.mirror(), mirrored, "{}", here.fen());
            assert_eq!(position.flip(), flipped, "{}", here.fen());
        }
    }
}

/// Squares of a chessboard that the board does not have: nobody stands there, and nobody can go there.
#[test]
fn nothing_stands_outside_the_board() {
    for rules in every_size() {
        let start = Position::start(rules);
        let set = rules.get();
        let is_outside = |square: &Square| square.file() >= set.files || square.rank() >= set.ranks;
        for position in [start, start.flip()] {
            for square in Square::all().filter(is_outside) {
                assert_eq!(position.pawn_at(square), None, "{square} {rules:?}");
                for from in position.pawns(position.turn()) {
                    assert_eq!(position.try_play(Move { from, to: square }), None);
                }
            }
        }
    }
}

/// Whoever asks about a position that can occur gets the same answer, however it came about.
#[test]
fn whole_games_are_played_as_specified() {
    let mut games = games::games(2..=3, 3..=5, 1..=1, 1);
    games.extend(games::games(2..=2, 6..=7, 1..=2, 2));
    for rules in games {
        let start = convert::game(rules).start();
        let all = descendants(&start, 20_000).expect("small games");
        for position in all.iter().filter(|position| !has_arrived(position)) {
            check(position, rules);
        }
    }
}

/// Has a pawn reached its goal? Such a position cannot be set up.
pub fn has_arrived(position: &NaivePosition) -> bool {
    let arrived = |side| {
        let goal = position.game.goal_of(side);
        position.pawns(side).iter().any(|pawn| pawn.rank == goal)
    };
    Side::BOTH.into_iter().any(arrived)
}

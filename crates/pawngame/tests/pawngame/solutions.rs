//! Solutions are those of the specification, whatever solver finds them.

use std::ops::RangeInclusive;

use pawngame::{
    Method, Move, MoveAnswer, Position, Preset, RuleSet, Rules, Settings, Solution, Solver,
    SolverError,
};
use peasant::limits::Limits;
use peasant::value::{Bounds, Wdl};

use crate::play::has_arrived;
use crate::{convert, games};
use specification::Dice;
use specification::pawngame::{Naive, NaivePosition, descendants, sample};

/// The least memory that is asked for, in bytes; a solver may insist on more.
pub const TINY: u64 = 1 << 20;
const LARGE: u64 = 64 << 20;

pub const PLAIN: Settings = Settings {
    method: Method::AlphaBeta,
    threads: 1,
    memory: LARGE,
};

/// A solver with these settings, or with the least memory it can do with if that is more.
pub fn solver(rules: Rules, settings: Settings) -> Solver {
    match Solver::new(rules, &settings) {
        Ok(solver) => solver,
        Err(SolverError::Memory(memory)) if memory > settings.memory => {
            let enough = Settings { memory, ..settings };
            Solver::new(rules, &enough).expect("so much memory is enough")
        }
        Err(other) => panic!("{other}"),
    }
}

/// Both methods, alone and with company, with too little room for their results and with plenty.
pub fn all_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for method in [Method::AlphaBeta, Method::ProofNumber] {
        for threads in [1, 2] {
            for memory in [TINY, LARGE] {
                all.push(Settings {
                    method,
                    threads,
                    memory,
                });
            }
        }
    }
    all
}

pub fn solve(solver: &mut Solver, position: &Position) -> Solution {
    let solution = solver.solve(position, &Limits::default(), &());
    assert_eq!(&solution.position, position);
    assert!(solution.stopped.is_none(), "nothing stops it: {position}");
    assert!(solution.warnings.is_empty(), "{position}");
    check_line(&solution);
    solution
}

/// The best move stands first, and the line begins with it (or another as good) and ends with the game.
fn check_line(solution: &Solution) {
    let position = solution.position;
    let results: Vec<Bounds> = solution.moves.iter().map(|answer| answer.bounds).collect();
    let is_falling = results
        .windows(2)
        .all(|pair| pair[0].lower() >= pair[1].lower());
    assert!(is_falling, "{position}: {results:?}");
    let (mut here, mut result) = (position, solution.bounds.exact());
    for (ply, &played) in solution.line.iter().enumerate() {
        if ply == 0 {
            let answer = solution
                .moves
                .iter()
                .find(|answer| answer.r#move == played)
                .unwrap_or_else(|| panic!("{played} is no move: {position}"));
            assert_eq!(answer.bounds.exact(), result, "{position} {played}");
        }
        let after = here.try_play(played);
        here = after.unwrap_or_else(|| panic!("{played} is illegal: {here}"));
        result = result.map(|result| -result);
    }
    assert!(here.ended().is_some(), "the line stops early: {position}");
    assert_eq!(here.ended(), result, "{position}");
}

/// The result, that of every move, and that of every position of the line.
pub fn check(solver: &mut Solver, naive: &mut Naive, here: &NaivePosition, rules: Rules) {
    let fen = here.fen();
    let position = convert::position(here, rules);
    let solution = solve(solver, &position);
    let outcome = naive.outcome(here);
    let mut expected: Vec<(Move, Option<Wdl>)> = Vec::new();
    for (played, outcome) in naive.moves(here) {
        let result = convert::wdl(outcome, here.to_move);
        expected.push((convert::library_move(played), Some(result)));
    }
    let result = convert::wdl(outcome, here.to_move);
    assert_eq!(solution.bounds.exact(), Some(result), "{fen} {rules:?}");
    assert_eq!(answers(&solution, |m| m), expected, "{fen} {rules:?}");
    let mut along = position;
    for &played in &solution.line {
        along = along.try_play(played).expect("the line is legal");
        let found = naive.outcome(&convert::naive(&along));
        assert_eq!(found, outcome, "{fen}: {along} {rules:?}");
    }
}

/// The results of all moves in the order of their squares, the squares changed.
fn answers(solution: &Solution, change: impl Fn(Move) -> Move) -> Vec<(Move, Option<Wdl>)> {
    let answer = |answer: &MoveAnswer| (change(answer.r#move), answer.bounds.exact());
    let mut answers: Vec<(Move, Option<Wdl>)> = solution.moves.iter().map(answer).collect();
    answers.sort_unstable_by_key(|(played, _)| *played);
    answers
}

/// Every position that can occur in these games, with one solver for each, and now and then with a fresh one.
fn check_whole_games(games: Vec<Rules>) {
    for rules in games {
        let start = convert::game(rules).start();
        let all = descendants(&start, usize::MAX).expect("there is no limit");
        let mut naive = Naive::default();
        let mut lasting = solver(rules, PLAIN);
        let possible = all.iter().filter(|position| !has_arrived(position));
        for (number, position) in possible.enumerate() {
            check(&mut lasting, &mut naive, position, rules);
            if number % 997 == 3 {
                check(&mut solver(rules, PLAIN), &mut naive, position, rules);
            }
        }
    }
}

fn check_sizes(
    files: RangeInclusive<u32>,
    ranks: RangeInclusive<u32>,
    rows: RangeInclusive<u32>,
    home_rank: u32,
) {
    check_whole_games(games::games(files, ranks, rows, home_rank));
}

#[test]
fn games_of_one_file_are_solved() {
    check_sizes(1..=1, 4..=8, 1..=2, 2);
    check_sizes(1..=1, 3..=8, 1..=2, 1);
}

#[test]
fn games_of_two_files_are_solved() {
    check_sizes(2..=2, 4..=8, 1..=2, 2);
}

#[test]
fn games_of_three_files_are_solved() {
    check_sizes(3..=3, 4..=6, 1..=2, 2);
}

#[test]
fn hexapawn_is_solved_on_two_files() {
    check_sizes(2..=2, 3..=6, 1..=2, 1);
    check_sizes(2..=2, 7..=8, 1..=1, 1);
}

#[test]
fn hexapawn_is_solved_on_three_files() {
    check_sizes(3..=3, 3..=6, 1..=1, 1);
    check_sizes(3..=3, 4..=4, 2..=2, 1);
}

#[test]
fn games_of_four_files_are_solved() {
    check_sizes(4..=4, 4..=4, 1..=1, 2);
    check_sizes(4..=4, 3..=3, 1..=1, 1);
}

#[test]
#[ignore = "minutes: a million positions"]
fn larger_games_are_solved() {
    check_sizes(3..=3, 7..=8, 1..=1, 2);
    check_sizes(4..=4, 5..=5, 1..=1, 2);
    check_sizes(4..=4, 4..=4, 1..=1, 1);
    check_sizes(3..=3, 5..=5, 2..=2, 1);
}

/// Positions that no game leads to are positions too.
#[test]
fn every_set_up_is_solved() {
    let mut games = games::games(1..=2, 3..=3, 1..=1, 1);
    games.extend(games::games(1..=1, 4..=8, 1..=1, 1));
    games.extend(games::games(1..=3, 4..=4, 1..=1, 2));
    games.extend(games::games(1..=2, 5..=5, 1..=1, 2));
    games.extend(games::games(1..=1, 6..=8, 1..=1, 2));
    for rules in games {
        let mut naive = Naive::default();
        let mut lasting = solver(rules, PLAIN);
        for position in sample::every_set_up(convert::game(rules)) {
            check(&mut lasting, &mut naive, &position, rules);
        }
    }
}

/// Games of four to six files, of every height.
fn wide_games() -> Vec<Rules> {
    let mut all = games::games(4..=6, 3..=8, 1..=1, 1);
    all.extend(games::games(4..=6, 4..=8, 1..=1, 2));
    all
}

#[test]
fn random_positions_of_wide_boards_are_solved() {
    let mut dice = Dice(4);
    let mut with_right = 0;
    for rules in wide_games() {
        let mut naive = Naive::default();
        let mut lasting = solver(rules, PLAIN);
        for pawns in [4, 6, 8, 12] {
            let game = convert::game(rules);
            let family = sample::random_family(&mut dice, game, pawns, 500);
            for position in family.iter().filter(|position| !has_arrived(position)) {
                with_right += usize::from(position.right().is_some());
                if dice.roll(8) == 0 || position.right().is_some() {
                    check(&mut lasting, &mut naive, position, rules);
                }
            }
            check(&mut solver(rules, PLAIN), &mut naive, &family[0], rules);
        }
    }
    assert!(with_right > 100, "only {with_right}");
}

#[test]
fn neither_wing_nor_colour_matters() {
    let mut dice = Dice(5);
    for rules in wide_games().into_iter().step_by(4) {
        let set = rules.get();
        let game = convert::game(rules);
        let family = sample::random_family(&mut dice, game, 7, 2000);
        let mut lasting = solver(rules, PLAIN);
        for here in family.iter().step_by(5).filter(|here| !has_arrived(here)) {
            let position = convert::position(here, rules);
            let solution = solve(&mut lasting, &position);
            let mirrored = solve(&mut lasting, &position.mirror());
            let flipped = solve(&mut lasting, &position.flip());
            assert_eq!(mirrored.bounds, solution.bounds, "{position}");
            assert_eq!(flipped.bounds, solution.bounds, "{position}");
            let expected = answers(&solution, |m| m);
            let wings = answers(&mirrored, |m| changed(m, |f, r| (set.files - 1 - f, r)));
            let colours = answers(&flipped, |m| changed(m, |f, r| (f, set.ranks - 1 - r)));
            assert_eq!(wings, expected, "{position}");
            assert_eq!(colours, expected, "{position}");
        }
    }
}

/// The move on other squares: `place` gets file and rank, both from 0.
fn changed(m: Move, place: impl Fn(u32, u32) -> (u32, u32)) -> Move {
    let square = |square: peasant::board::Square| {
        let (file, rank) = place(square.file(), square.rank());
        peasant::board::Square::at(file, rank)
    };
    Move {
        from: square(m.from),
        to: square(m.to),
    }
}

/// Positions of whole games, each solved anew in every way.
#[test]
fn settings_do_not_change_results() {
    let mut dice = Dice(6);
    for (files, ranks, preset) in [
        (2, 8, Preset::Peasants),
        (3, 7, Preset::Peasants),
        (3, 8, Preset::PawnGame),
        (3, 8, Preset::Alburt),
    ] {
        let set = RuleSet {
            files,
            ranks,
            ..RuleSet::of(preset)
        };
        let rules = set.validate().expect("few files");
        let start = convert::game(rules).start();
        let mut naive = Naive::default();
        for moves in 0..8 {
            let position = sample::random_play(&mut dice, start.clone(), moves);
            for settings in all_settings() {
                check(&mut solver(rules, settings), &mut naive, &position, rules);
            }
        }
    }
}

/// Four files on eight ranks have more positions than a tiny table holds. What is solved in it afterwards is as right as before.
#[test]
fn a_crowded_table_does_not_change_results() {
    let mut dice = Dice(7);
    for preset in [Preset::PawnGame, Preset::Alburt] {
        let set = RuleSet {
            files: 4,
            ..RuleSet::of(preset)
        };
        let rules = set.validate().expect("few files");
        let positions = late_positions(&mut dice, rules);
        let mut naive = Naive::default();
        let start = Position::start(rules);
        let expected = answers(&solve(&mut solver(rules, PLAIN), &start), |m| m);
        let tiny = |settings: &Settings| settings.memory == TINY;
        for settings in all_settings().into_iter().filter(tiny) {
            let mut lasting = solver(rules, settings);
            for _ in 0..2 {
                let solution = solve(&mut lasting, &start);
                assert_eq!(answers(&solution, |m| m), expected, "{settings:?}");
                for position in &positions {
                    check(&mut lasting, &mut naive, position, rules);
                }
            }
        }
    }
}

/// Positions of a game from which so little can come that the specification is fast.
fn late_positions(dice: &mut Dice, rules: Rules) -> Vec<NaivePosition> {
    let start = convert::game(rules).start();
    let mut positions = Vec::new();
    while positions.len() < 30 {
        let position = sample::random_play(dice, start.clone(), 12);
        if descendants(&position, 5_000).is_some() {
            positions.push(position);
        }
    }
    positions
}

use super::*;
use crate::board::Geometry;
use crate::ground::Ground;
use crate::plain::{Dice, Plain, boards};
use crate::position::Position;
use crate::rules::{Preset, RuleSet};
use crate::settings::{Method, Settings};
use crate::solver::Solver;
use peasant::limits::Limits;

const NO_MOVES: [NoMove; 3] = [NoMove::Draw, NoMove::Loss, NoMove::Alburt];

fn two_rows(files: u32, no_move: NoMove) -> Rules {
    let set = RuleSet {
        files,
        no_move,
        ..RuleSet::of(Preset::Peasants)
    };
    set.validate().expect("two rows fit")
}

fn solver(rules: Rules, method: Method) -> Solver {
    let settings = Settings {
        method,
        threads: 1,
        memory: 64 << 20,
    };
    Solver::new(rules, &settings).expect("enough memory")
}

/// Weights that say nothing: every one by chance.
fn nonsense(dice: &mut Dice) -> &'static Weights {
    let of = (0..FEATURES).map(|_| dice.number() as u32).collect();
    Box::leak(Box::new(Weights(of)))
}

#[test]
fn only_games_that_were_learned_have_forecasts() {
    for no_move in NO_MOVES {
        for files in 1..=8 {
            assert!(Forecast::of(two_rows(files, no_move)).is_some());
        }
    }
    for preset in [Preset::PawnGame, Preset::Alburt, Preset::Hexapawn] {
        let rules = RuleSet::of(preset).validate().expect("rules");
        assert!(Forecast::of(rules).is_none(), "{preset}");
    }
    let short = RuleSet {
        ranks: 7,
        ..RuleSet::of(Preset::Peasants)
    };
    assert!(Forecast::of(short.validate().expect("rules")).is_none());
}

#[test]
fn stored_weights_are_whole() {
    for weights in [&DRAW, &LOSS, &ALBURT] {
        let none = u32::from_le_bytes([ZERO as u8; 4]);
        let known = weights.0.iter().filter(|&&word| word != none).count();
        assert_eq!(weights.0.len(), FEATURES);
        assert!(known > 5_000, "{known}");
    }
}

#[test]
fn a_board_and_its_mirror_cost_the_same() {
    let mut dice = Dice(3);
    for files in 1..=8 {
        let rules = two_rows(files, NoMove::Draw);
        let forecast = Forecast::of(rules).expect("weights");
        for board in boards(&mut dice, &Geometry::new(rules), files, 8, 200) {
            let turn = |pawns: u64| pawns.swap_bytes() >> (64 - 8 * files);
            let mirrored = Board {
                us: turn(board.us),
                them: turn(board.them),
                passed: turn(board.passed),
            };
            let mut count = 0;
            features(&board, files as usize, |feature| {
                assert!(feature < FEATURES);
                count += 1;
            });
            assert_eq!(count, files + 1);
            for wanted in [Wdl::Win, Wdl::Draw] {
                assert_eq!(
                    forecast.costs(&board, wanted),
                    forecast.costs(&mirrored, wanted)
                );
            }
        }
    }
}

/// The sum of single weights, without tricks.
#[test]
fn costs_are_sums_of_weights() {
    let mut dice = Dice(4);
    let forecast = Forecast {
        weights: nonsense(&mut dice),
        files: 5,
    };
    let geometry = Geometry::new(two_rows(5, NoMove::Draw));
    for board in boards(&mut dice, &geometry, 5, 12, 500) {
        let mut sums = [0; 4];
        features(&board, 5, |feature| {
            let weights = forecast.weights.0[feature].to_le_bytes();
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += i32::from(weight) - ZERO;
            }
        });
        let [no_hold, hold, no_win, win] = sums.map(|sum| sum.max(0) as u32);
        let costs = |yes, no| Costs { yes, no };
        assert_eq!(forecast.costs(&board, Wdl::Draw), costs(hold, no_hold));
        assert_eq!(forecast.costs(&board, Wdl::Win), costs(win, no_win));
    }
}

#[test]
fn forecasts_save_work() {
    for method in [Method::AlphaBeta, Method::ProofNumber] {
        let rules = two_rows(3, NoMove::Draw);
        let nodes = |by_hand: bool| {
            let mut solver = solver(rules, method);
            if by_hand {
                solver.ground().forecast = None;
            }
            let start = Position::start(rules);
            solver.solve(&start, &Limits::default(), &()).stats.nodes
        };
        assert!(10 * nodes(false) < 9 * nodes(true), "{method:?}");
    }
}

/// However wrong a forecast is, results are right.
#[test]
fn forecasts_do_not_change_results() {
    let mut dice = Dice(5);
    for no_move in NO_MOVES {
        let rules = two_rows(4, no_move);
        let mut plain = Plain::new(rules);
        for method in [Method::AlphaBeta, Method::ProofNumber] {
            let mut solver = solver(rules, method);
            solver.ground().forecast = Some(Forecast {
                weights: nonsense(&mut dice),
                files: 4,
            });
            for board in boards(&mut dice, &plain.geometry.clone(), 4, 8, 60) {
                let solution = solver.solve(&Position::of(rules, board), &Limits::default(), &());
                assert_eq!(
                    solution.bounds.exact(),
                    Some(plain.result(&board)),
                    "{board:?}"
                );
            }
        }
    }
}

/// Numbers that grow beyond all bounds are no answers.
#[test]
fn enormous_forecasts_do_not_change_results() {
    let mut dice = Dice(6);
    let rules = two_rows(8, NoMove::Draw);
    let mut plain = Plain::new(rules);
    let mut solver = solver(rules, Method::ProofNumber);
    let weights = Box::leak(Box::new(Weights(vec![u32::MAX; FEATURES].into())));
    solver.ground().forecast = Some(Forecast { weights, files: 8 });
    let (mut wins, mut searched) = (0, 0);
    for board in boards(&mut dice, &plain.geometry.clone(), 8, 9, 400) {
        let solution = solver.solve(&Position::of(rules, board), &Limits::default(), &());
        let result = plain.result(&board);
        assert_eq!(solution.bounds.exact(), Some(result), "{board:?}");
        wins += usize::from(result == Wdl::Win);
        searched += solution.stats.nodes;
    }
    assert!(wins > 50 && searched > 50, "{wins} {searched}");
}

#[test]
fn the_ground_of_a_game_has_its_forecast() {
    let rules = two_rows(4, NoMove::Loss);
    let ground = Ground::new(rules, 1 << 24).expect("memory");
    let forecast = ground.forecast.expect("weights");
    assert!(std::ptr::eq(forecast.weights, &*LOSS));
}

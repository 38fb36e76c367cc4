use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::*;
use std::time::Duration;

use crate::plain::{Dice, Plain, boards, pawn_game, variants};
use crate::{MoveAnswer, Preset, RuleSet};
use peasant::limits::{Progress, Stop};
use peasant::value::Bounds;

const SETTINGS: Settings = Settings {
    method: Method::AlphaBeta,
    threads: 1,
    memory: 64 << 20,
};

const METHODS: [Method; 2] = [Method::AlphaBeta, Method::ProofNumber];

fn solver(rules: Rules, settings: Settings) -> Solver {
    Solver::new(rules, &settings).expect("enough memory")
}

/// Cancels when so many positions have been visited.
struct Impatient {
    most: u64,
    cancelled: AtomicBool,
    reports: AtomicU64,
}

impl Impatient {
    fn after(most: u64) -> Impatient {
        Impatient {
            most,
            cancelled: AtomicBool::new(most == 0),
            reports: AtomicU64::new(0),
        }
    }
}

impl Observer for Impatient {
    fn progress(&self, progress: &Progress) {
        self.reports.fetch_add(1, Ordering::Relaxed);
        if progress.done >= self.most {
            self.cancelled.store(true, Ordering::Relaxed);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The moves and their bounds in the order of their squares.
fn answers(solution: &Solution) -> Vec<MoveAnswer> {
    let mut answers = solution.moves.clone();
    answers.sort_unstable_by_key(|answer| answer.r#move);
    answers
}

/// Are the bounds of one solution within those of the other?
fn contains(wide: &Solution, narrow: &Solution) -> bool {
    let contains = |wide: Bounds, narrow: Bounds| {
        wide.lower() <= narrow.lower() && narrow.upper() <= wide.upper()
    };
    let pairs = answers(wide).into_iter().zip(answers(narrow));
    wide.moves.len() == narrow.moves.len() && contains(wide.bounds, narrow.bounds) && { pairs }
        .all(|(wide, narrow)| wide.r#move == narrow.r#move && contains(wide.bounds, narrow.bounds))
}

#[test]
fn limits_on_nodes_and_memory_end_a_long_solution() {
    let rules = pawn_game(7, 8);
    let start = Position::start(rules);
    for method in METHODS {
        let settings = Settings { method, ..SETTINGS };
        let limits = Limits::NONE.structures(1);
        let solution = solver(rules, settings).solve(&start, &limits, &());
        assert_eq!(solution.stopped, Some(Stop::Structures));
    }
    // The table starts smaller than this and would grow beyond it.
    let limits = Limits::NONE.memory(5 << 20);
    let solution = solver(rules, SETTINGS).solve(&start, &limits, &());
    assert_eq!(solution.stopped, Some(Stop::Memory));
    assert!(solution.stats.peak_memory <= 5 << 20, "{solution:?}");
    assert!(solution.stats.nodes > 100_000, "{solution:?}");
}

/// Also where the table grows meanwhile.
#[test]
fn one_thread_does_the_same_work_every_time() {
    let peasants = RuleSet {
        files: 4,
        ..RuleSet::of(Preset::Peasants)
    };
    let peasants = peasants.validate().expect("two rows fit");
    for (rules, method) in [pawn_game(6, 8), peasants].into_iter().zip(METHODS) {
        let settings = Settings { method, ..SETTINGS };
        let [one, other] = [(); 2].map(|()| {
            let mut solver = solver(rules, settings);
            solver.solve(&Position::start(rules), &Limits::default(), &())
        });
        assert!(one.stats.peak_memory > solver(rules, settings).memory());
        assert_eq!(one.stats.nodes, other.stats.nodes);
        assert_eq!(one.line, other.line);
    }
}

#[test]
fn a_stopped_solution_lists_all_moves() {
    let no_time = Limits::NONE.time(Duration::ZERO);
    for rules in variants(5, 7, 2).into_iter().step_by(2) {
        let position = Position::start(rules);
        let whole = solver(rules, SETTINGS).solve(&position, &Limits::default(), &());
        assert_eq!(whole.stopped, None);
        for method in METHODS {
            let settings = Settings { method, ..SETTINGS };
            let mut at_once = solver(rules, settings);
            let stopped = at_once.solve(&position, &no_time, &());
            assert_eq!(stopped.stopped, Some(Stop::Time));
            assert_eq!(stopped.moves.len(), position.legal_moves().len());
            assert!(contains(&stopped, &whole), "{stopped:?}");
            let cancelled = at_once.solve(&position, &Limits::default(), &Impatient::after(0));
            assert_eq!(cancelled.stopped, Some(Stop::Cancelled));
            assert!(contains(&cancelled, &whole), "{cancelled:?}");
            // The same solver may go on.
            let done = at_once.solve(&position, &Limits::default(), &());
            assert_eq!(answers(&done), answers(&whole));
        }
    }
}

/// Without a proof there is a move that seems best, and it may be the best; with one there is no need for it.
#[test]
fn where_nothing_is_proved_something_looks_best() {
    for preset in [Preset::PawnGame, Preset::Peasants] {
        let rules = RuleSet::of(preset).validate().expect("rules");
        let start = Position::start(rules);
        let limits = Limits::NONE.time(Duration::from_millis(200));
        let open = solver(rules, SETTINGS).solve(&start, &limits, &());
        assert!(!open.is_decided());
        assert!(
            open.promising
                .is_some_and(|m| open.candidates().contains(&m))
        );
    }
    let rules = pawn_game(4, 8);
    let decided = solver(rules, SETTINGS).solve(&Position::start(rules), &Limits::default(), &());
    assert!(decided.is_decided());
    assert_eq!(decided.promising, None);
    let names: Vec<String> = decided
        .candidates()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(names, ["b4", "c4"]);
}

/// Stopped again and again, each time with more in the table.
#[test]
fn bounds_are_sound_whenever_it_is_stopped() {
    let rules = pawn_game(7, 7);
    let position = Position::start(rules);
    let whole = solver(rules, SETTINGS).solve(&position, &Limits::default(), &());
    for method in METHODS {
        let settings = Settings {
            method,
            threads: 2,
            ..SETTINGS
        };
        let mut lasting = solver(rules, settings);
        let mut stops = 0;
        for _ in 0..20 {
            let solution = lasting.solve(&position, &Limits::default(), &Impatient::after(1));
            assert!(contains(&solution, &whole), "{solution:?}");
            stops += usize::from(solution.stopped.is_some());
        }
        assert!(stops > 0, "{method:?}");
    }
}

#[test]
fn solutions_are_right_on_random_boards() {
    let mut dice = Dice(15);
    for rules in variants(4, 5, 2) {
        let mut plain = Plain::new(rules);
        for (method, threads) in [(Method::AlphaBeta, 2), (Method::ProofNumber, 2)] {
            let settings = Settings {
                method,
                threads,
                memory: 8 << 20,
            };
            let mut lasting = solver(rules, settings);
            for board in boards(&mut dice, &plain.geometry.clone(), 4, 8, 30) {
                let position = Position::of(rules, board);
                let solution = lasting.solve(&position, &Limits::default(), &());
                assert_eq!(
                    solution.bounds.exact(),
                    Some(plain.result(&board)),
                    "{position}"
                );
                for answer in solution.moves {
                    let after = position.play(answer.r#move).board();
                    let expected = Some(-plain.result(&after));
                    assert_eq!(
                        answer.bounds.exact(),
                        expected,
                        "{position} {}",
                        answer.r#move
                    );
                }
            }
        }
    }
}

#[test]
fn threads_do_not_change_results() {
    for preset in [Preset::PawnGame, Preset::Alburt] {
        let set = RuleSet {
            files: 6,
            ranks: 7,
            ..RuleSet::of(preset)
        };
        let rules = set.validate().expect("rules");
        let position = Position::start(rules);
        let alone = solver(rules, SETTINGS).solve(&position, &Limits::default(), &());
        for (method, threads) in METHODS
            .into_iter()
            .flat_map(|m| [0, 2, 3, 8].map(|n| (m, n)))
        {
            let settings = Settings {
                method,
                threads,
                ..SETTINGS
            };
            let together = solver(rules, settings).solve(&position, &Limits::default(), &());
            assert_eq!(answers(&together), answers(&alone), "{method:?} {threads}");
            assert_eq!(together.bounds, alone.bounds);
        }
    }
}

/// What a stopped solution has proved is stored: another solver goes on from there.
#[test]
fn a_checkpoint_is_taken_up() {
    let name = format!("peasant-solver-{}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    fs::create_dir_all(&directory).expect("writable");
    let checkpoint = Checkpoint {
        file: directory.join("pawns"),
        every: Duration::from_secs(600),
    };
    let rules = pawn_game(7, 7);
    let position = Position::start(rules);
    let with = || {
        solver(rules, SETTINGS)
            .with_checkpoint(checkpoint.clone())
            .expect("usable")
    };
    let whole = solver(rules, SETTINGS).solve(&position, &Limits::default(), &());
    let half = Impatient::after(whole.stats.nodes / 2);
    let stopped = with().solve(&position, &Limits::default(), &half);
    assert_eq!(stopped.stopped, Some(Stop::Cancelled));
    assert!(half.reports.load(Ordering::Relaxed) > 0);
    let resumed = with().solve(&position, &Limits::default(), &());
    assert_eq!(answers(&resumed), answers(&whole));
    let nodes = resumed.stats.nodes;
    assert!(
        nodes < whole.stats.nodes,
        "{nodes} of {}",
        whole.stats.nodes
    );
    let again = with().solve(&position, &Limits::default(), &());
    assert_eq!(answers(&again), answers(&whole));
    assert!(again.stats.nodes < nodes);
    assert!(again.warnings.is_empty());
    fs::remove_dir_all(directory).expect("it is ours");
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_refused_at_once() {
    let file = std::env::temp_dir().join("peasant-no-such-directory/pawns");
    let checkpoint = Checkpoint {
        file: file.clone(),
        every: Duration::from_secs(1),
    };
    let refused = solver(pawn_game(3, 6), SETTINGS).with_checkpoint(checkpoint);
    let reason = "there is no such directory".to_owned();
    assert_eq!(refused.err(), Some(SolverError::Checkpoint(file, reason)));
}

/// What a solver asks for is enough, whatever it was offered.
#[test]
fn too_little_memory_is_refused() {
    for (files, method) in [
        (1, METHODS[0]),
        (1, METHODS[1]),
        (7, METHODS[0]),
        (8, METHODS[1]),
    ] {
        let rules = pawn_game(files, 8);
        for offered in [0, 1, 2, 3, 100, 4095] {
            let settings = Settings {
                method,
                threads: 1,
                memory: offered,
            };
            if let Err(error) = Solver::new(rules, &settings) {
                let SolverError::Memory(memory) = error else {
                    panic!("{error}");
                };
                assert!(memory > offered, "{memory}");
                let enough = Settings { memory, ..settings };
                assert!(Solver::new(rules, &enough).is_ok(), "{memory}");
                let less = Settings {
                    memory: memory - 1,
                    ..settings
                };
                assert!(Solver::new(rules, &less).is_err(), "{memory}");
            }
        }
    }
}

#[test]
fn more_memory_than_there_is_is_refused() {
    let rules = pawn_game(8, 8);
    for method in METHODS {
        for memory in [1 << 50, u64::MAX] {
            let settings = Settings {
                method,
                memory,
                ..SETTINGS
            };
            let refused = Solver::new(rules, &settings).err();
            assert_eq!(refused, Some(SolverError::NoMemory(memory)));
        }
    }
}

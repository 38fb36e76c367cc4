//! Finds the weights of forecasts anew and writes them into a directory, a file for each rule: see `scripts/forecasts`.

use std::path::Path;

use pawngame::fitting::{Lesson, fit, nodes};
use pawngame::{Method, NoMove, Preset, RuleSet};

/// Rounds of solving and fitting.
const ROUNDS: u32 = 8;
/// Weights are fitted so many times for each rule. Those with which `FILES` files take fewest nodes are kept.
const SEEDS: u32 = 3;
const FILES: u32 = 5;
/// Games to learn from: files, the method, and by how much the weights are disturbed.
const LESSONS: [(u32, Method, f32); 5] = [
    (3, Method::AlphaBeta, 0.0),
    (4, Method::AlphaBeta, 0.0),
    (4, Method::ProofNumber, 0.0),
    (4, Method::AlphaBeta, 0.5),
    (4, Method::ProofNumber, 0.5),
];

fn main() -> std::io::Result<()> {
    let Some(directory) = std::env::args().nth(1) else {
        eprintln!("usage: fit_forecasts DIRECTORY");
        std::process::exit(2);
    };
    for no_move in [NoMove::Draw, NoMove::Loss, NoMove::Alburt] {
        let file = Path::new(&directory).join(format!("two-rows-{no_move}.z"));
        std::fs::write(file, best(no_move))?;
    }
    Ok(())
}

/// The best weights for a rule.
fn best(no_move: NoMove) -> Vec<u8> {
    let lessons = LESSONS.map(|(files, method, disturbance)| Lesson {
        disturbance,
        one_in: 1,
        ..lesson(files, method, no_move)
    });
    let test = lesson(FILES, Method::ProofNumber, no_move);
    let fitted = (1..=SEEDS).map(|seed| {
        eprintln!("no move: {no_move}, seed {seed}");
        let weights = fit(&lessons, ROUNDS, seed, &|line| eprintln!("{line}"));
        let nodes = nodes(&test, &weights);
        eprintln!("no move: {no_move}, seed {seed}: {nodes} nodes with {FILES} files");
        (nodes, weights)
    });
    let best = fitted.min_by_key(|(nodes, _)| *nodes);
    best.expect("there are seeds").1
}

/// A game from which nothing is learned.
fn lesson(files: u32, method: Method, no_move: NoMove) -> Lesson {
    let set = RuleSet {
        files,
        no_move,
        ..RuleSet::of(Preset::Peasants)
    };
    Lesson {
        rules: set.validate().expect("two rows fit"),
        method,
        one_in: 0,
        memory: 2 << 30,
        disturbance: 0.0,
    }
}

//! Finds the weights of forecasts anew and writes them into a directory, a file for each rule: see `scripts/forecasts`.

use std::path::Path;

use peasant::pawngame::fitting::{Lesson, fit};
use peasant::pawngame::{Method, NoMove, Preset, RuleSet};

/// Rounds of solving and fitting.
const ROUNDS: u32 = 8;
/// How many answers of games with so many files are learned from: one in so many.
const SIZES: [(u32, u64); 2] = [(3, 1), (4, 1)];

fn main() -> std::io::Result<()> {
    let Some(directory) = std::env::args().nth(1) else {
        eprintln!("usage: fit_forecasts DIRECTORY");
        std::process::exit(2);
    };
    for no_move in [NoMove::Draw, NoMove::Loss, NoMove::Alburt] {
        eprintln!("two rows, no move: {no_move}");
        let weights = fit(&lessons(no_move), ROUNDS, &|line| eprintln!("{line}"));
        std::fs::write(
            Path::new(&directory).join(format!("two-rows-{no_move}.z")),
            weights,
        )?;
    }
    Ok(())
}

/// Every size, by both methods.
fn lessons(no_move: NoMove) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    for (files, one_in) in SIZES {
        let set = RuleSet {
            files,
            no_move,
            ..RuleSet::of(Preset::Peasants)
        };
        for method in [Method::AlphaBeta, Method::ProofNumber] {
            lessons.push(Lesson {
                rules: set.validate().expect("two rows fit"),
                method,
                one_in,
                memory: 4 << 30,
            });
        }
    }
    lessons
}

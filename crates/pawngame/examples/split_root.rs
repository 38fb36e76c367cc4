//! How much is lost if a game is cut into pieces that know nothing of each other: see `docs/pawn-games-design.md`.
//!
//! All positions after two plies are dealt out to so many solvers, each with tables of its own. What they look into together is
//! compared with what one solver looks into that gets all of them.
//!
//! ```console
//! $ cargo run --release -p peasant-pawngame --example split_root -- peasants 4
//! ```

use std::collections::BTreeSet;

use pawngame::{Method, Position, Preset, RuleSet, Settings, Solver};
use peasant::limits::Limits;

/// Solvers that work side by side.
const PIECES: [usize; 4] = [1, 2, 4, 8];
/// Bytes for the tables of a solver.
const MEMORY: u64 = 4 << 30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [preset, files] = &args[..] else {
        return Err("usage: split_root PRESET FILES".into());
    };
    let preset: Preset = preset.parse()?;
    let rules = RuleSet {
        files: files.parse()?,
        ..RuleSet::of(preset)
    };
    let start = Position::start(rules.validate()?);
    let positions = after_two_plies(&start);
    println!("{} positions after two plies", positions.len());
    for pieces in PIECES {
        let mut nodes = Vec::new();
        for piece in 0..pieces {
            let dealt = positions.iter().skip(piece).step_by(pieces);
            nodes.push(solve(&start, dealt)?);
        }
        let (all, most) = (nodes.iter().sum::<u64>(), nodes.iter().max().unwrap_or(&0));
        println!("{pieces} pieces: {all} nodes, {most} in the largest");
    }
    Ok(())
}

/// Up to mirror images, in an order that mixes first moves.
fn after_two_plies(start: &Position) -> Vec<Position> {
    let mut seen = BTreeSet::new();
    let mut positions = Vec::new();
    for first in start.legal_moves() {
        let here = start.play(first);
        for reply in here.legal_moves() {
            let position = here.play(reply);
            let (text, mirrored) = (position.to_string(), position.mirror().to_string());
            if seen.insert(text.min(mirrored)) {
                positions.push(position);
            }
        }
    }
    positions
}

/// Solves positions one after another by the same tables. How many nodes it takes.
fn solve<'p>(
    start: &Position,
    positions: impl Iterator<Item = &'p Position>,
) -> Result<u64, Box<dyn std::error::Error>> {
    let settings = Settings {
        method: Method::ProofNumber,
        threads: 1,
        memory: MEMORY,
    };
    let mut solver = Solver::new(start.rules(), &settings)?;
    let solutions = positions.map(|position| solver.solve(position, &Limits::default(), &()));
    Ok(solutions.map(|solution| solution.stats.nodes).sum())
}

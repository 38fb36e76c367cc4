//! Measures single positions by Newborn's rules and prints a table of `docs/benchmarks.md`.
//!
//! Usage: `cargo run --release -p peasant --example benchmarks -- data/positions/benchmarks.epd [--short]`
//!
//! In the file `c0 "long"` marks a position that takes long: `--short` leaves it out.

use std::error::Error;

use peasant::notation::{epd, fen};
use peasant::{Analysis, Position, ProveError, Prover, Request, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name an EPD file")?;
    let short = std::env::args().any(|argument| argument == "--short");
    println!("| position | result | structures | time | MiB |");
    println!("|---|---|--:|--:|--:|");
    for text in std::fs::read_to_string(path)?.lines() {
        let entry = epd::parse_line(text)?;
        if !(short && entry.comments[0].as_deref() == Some("long")) {
            println!("{}", line(&entry)?);
        }
    }
    Ok(())
}

fn line(entry: &epd::Epd) -> Result<String, ProveError> {
    let analysis = fastest(&entry.position)?;
    let statistics = analysis.statistics;
    let seconds = statistics.time.as_secs_f64();
    let digits = if seconds < 0.01 { 2 } else { 0 };
    Ok(format!(
        "| {} `{}` | {} | {} | {:.digits$} ms | {:.1} |",
        entry.id.as_deref().unwrap_or_default(),
        fen::format(&entry.position),
        analysis.bounds,
        statistics.structures,
        seconds * 1e3,
        statistics.bytes as f64 / f64::from(1 << 20),
    ))
}

/// The fastest of several proofs from nothing: as many as fit into a second, at least two.
fn fastest(position: &Position) -> Result<Analysis, ProveError> {
    let prove = || Prover::new(Rules::Newborn).analyse(&Request::new(*position));
    let mut best = prove()?;
    let runs = (1.0 / best.statistics.time.as_secs_f64().max(0.001)) as usize;
    for _ in 0..runs.clamp(1, 200) {
        let next = prove()?;
        if next.statistics.time < best.statistics.time {
            best = next;
        }
    }
    Ok(best)
}

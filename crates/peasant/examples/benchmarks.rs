//! Measures single positions by Newborn's rules and prints a table of `docs/benchmarks.md`.
//!
//! Usage: `cargo run --release -p peasant --example benchmarks -- data/positions/benchmarks.epd [--short]`
//!
//! In the file `c0 "eager"` marks a position below which everything can be solved, and `c1 "long"`
//! one that takes long: `--short` leaves it out.

use std::error::Error;

use peasant::notation::{epd, fen};
use peasant::prove::BYTES_PER_STRUCTURE;
use peasant::{Method, Position, Prover, Request, Rules};

/// What one solution took.
struct Run {
    result: String,
    structures: u64,
    seconds: f64,
    bytes: f64,
}

/// Solves a position from nothing: everything below it with so many threads, or what the question
/// needs.
///
/// This and [`bytes_of_a_structure`] are all that is used of the provers.
fn solve(position: &Position, eager: Option<usize>) -> Result<Run, Box<dyn Error>> {
    let mut prover = Prover::builder()
        .rules(Rules::Newborn)
        .method(eager.map_or(Method::OnDemand, |_| Method::Eager))
        .threads(eager.unwrap_or(1))
        .build()?;
    let analysis = prover.analyse(&Request::new(*position))?;
    Ok(Run {
        result: analysis.bounds.to_string(),
        structures: analysis.statistics.structures,
        seconds: analysis.statistics.time.as_secs_f64(),
        bytes: analysis.statistics.bytes as f64,
    })
}

/// What the eager solver keeps of each structure: four relations of 512 bytes and its name, twice.
const fn bytes_of_a_structure() -> u64 {
    BYTES_PER_STRUCTURE
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name an EPD file")?;
    let short = std::env::args().any(|argument| argument == "--short");
    println!(
        "| position | result | eager: structures | one thread | µs a structure | two threads | on demand: structures | time | MiB |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    for text in std::fs::read_to_string(path)?.lines() {
        let entry = epd::parse_line(text)?;
        if !(short && entry.comments[1].as_deref() == Some("long")) {
            println!("{}", line(&entry)?);
        }
    }
    let bytes = bytes_of_a_structure();
    let million = bytes as f64 * 1e6 / f64::from(1 << 30);
    println!("\nA solved structure of the eager solver takes {bytes} bytes (four relations of");
    println!("512 bytes and its name, twice); a million take {million:.2} GiB.");
    Ok(())
}

fn line(entry: &epd::Epd) -> Result<String, Box<dyn Error>> {
    let demand = fastest(&entry.position, None)?;
    let eager = match entry.comments[0].as_deref() {
        Some("eager") => eager_cells(&entry.position, &demand.result)?,
        _ => "not run | | | ".to_owned(),
    };
    Ok(format!(
        "| {} `{}` | {} | {eager} | {} | {} | {:.1} |",
        entry.id.as_deref().unwrap_or_default(),
        fen::format(&entry.position),
        demand.result,
        demand.structures,
        milliseconds(demand.seconds),
        demand.bytes / f64::from(1 << 20),
    ))
}

/// Structures, time with one thread, time a structure, time with two threads.
fn eager_cells(position: &Position, expected: &str) -> Result<String, Box<dyn Error>> {
    let one = fastest(position, Some(1))?;
    let two = fastest(position, Some(2))?;
    assert_eq!(one.result, expected, "the two methods disagree");
    Ok(format!(
        "{} | {} | {:.2} | {} ({:.2}x)",
        one.structures,
        milliseconds(one.seconds),
        one.seconds * 1e6 / one.structures as f64,
        milliseconds(two.seconds),
        one.seconds / two.seconds
    ))
}

/// The fastest of several runs: as many as fit into a second, at least two.
fn fastest(position: &Position, eager: Option<usize>) -> Result<Run, Box<dyn Error>> {
    let mut best = solve(position, eager)?;
    let runs = (1.0 / best.seconds.max(0.001)) as usize;
    for _ in 0..runs.clamp(1, 200) {
        let next = solve(position, eager)?;
        if next.seconds < best.seconds {
            best = next;
        }
    }
    Ok(best)
}

fn milliseconds(seconds: f64) -> String {
    let digits = if seconds < 0.01 { 2 } else { 0 };
    format!("{:.digits$} ms", seconds * 1e3)
}

//! Measures the solver and prints the tables of `docs/benchmarks.md`.
//!
//! Usage: `cargo run --release -p peasant --example benchmarks -- data/positions/games.epd`

use std::error::Error;
use std::time::Duration;

use peasant::analysis::{Analysis, Method, Request, analyse};
use peasant::board::Position;
use peasant::limits::Limits;
use peasant::notation::{epd, fen};
use peasant::prove::BYTES_PER_STRUCTURE;
use peasant::rules::Rules;

/// The positions of the tables: a name, a FEN, and whether to solve everything below it too.
const POSITIONS: [(&str, &str, bool); 9] = [
    ("Réti 1921", "7K/8/k1P5/7p/8/8/8/8 w - -", true),
    ("Fine #70", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -", true),
    ("Lockock 1892", "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -", true),
    ("Szén", "4k3/5ppp/8/8/8/8/PPP5/3K4 w - -", true),
    (
        "five against five, blocked wings",
        "8/8/1p2k1p1/3p3p/1p1P1P1P/1P2PK2/8/8 w - -",
        true,
    ),
    (
        "three against three",
        "8/ppp2k2/8/8/8/8/PPP2K2/8 w - -",
        true,
    ),
    (
        "four against four",
        "8/2p5/1p1p4/p2P1k2/P1P5/1P3K2/8/8 w - -",
        true,
    ),
    (
        "six against six",
        "8/6p1/p1p5/1pP1k3/1P2p3/P3K1PP/8/8 w - -",
        true,
    ),
    (
        "Euwe-Hooper 87",
        "8/1p5p/p7/4k3/4Pp2/5K1P/PP6/8 w - -",
        false,
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    print_header();
    print_positions()?;
    match std::env::args().nth(1) {
        Some(path) => print_games(&path)?,
        None => eprintln!("no EPD file named: the table of games is left out"),
    }
    print_memory();
    Ok(())
}

fn print_header() {
    let processor = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split(':').nth(1)?.trim().to_owned())
        });
    println!("# Benchmarks\n");
    println!(
        "Written by `scripts/benchmarks`; do not edit. Times are the shortest of several runs of a library call,"
    );
    println!("Newborn's rules, results of every move and exact distances included.");
    println!(
        "Processor: {}.\n",
        processor.unwrap_or_else(|| "unknown".to_owned())
    );
}

fn solve(position: &Position, method: Method, threads: usize, limits: &Limits) -> Analysis {
    let request = Request {
        rules: Rules::Newborn,
        method,
        threads,
    };
    analyse(position, &request, limits, &()).expect("the benchmarks are pawn endings")
}

/// The fastest of several runs: as many as fit into a second, at least two.
fn fastest(position: &Position, method: Method, threads: usize) -> Analysis {
    let run = || solve(position, method, threads, &Limits::default());
    let mut best = run();
    let runs = (1.0 / best.statistics.time.as_secs_f64().max(0.001)) as usize;
    for _ in 0..runs.clamp(1, 200) {
        let next = run();
        if next.statistics.time < best.statistics.time {
            best = next;
        }
    }
    best
}

fn print_positions() -> Result<(), Box<dyn Error>> {
    println!("## Positions\n");
    println!(
        "| position | result | eager: structures | one thread | µs a structure | two threads | on demand: structures | time | MiB |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    for (name, text, whole) in POSITIONS {
        let position = fen::parse(text)?;
        let demand = fastest(&position, Method::OnDemand, 1);
        let eager = if whole {
            let one = fastest(&position, Method::Eager, 1);
            let two = fastest(&position, Method::Eager, 2);
            assert_eq!(
                one.bounds, demand.bounds,
                "the two methods disagree on {text}"
            );
            let [one_s, two_s] = [&one, &two].map(|a| a.statistics.time.as_secs_f64());
            let structures = one.statistics.structures;
            format!(
                "{structures} | {} | {:.2} | {} ({:.2}x)",
                milliseconds(one_s),
                one_s * 1e6 / structures as f64,
                milliseconds(two_s),
                one_s / two_s
            )
        } else {
            "not run | | | ".to_owned()
        };
        let took = demand.statistics;
        println!(
            "| {name} `{text}` | {} | {eager} | {} | {} | {:.1} |",
            demand.bounds,
            took.structures,
            milliseconds(took.time.as_secs_f64()),
            took.bytes as f64 / f64::from(1 << 20),
        );
    }
    println!();
    Ok(())
}

fn milliseconds(seconds: f64) -> String {
    format!(
        "{:.*} ms",
        if seconds < 0.01 { 2 } else { 0 },
        seconds * 1e3
    )
}

/// What every game position may take.
const GAME_LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(5)),
    memory: Some(2 << 30),
    structures: None,
};

fn print_games(path: &str) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let mut times = Vec::new();
    let (mut positions, mut structures, mut moves) = (0, 0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let analysis = solve(
            &epd::parse_line(line)?.position,
            Method::OnDemand,
            1,
            &GAME_LIMITS,
        );
        positions += 1;
        structures += analysis.statistics.structures;
        times.extend(
            analysis
                .statistics
                .result_time
                .map(|time| time.as_secs_f64()),
        );
        moves += usize::from(analysis.moves.iter().all(|m| m.bounds.exact().is_some()));
    }
    let share = |count: usize| 100.0 * count as f64 / f64::from(positions);
    let within = |seconds: f64| share(times.iter().filter(|&&t| t <= seconds).count());
    println!("## Games\n");
    println!(
        "{positions} endings from games (`{path}`), on demand, one thread, 5 s and 2 GiB each.\n"
    );
    println!("| solved within | 10 ms | 100 ms | 1 s | 5 s | every move too |");
    println!("|---|--:|--:|--:|--:|--:|");
    println!(
        "| share | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.1} % |\n",
        within(0.01),
        within(0.1),
        within(1.0),
        share(times.len()),
        share(moves)
    );
    println!("{structures} structures in all.\n");
    Ok(())
}

fn print_memory() {
    let million = BYTES_PER_STRUCTURE as f64 * 1e6 / f64::from(1 << 30);
    println!("## Memory\n");
    println!(
        "A solved structure of the eager solver takes {BYTES_PER_STRUCTURE} bytes (four relations of 512 bytes and its name, twice);"
    );
    println!("a million take {million:.2} GiB.");
}

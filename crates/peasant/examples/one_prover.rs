//! Asks one prover about many positions, under a limit of memory, and fresh provers about each: is the first one slower, and does it
//! stay below its limit?
//!
//! Usage: `cargo run --release -p peasant --example one_prover -- FILE.epd MEBIBYTES SECONDS [POSITIONS]`
//!
//! Each position of the file is followed by one and by two moves, as in a game.

use std::error::Error;
use std::time::Duration;

use peasant::notation::epd;
use peasant::{Limits, Position, ProveError, Prover, Request};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [path, memory, seconds, rest @ ..] = &words[..] else {
        return Err("name an EPD file, mebibytes and seconds".into());
    };
    let memory = memory.parse::<u64>()? << 20;
    let limits = Limits::NONE
        .memory(memory)
        .time(Duration::from_secs_f64(seconds.parse()?));
    let most = rest.first().map_or(Ok(usize::MAX), |most| most.parse())?;
    let mut positions = Vec::new();
    for text in std::fs::read_to_string(path)?.lines() {
        positions.extend(in_a_game(epd::parse_line(text)?.position));
    }
    positions.truncate(most);
    let session = || Prover::builder().limits(limits).build();
    let one = session();
    println!("| positions | exact, one prover | fresh ones | seconds | fresh ones | most MiB |");
    println!("|--:|--:|--:|--:|--:|--:|");
    for (number, some) in positions.chunks(100).enumerate() {
        let together = Sums::of(some, |position, sums| sums.add(&one, position))?;
        let fresh = Sums::of(some, |position, sums| sums.add(&session(), position))?;
        println!(
            "| {} | {} | {} | {:.1} | {:.1} | {:.1} |",
            100 * number + some.len(),
            together.exact,
            fresh.exact,
            together.seconds,
            fresh.seconds,
            together.bytes as f64 / f64::from(1 << 20),
        );
    }
    Ok(())
}

/// A position and what two moves lead to, the first that the rules allow.
fn in_a_game(position: Position) -> impl Iterator<Item = Position> {
    let next = |position: &Position| Some(position.play(*position.legal_moves().first()?));
    std::iter::successors(Some(position), next)
        .take(3)
        .filter(Position::is_pawn_ending)
}

#[derive(Default)]
struct Sums {
    exact: usize,
    seconds: f64,
    bytes: u64,
}

impl Sums {
    fn of(
        positions: &[Position],
        mut add: impl FnMut(Position, &mut Sums) -> Result<(), ProveError>,
    ) -> Result<Sums, ProveError> {
        let mut sums = Sums::default();
        for &position in positions {
            add(position, &mut sums)?;
        }
        Ok(sums)
    }

    fn add(&mut self, prover: &Prover, position: Position) -> Result<(), ProveError> {
        let request = Request::new(position);
        let analysis = prover.analyse(&request.moves(false).line(false))?;
        self.exact += usize::from(analysis.bounds.exact().is_some());
        self.seconds += analysis.statistics.time.as_secs_f64();
        self.bytes = self.bytes.max(analysis.statistics.bytes);
        Ok(())
    }
}

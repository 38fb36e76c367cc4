//! `peasant perft`: how many lines of play there are.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use peasant::board::perft;
use serde_json::json;

use crate::args::PerftArgs;
use crate::{Failure, Outcome};

pub fn run(args: &PerftArgs) -> Result<Outcome, Failure> {
    let position = super::position(&args.fen)?;
    let start = Instant::now();
    let nodes = perft(&position, args.depth);
    print(args.depth, nodes, start.elapsed(), args.json)?;
    Ok(Outcome::Answered)
}

/// Shows a count, of whatever game.
pub fn print(depth: u32, nodes: u64, elapsed: Duration, as_json: bool) -> io::Result<()> {
    let seconds = elapsed.as_secs_f64();
    let mut out = io::stdout().lock();
    if as_json {
        let answer = json!({ "depth": depth, "nodes": nodes, "seconds": seconds });
        writeln!(out, "{answer}")
    } else {
        writeln!(out, "{nodes} lines of {depth} plies ({seconds:.3} s)")
    }
}

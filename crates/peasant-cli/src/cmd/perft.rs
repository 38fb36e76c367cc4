//! `peasant perft`: how many lines of play there are.

use std::io::{self, Write};
use std::time::Instant;

use peasant::board::perft;
use serde_json::json;

use crate::args::PerftArgs;
use crate::{Failure, Outcome};

pub fn run(args: &PerftArgs) -> Result<Outcome, Failure> {
    let position = super::position(&args.fen)?;
    let start = Instant::now();
    let nodes = perft(&position, args.depth);
    let seconds = start.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(
            out,
            "{}",
            json!({ "depth": args.depth, "nodes": nodes, "seconds": seconds })
        )?;
    } else {
        writeln!(
            out,
            "{nodes} lines of {} plies ({seconds:.3} s)",
            args.depth
        )?;
    }
    Ok(Outcome::Answered)
}

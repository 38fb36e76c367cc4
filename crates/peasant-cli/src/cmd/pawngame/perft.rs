//! `peasant pawngame perft`: how many lines of play there are.

use std::time::Instant;

use peasant::pawngame::perft;

use crate::args::pawngame::PawngamePerftArgs;
use crate::cmd::perft::print;
use crate::{Failure, Outcome};

pub fn run(args: &PawngamePerftArgs) -> Result<Outcome, Failure> {
    let position = super::position(&args.game)?;
    let start = Instant::now();
    let nodes = perft(&position, args.depth);
    print(args.depth, nodes, start.elapsed(), args.json)?;
    Ok(Outcome::Answered)
}

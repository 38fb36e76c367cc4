//! `peasant pawngame perft`: how many lines of play there are.

use std::sync::atomic::Ordering;

use peasant::clock::Instant;

use pawngame::perft_unless;
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Rules;
use super::options::PawngamePerftArgs;
use crate::perft::Count;
use crate::{Face, Failure, Outcome};

/// What was counted, for other programs.
#[derive(Serialize, JsonSchema)]
pub struct About {
    /// The rules.
    rules: Rules,
    /// The position.
    position: String,
}

pub fn run(args: &PawngamePerftArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let position = super::position(&args.game)?;
    let (start, cancelled) = (Instant::now(), face.cancelled()?);
    let is_left = || cancelled.load(Ordering::Relaxed);
    let Some(nodes) = perft_unless(&position, args.depth, &is_left) else {
        return Ok(Outcome::Answered); // Ctrl-C
    };
    let count = Count {
        depth: args.depth,
        nodes,
        elapsed: start.elapsed(),
    };
    let about = About {
        rules: Rules::of(&position),
        position: position.to_string(),
    };
    count.print(face.out(), args.json.then_some(about))?;
    Ok(Outcome::Answered)
}

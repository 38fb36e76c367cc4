//! `peasant perft`: how many lines of play there are.

pub mod options;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use peasant::clock::Instant;

use peasant::board::{Position, perft};
use peasant::notation::fen;
use schemars::JsonSchema;
use serde::Serialize;

use crate::tell::json;
use crate::{Face, Failure, Outcome};
use options::PerftArgs;

/// Lines of play, counted.
#[derive(Serialize, JsonSchema)]
pub struct Answer<T> {
    #[serde(flatten)]
    about: T,
    /// Plies.
    depth: u32,
    /// Lines of play of that length.
    nodes: u64,
    /// What it took.
    stats: Stats,
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Time.
    seconds: f64,
}

/// A position of chess.
#[derive(Serialize, JsonSchema)]
pub struct About {
    /// The position.
    fen: String,
}

/// A number of lines, of whatever game.
pub struct Count {
    pub depth: u32,
    pub nodes: u64,
    pub elapsed: Duration,
}

pub fn run(args: &PerftArgs, face: &mut Face) -> Result<Outcome, Failure> {
    let position = crate::options::position::position(&args.fen, face)?;
    let (start, cancelled) = (Instant::now(), face.cancelled()?);
    let Some(nodes) = nodes(&position, args.depth, cancelled) else {
        return Ok(Outcome::Answered); // Ctrl-C
    };
    let count = Count {
        depth: args.depth,
        nodes,
        elapsed: start.elapsed(),
    };
    let fen = fen::format(&position);
    count.print(face.out(), args.json.then_some(About { fen }))?;
    Ok(Outcome::Answered)
}

/// So many plies are counted before anybody looks whether they are still wanted: some ms.
const IN_ONE_PIECE: u32 = 4;

/// The same as [`perft`]; `None` once cancelled.
fn nodes(position: &Position, depth: u32, cancelled: &AtomicBool) -> Option<u64> {
    if depth <= IN_ONE_PIECE {
        let is_wanted = !cancelled.load(Ordering::Relaxed);
        return is_wanted.then(|| perft(position, depth));
    }
    let moves = position.legal_moves().into_iter();
    moves
        .map(|m| nodes(&position.play(m), depth - 1, cancelled))
        .sum()
}

impl Count {
    /// For people, or for other programs if they are told what was counted.
    pub fn print(&self, mut out: impl Write, about: Option<impl Serialize>) -> io::Result<()> {
        let Count { depth, nodes, .. } = *self;
        let seconds = self.elapsed.as_secs_f64();
        match about {
            Some(about) => {
                let stats = Stats { seconds };
                let answer = Answer {
                    about,
                    depth,
                    nodes,
                    stats,
                };
                writeln!(out, "{}", json::line(&answer))
            }
            None => writeln!(out, "{nodes} lines of {depth} plies ({seconds:.3} s)"),
        }
    }
}

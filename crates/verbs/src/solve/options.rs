//! The options of `peasant solve`.
#![allow(
    rustdoc::bare_urls,
    reason = "what stands there is help, for terminals"
)]

use crate::options::{MACHINE, OUTPUT};
use std::path::PathBuf;

use clap::builder::ArgPredicate;
use peasant::Request;
use peasant::board::Position;

use crate::options::engine::EngineArgs;
use crate::options::gone::GoneArgs;
use crate::options::parse_threads;
use crate::options::proof::{ProofArgs, default_time};

#[derive(clap::Args)]
#[command(
    mut_arg("time", |time| {
        let unlimited = ["resume", "certificate"].map(|id| (id, ArgPredicate::IsPresent, "none"));
        default_time(time).default_value_ifs(unlimited)
    }),
    after_help = "Examples: peasant solve \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\"\n          \
    peasant solve --time none --resume lasker.proof \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\"\n          \
    peasant solve https://lichess.org/analysis/standard/7K/8/k1P5/7p/8/8/8/8_w_-_-_0_1\n          \
    peasant solve --certificate win.cert \"8/8/8/7p/1PK2k2/8/8/8 w - -\"\n          \
    echo \"Kc4, b4; Kf4, h5 w\" | peasant solve -\n\n\
    Ctrl-C stops the proof and prints what is proved so far; a second one ends the program."
)]
pub struct SolveArgs {
    /// The position, as FEN or as books list the men (`Kg5, a2; Kf3, h3 w`); `-` reads it from standard input
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    pub fen: Vec<String>,
    #[command(flatten)]
    pub proof: ProofArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub gone: GoneArgs,
    /// Threads that work on the position [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_threads, help_heading = MACHINE)]
    pub threads: Option<usize>,
    /// Keep all of the proof in this file, and go on from what stands there
    #[arg(long, value_name = "FILE", help_heading = MACHINE)]
    pub resume: Option<PathBuf>,
    /// Write the proof to this file, for `peasant-check FILE`; the exit status is 4 if there is none
    #[arg(long, value_name = "FILE", help_heading = MACHINE)]
    pub certificate: Option<PathBuf>,
    /// Show so many lines: the best one, and one for each of the next best moves
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_lines)]
    pub lines: usize,
    /// Print what becomes known as soon as it does, as JSON, an event a line; the last one is the answer
    #[arg(long, conflicts_with = "certificate", help_heading = OUTPUT)]
    pub events: bool,
    /// Say as well what the proof took: structures, memory
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}

impl SolveArgs {
    /// The question about a position: what every face asks.
    pub fn request(&self, position: Position) -> Request {
        Request::new(position).lines(self.lines)
    }
}

fn parse_lines(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|lines| (1..=256).contains(lines))
        .ok_or_else(|| "give a number of lines from 1 to 256".to_owned())
}

//! The command line of `peasant explain`.

use crate::options::{MACHINE, OUTPUT};
use std::path::PathBuf;

use crate::options::engine::EngineArgs;
use crate::options::gone::GoneArgs;
use crate::options::parse_threads;
use crate::options::proof::{ProofArgs, default_time};

#[derive(clap::Args)]
#[command(
    mut_arg("time", default_time),
    after_help = "Example: peasant explain \"6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -\"\n\
    Everything that is said is proved, but for the move and the score of an open position, which say whose search they are. Explaining takes about as much time as \
    proving, or some 50 ms if that is more, seldom as much as a second; limits are for both together.\n\
    Ctrl-C stops the work and prints what is proved so far; a second one ends the program."
)]
pub struct ExplainArgs {
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
    /// Say as well what the proof took: structures, memory
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
    /// Draw the board with the squares of the text into this file (SVG)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub svg: Option<PathBuf>,
    /// Write a page with the explanation into this file (HTML)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub html: Option<PathBuf>,
}

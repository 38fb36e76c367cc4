//! The options of `peasant epd`.

use crate::options::MACHINE;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::options::gone::GoneArgs;
use crate::options::parse_threads;
use crate::options::proof::ProofArgs;

#[derive(clap::Args)]
#[command(
    after_help = "Examples: peasant epd positions.epd --time 10\n          \
    peasant epd positions.epd --time 10 --threads 2 --resume answers.jsonl\n          \
    peasant epd positions.epd --time 60 --resume answers.jsonl --only-open\n\n\
    A position agrees if every bm keeps its result, every am does not, and c0 (win, draw or loss) is its \
    result; other comments make no claim. Each line is answered as it comes.\n\n\
    Exit status: 5 if tables or the store contradict a proof, else 2 if a line had no answer, else 1 if any position disagrees, \
    else 4 if there were positions and nothing of them was proved, else 0."
)]
pub struct EpdArgs {
    /// The file, one position a line; - reads standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub proof: ProofArgs,
    #[command(flatten)]
    pub gone: GoneArgs,
    /// Gone; does nothing
    #[arg(long, hide = true, value_name = "PATH")]
    pub engine: Option<OsString>,
    /// Positions proved side by side; they share --memory
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads, help_heading = MACHINE)]
    pub threads: usize,
    /// Add every answer to this file (JSON lines), and go on from what stands there
    #[arg(long, value_name = "OUT.jsonl", help_heading = MACHINE)]
    pub resume: Option<PathBuf>,
    /// With --resume: prove again whatever has no exact result there, and nothing else
    #[arg(long, requires = "resume", help_heading = MACHINE)]
    pub only_open: bool,
}

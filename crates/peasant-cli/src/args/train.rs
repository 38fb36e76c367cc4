//! The command line of `peasant train`.

use std::path::PathBuf;
use std::time::Duration;

use verbs::options::{parse_memory, parse_seconds};

#[derive(clap::Args)]
#[command(
    after_help = "Type a move (Kb1, e8=Q, a1b1), or win, draw or loss where that is asked; or hint, skip, help, quit, a line each. A move that \
    gives something away is answered with what punishes it, and the exercise comes again: at once, and on later days, the sooner the \
    worse it is known. What is right is proved while you wait, not taken from the file.\n\n\
    Examples: peasant train\n          \
    peasant train positions.epd --count 5\n          \
    peasant train --export asked.epd"
)]
pub struct TrainArgs {
    /// Exercises: EPD files, such as `peasant annotate --exercises` and `peasant mine` write, or PGN with games that begin from
    /// a pawn ending [default: endings from books]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// So many exercises
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Keep in this file what is known, and when it is to come again [default: the platform's directory for data]
    #[arg(long, value_name = "FILE")]
    pub progress: Option<PathBuf>,
    /// Take over what such a file says was answered elsewhere, on the page or another machine, and end
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "count", "export"])]
    pub import: Vec<PathBuf>,
    /// Write what was asked so far into this file (EPD, or PGN if it is called so, with how often and how well), and end; `-` is
    /// standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "count"])]
    pub export: Option<PathBuf>,
    /// Prove a position for so many seconds at most; what is not settled then is left out
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time: Duration,
    /// Stop before the proof of a position takes more memory [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory)]
    pub memory: Option<u64>,
    /// The base: keep small endings in this directory [default: the platform's cache directory]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Keep no endings on disk, and use none that were kept
    #[arg(long)]
    pub no_cache: bool,
    /// Draw the board with letters instead of chess symbols
    #[arg(long)]
    pub ascii: bool,
}

//! Options, as the command line names them: a file a verb.
#![allow(
    rustdoc::bare_urls,
    reason = "what stands there is help, for terminals"
)]

pub mod annotate;
pub mod base;
pub mod classic;
pub mod compare;
pub mod diagram;
pub mod engine;
pub mod explain;
pub mod helpers;
pub mod mine;
pub mod pawngame;
pub mod pawnking;
pub mod sets;
pub mod study;

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::ArgPredicate;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use peasant::{Builder, Limits, Prover, Rules};

use crate::Failure;
use crate::fault::Fault;
use crate::machine;
use crate::plain::excerpt;
use crate::syzygy::{Checks, Tables};
use crate::usage;

/// A verb with its options, as somebody says it who is not at the command line.
#[derive(Parser)]
#[command(name = "peasant", disable_help_subcommand = true)]
struct Question {
    #[command(subcommand)]
    verb: Verb,
}

/// What can be asked.
#[derive(Subcommand)]
pub enum Verb {
    /// Prove a position: its result, every move's result, a line
    Solve(SolveArgs),
    /// Explain a position: its result, and what it hangs on: key squares, zugzwangs, corresponding squares
    Explain(explain::ExplainArgs),
    /// Prove every position of an EPD file and compare with bm, am and c0
    Epd(EpdArgs),
    /// Judge the pawn endings of games (PGN) and write what is proved of them beside the moves
    Annotate(annotate::AnnotateArgs),
    /// Say whether a composed study is sound: only moves, duals, cooks, tries, defences that hold longer
    Study(study::StudyArgs),
    /// Search families of structures for composers' material: mutual zugzwangs, long wins, under-promotions, only moves
    Mine(mine::MineArgs),
    /// Count the legal lines of play of a given length
    Perft(PerftArgs),
    /// King and pawn against king: the exact result, and which rules of the books apply
    Kpk(KpkArgs),
    /// King and pawn against king: how far each rule of the books can be trusted, over all positions
    KpkRules(KpkRulesArgs),
    /// Newborn's program PEASANT of 1977 once more: its move, its score, its terminal nodes
    Classic(classic::ClassicArgs),
    /// Horacek's program PAWNKING once more: the patterns it finds, the plan behind each move, its value
    Pawnking(pawnking::PawnkingArgs),
    /// The historic programs on every position of an EPD file, right or wrong against the exact prover
    Compare(compare::CompareArgs),
    /// A position as a picture: SVG or PNG, with arrows, circles, and key squares, corresponding squares and a heat map by proof
    Diagram(diagram::DiagramArgs),
    /// Games with pawns alone: solve, count and play them
    Pawngame(pawngame::PawngameArgs),
    /// Small endings on disk: solve them ahead of proofs, say what is there
    Base(base::BaseArgs),
}

#[derive(clap::Args)]
#[command(
    mut_arg("time", |time| {
        let unlimited = ["resume", "certificate"].map(|id| (id, ArgPredicate::IsPresent, "none"));
        default_time(time).default_value_ifs(unlimited)
    }),
    after_help = "Examples: peasant solve \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\"\n          \
    peasant solve --time none --resume lasker.proof \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -\"\n          \
    peasant solve https://lichess.org/analysis/standard/7K/8/k1P5/7p/8/8/8/8_w_-_-_0_1\n          \
    peasant solve --certificate win.cert \"8/8/8/7p/1PK2k2/8/8/8 w - -\"\n\n\
    Ctrl-C stops the proof and prints what is proved so far; a second one ends the program."
)]
pub struct SolveArgs {
    /// The position: board, side to move, castling (-), en passant, and move counters if you like
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    pub fen: Vec<String>,
    #[command(flatten)]
    pub proof: ProofArgs,
    #[command(flatten)]
    pub engine: engine::EngineArgs,
    /// Threads that work on the position [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// Keep what is proved in this file, and go on from what stands there: a proof that is killed loses a minute at most. The
    /// same file serves other positions by the same rules; it is believed if its checksum is right
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Write the proof to this file, so that others can check it: `peasant-check FILE`. By the rules of chess only. Limits are
    /// those of proof and certificate together; the exit status is 4 if there is none
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Show so many lines: the best one, and one for each of the next best moves
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_lines)]
    pub lines: usize,
    /// Draw the board with letters instead of chess symbols
    #[arg(long)]
    pub ascii: bool,
}

#[derive(clap::Args)]
#[command(
    after_help = "Examples: peasant epd positions.epd --time 10\n          \
    peasant epd positions.epd --time 10 --threads 2 --resume answers.jsonl\n          \
    peasant epd positions.epd --time 60 --resume answers.jsonl --only-open\n\n\
    A position agrees if every bm keeps its result, every am does not, and c0 (win, draw or loss) is its \
    result; other comments make no claim. Each line is answered as it comes.\n\n\
    Exit status: 5 if tables or the base contradict a proof, else 1 if any position disagrees, else 2 if a line had no answer, \
    else 4 if there were positions and nothing of them was proved, else 0."
)]
pub struct EpdArgs {
    /// The file, one position a line; - reads standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub proof: ProofArgs,
    #[command(flatten)]
    pub engine: engine::EngineArgs,
    /// Positions proved side by side; they share --memory
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    pub threads: usize,
    /// Add every answer to this file, one JSON object a line, at once, and take from it what stands there: a run that was
    /// stopped or killed goes on. A position is proved again only if a limit stopped it that is larger now
    #[arg(long, value_name = "OUT.jsonl")]
    pub resume: Option<PathBuf>,
    /// With --resume: prove again whatever has no exact result there, and nothing else
    #[arg(long, requires = "resume")]
    pub only_open: bool,
}

#[derive(clap::Args)]
#[command(after_help = "Example: peasant perft \"7K/8/k1P5/7p/8/8/8/8 w - -\" --depth 6")]
pub struct PerftArgs {
    /// The position; promoted pieces are welcome
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    pub fen: Vec<String>,
    /// Plies to count, 0 to 100
    #[arg(long, value_name = "N", value_parser = parse_plies)]
    pub depth: u32,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
#[command(after_help = "Example: peasant kpk \"4k3/8/4K3/4P3/8/8/8/8 w - -\"\n\
    `peasant kpk-rules` says how far each rule can be trusted.")]
pub struct KpkArgs {
    /// The position, of three men. Without it: how many positions there are and how many of them
    /// are won
    #[arg(num_args = 0.., value_name = "FEN")]
    pub fen: Vec<String>,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
    /// Draw the board with letters instead of chess symbols
    #[arg(long)]
    pub ascii: bool,
}

#[derive(clap::Args)]
#[command(after_help = "Example: peasant kpk-rules")]
pub struct KpkRulesArgs {
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// What solve and epd share.
#[derive(clap::Args)]
pub struct ProofArgs {
    /// What a promotion is worth [possible values: chess, newborn]
    #[arg(long, default_value = "chess", hide_possible_values = true, value_parser = parse_name::<Rules>)]
    pub rules: Rules,
    /// Print JSON, one object a line
    #[arg(long)]
    pub json: bool,
    /// Stop after so many seconds for each position; `none` sets no limit
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub time: Option<TimeLimit>,
    /// Stop before the proofs take more memory, all of them together [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory)]
    pub memory: Option<u64>,
    /// Stop after so many structures
    #[arg(long, value_name = "N", value_parser = parse_structures)]
    pub structures: Option<u64>,
    /// Gone; it is read for one release, to say so
    #[arg(long, hide = true)]
    pub eager: bool,
    /// Directories of Syzygy tables, which settle endings with promoted pieces that would stay open; on Windows `;` stands between
    /// them. Only the .rtbw files (WDL) are needed. Those of three to five men together take 378 MiB (939 MiB with the .rtbz
    /// files), those of six men 68 GiB more; https://syzygy-tables.info tells where they are. Put them into one folder, as they
    /// are, and name that folder here
    #[arg(
        long,
        value_name = "DIR[:DIR...]",
        env = "PEASANT_SYZYGY",
        hide_env_values = true
    )]
    pub syzygy: Option<OsString>,
    /// Use Syzygy tables without checking them. Otherwise each is read whole at its first use and compared with the sum
    /// at its end, which takes long for large sets, once for each table unless --no-cache is given; a damaged table can
    /// give false results without a sign
    #[arg(long)]
    pub trust_syzygy: bool,
    /// The base: keep small endings in this directory, for later proofs; what stands there is believed if its checksum is
    /// right, which shows damage but no forgery [default: the platform's cache directory]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Keep nothing on disk, and use nothing that was kept
    #[arg(long)]
    pub no_cache: bool,
}

impl ProofArgs {
    /// An option that is gone.
    pub fn check(&self) -> Result<(), Failure> {
        if self.eager {
            let gone = "--eager, which solved every structure below a position by Newborn's rules, is gone";
            let cure = "leave it out: the structures that are needed give the same results";
            return Err(Fault::new(gone)
                .and_cure("; ", cure)
                .about("--eager")
                .into());
        }
        Ok(())
    }

    /// The prover's settings, without tables and base.
    pub fn builder(&self) -> Builder {
        Prover::builder().rules(self.rules).limits(self.limits(1))
    }

    /// The time for each position, if it is limited.
    pub fn time(&self) -> Option<Duration> {
        self.time.and_then(|TimeLimit(limit)| limit)
    }

    /// The limits of each of so many positions side by side.
    pub fn limits(&self, side_by_side: usize) -> Limits {
        let memory = machine::memory(self.memory, side_by_side);
        self.limits_asked(side_by_side).memory(memory)
    }

    /// The same, but memory only if the user has set it: otherwise it depends on the machine.
    pub fn limits_asked(&self, side_by_side: usize) -> Limits {
        let mut limits = Limits::NONE;
        limits.time = self.time();
        limits.structures = self.structures;
        limits.memory = self
            .memory
            .map(|memory| machine::memory(Some(memory), side_by_side));
        limits
    }

    /// The Syzygy tables, if any are asked for. A directory remembers which large ones were checked.
    pub fn tables(&self, cache: Option<PathBuf>) -> Result<Option<Tables>, Failure> {
        let open = |directories: &OsString| {
            let checks = match cache {
                _ if self.trust_syzygy => Checks::Trust,
                Some(directory) => Checks::Remembered(directory),
                None => Checks::FirstUse,
            };
            Tables::open(directories, checks).map_err(|error| {
                let text = directories.display().to_string();
                Failure::from(Fault::told(&error.to_string(), ": ").about(&text))
            })
        };
        self.syzygy.as_ref().map(open).transpose()
    }
}

/// One position is given a minute.
pub fn default_time(time: Arg) -> Arg {
    time.default_value(DEFAULT_TIME)
        .hide_default_value(true)
        .help("Stop after so many seconds and show what is proved; `none` sets no limit [default: 60, with --resume or --certificate none]")
}

/// In seconds.
const DEFAULT_TIME: &str = "60";

/// A limit on time that somebody has set, if only to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit(pub Option<Duration>);

fn parse_time(text: &str) -> Result<TimeLimit, String> {
    if text == "none" {
        return Ok(TimeLimit(None));
    }
    let limit = parse_seconds(text).map_err(|error| error + "; none for no limit")?;
    Ok(TimeLimit(Some(limit)))
}

/// Structures to solve.
fn parse_structures(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    number.ok_or_else(|| "give a whole number of structures, such as 100000".to_owned())
}

/// A verb by its words: `solve`, `--time=5`, `--`, a FEN. Nobody is shown a help or a version.
///
/// # Errors
/// The words make no sense: which, and the cure.
pub fn read(words: impl IntoIterator<Item = String>) -> Result<Verb, Fault> {
    let words = ["peasant".to_owned()].into_iter().chain(words);
    let matches = with_negative_numbers(Question::command()).try_get_matches_from(words);
    let read = matches.and_then(|matches| Question::from_arg_matches(&matches));
    let refused = |error| usage::fault(&usage::shortened(error));
    read.map(|question| question.verb).map_err(refused)
}

/// A command line in which a negative number is a value everywhere, so that it is told what is wrong with it.
pub fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &Arg| !arg.is_positional() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| match takes_value(&arg) {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    let names = command
        .get_subcommands()
        .map(|verb| verb.get_name().to_owned());
    let names: Vec<String> = names.collect();
    let all = names.into_iter();
    all.fold(command, |command, name| {
        command.mut_subcommand(name, with_negative_numbers)
    })
}

/// A name is short: what is longer is none, and is not repeated whole.
fn parse_name<T: FromStr>(text: &str) -> Result<T, T::Err> {
    excerpt(text).parse()
}

/// Plies of play. Nobody can count lines of a hundred.
fn parse_plies(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|plies| (0..=100).contains(plies))
        .ok_or_else(|| "give a number of plies from 0 to 100".to_owned())
}

pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds: &f64| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "give a number of seconds above 0, such as 5 or 0.5".to_owned())
}

/// MiB to bytes.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|&mib: &u64| mib > 0)
        .and_then(|mib| mib.checked_mul(1 << 20))
        .ok_or_else(|| "give a whole number of MiB above 0, such as 2048".to_owned())
}

fn parse_lines(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|lines| (1..=256).contains(lines))
        .ok_or_else(|| "give a number of lines from 1 to 256".to_owned())
}

pub fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|threads| (1..=1024).contains(threads))
        .ok_or_else(|| "give a number of threads from 1 to 1024".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(words: &[&str]) -> Option<Duration> {
        let words = [&["solve", "8/8"], words].concat();
        match read(words.iter().map(|&word| word.to_owned())) {
            Ok(Verb::Solve(args)) => args.proof.time(),
            _ => panic!("it says solve"),
        }
    }

    /// One position has a minute, unless its proof is kept, or somebody says otherwise.
    #[test]
    fn a_position_is_given_a_minute() {
        let seconds = |count| Some(Duration::from_secs(count));
        assert_eq!(time(&[]), seconds(60));
        assert_eq!(time(&["--time", "5"]), seconds(5));
        assert_eq!(time(&["--time", "none"]), None);
        assert_eq!(time(&["--resume", "x"]), None);
        assert_eq!(time(&["--resume", "x", "--time", "5"]), seconds(5));
    }
}

//! The command line: the verbs, and what only a program has.

mod groups;
pub mod play;
#[cfg(feature = "serve")]
pub mod serve;
pub mod uci;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use verbs::host::fault::Fault;
use verbs::host::stderr;
use verbs::verb::{Verb, with_negative_numbers};

/// Pawn endings, proved: exact results for kings and pawns, and up to two pieces.
#[derive(Parser)]
#[command(
    name = "peasant",
    version,
    after_help = "Results are those of the side to move (for a move, of the side that makes it). \
    Distances are plies to the next conversion: a pawn move, a capture, a promotion or mate. \
    The 50-move rule is not modelled.\n\n\
    Exit status: 0 answered, 1 a position disagrees with its record (epd) or a study is not sound (study), 2 bad input, \
    3 the output cannot be written, 4 nothing was proved (epd, mine), something is open on which a study hangs (study), or there is no certificate (solve), 5 tables or the store contradict the proof, \
    130 ended by Ctrl-C, 143 by SIGTERM. Of several the first of these: 130 or 143, 3, 5, 2, 1, 4."
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    #[command(flatten)]
    Verb(Verb),
    /// Play an ending against the prover: it punishes errors, and says what was right
    Play(play::PlayArgs),
    /// A page in the browser: set up a position, see what is proved, why, and play it
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// The prover as an engine for graphical programs, by the Universal Chess Interface
    Uci(uci::UciArgs),
    /// What a shell reads to complete commands and options
    Completions(CompletionsArgs),
    /// The manual, as man pages
    Man(ManArgs),
    /// JSON Schema of what `--json` prints
    Schema(SchemaArgs),
}

#[derive(clap::Args)]
#[command(after_help = "Examples: peasant completions bash\n          \
    peasant completions fish\n\n\
    Write it where your shell looks: for bash ~/.local/share/bash-completion/completions/peasant, for zsh _peasant in a \
    directory of $fpath, for fish ~/.config/fish/completions/peasant.fish.")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

#[derive(clap::Args)]
#[command(after_help = "Examples: peasant man\n          peasant man man1")]
pub struct ManArgs {
    /// Write a page for every command into this directory, made if it is not there; without it one page goes to standard
    /// output
    #[arg(value_name = "DIR")]
    pub directory: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = "Examples: peasant schema\n          peasant schema solve")]
pub struct SchemaArgs {
    /// The object whose schema is printed; without it the names are listed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// The command line, read. With no word on it, and spoken to by another program, it is the engine: not every graphical program
/// has a place for an engine's arguments.
pub fn parse() -> Result<Args, clap::Error> {
    let mut words: Vec<OsString> = env::args_os().collect();
    if words.len() == 1 && is_spoken_to() {
        words.push("uci".into());
    }
    if words.get(1).is_some_and(|word| word == "base") {
        stderr::warn(
            "`peasant base` is `peasant store` now: the old name goes with the next release",
        );
    }
    let matches = command().try_get_matches_from(words)?;
    Args::from_arg_matches(&matches)
}

/// What took the place of `peasant train`, if that is asked for: for one release the word is read, to say so.
pub fn gone() -> Option<Fault> {
    let is_asked_for = env::args_os().nth(1).is_some_and(|word| word == "train");
    is_asked_for.then(|| {
        let cure = "find its exercises on the page (`peasant serve`, tab *Train*), or write those of your games with \
                    `peasant annotate --exercises FILE`";
        Fault::new("`peasant train` is gone")
            .and_cure(": ", cure)
            .about("train")
    })
}

/// Has another program something to say on standard input? What it says stays to be read.
fn is_spoken_to() -> bool {
    let mut input = io::stdin().lock();
    !input.is_terminal() && input.fill_buf().is_ok_and(|said| !said.is_empty())
}

/// All of the command line.
pub fn command() -> clap::Command {
    groups::grouped(with_negative_numbers(Args::command()))
}

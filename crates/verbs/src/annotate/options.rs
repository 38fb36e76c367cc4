//! The command line of `peasant annotate`.

use crate::options::{MACHINE, OUTPUT};
use std::path::PathBuf;

use peasant::{Limits, Rules};

use crate::Failure;
use crate::host::fault::Fault;
use crate::options::engine::EngineArgs;
use crate::options::gone::GoneArgs;
use crate::options::parse_threads;
use crate::options::proof::ProofArgs;

#[derive(clap::Args)]
#[command(mut_arg("time", |time| time.default_value("1")), after_help = "Example: peasant annotate games.pgn -o judged.pgn\n\n\
    ?? ($4) marks a proved result thrown away, ! ($1) the only move, \
    ?! ($6) what is probably a mistake, not proved (--likely). \
    A game without a pawn ending, or one that cannot be read, is copied as \
    it is. Exit status 2 if the file, or some of its games, could not be read.\n\
    Ctrl-C writes the games in work with what is proved of them and copies the rest as it is; a second one ends the program.")]
pub struct AnnotateArgs {
    /// The games, as PGN; - reads standard input
    pub file: PathBuf,
    /// Write the games with comments into this file, and the summary to standard output
    #[arg(short, long, value_name = "OUT.pgn", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Write the positions of the mistakes into this file, as exercises for the page (EPD)
    #[arg(long, value_name = "OUT.epd", help_heading = OUTPUT)]
    pub exercises: Option<PathBuf>,
    /// Say how likely each result of an open ending is, and which moves were probably mistakes
    #[arg(long)]
    pub likely: bool,
    #[command(flatten)]
    pub proof: ProofArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub gone: GoneArgs,
    /// Games judged side by side
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads, help_heading = MACHINE)]
    pub threads: usize,
}

impl AnnotateArgs {
    /// Is somebody asked about what stays open?
    pub fn is_likely(&self) -> bool {
        self.likely || self.engine.engine.is_some()
    }

    /// The limits of each position.
    pub fn limits(&self) -> Limits {
        self.proof.limits(self.threads)
    }

    /// Options that do not go together.
    pub fn check(&self) -> Result<(), Failure> {
        if self.proof.rules != Rules::Chess {
            let fault = Fault::new("games are judged by the rules of chess")
                .and_cure(": ", "leave out --rules");
            return Err(fault.about("--rules").into());
        }
        self.check_output()
    }

    /// The input must not be written over while it is read, nor be lost.
    fn check_output(&self) -> Result<(), Failure> {
        let Some(output) = &self.output else {
            return Ok(());
        };
        let name = output.display().to_string();
        if name == "-" {
            let fault = Fault::new("--output: `-` is no file").and_cure(
                ": ",
                "leave out --output, and the games go to standard output",
            );
            return Err(fault.about("-").into());
        }
        let same = std::fs::canonicalize(&self.file)
            .ok()
            .zip(std::fs::canonicalize(output).ok());
        if same.is_some_and(|(file, output)| file == output) {
            let fault = Fault::new(&format!("`{name}` would be written over itself"))
                .and_cure(": ", "give --output another name");
            return Err(fault.about(&name).into());
        }
        Ok(())
    }
}

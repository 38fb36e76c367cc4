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
use crate::table::Format;

use super::filter::FilterArgs;

#[derive(clap::Args)]
#[command(mut_arg("time", |time| time.default_value("1")), after_help = "Examples: peasant annotate games.pgn -o judged.pgn\n          \
    peasant annotate games.pgn --table endings.csv --resume\n\n\
    ?? ($4) marks a proved result thrown away, ! ($1) the only move, \
    ?! ($6) what is probably a mistake, not proved (--likely). \
    A game without a pawn ending, or one that cannot be read, is copied as \
    it is. Exit status 2 if the file, or some of its games, could not be read.\n\
    Ctrl-C writes the games in work with what is proved of them and copies the rest as it is; a second one ends the program.")]
pub struct AnnotateArgs {
    /// The games, as PGN, which may be packed (.zst, .gz, .bz2); - reads standard input
    pub file: PathBuf,
    /// Write the games with comments into this file, and the summary to standard output
    #[arg(short, long, value_name = "OUT.pgn", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Write the positions of the mistakes into this file, as exercises for the page (EPD)
    #[arg(long, value_name = "OUT.epd", help_heading = OUTPUT)]
    pub exercises: Option<PathBuf>,
    /// Write a row for each judged position into this file, a table: .parquet, .csv or .jsonl
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub table: Option<PathBuf>,
    /// Write only games with a pawn ending
    #[arg(long, help_heading = OUTPUT)]
    pub only_endings: bool,
    /// Go on where a run was stopped, by the record in this file [default: beside --output or --table, with `.resume` behind its name]
    #[arg(long, value_name = "FILE", num_args = 0..=1, help_heading = OUTPUT)]
    pub resume: Option<Option<PathBuf>>,
    #[command(flatten)]
    pub filter: FilterArgs,
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
        if let Some(table) = &self.table {
            Format::of(table)?;
        }
        if self.resume.is_some() && self.record().is_none() {
            let fault = Fault::new("--resume goes on with files, and none is written")
                .and_cure(": ", "give --output or --table");
            return Err(fault.about("--resume").into());
        }
        self.check_output()
    }

    /// Are the games printed?
    pub fn prints_games(&self) -> bool {
        self.output.is_none() && self.table.is_none() && !self.proof.json
    }

    /// The record of a run that goes on.
    pub fn record(&self) -> Option<PathBuf> {
        let written = self.output.as_ref().or(self.table.as_ref())?;
        let beside = || {
            let mut name = written.as_os_str().to_owned();
            name.push(".resume");
            name.into()
        };
        Some(self.resume.clone()?.unwrap_or_else(beside))
    }

    /// The options on which it depends what a run finds and writes.
    pub fn run(&self) -> String {
        let files = (&self.output, &self.table, &self.exercises);
        let limits = (self.proof.time(), self.proof.structures);
        let engine = &self.engine.engine;
        format!(
            "{files:?} {limits:?} {:?} {} {engine:?} {}",
            self.filter, self.likely, self.only_endings
        )
    }

    /// The input must not be written over while it is read, nor be lost, and no file is two things.
    fn check_output(&self) -> Result<(), Failure> {
        let place = |path: &PathBuf| std::fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let mut files = vec![place(&self.file)];
        for file in [&self.output, &self.table, &self.exercises]
            .into_iter()
            .flatten()
        {
            if files.contains(&place(file)) {
                let name = file.display().to_string();
                let fault = Fault::new(&format!("`{name}` would be written over itself"))
                    .and_cure(": ", "give each file a name of its own");
                return Err(fault.about(&name).into());
            }
            files.push(place(file));
        }
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
        Ok(())
    }
}

//! The program `peasant`: proves pawn endings from the command line.

mod args;
mod batch;
mod cmd;
mod helpers;
mod json;
mod picture;
mod program;
mod progress;
mod record;
mod san;
mod summary;
mod syzygy;
mod words;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use peasant::ProveError;

/// Why a command ended without an answer.
pub enum Failure {
    /// The user's input is at fault: a message that names the text and the cure.
    Input(String),
    /// What was proved contradicts itself: tables or cached endings are at fault.
    Contradiction(String),
    /// Output could not be written.
    Output(io::Error),
}

impl From<ProveError> for Failure {
    fn from(error: ProveError) -> Failure {
        match error {
            ProveError::Contradiction { .. } => Failure::Contradiction(error.to_string()),
            _ => Failure::Input(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// How a command that answered ended.
pub enum Outcome {
    /// Answered.
    Answered,
    /// A position disagrees with its record.
    Disagreement,
    /// Some of the input could not be read.
    BadInput,
    /// Tables or cached endings contradict what is proved; each case was reported.
    Contradiction,
}

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Solve(args) => cmd::solve::run(&args),
        Command::Epd(args) => cmd::epd::run(&args),
        Command::Perft(args) => cmd::perft::run(&args),
        Command::Kpk(args) => cmd::kpk::run(&args),
        Command::Classic(args) => cmd::classic::run(&args),
        Command::Pawnking(args) => cmd::pawnking::run(&args),
        Command::Compare(args) => cmd::compare::run(&args),
        Command::Pawngame(args) => cmd::pawngame::run(&args),
    };
    match result {
        Ok(Outcome::Answered) => ExitCode::SUCCESS,
        Ok(Outcome::Disagreement) => ExitCode::from(1),
        Ok(Outcome::BadInput) => ExitCode::from(2),
        Ok(Outcome::Contradiction) => ExitCode::from(4),
        // Whoever read us has gone: nothing to say, nobody to say it to.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => {
            eprintln!("peasant: cannot write the output: {error}");
            ExitCode::from(3)
        }
        Err(Failure::Input(message)) => {
            eprintln!("peasant: {message}");
            ExitCode::from(2)
        }
        Err(Failure::Contradiction(message)) => {
            eprintln!("peasant: {message}");
            ExitCode::from(4)
        }
    }
}

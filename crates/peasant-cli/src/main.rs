//! The program `peasant`: proves pawn endings from the command line.

mod annotate;
mod args;
mod batch;
mod certified;
mod cmd;
mod colour;
mod drawing;
mod engine;
mod epd_record;
mod epd_table;
mod explained;
mod fault;
mod findings;
mod helpers;
mod illustration;
mod json;
mod kept;
mod machine;
mod memory;
mod page;
mod picture;
mod plain;
mod program;
mod progress;
mod reasons;
mod san;
#[cfg(feature = "serve")]
mod serve;
mod sitting;
mod stderr;
mod study;
mod summary;
mod syzygy;
mod uci;
mod usage;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use args::Command;
use fault::Fault;

/// Why a command ended without an answer.
pub enum Failure {
    /// The user's input is at fault.
    Input(Fault),
    /// What was proved contradicts itself: tables or endings of the base are at fault.
    Contradiction(Fault),
    /// Output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Input(fault)
    }
}

/// How a command ended.
pub enum Outcome {
    /// Answered.
    Answered,
    /// A position disagrees with its record, or a study is not sound.
    Disagreement,
    /// Some of the input could not be read.
    BadInput,
    /// Nothing of what was asked was proved (`epd`), something is open on which a study hangs, or there is no certificate.
    NothingProved,
    /// Tables or endings of the base contradict what is proved; each case was reported.
    Contradiction,
    /// The output could not be written.
    NoOutput,
}

fn main() -> ExitCode {
    memory::reserve();
    let as_json = usage::asks_for_json(std::env::args_os());
    let result = match args::parse() {
        Ok(args) => run(&args.command),
        Err(error) if !error.use_stderr() => help(&error),
        Err(error) => {
            let error = usage::shortened(error);
            if !as_json {
                _ = error.print();
                return ExitCode::from(2);
            }
            Err(usage::fault(&error).into())
        }
    };
    match result.unwrap_or_else(|failure| report(failure, as_json)) {
        Outcome::Answered => ExitCode::SUCCESS,
        Outcome::Disagreement => ExitCode::from(1),
        Outcome::BadInput => ExitCode::from(2),
        Outcome::NoOutput => ExitCode::from(3),
        Outcome::NothingProved => ExitCode::from(4),
        Outcome::Contradiction => ExitCode::from(5),
    }
}

fn run(command: &Command) -> Result<Outcome, Failure> {
    match command {
        Command::Solve(args) => cmd::solve::run(args),
        Command::Explain(args) => cmd::explain::run(args),
        Command::Epd(args) => cmd::epd::run(args),
        Command::Annotate(args) => cmd::annotate::run(args),
        Command::Study(args) => cmd::study::run(args),
        Command::Mine(args) => cmd::mine::run(args),
        Command::Perft(args) => cmd::perft::run(args),
        Command::Kpk(args) => cmd::kpk::run(args),
        Command::KpkRules(args) => cmd::kpk_rules::run(args.json),
        Command::Classic(args) => cmd::classic::run(args),
        Command::Pawnking(args) => cmd::pawnking::run(args),
        Command::Compare(args) => cmd::compare::run(args),
        Command::Diagram(args) => cmd::diagram::run(args),
        Command::Pawngame(args) => cmd::pawngame::run(args),
        Command::Play(args) => cmd::play::run(args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => cmd::serve::run(args),
        Command::Uci(args) => cmd::uci::run(args),
        Command::Base(args) => cmd::base::run(args),
        Command::Completions(args) => cmd::manual::completions(args),
        Command::Man(args) => cmd::manual::man(args),
    }
}

/// Shows the help or the version.
fn help(text: &clap::Error) -> Result<Outcome, Failure> {
    text.print()?;
    Ok(Outcome::Answered)
}

/// Says why there is no answer: to people on standard error, to programs on standard output.
fn report(failure: Failure, as_json: bool) -> Outcome {
    match failure {
        // Whoever read us has gone: nothing to say, nobody to say it to.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Answered,
        Failure::Output(error) => {
            stderr::error(format!("cannot write the output: {error}"));
            Outcome::NoOutput
        }
        Failure::Input(fault) => tell(&fault, Outcome::BadInput, as_json),
        Failure::Contradiction(fault) => tell(&fault, Outcome::Contradiction, as_json),
    }
}

/// Tells a fault, after which the program ends like this.
fn tell(fault: &Fault, outcome: Outcome, as_json: bool) -> Outcome {
    if !as_json {
        stderr::error(fault.words());
        return outcome;
    }
    let written = writeln!(io::stdout(), "{}", json::error(fault, None));
    match written.and_then(|()| io::stdout().flush()) {
        Ok(()) => outcome,
        Err(error) => report(Failure::Output(error), as_json),
    }
}

//! The program `peasant`: proves pawn endings from the command line. What it does stands in the crate `verbs`; here are those of
//! its faces that only a program has.

mod allocator;
mod args;
mod cmd;
#[cfg(all(test, feature = "serve"))]
mod documented;
mod interrupt;
#[cfg(feature = "serve")]
mod serve;
mod uci;

use std::io::{self, Write};
use std::process::ExitCode;

use args::Command;
use verbs::host::fault::Fault;
use verbs::host::{memory, stderr, usage};
use verbs::tell::json;
use verbs::{Face, Failure, Outcome};

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
    let outcome = result.unwrap_or_else(|failure| report(failure, as_json));
    ExitCode::from(outcome.status())
}

fn run(command: &Command) -> Result<Outcome, Failure> {
    match command {
        Command::Verb(verb) => verbs::verb::run(verb, &mut Face::terminal(interrupt::catch)),
        Command::Play(args) => cmd::play::run(args),
        Command::Train(args) => cmd::train::run(args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => cmd::serve::run(args),
        Command::Uci(args) => cmd::uci::run(args),
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

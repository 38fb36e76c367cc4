//! The program `peasant`: proves pawn endings from the command line. What it does stands in the crate `verbs`; here are those of
//! its faces that only a program has.

mod allocator;
mod args;
mod cmd;
mod interrupt;
#[cfg(feature = "serve")]
mod serve;
mod uci;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use args::Command;
use verbs::host::fault::Fault;
use verbs::host::{fold, memory, stderr, usage};
use verbs::tell::{colour, json};
use verbs::{Face, Failure, Outcome};

fn main() -> ExitCode {
    if let Err(error) = interrupt::watch() {
        stderr::warn(format!("Ctrl-C ends the program at once: {error}"));
    }
    memory::reserve();
    let as_json = usage::asks_for_json(std::env::args_os());
    let result = match args::parse() {
        Err(_) if let Some(fault) = args::gone() => Err(fault.into()),
        Ok(args) => run(&args.command, as_json),
        Err(error) if !error.use_stderr() => help(&error),
        Err(error) => {
            let error = usage::shortened(error);
            if !as_json {
                _ = show(&error);
                return ExitCode::from(2);
            }
            Err(usage::fault(&error).into())
        }
    };
    let outcome = result.unwrap_or_else(|failure| report(failure, as_json));
    interrupt::end(outcome)
}

fn run(command: &Command, as_json: bool) -> Result<Outcome, Failure> {
    match command {
        Command::Verb(verb) => {
            let mut face = Face::terminal(interrupt::catch);
            if as_json {
                face.write_for_programs();
            }
            verbs::verb::run(verb, &mut face)
        }
        Command::Play(args) => cmd::play::run(args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => cmd::serve::run(args),
        Command::Uci(args) => cmd::uci::run(args),
        Command::Completions(args) => cmd::manual::completions(args),
        Command::Man(args) => cmd::manual::man(args),
        Command::Schema(args) => cmd::schema::run(args),
    }
}

/// Shows the help or the version.
fn help(text: &clap::Error) -> Result<Outcome, Failure> {
    show(text)?;
    Ok(Outcome::Answered)
}

/// Shows what the command line says of itself; at a terminal in its width.
fn show(text: &clap::Error) -> io::Result<()> {
    let (is_terminal, folded): (_, fn(&str) -> String) = match text.use_stderr() {
        true => (io::stderr().is_terminal(), fold::for_stderr),
        false => (io::stdout().is_terminal(), fold::for_stdout),
    };
    if !is_terminal {
        return text.print();
    }
    let rendered = text.render();
    let shown = match colour::is_on() {
        true => folded(&rendered.ansi().to_string()),
        false => folded(&rendered.to_string()),
    };
    match text.use_stderr() {
        true => io::stderr().write_all(shown.as_bytes()),
        false => io::stdout().write_all(shown.as_bytes()),
    }
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

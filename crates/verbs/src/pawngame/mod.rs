//! `peasant pawngame`: games with pawns alone. One file a verb, and what the verbs share.

pub mod answer;
pub mod options;
pub mod perft;
mod play;
mod solve;
pub mod value;
mod words;

use pawngame::{
    Illegal, Position, Preset, RuleSet, Rules, RulesError, Solver, SolverError, TextError, read,
};

use crate::host::fault::{Fault, Layout};
use crate::host::plain::excerpt;
use crate::{Face, Failure, Outcome};
use options::{GameArgs, PawngameArgs, PawngameCommand, SolverArgs};

/// For those whose pawns stand on the first rank.
const HEXAPAWN: &str = "it is a position of hexapawn: --preset hexapawn";

pub fn run(args: &PawngameArgs, face: &mut Face) -> Result<Outcome, Failure> {
    match &args.command {
        PawngameCommand::Solve(args) => solve::run(args, face),
        PawngameCommand::Value(args) => value::run(args, face),
        PawngameCommand::Perft(args) => perft::run(args, face),
        PawngameCommand::Play(args) => play::run(args),
    }
}

/// The position that the command line describes, under the rules that it describes.
pub fn position(args: &GameArgs) -> Result<Position, Failure> {
    if args.position.is_empty() {
        let rules = args.rules(args.preset).validate();
        let rules = rules.map_err(|error| told(&error))?;
        return Ok(Position::start(rules));
    }
    given(args, args.preset).map_err(|fault| {
        let is_hexapawn = given(args, Preset::Hexapawn).is_ok();
        Failure::Input(if is_hexapawn {
            fault.and_cure("; ", HEXAPAWN)
        } else {
            fault
        })
    })
}

/// The position that the user gives in text, in a game of this name, or what is wrong with it.
fn given(args: &GameArgs, preset: Preset) -> Result<Position, Fault> {
    let wished = args.rules(preset);
    let text = args.position.join(" ");
    let bad = |error: TextError| bad_position(&text, &error);
    let raw = read(&text, (wished.files, wished.ranks)).map_err(bad)?;
    let rules = RuleSet {
        files: args.files.unwrap_or(raw.files),
        ranks: args.ranks.unwrap_or(raw.ranks),
        ..wished
    };
    let rules = with_room(rules, args.rows).map_err(|error| told(&error))?;
    raw.validate(rules).map_err(TextError::Illegal).map_err(bad)
}

/// These rules, if they make sense. The rows say only where a game begins otherwise, so that one will do where two have no room
/// and the user has not asked for them.
fn with_room(rules: RuleSet, rows: Option<u32>) -> Result<Rules, RulesError> {
    match rules.validate() {
        Err(RulesError::Crowded(_)) if rows.is_none() => RuleSet { rows: 1, ..rules }.validate(),
        validated => validated,
    }
}

/// A position that the library refuses, with what the command line can do about it.
fn bad_position(text: &str, error: &TextError) -> Fault {
    let reasons: Vec<String> = match error {
        TextError::Illegal(problems) => problems.iter().map(ToString::to_string).collect(),
        error => vec![error.to_string()],
    };
    let head = format!("bad position `{}`", excerpt(text));
    let fault = Fault::list(&head, &reasons, Layout::Sentence).about(text);
    match error {
        TextError::Illegal(problems) if matches!(problems[..], [Illegal::Size { .. }]) => fault
            .and_cure(
                ": ",
                "leave out --files and --ranks to play on the board of the position",
            ),
        _ => fault,
    }
}

/// A solver for a position, within the limits of the command line.
fn solver(position: &Position, args: &SolverArgs) -> Result<Solver, Failure> {
    Solver::new(position.rules(), &args.settings(position.rules())).map_err(|error| match error {
        SolverError::Memory(_) => told(&error).and_cure(": ", "allow more by --memory").into(),
        error => input(error),
    })
}

/// A solver that cannot be had.
fn input(error: SolverError) -> Failure {
    let fault = match &error {
        // The reason is the system's, or names what the file holds: no cure stands at its end.
        SolverError::Checkpoint(file, _) => {
            Fault::new(&error.to_string()).about(&file.display().to_string())
        }
        error => told(error),
    };
    fault.into()
}

/// An error of the library.
fn told(error: &impl std::error::Error) -> Fault {
    Fault::from_sentence(&error.to_string(), ": ")
}

//! `peasant pawngame`: games with pawns alone. One file a verb, and what the verbs share.

mod answer;
mod game;
mod input;
mod perft;
mod play;
mod solve;
mod value;
mod words;

use peasant::pawngame::{
    Illegal, Position, Preset, RuleSet, Rules, RulesError, Solver, SolverError, TextError, read,
};

use crate::args::pawngame::{GameArgs, PawngameArgs, PawngameCommand, SolverArgs};
use crate::{Failure, Outcome};

/// So many characters of a text that is no position are repeated.
const SHOWN: usize = 100;

/// For those whose pawns stand on the first rank.
const HEXAPAWN: &str = "; it is a position of hexapawn: --preset hexapawn";

pub fn run(args: &PawngameArgs) -> Result<Outcome, Failure> {
    match &args.command {
        PawngameCommand::Solve(args) => solve::run(args),
        PawngameCommand::Value(args) => value::run(args),
        PawngameCommand::Perft(args) => perft::run(args),
        PawngameCommand::Play(args) => play::run(args),
    }
}

/// The position that the command line describes, under the rules that it describes.
fn position(args: &GameArgs) -> Result<Position, Failure> {
    if args.position.is_empty() {
        let rules = args.rules(args.preset).validate().map_err(input)?;
        return Ok(Position::start(rules));
    }
    given(args, args.preset).map_err(|message| {
        let is_hexapawn = given(args, Preset::Hexapawn).is_ok();
        let cure = if is_hexapawn { HEXAPAWN } else { "" };
        Failure::Input(message + cure)
    })
}

/// The position that the user gives in text, in a game of this name, or what is wrong with it.
fn given(args: &GameArgs, preset: Preset) -> Result<Position, String> {
    let wished = args.rules(preset);
    let text = args.position.join(" ");
    let bad = |error: TextError| {
        let shown: String = text.escape_debug().take(SHOWN).collect();
        let cure = cure(&error);
        format!("bad position `{shown}`: {error}{cure}")
    };
    let raw = read(&text, (wished.files, wished.ranks)).map_err(bad)?;
    let rules = RuleSet {
        files: args.files.unwrap_or(raw.files),
        ranks: args.ranks.unwrap_or(raw.ranks),
        ..wished
    };
    let rules = with_room(rules, args.rows).map_err(|error| error.to_string())?;
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

/// What the command line can do about a position that the library refuses.
fn cure(error: &TextError) -> &'static str {
    match error {
        TextError::Illegal(problems) if matches!(problems[..], [Illegal::Size { .. }]) => {
            ": leave out --files and --ranks to play on the board of the position"
        }
        _ => "",
    }
}

/// A solver for a position, within the limits of the command line.
fn solver(position: &Position, args: &SolverArgs) -> Result<Solver, Failure> {
    Solver::new(position.rules(), &args.settings()).map_err(|error| match error {
        SolverError::Memory(_) => Failure::Input(format!("{error}: allow more by --memory")),
        error => input(error),
    })
}

/// The user's input is at fault.
fn input(error: impl std::error::Error) -> Failure {
    Failure::Input(error.to_string())
}

//! `peasant pawngame`: games with pawns alone. One file a verb, and what the verbs share.

mod answer;
mod game;
mod input;
mod perft;
mod play;
mod solve;
mod words;

use peasant::pawngame::{Illegal, Position, RuleSet, TextError, read};

use crate::args::pawngame::{GameArgs, PawngameArgs, PawngameCommand};
use crate::{Failure, Outcome};

/// So many characters of a text that is no position are repeated.
const SHOWN: usize = 100;

pub fn run(args: &PawngameArgs) -> Result<Outcome, Failure> {
    match &args.command {
        PawngameCommand::Solve(args) => solve::run(args),
        PawngameCommand::Perft(args) => perft::run(args),
        PawngameCommand::Play(args) => play::run(args),
    }
}

/// The position that the command line describes, under the rules that it describes.
fn position(args: &GameArgs) -> Result<Position, Failure> {
    let wished = args.rules();
    if args.position.is_empty() {
        let rules = wished.validate().map_err(input)?;
        return Ok(Position::start(rules));
    }
    let text = args.position.join(" ");
    let bad = |error: TextError| {
        let shown: String = text.escape_debug().take(SHOWN).collect();
        let cure = cure(&error);
        Failure::Input(format!("bad position `{shown}`: {error}{cure}"))
    };
    let raw = read(&text, (wished.files, wished.ranks)).map_err(bad)?;
    let rules = RuleSet {
        files: args.files.unwrap_or(raw.files),
        ranks: args.ranks.unwrap_or(raw.ranks),
        ..wished
    };
    let rules = rules.validate().map_err(input)?;
    raw.validate(rules).map_err(TextError::Illegal).map_err(bad)
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

/// The user's input is at fault.
fn input(error: impl std::error::Error) -> Failure {
    Failure::Input(error.to_string())
}

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
    Illegal, Position, Preset, Raw, RuleSet, Rules, RulesError, TextError, read,
};

use crate::args::pawngame::{GameArgs, PawngameArgs, PawngameCommand};
use crate::{Failure, Outcome};

/// So many characters of a text that is no position are repeated.
const SHOWN: usize = 100;

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
    let wished = args.rules();
    if args.position.is_empty() {
        let rules = wished.validate().map_err(input)?;
        return Ok(Position::start(rules));
    }
    let text = args.position.join(" ");
    let bad = |error: TextError, cure: &str| {
        let shown: String = text.escape_debug().take(SHOWN).collect();
        Failure::Input(format!("bad position `{shown}`: {error}{cure}"))
    };
    let raw = read(&text, (wished.files, wished.ranks)).map_err(|error| bad(error, ""))?;
    let rules = RuleSet {
        files: args.files.unwrap_or(raw.files),
        ranks: args.ranks.unwrap_or(raw.ranks),
        ..wished
    };
    let rules = size(args, rules)
        .map_err(|error| Failure::Input(format!("{error}{}", hexapawn(&raw, rules))))?;
    raw.validate(rules).map_err(|problems| {
        let cure = cure(&problems, &raw, rules.get());
        bad(TextError::Illegal(problems), cure)
    })
}

/// The rules, if they make sense. A game that begins at a given position can do with one row where two have no room: nobody has
/// asked for two, and the rows only say where a game begins otherwise.
fn size(args: &GameArgs, rules: RuleSet) -> Result<Rules, RulesError> {
    match rules.validate() {
        Err(RulesError::Crowded(_)) if args.rows.is_none() => {
            RuleSet { rows: 1, ..rules }.validate()
        }
        validated => validated,
    }
}

/// What the command line can do about a position that the library refuses.
fn cure(problems: &[Illegal], raw: &Raw, rules: RuleSet) -> &'static str {
    match problems {
        [Illegal::Size { .. }] => {
            ": leave out --files and --ranks to play on the board of the position"
        }
        _ => hexapawn(raw, rules),
    }
}

/// Says so if a position that these rules refuse is one of hexapawn.
fn hexapawn(raw: &Raw, refused: RuleSet) -> &'static str {
    let preset = RuleSet::of(Preset::Hexapawn);
    let rules = RuleSet {
        files: refused.files,
        ranks: refused.ranks,
        ..preset
    };
    let fits = |rules: Rules| raw.validate(rules).is_ok();
    if refused.home_rank != preset.home_rank && rules.validate().is_ok_and(fits) {
        "; in hexapawn it can: --preset hexapawn"
    } else {
        ""
    }
}

/// The user's input is at fault.
fn input(error: impl std::error::Error) -> Failure {
    Failure::Input(error.to_string())
}

//! What is asked for, and who says so.

use peasant::board::Color;
use peasant::study::{Goal, Stipulation};
use schemars::JsonSchema;
use serde::Serialize;

use super::options::StudyArgs;

/// Where a stipulation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The command line.
    Option,
    /// The result in the file.
    Result,
    /// Nobody gives it: what is proved is asked for.
    Proof,
}

/// What is given of it, by the command line or by the result of a game, as it is written: `1-0`.
pub fn asked(args: &StudyArgs, result: Option<&str>) -> (Stipulation, Source) {
    let (goal, solver, source) = match (args.win, args.draw, result) {
        (true, ..) => (Some(Goal::Win), args.solver, Source::Option),
        (_, true, _) => (Some(Goal::Draw), args.solver, Source::Option),
        (.., Some("1-0")) => (Some(Goal::Win), Some(Color::White), Source::Result),
        (.., Some("0-1")) => (Some(Goal::Win), Some(Color::Black), Source::Result),
        (.., Some("1/2-1/2")) => (Some(Goal::Draw), args.solver, Source::Result),
        _ => (None, args.solver, Source::Proof),
    };
    (Stipulation { goal, solver }, source)
}

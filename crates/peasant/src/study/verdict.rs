//! Is the study sound?

use super::aim::Standing;
use super::dual::{Dual, Kind};
use super::turn::{Part, Turn};

/// Verdicts on a study: the worst that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Verdict {
    /// Every move of the solver's is the only way.
    Sound,
    /// What does as well as the solution is no other way: the other side can force it back, or it is the last move.
    #[cfg_attr(feature = "serde", serde(rename = "sound with minor duals"))]
    MinorDuals,
    /// There is another way behind the first move.
    #[cfg_attr(feature = "serde", serde(rename = "has duals"))]
    Duals,
    /// There is another way from the first move on, or the solver reaches more than is asked for.
    Cooked,
    /// What is asked for is reached, but not by the moves that are given.
    #[cfg_attr(feature = "serde", serde(rename = "wrong solution"))]
    WrongSolution,
    /// What is asked for cannot be reached.
    #[cfg_attr(feature = "serde", serde(rename = "no solution"))]
    NoSolution,
    /// Nothing is proved wrong, but something is not decided.
    Open,
}

impl Verdict {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::MinorDuals => "sound with minor duals",
            Verdict::Duals => "has duals",
            Verdict::Cooked => "cooked",
            Verdict::WrongSolution => "wrong solution",
            Verdict::NoSolution => "no solution",
            Verdict::Open => "open",
        }
    }

    /// True if the study is sound, with minor duals or without.
    #[must_use]
    pub fn is_sound(self) -> bool {
        matches!(self, Verdict::Sound | Verdict::MinorDuals)
    }

    /// From what is proved of the first position and of the moves. Does the solver reach more than is asked for?
    pub(super) fn of(first: Standing, exceeds: bool, turns: &[Turn]) -> Verdict {
        let any = |wanted: &dyn Fn(&Dual) -> bool| duals(turns).any(wanted);
        let is_open = |turn: &Turn| match &turn.part {
            Part::Solver(choice) => choice.open > 0 || is_undecided(turn),
            _ => false,
        };
        if first == Standing::Fails {
            Verdict::NoSolution
        } else if exceeds {
            Verdict::Cooked
        } else if turns.iter().any(is_wrong) {
            Verdict::WrongSolution
        } else if any(&|dual| dual.kind == Kind::Cook) {
            Verdict::Cooked
        } else if any(&|dual| matches!(dual.kind, Kind::Dual | Kind::Promotion)) {
            Verdict::Duals
        } else if first == Standing::Open
            || turns.iter().any(is_open)
            || any(&|dual| dual.kind == Kind::Open)
        {
            Verdict::Open
        } else if any(&|dual| dual.kind.is_minor()) {
            Verdict::MinorDuals
        } else {
            Verdict::Sound
        }
    }
}

/// What stands behind the end of the matter is not judged.
fn is_wrong(turn: &Turn) -> bool {
    turn.standing.1 == Standing::Fails && !matches!(turn.part, Part::Surplus)
}

fn is_undecided(turn: &Turn) -> bool {
    turn.standing.1 == Standing::Open
}

/// All moves that do as well as those of the solution.
fn duals(turns: &[Turn]) -> impl Iterator<Item = &Dual> {
    let choices = turns.iter().filter_map(|turn| match &turn.part {
        Part::Solver(choice) => Some(choice),
        _ => None,
    });
    choices.flat_map(|choice| &choice.duals)
}

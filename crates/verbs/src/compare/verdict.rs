//! Right or wrong: what a program says, against what is proved.

use peasant::{Analysis, wire};
use schemars::JsonSchema;
use serde::Serialize;

use super::program::Opinion;
use crate::epd::record;

/// How a claim or a move compares with the exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Verdict {
    #[serde(rename = "right")]
    Right,
    /// Bounds that are not exact can show this too.
    #[serde(rename = "wrong")]
    Wrong,
    /// Nothing is said.
    #[serde(rename = "none")]
    None,
    /// What is proved does not tell.
    #[serde(rename = "open")]
    Open,
    /// The program does not know such positions.
    #[serde(rename = "n/a")]
    NotApplicable,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
            Verdict::None => "none",
            Verdict::Open => "open",
            Verdict::NotApplicable => "n/a",
        }
    }

    fn of(keeps: Option<bool>) -> Verdict {
        match keeps {
            Some(true) => Verdict::Right,
            Some(false) => Verdict::Wrong,
            None => Verdict::Open,
        }
    }

    /// Of the claim.
    pub fn of_claim(opinion: &Opinion, analysis: &Analysis) -> Verdict {
        let judge = |claim| Verdict::of(record::agrees(analysis.bounds, claim));
        opinion.claim.map_or(opinion.silence(), judge)
    }

    /// Of the move: right if it keeps the exact result.
    pub fn of_move(opinion: &Opinion, analysis: &Analysis) -> Verdict {
        let judge = |m| Verdict::of(record::keeps(&wire::Answer::from(analysis), m));
        opinion.r#move.map_or(opinion.silence(), judge)
    }
}

impl Opinion {
    fn silence(&self) -> Verdict {
        if self.applies {
            Verdict::None
        } else {
            Verdict::NotApplicable
        }
    }
}

/// How many verdicts of each kind there were. `none` counts the positions too to which the program does not apply.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct Count {
    /// No claim, or no such position.
    pub none: usize,
    /// What is proved does not tell.
    pub open: usize,
    /// Right.
    pub right: usize,
    /// Wrong.
    pub wrong: usize,
}

impl Count {
    pub fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Right => self.right += 1,
            Verdict::Wrong => self.wrong += 1,
            Verdict::None | Verdict::NotApplicable => self.none += 1,
            Verdict::Open => self.open += 1,
        }
    }
}

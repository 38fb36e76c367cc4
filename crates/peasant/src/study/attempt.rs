//! Moves of the solver's that fail, and what refutes each.

use super::aim::{Aim, Standing};
use super::oracle::Budget;
use crate::board::{Move, Position};
use crate::explain::Try;
use crate::{Analysis, ProveError};

/// A line that refutes has so many plies, the failing move not counted.
const SHOWN: usize = 9;

/// So many tries are kept.
const MOST: usize = 12;

/// A move of the solver's that fails.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attempt {
    /// The move.
    pub r#move: Move,
    /// The answers that are proved to refute it; none if it ends the play at once.
    pub refutations: Vec<Move>,
    /// True if it is proved that no other answer does.
    pub is_exact: bool,
    /// Best play against it.
    pub line: Vec<Move>,
    /// Why it fails, if it is among those that are explained.
    pub why: Option<Try>,
}

impl Attempt {
    /// True if exactly one answer refutes it.
    #[must_use]
    pub fn is_thematic(&self) -> bool {
        self.is_exact && self.refutations.len() == 1
    }
}

/// All of them, those first that a single answer refutes, then in the order in which a player would think of them.
///
/// # Errors
/// Tables or the store contradict a proof.
pub(super) fn attempts(
    aim: Aim,
    budget: &mut Budget,
    analysis: &Analysis,
) -> Result<Vec<Attempt>, ProveError> {
    let failing = analysis.moves.iter();
    let failing = failing.filter(|m| aim.standing(m.bounds) == Standing::Fails);
    let mut attempts = Vec::new();
    for m in failing {
        if let Some(attempt) = attempt(aim, budget, &analysis.position, m.r#move)? {
            attempts.push(attempt);
        }
    }
    if attempts.is_empty() {
        return Ok(attempts);
    }
    let explanation = budget.explain(analysis)?;
    let place = |m| explanation.tries.iter().position(|one| one.r#move == m);
    let last = explanation.tries.len();
    attempts.sort_by_key(|one| {
        let answers = match one.is_exact {
            true => one.refutations.len(),
            false => usize::MAX,
        };
        (answers, place(one.r#move).unwrap_or(last))
    });
    attempts.truncate(MOST);
    for one in &mut attempts {
        one.why = place(one.r#move).map(|i| explanation.tries[i].clone());
    }
    Ok(attempts)
}

/// One of them; `None` if it holds more men than are taken.
fn attempt(
    aim: Aim,
    budget: &mut Budget,
    before: &Position,
    r#move: Move,
) -> Result<Option<Attempt>, ProveError> {
    let Some(after) = budget.analyse(&before.play(r#move), false)? else {
        return Ok(None);
    };
    let of = |standing| {
        let moves = after.moves.iter();
        let moves = moves.filter(move |m| aim.standing(-m.bounds) == standing);
        moves.map(|m| m.r#move).collect::<Vec<Move>>()
    };
    let mut line = after.line.clone();
    line.truncate(SHOWN);
    Ok(Some(Attempt {
        r#move,
        refutations: of(Standing::Fails),
        is_exact: of(Standing::Open).is_empty(),
        line,
        why: None,
    }))
}

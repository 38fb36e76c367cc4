//! A study as it is given, and what judging it may take.

use std::sync::Arc;

use super::stipulation::Stipulation;
use crate::board::{Move, Position};
use crate::limits::{Limits, Observer};

/// Moves one after another, each with what is given in its place.
#[derive(Clone, Debug, Default)]
pub struct Branch {
    /// They, each legal behind those before it.
    pub steps: Vec<Step>,
}

/// A move of a [`Branch`].
#[derive(Clone, Debug)]
pub struct Step {
    /// The move.
    pub r#move: Move,
    /// Variations that begin in the same position. Where the solver moves they are no part of the solution.
    pub instead: Vec<Branch>,
}

/// A study to be judged.
#[derive(Clone)]
pub struct Task {
    /// The first position.
    pub root: Position,
    /// The author's solution; without a move the prover's own line is judged.
    pub main: Branch,
    /// What is known of the stipulation.
    pub asked: Stipulation,
    /// True if tries are looked for at every move of the solver's, false at its first moves only.
    pub all_tries: bool,
    /// Limits for the whole study, in place of the prover's; none unless said otherwise.
    pub limits: Limits,
    /// The observer, who may cancel.
    pub observer: Arc<dyn Observer>,
}

impl Task {
    /// A position alone, without limits and watched by nobody.
    #[must_use]
    pub fn new(root: Position) -> Task {
        Task {
            root,
            main: Branch::default(),
            asked: Stipulation::default(),
            all_tries: false,
            limits: Limits::NONE,
            observer: Arc::new(()),
        }
    }
}

impl FromIterator<Move> for Branch {
    /// A line without variations.
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Branch {
        let step = |r#move| Step {
            r#move,
            instead: Vec::new(),
        };
        Branch {
            steps: moves.into_iter().map(step).collect(),
        }
    }
}

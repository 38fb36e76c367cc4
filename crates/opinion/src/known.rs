//! What is proved, asked for once of each position.

use std::collections::HashMap;

use peasant::{Bounds, Position, Wdl};

use crate::evaluate::evaluate;
use crate::score::{MATES, PROVED};
use crate::task::Task;

/// What was proved of the positions that were asked about.
pub(crate) struct Known<'a> {
    ask: &'a dyn Fn(&Position) -> Bounds,
    told: HashMap<Position, Bounds>,
}

/// The scores that a proof allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowed {
    pub least: i32,
    pub most: i32,
}

impl<'a> Known<'a> {
    pub fn new(task: &Task<'a>) -> Known<'a> {
        Known {
            ask: task.known,
            told: HashMap::new(),
        }
    }

    /// What is proved of a position.
    pub fn of(&mut self, position: &Position) -> Bounds {
        let ask = self.ask;
        let told = self.told.entry(*position);
        *told.or_insert_with(|| ask(position))
    }
}

impl Allowed {
    /// The scores of a position within proved bounds.
    pub fn by(bounds: Bounds) -> Allowed {
        let edge = |result, loss, win| match result {
            Wdl::Loss => loss,
            Wdl::Draw => 0,
            Wdl::Win => win,
        };
        Allowed {
            least: edge(bounds.lower(), i32::MIN, PROVED - 1_000),
            most: edge(bounds.upper(), 1_000 - PROVED, i32::MAX),
        }
    }

    /// The score nearest to this one that is allowed.
    pub fn nearest(self, score: i32) -> i32 {
        score.clamp(self.least, self.most)
    }
}

/// The score of a proved result: among proved wins the one that looks best.
pub(crate) fn proved(position: &Position, result: Wdl) -> i32 {
    let sight = (evaluate(position) / 10).clamp(-900, 900);
    match result {
        Wdl::Loss => sight - PROVED,
        Wdl::Draw => 0,
        Wdl::Win => sight + PROVED,
    }
}

const _: () = assert!(PROVED + 1_000 < MATES);

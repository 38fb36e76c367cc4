//! Walks down the graph of goals: each goal once, after all that lead to it.
//!
//! An exit takes a pawn forward or a man off the board, so that the pawns have fewer steps left, or there are fewer pieces. What a walk
//! does at a goal, and which children it comes to, is its caller's business.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::nodes::{Level, Nodes};
use crate::structure::Goal;

/// Goals that a walk has come to and not visited, each with what it was told of them.
pub(in crate::prove) struct Walk<T> {
    queue: BTreeMap<(Reverse<Level>, Goal), T>,
}

impl<T: Default> Walk<T> {
    pub fn new() -> Walk<T> {
        Walk {
            queue: BTreeMap::new(),
        }
    }

    /// The walk comes to a goal. Returns what it was told of it before, to be added to.
    pub fn come_to(&mut self, nodes: &Nodes, goal: Goal) -> &mut T {
        let key = (Reverse(nodes.level(goal)), goal);
        self.queue.entry(key).or_default()
    }

    /// The highest goal that is left, the first of its level.
    pub fn next(&mut self) -> Option<(Level, Goal, T)> {
        let ((Reverse(level), goal), told) = self.queue.pop_first()?;
        Some((level, goal, told))
    }
}

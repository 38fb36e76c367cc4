//! The solution of a study: the main line and the lines of the other side's further defences. What the author gives in place of a
//! move of the solver's is no part of it.

use std::collections::HashSet;

use super::aim::{Aim, Standing};
use super::end;
use super::oracle::Oracle;
use super::task::Branch;
use crate::board::{Move, Position};

/// A position of the solution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Node {
    /// It.
    pub position: Position,
    /// The place of the position before it, and the move that led here; `None` for the first.
    pub from: Option<(usize, Move)>,
    /// The number of moves of both sides before it.
    pub plies: usize,
    /// The matter was at its end before: what follows is elementary.
    pub(super) is_surplus: bool,
    /// The matter is at its end here, for the first time.
    pub(super) is_end: bool,
}

/// A line: the main line, or one that begins with another defence.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The place of the position in which it begins, then of those behind its moves.
    pub nodes: Vec<usize>,
}

/// What the author gives in place of a move of the solver's.
#[derive(Clone, Debug)]
pub(super) struct Aside {
    pub node: usize,
    pub r#move: Move,
}

/// A solution: positions, and the lines through them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// Its positions, the first one first.
    pub nodes: Vec<Node>,
    /// The main line, then those of other defences.
    pub lines: Vec<Line>,
    pub(super) asides: Vec<Aside>,
}

impl Solution {
    /// What is given, for this stipulation.
    ///
    /// # Errors
    /// Those of the oracle.
    pub(super) fn new<O: Oracle>(
        root: &Position,
        main: &Branch,
        aim: Aim,
        oracle: &mut O,
    ) -> Result<Solution, O::Error> {
        let mut builder = Builder {
            aim,
            oracle,
            solution: Solution {
                nodes: Vec::new(),
                lines: Vec::new(),
                asides: Vec::new(),
            },
        };
        let is_end = builder.is_over(root)?;
        builder.solution.nodes.push(Node {
            position: *root,
            from: None,
            plies: 0,
            is_surplus: false,
            is_end,
        });
        builder.add(main, 0)?;
        Ok(builder.solution)
    }

    /// The places of the positions of the main line.
    #[must_use]
    pub fn main(&self) -> &[usize] {
        &self.lines[0].nodes
    }

    /// All moves, line by line: in which position, to which, and the move.
    pub(super) fn moves(&self) -> Vec<(usize, (usize, Move))> {
        let mut moves = Vec::new();
        for line in &self.lines {
            for &next in &line.nodes[1..] {
                let from = self.nodes[next].from;
                moves.extend(from.map(|(from, m)| (from, (next, m))));
            }
        }
        moves
    }

    /// All positions of the solution, up to the end of the matter.
    pub(super) fn positions(&self) -> HashSet<Position> {
        let nodes = self.nodes.iter().filter(|node| !node.is_surplus);
        nodes.map(|node| node.position).collect()
    }

    /// Those that have stood on the board when this one does, itself among them.
    pub(super) fn so_far(&self, node: usize) -> HashSet<Position> {
        let back = |&node: &usize| self.nodes[node].from.map(|(from, _)| from);
        let way = std::iter::successors(Some(node), back);
        way.map(|node| self.nodes[node].position).collect()
    }

    /// Has the solver made a move before this position?
    pub(super) fn is_begun(&self, node: usize, aim: Aim) -> bool {
        let back = |&node: &usize| self.nodes[node].from.map(|(from, _)| from);
        let mut before = std::iter::successors(back(&node), back);
        before.any(|node| aim.solves(&self.nodes[node].position))
    }
}

/// A solution in the making.
struct Builder<'o, O> {
    aim: Aim,
    oracle: &'o mut O,
    solution: Solution,
}

impl<O: Oracle> Builder<'_, O> {
    /// Adds a line and, behind it, those that leave it.
    fn add(&mut self, branch: &Branch, start: usize) -> Result<(), O::Error> {
        let mut nodes = vec![start];
        let mut later: Vec<(&Branch, usize)> = Vec::new();
        let mut here = start;
        for step in &branch.steps {
            if self.is_beside(here, step.r#move) {
                self.give(here, step.r#move);
                break;
            }
            let solves = self.aim.solves(&self.solution.nodes[here].position);
            for instead in &step.instead {
                match instead.steps.first() {
                    Some(first) if solves && first.r#move != step.r#move => {
                        self.give(here, first.r#move);
                    }
                    Some(_) => later.push((instead, here)),
                    None => {}
                }
            }
            let known = self.solution.nodes.len();
            here = self.step(here, step.r#move)?;
            if here < known {
                // It is a move of the line that this one leaves, given once more.
                nodes = vec![here];
            } else {
                nodes.push(here);
            }
        }
        if nodes.len() > 1 || self.solution.lines.is_empty() {
            self.solution.lines.push(Line { nodes });
        }
        later
            .into_iter()
            .try_for_each(|(branch, start)| self.add(branch, start))
    }

    /// Does another line make another move for the solver here? Then this one is given beside that.
    fn is_beside(&self, node: usize, r#move: Move) -> bool {
        let nodes = &self.solution.nodes;
        let mut made = nodes.iter().filter_map(|node| node.from);
        self.aim.solves(&nodes[node].position)
            && made.any(|(from, other)| from == node && other != r#move)
    }

    fn give(&mut self, node: usize, r#move: Move) {
        let asides = &mut self.solution.asides;
        if !asides
            .iter()
            .any(|one| (one.node, one.r#move) == (node, r#move))
        {
            asides.push(Aside { node, r#move });
        }
    }

    /// The position behind a move, which may stand there already.
    fn step(&mut self, from: usize, r#move: Move) -> Result<usize, O::Error> {
        let nodes = &self.solution.nodes;
        let is_same = |node: &Node| node.from == Some((from, r#move));
        if let Some(there) = nodes.iter().position(is_same) {
            return Ok(there);
        }
        let before = &nodes[from];
        let (plies, is_surplus) = (before.plies + 1, before.is_surplus || before.is_end);
        let position = before.position.play(r#move);
        let is_end = !is_surplus && self.is_over(&position)?;
        self.solution.nodes.push(Node {
            position,
            from: Some((from, r#move)),
            plies,
            is_surplus,
            is_end,
        });
        Ok(self.solution.nodes.len() - 1)
    }

    /// Is the matter at its end, and what is asked for reached?
    fn is_over(&mut self, position: &Position) -> Result<bool, O::Error> {
        if !end::is_over(position, self.aim) {
            return Ok(false);
        }
        let bounds = self.oracle.bounds(position, self.aim)?;
        let seen = self.aim.seen(position.turn(), bounds);
        Ok(self.aim.standing(seen) == Standing::Reaches)
    }
}

//! The state of one search: its task, what it remembers, and what it may still spend.

use peasant::clock::Instant;

use peasant::{Move, Position};

use crate::known::Known;
use crate::order::Order;
use crate::table::Table;
use crate::task::Task;
use crate::zobrist;

/// No line is longer.
pub(crate) const LONGEST: usize = 120;

/// One search.
pub(crate) struct Thinking<'a> {
    pub task: &'a Task<'a>,
    pub table: &'a mut Table,
    pub order: Order,
    pub known: Known<'a>,
    pub nodes: u64,
    /// The plies of the iteration.
    pub iteration: i32,
    /// By ply: the best line from there, as far as it was looked at in full.
    pub lines: Vec<Vec<Move>>,
    /// The best move of the iteration before.
    pub first: Option<Move>,
    /// The best score and line at the root in this iteration, once the score is more than was expected at least.
    pub raised: Option<(i32, Vec<Move>)>,
    /// The keys of the game and of the line that is looked at.
    path: Vec<u64>,
    deadline: Option<Instant>,
}

/// A position on the way.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub position: Position,
    pub key: u64,
    pub in_check: bool,
    /// How much of the path can come again: it counts from the last move that cannot be taken back.
    pub since: usize,
}

impl<'a> Thinking<'a> {
    pub fn new(task: &'a Task<'a>, table: &'a mut Table) -> Thinking<'a> {
        Thinking {
            task,
            table,
            order: Order::new(LONGEST + 1),
            known: Known::new(task),
            nodes: 0,
            iteration: 0,
            lines: vec![Vec::new(); LONGEST + 2],
            first: None,
            raised: None,
            path: task.game.iter().map(zobrist::key).collect(),
            deadline: task.time.map(|time| Instant::now() + time),
        }
    }

    /// A position that can be repeated from so far back on the path.
    pub fn at(&self, position: Position, since: usize) -> Node {
        let key = zobrist::key(&position);
        self.table.prefetch(key);
        Node {
            key,
            in_check: position.in_check(),
            position,
            since,
        }
    }

    /// A position more; `None` if nothing is left to spend.
    pub fn count(&mut self) -> Option<()> {
        let spent = self.task.nodes.is_some_and(|most| self.nodes >= most);
        let asks = self.nodes & 1023 == 1023;
        let late = asks
            && self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
        // The first ply is always looked at, so that there is an answer.
        if (spent || late || asks && (self.task.stop)()) && self.iteration > 1 {
            return None;
        }
        self.nodes += 1;
        Some(())
    }

    /// The position after a legal move.
    pub fn after(&self, node: &Node, mv: Move) -> Node {
        let is_pawn = node.position.pawns().occupied().contains(mv.from);
        let is_final = is_pawn || node.position.is_capture(mv);
        let since = if is_final { self.anew() } else { node.since };
        self.at(node.position.play(mv), since)
    }

    /// Nothing up to the position that is gone on from can come again.
    pub fn anew(&self) -> usize {
        self.path.len() + 1
    }

    /// Did a pawn move or a capture lead to the position that comes next on the path?
    pub fn is_new(&self, node: &Node) -> bool {
        node.since == self.path.len()
    }

    /// Goes on from a position; to be taken back by [`Thinking::leave`].
    pub fn enter(&mut self, node: &Node) {
        self.path.push(node.key);
    }

    /// Goes back.
    pub fn leave(&mut self) {
        self.path.pop();
    }

    /// Was the position on the board before?
    pub fn is_repeated(&self, node: &Node) -> bool {
        let earlier = self.path.get(node.since..).unwrap_or_default();
        earlier.contains(&node.key)
    }

    /// A move is the best so far at this ply, and the line behind it goes on from it.
    pub fn prefer(&mut self, ply: usize, mv: Move) {
        let (before, behind) = self.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (before.last_mut(), behind.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }
}

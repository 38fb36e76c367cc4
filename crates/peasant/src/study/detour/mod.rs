//! Beside the solution: can the solver reach what is asked for without ever coming into one of some positions?
//!
//! It is a game on positions. The solver loses it when one of the forbidden positions stands on the board; otherwise he wins it
//! by what is asked for: a mate in finitely many moves, or never being lost. Moves that are proved to throw the result away are no
//! moves. Where the matter is at its end, or no forbidden position can arise any more, the proved result decides.
//!
//! So a part of a graph is laid out, and solved twice: once with all that is not known lost for the solver, once with it won. If
//! the first position is worth the same both times, that is exact. If not, what is not known and can be come to through positions
//! of which the same holds is laid out next, or at last proved.

use std::collections::{HashMap, HashSet};

use super::aim::{Aim, Goal, Standing};
use super::end;
use super::oracle::Oracle;
use super::reach::Reach;
use crate::board::Position;

/// So many positions are laid out, and half as many as there are, before the graph is solved again.
const LAID_OUT: usize = 400;

/// In so many positions moves are proved before that.
const PROVED: usize = 12;

/// Can he?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    Open,
}

/// The game.
pub(super) struct Detour<'a, O: Oracle> {
    pub aim: Aim,
    pub forbidden: &'a HashSet<Position>,
    pub oracle: &'a mut O,
    /// There are no more positions in the graph.
    pub most: usize,
}

/// A position of the graph.
struct Node {
    position: Position,
    solves: bool,
    is_laid_out: bool,
    /// What it is worth for the solver, if that is plain.
    value: Option<bool>,
    /// Where the solver may go from here, if that reaches what is asked for.
    unproved: Vec<Position>,
    /// He has a move of which nothing can be proved.
    is_open: bool,
    next: Vec<usize>,
}

/// A game in progress.
struct Graph {
    nodes: Vec<Node>,
    places: HashMap<Position, usize>,
    reach: Reach,
    aim: Aim,
}

impl<O: Oracle> Detour<'_, O> {
    /// The answer from a position that is proved to reach what is asked for.
    ///
    /// # Errors
    /// Those of the oracle.
    pub fn from(&mut self, start: &Position) -> Result<Answer, O::Error> {
        if self.forbidden.contains(start) {
            return Ok(Answer::No);
        }
        let mut graph = Graph {
            nodes: Vec::new(),
            places: HashMap::new(),
            reach: Reach::new(self.forbidden.iter()),
            aim: self.aim,
        };
        if graph.is_free(start) {
            return Ok(Answer::Yes);
        }
        graph.place(*start);
        loop {
            let (lost, won) = (graph.solved(false), graph.solved(true));
            if lost[0] || !won[0] {
                return Ok(if lost[0] { Answer::Yes } else { Answer::No });
            }
            let undecided = graph.undecided(&lost, &won);
            if !self.goes_on(&mut graph, &undecided)? {
                return Ok(Answer::Open);
            }
        }
    }

    /// Lays out, or else proves, what there is to do in some positions. `false` if there is nothing, or no room or time for it.
    fn goes_on(&mut self, graph: &mut Graph, undecided: &[usize]) -> Result<bool, O::Error> {
        let batch = LAID_OUT.max(graph.nodes.len() / 2);
        let is_new = |&&node: &&usize| !graph.nodes[node].is_laid_out;
        let new: Vec<usize> = undecided
            .iter()
            .filter(is_new)
            .take(batch)
            .copied()
            .collect();
        if !new.is_empty() {
            let has_room = graph.nodes.len() < self.most && !self.oracle.is_stopped();
            new.iter().for_each(|&node| self.lay_out(graph, node));
            return Ok(has_room);
        }
        let is_unproved = |&&node: &&usize| !graph.nodes[node].unproved.is_empty();
        let unproved: Vec<usize> = undecided
            .iter()
            .filter(is_unproved)
            .take(PROVED)
            .copied()
            .collect();
        for &node in &unproved {
            if self.oracle.is_stopped() {
                return Ok(false);
            }
            self.prove(graph, node)?;
        }
        Ok(!unproved.is_empty())
    }

    /// Lays out a position, with what is known of its moves.
    fn lay_out(&mut self, graph: &mut Graph, index: usize) {
        let position = graph.nodes[index].position;
        graph.nodes[index].is_laid_out = true;
        let moves = position.legal_moves();
        if moves.is_empty() {
            graph.nodes[index].value = Some(self.is_reached(&position));
            return;
        }
        for m in moves {
            let next = position.play(m);
            if graph.nodes[index].solves {
                let bounds = self.oracle.known(&next);
                match self.aim.standing(self.aim.seen(next.turn(), bounds)) {
                    _ if self.forbidden.contains(&next) => {}
                    Standing::Fails => {}
                    Standing::Open => graph.nodes[index].unproved.push(next),
                    Standing::Reaches => graph.add(index, next),
                }
            } else if self.forbidden.contains(&next) {
                // All that the other side may do reaches what is asked for, since the position does. This does not.
                graph.nodes[index].value = Some(false);
                return;
            } else if !graph.is_free(&next) {
                let place = graph.place(next);
                graph.nodes[index].next.push(place);
            }
        }
    }

    /// Proves where the solver may go from a position.
    fn prove(&mut self, graph: &mut Graph, index: usize) -> Result<(), O::Error> {
        for next in std::mem::take(&mut graph.nodes[index].unproved) {
            let bounds = self.oracle.bounds(&next, self.aim)?;
            match self.aim.standing(self.aim.seen(next.turn(), bounds)) {
                Standing::Fails => {}
                Standing::Open => graph.nodes[index].is_open = true,
                Standing::Reaches => graph.add(index, next),
            }
        }
        Ok(())
    }

    /// Does a position without a legal move give what is asked for?
    fn is_reached(&self, position: &Position) -> bool {
        match self.aim.goal {
            Goal::Win => position.in_check() && !self.aim.solves(position),
            Goal::Draw => !position.in_check() || !self.aim.solves(position),
        }
    }
}

impl Graph {
    /// Does nothing forbidden matter any more?
    fn is_free(&mut self, position: &Position) -> bool {
        end::is_over(position, self.aim) || !self.reach.is_possible(position)
    }

    /// Where a position stands.
    fn place(&mut self, position: Position) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(position).or_insert(next);
        if place == next {
            self.nodes.push(Node {
                position,
                solves: self.aim.solves(&position),
                is_laid_out: false,
                value: None,
                unproved: Vec::new(),
                is_open: false,
                next: Vec::new(),
            });
        }
        place
    }

    /// The solver may go from one position to another.
    fn add(&mut self, index: usize, next: Position) {
        if self.is_free(&next) {
            self.nodes[index].value = Some(true);
        } else {
            let place = self.place(next);
            self.nodes[index].next.push(place);
        }
    }

    /// What each position is worth to the solver, if what is not known is worth this. A win is made from its ends: the positions
    /// from which the solver comes there are gathered. Of a draw those from which the other side comes to one that is forbidden
    /// or lost.
    fn solved(&self, unknown: bool) -> Vec<bool> {
        let wins = self.aim.goal == Goal::Win;
        let values: Vec<Option<bool>> = self.nodes.iter().map(|node| node.worth(unknown)).collect();
        let mut left: Vec<usize> = self.nodes.iter().map(|node| node.next.len()).collect();
        let gathers = |index: usize| self.nodes[index].solves == wins;
        let is_end = |&index: &usize| match values[index] {
            Some(value) => value == wins,
            None => !gathers(index) && left[index] == 0,
        };
        let mut ready: Vec<usize> = (0..self.nodes.len()).filter(is_end).collect();
        let mut is_gathered = vec![false; self.nodes.len()];
        for &index in &ready {
            is_gathered[index] = true;
        }
        let before = self.before();
        while let Some(index) = ready.pop() {
            for &from in &before[index] {
                left[from] -= 1;
                let comes = gathers(from) || left[from] == 0;
                if comes && values[from].is_none() && !is_gathered[from] {
                    is_gathered[from] = true;
                    ready.push(from);
                }
            }
        }
        is_gathered
            .into_iter()
            .map(|gathered| gathered == wins)
            .collect()
    }

    /// From where one move leads to each position.
    fn before(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for &next in &node.next {
                before[next].push(index);
            }
        }
        before
    }

    /// Positions whose worth hangs on what is not known, the nearest first; only those that can be come to through such.
    fn undecided(&self, lost: &[bool], won: &[bool]) -> Vec<usize> {
        let mut is_seen = vec![false; self.nodes.len()];
        is_seen[0] = true;
        let (mut order, mut at) = (vec![0], 0);
        while let Some(&index) = order.get(at) {
            at += 1;
            for &next in &self.nodes[index].next {
                if lost[next] != won[next] && !is_seen[next] {
                    is_seen[next] = true;
                    order.push(next);
                }
            }
        }
        order
    }
}

impl Node {
    /// What it is worth for the solver at sight, if what is not known is worth this.
    fn worth(&self, unknown: bool) -> Option<bool> {
        let may_more = !self.is_laid_out || self.is_open || !self.unproved.is_empty();
        match self.value {
            None if may_more && (unknown || !self.is_laid_out) => Some(unknown),
            value => value,
        }
    }
}

#[cfg(test)]
mod tests;

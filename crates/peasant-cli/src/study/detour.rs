//! Beside the solution: can the solver reach what is asked for without ever coming into one of some positions?
//!
//! It is a game on positions. The solver loses it when one of the forbidden positions stands on the board; otherwise he wins it
//! by what is asked for: a mate in finitely many moves, or never being lost. Moves that are proved to throw the result away are no
//! moves. Where the matter is at its end, or no forbidden position can arise any more, the proved result decides. So a part of a graph is laid out, breadth
//! first, and solved twice: once with what lies beyond its edge lost, once with it won. If both agree, that is exact.

use std::collections::{HashMap, HashSet};

use peasant::board::Position;

use super::aim::{Aim, Goal, Standing};
use super::end;
use super::oracle::Oracle;
use super::reach::Reach;

/// A graph is solved for the first time with so many positions, and again whenever it has so many times as many.
const FIRST: usize = 500;
const GROWTH: usize = 4;

/// Can he?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    Open,
}

/// A position of the graph.
struct Node {
    /// `None` once it is laid out.
    position: Option<Position>,
    solves: bool,
    /// What it is worth for the solver, if that is plain.
    value: Option<bool>,
    /// The solver has a move of which nothing is proved.
    is_open: bool,
    next: Vec<usize>,
}

/// The game.
pub struct Detour<'a, O: Oracle> {
    pub aim: Aim,
    pub forbidden: &'a HashSet<Position>,
    pub oracle: &'a mut O,
    /// No more positions are laid out.
    pub most: usize,
}

/// A game in progress.
struct Graph {
    nodes: Vec<Node>,
    places: HashMap<Position, usize>,
    /// The first that is not laid out yet.
    edge: usize,
    reach: Reach,
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
            edge: 0,
            reach: Reach::new(self.forbidden.iter()),
        };
        if self.is_free(&mut graph, start) {
            return Ok(Answer::Yes);
        }
        graph.place(*start, self.aim);
        let mut until = FIRST.min(self.most);
        loop {
            while graph.edge < graph.nodes.len().min(until) {
                if self.oracle.is_stopped() {
                    return Ok(Answer::Open);
                }
                self.lay_out(&mut graph)?;
            }
            if graph.solve(self.aim.goal, false) {
                return Ok(Answer::Yes);
            }
            if !graph.solve(self.aim.goal, true) {
                return Ok(Answer::No);
            }
            if graph.edge == graph.nodes.len() || until == self.most {
                return Ok(Answer::Open);
            }
            until = (until * GROWTH).min(self.most);
        }
    }

    /// Lays out the next position.
    fn lay_out(&mut self, graph: &mut Graph) -> Result<(), O::Error> {
        let index = graph.edge;
        graph.edge += 1;
        let Some(position) = graph.nodes[index].position.take() else {
            return Ok(());
        };
        let moves = position.legal_moves();
        let next = moves.iter().map(|&m| position.play(m));
        let way = if moves.is_empty() {
            Way::plain(self.is_reached(&position))
        } else if graph.nodes[index].solves {
            self.choices(graph, next)?
        } else {
            self.answers(graph, next)
        };
        let node = &mut graph.nodes[index];
        (node.value, node.is_open, node.next) = (way.value, way.is_open, way.next);
        Ok(())
    }

    /// Does nothing forbidden matter any more?
    fn is_free(&self, graph: &mut Graph, position: &Position) -> bool {
        end::is_over(position, self.aim) || !graph.reach.is_possible(position)
    }

    /// Does a position without a legal move give what is asked for?
    fn is_reached(&self, position: &Position) -> bool {
        match self.aim.goal {
            Goal::Win => position.in_check() && !self.aim.solves(position),
            Goal::Draw => !position.in_check() || !self.aim.solves(position),
        }
    }

    /// What the solver may move to.
    fn choices(
        &mut self,
        graph: &mut Graph,
        next: impl Iterator<Item = Position>,
    ) -> Result<Way, O::Error> {
        let mut way = Way::default();
        for next in next.filter(|next| !self.forbidden.contains(next)) {
            let bounds = self.oracle.bounds(&next, self.aim)?;
            match self.aim.standing(self.aim.seen(next.turn(), bounds)) {
                Standing::Fails => {}
                Standing::Open => way.is_open = true,
                Standing::Reaches if self.is_free(graph, &next) => {
                    return Ok(Way::plain(true));
                }
                Standing::Reaches => way.next.push(graph.place(next, self.aim)),
            }
        }
        Ok(way)
    }

    /// What the other side may move to. All of it reaches what is asked for, since the position does.
    fn answers(&self, graph: &mut Graph, next: impl Iterator<Item = Position>) -> Way {
        let mut way = Way::default();
        for next in next {
            if self.forbidden.contains(&next) {
                return Way::plain(false);
            }
            if !self.is_free(graph, &next) {
                way.next.push(graph.place(next, self.aim));
            }
        }
        way.value = way.next.is_empty().then_some(true);
        way
    }
}

/// How play goes on in a position.
#[derive(Default)]
struct Way {
    value: Option<bool>,
    is_open: bool,
    next: Vec<usize>,
}

impl Way {
    fn plain(value: bool) -> Way {
        Way {
            value: Some(value),
            ..Way::default()
        }
    }
}

impl Graph {
    fn place(&mut self, position: Position, aim: Aim) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(position).or_insert(next);
        if place == next {
            self.nodes.push(Node {
                position: Some(position),
                solves: aim.solves(&position),
                value: None,
                is_open: false,
                next: Vec::new(),
            });
        }
        place
    }

    /// Is the first position the solver's, if what is not laid out is worth this to him? A win is made from its ends: the
    /// positions from which the solver comes there are gathered. Of a draw those from which the other side comes to one that is
    /// forbidden or lost.
    fn solve(&self, goal: Goal, beyond: bool) -> bool {
        let wins = goal == Goal::Win;
        let values: Vec<Option<bool>> = self.nodes.iter().map(|node| node.worth(beyond)).collect();
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
        is_gathered[0] == wins
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
}

impl Node {
    /// What it is worth for the solver at sight, if what is not known is worth this to him.
    fn worth(&self, beyond: bool) -> Option<bool> {
        if self.position.is_some() || self.is_open && beyond {
            return Some(beyond);
        }
        self.value
    }
}

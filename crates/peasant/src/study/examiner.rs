//! Goes through a solution, position by position. All errors are those of tables or a base that contradict a proof.

use std::collections::HashMap;

use super::aim::{Aim, Goal, Standing};
use super::end::End;
use super::oracle::Budget;
use super::promotion::{self, UnderPromotion};
use super::solution::Solution;
use super::turn::{self, Judge, Part, Turn};
use super::zugzwang::{self, Zugzwang};
use super::{Free, attempt};
use crate::board::Move;
use crate::{Analysis, ProveError};

/// Looks at each position of a solution.
pub(super) struct Examiner<'a, 'p> {
    aim: Aim,
    solution: &'a Solution,
    budget: &'a mut Budget<'p>,
    /// What is known of the positions.
    known: HashMap<usize, Analysis>,
}

impl<'a, 'p> Examiner<'a, 'p> {
    pub fn new(aim: Aim, solution: &'a Solution, budget: &'a mut Budget<'p>) -> Examiner<'a, 'p> {
        Examiner {
            aim,
            solution,
            budget,
            known: HashMap::new(),
        }
    }

    fn analysis(&mut self, node: usize) -> Result<Option<Analysis>, ProveError> {
        if let Some(known) = self.known.get(&node) {
            return Ok(Some(known.clone()));
        }
        let position = &self.solution.nodes[node].position;
        let resists = self.aim.goal == Goal::Win && !self.aim.solves(position);
        let found = self.budget.analyse(position, resists)?;
        if let Some(found) = &found {
            self.known.insert(node, found.clone());
        }
        Ok(found)
    }

    /// All moves of the solution, line by line. Those of the positions are proved first: the questions behind them are many.
    ///
    /// The program's own line is judged as far as it is the only way, and the position is named where it is not: what nobody has
    /// composed can be cooked, but has no duals later.
    pub fn turns(&mut self, is_own: bool) -> Result<(Vec<Turn>, Option<Free>), ProveError> {
        let moves = self.solution.moves();
        if !is_own {
            for &(node, _) in &moves {
                self.analysis(node)?;
            }
        }
        let (mut turns, mut free_from) = (Vec::new(), None);
        for (node, played) in moves {
            if free_from.is_some() {
                turns.push(Turn::unjudged(node, played));
                continue;
            }
            let Some(analysis) = self.analysis(node)? else {
                let solves = self.aim.solves(&self.solution.nodes[node].position);
                turns.push(Turn::open(node, played, solves));
                continue;
            };
            let mut judge = Judge {
                aim: self.aim,
                solution: self.solution,
                budget: self.budget,
                is_short: is_own,
            };
            let turn = judge.turn(node, played, &analysis)?;
            if is_own && self.solution.is_begun(node, self.aim) && turn.is_free() {
                let is_proved = turn.has_another();
                free_from = Some(Free { node, is_proved });
                turns.push(Turn::unjudged(node, played));
            } else {
                turns.push(turn);
            }
        }
        Ok((turns, free_from))
    }

    /// What refutes the moves that fail where the solution's does not: at the solver's first moves, or at all.
    pub fn tries(&mut self, turns: &mut [Turn], all: bool) -> Result<(), ProveError> {
        for turn in turns {
            let is_asked = all || !self.solution.is_begun(turn.node, self.aim);
            let (Part::Solver(choice), Standing::Reaches, true) =
                (&mut turn.part, turn.standing.1, is_asked)
            else {
                continue;
            };
            if let Some(analysis) = self.analysis(turn.node)? {
                choice.tries = attempt::attempts(self.aim, self.budget, &analysis)?;
            }
        }
        Ok(())
    }

    pub fn asides(&mut self) -> Result<Vec<(usize, Move, Standing)>, ProveError> {
        let mut asides = Vec::new();
        let solution = self.solution;
        for aside in &solution.asides {
            let analysis = self.analysis(aside.node)?;
            let moves = analysis.into_iter().flat_map(|found| found.moves);
            let mut moves = moves.filter(|m| m.r#move == aside.r#move);
            let standing = moves.next().map(|m| self.aim.standing(m.bounds));
            let standing = standing.unwrap_or(Standing::Open);
            asides.push((aside.node, aside.r#move, standing));
        }
        Ok(asides)
    }

    /// In the solution, as far as it is judged.
    pub fn zugzwangs(
        &mut self,
        free_from: Option<Free>,
    ) -> Result<Vec<(usize, Zugzwang)>, ProveError> {
        let mut zugzwangs = Vec::new();
        let solution = self.solution;
        for (index, node) in solution.nodes.iter().enumerate() {
            let is_free = free_from.is_some_and(|free| index > free.node);
            if node.is_surplus || node.is_end || is_free {
                continue;
            }
            let bounds = match self.analysis(index)? {
                Some(analysis) => analysis.bounds,
                None => continue,
            };
            if let Some(zugzwang) = zugzwang::at(&node.position, bounds, self.budget)? {
                zugzwangs.push((index, zugzwang));
            }
        }
        Ok(zugzwangs)
    }

    pub fn under_promotions(&mut self) -> Result<Vec<UnderPromotion>, ProveError> {
        let solution = self.solution;
        let mut found = Vec::new();
        for node in &solution.nodes {
            let Some((from, m)) = node.from.filter(|(_, m)| turn::under_promotes(*m)) else {
                continue;
            };
            let plies = node.plies - 1;
            if let Some(analysis) = self.analysis(from)? {
                found.extend(promotion::judged(&analysis, plies, m, self.budget)?);
            }
        }
        let last = self.last();
        let node = &solution.nodes[last];
        let goes_on = !node.is_surplus && !node.is_end;
        if let Some(analysis) = self.analysis(last)?.filter(|_| goes_on) {
            found.extend(promotion::beyond(&analysis, node.plies, self.budget)?);
        }
        Ok(found)
    }

    /// The last position of the main line.
    fn last(&self) -> usize {
        self.solution.main().last().copied().unwrap_or(0)
    }

    pub fn end(&self) -> End {
        let nodes = self
            .solution
            .main()
            .iter()
            .map(|&node| &self.solution.nodes[node]);
        let mut at_end = nodes.filter(|node| node.is_end);
        match at_end.next() {
            Some(node) => End::of(&node.position, self.aim),
            None => End::GoesOn,
        }
    }
}

//! The course of play: a proved line cut into phases, and what each of its moves is good for.

use super::budget::Budget;
use super::motive::Motive;
use super::motives::{Line, positions};
use crate::analysis::{Analysis, Crossed, Inquiry, longest_line_after};
use crate::board::{Move, Position, Square};
use crate::value::Wdl;

/// A part of the line: kings walk, then something changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Phase {
    /// Where it begins.
    pub start: Position,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
    /// Motives of its moves, each with the number of the move in the phase, from 0.
    pub motives: Vec<(usize, Motive)>,
}

/// The phases of the line of an answer.
pub(super) fn phases(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    analysis: &Analysis,
    key_squares: &[Square],
) -> Result<Vec<Phase>, Crossed> {
    let Some(result) = analysis.bounds.exact() else {
        return Ok(Vec::new());
    };
    let line = Line::new(&analysis.position, &analysis.line, result, key_squares);
    line.phases(inquiry, budget)
}

/// The longest defence, if the line shows another one: play from the winner's first move on.
pub(super) fn longest_defence(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    analysis: &Analysis,
    key_squares: &[Square],
) -> Result<Vec<Phase>, Crossed> {
    let (position, winner) = (&analysis.position, analysis.position.turn());
    let [first, shown, ..] = analysis.line[..] else {
        return Ok(Vec::new());
    };
    if analysis.bounds.exact() != Some(Wdl::Win) {
        return Ok(Vec::new());
    }
    let next = position.play(first);
    let mut ends = Vec::new();
    for m in inquiry.rules.moves(&next) {
        let aim = inquiry.aim(position, winner);
        let end = inquiry.end_in(&next.play(m), winner, aim);
        ends.extend(end.map(|end| (end.plies, m)));
    }
    let of_shown = ends.iter().find(|&&(_, m)| m == shown).map(|end| end.0);
    let longest = ends.iter().copied().max_by_key(|end| end.0);
    let Some((_, defence)) = longest.filter(|longest| Some(longest.0) > of_shown) else {
        return Ok(Vec::new());
    };
    let (rest, _) = longest_line_after(inquiry, &next, defence, Wdl::Loss)?;
    let moves = [vec![first], rest].concat();
    Line::new(position, &moves, Wdl::Win, key_squares).phases(inquiry, budget)
}

impl Line<'_> {
    /// The line cut where the kings begin to walk again.
    fn phases(&self, inquiry: &mut Inquiry, budget: &mut Budget) -> Result<Vec<Phase>, Crossed> {
        let mut phases: Vec<Phase> = Vec::new();
        for ply in 0..self.moves.len() {
            if ply == 0 || (self.is_quiet(ply) && !self.is_quiet(ply - 1)) {
                phases.push(Phase {
                    start: self.positions[ply],
                    moves: Vec::new(),
                    motives: Vec::new(),
                });
            }
            let motives = self.motives(inquiry, budget, ply)?;
            if let Some(phase) = phases.last_mut() {
                let number = phase.moves.len();
                let numbered = motives.into_iter().map(|motive| (number, motive));
                phase.moves.push(self.moves[ply]);
                phase.motives.extend(numbered);
            }
        }
        for phase in &mut phases {
            let part = Line {
                positions: positions(&phase.start, &phase.moves),
                moves: &phase.moves,
                key_squares: &[],
                winner: self.winner,
            };
            let mut round = part.triangulations();
            if round.is_empty() {
                round = part.triangulations_against(inquiry)?;
            }
            phase.motives.extend(round);
            phase.motives.sort_by_key(|&(number, _)| number);
        }
        Ok(phases)
    }
}

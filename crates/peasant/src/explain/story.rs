//! The course of play: a proved line cut into phases, what each of its moves is good for, and the moves that spoil the result.

use super::motive::Motive;
use super::motives::{Line, positions};
use super::purse::Purse;
use crate::analysis::{Analysis, Crossed, Inquiry, line_after, longest_line_after};
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
    /// What moves of it are good for, each with the number of the move in the phase, from 0.
    pub motives: Vec<(usize, Motive)>,
}

/// A move that spoils the result, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Try {
    /// The move.
    pub r#move: Move,
    /// What it leads to for the side that makes it.
    pub result: Wdl,
    /// Best play after it, as far as it shows why.
    pub refutation: Vec<Move>,
    /// What the first answer is good for.
    pub motives: Vec<Motive>,
}

/// A refutation is shown for so many plies.
const REFUTATION: usize = 9;

/// So many tries are told.
const TRIES: usize = 8;

/// The phases of the line of an answer.
pub(super) fn phases(
    inquiry: &mut Inquiry,
    purse: &mut Purse,
    analysis: &Analysis,
    key_squares: &[Square],
) -> Result<Vec<Phase>, Crossed> {
    let Some(result) = analysis.bounds.exact() else {
        return Ok(Vec::new());
    };
    let line = Line::new(&analysis.position, &analysis.line, result, key_squares);
    line.phases(inquiry, purse)
}

/// The longest defence, if the line shows another one: play from the winner's first move on.
pub(super) fn longest_defence(
    inquiry: &mut Inquiry,
    purse: &mut Purse,
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
    Line::new(position, &moves, Wdl::Win, key_squares).phases(inquiry, purse)
}

/// The moves that spoil the result, and how.
pub(super) fn tries(
    inquiry: &mut Inquiry,
    purse: &mut Purse,
    analysis: &Analysis,
) -> Result<Vec<Try>, Crossed> {
    let position = &analysis.position;
    let Some(best) = analysis.bounds.exact().filter(|&best| best > Wdl::Loss) else {
        return Ok(Vec::new());
    };
    let mut tries = Vec::new();
    let spoiling = analysis.moves.iter().filter_map(|m| {
        let result = m.bounds.exact().filter(|&result| result < best)?;
        Some((m.r#move, result))
    });
    for (m, result) in spoiling.take(TRIES) {
        let (line, _) = line_after(inquiry, position, m, result)?;
        let line = &line[..line.len().min(REFUTATION)];
        let play = Line::new(position, line, result, &[]);
        let mut motives = Vec::new();
        if line.len() > 1 {
            motives = play.motives(inquiry, purse, 1)?;
        } else if position.play(m).is_stalemate() {
            motives.push(Motive::SavedByStalemate);
        }
        tries.push(Try {
            r#move: m,
            result,
            refutation: line[1..].to_vec(),
            motives,
        });
    }
    Ok(tries)
}

impl Line<'_> {
    /// The line cut where the kings begin to walk again.
    fn phases(&self, inquiry: &mut Inquiry, purse: &mut Purse) -> Result<Vec<Phase>, Crossed> {
        let mut phases: Vec<Phase> = Vec::new();
        for ply in 0..self.moves.len() {
            if ply == 0 || (self.is_quiet(ply) && !self.is_quiet(ply - 1)) {
                phases.push(Phase {
                    start: self.positions[ply],
                    moves: Vec::new(),
                    motives: Vec::new(),
                });
            }
            let motives = self.motives(inquiry, purse, ply)?;
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

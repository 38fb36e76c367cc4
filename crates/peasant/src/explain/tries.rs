//! The moves that spoil the result, and how they are refuted.

use super::budget::Budget;
use super::choice::{SOON, decides, strangeness, tells};
use super::motive::Motive;
use super::motives::Line;
use crate::analysis::{Analysis, Crossed, Inquiry, line_after};
use crate::board::{Move, Position, Role};
use crate::value::Wdl;

/// A move that spoils the result, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Try {
    /// The move.
    pub r#move: Move,
    /// The result that it leads to, for the side that makes it.
    pub result: Wdl,
    /// Best play after it; its first move, of several that are as good, is one that shows why.
    pub refutation: Vec<Move>,
    /// Motives of the first answer.
    pub motives: Vec<Motive>,
    /// The number of moves of the refutation after which a player sees why.
    pub told: usize,
    /// The motive of the last of these, if one says it.
    pub point: Option<Motive>,
}

/// A refutation, and the move before it, has so many plies.
const REFUTATION: usize = 15;

/// If nothing shows why a move fails, so many moves of the refutation are told.
const RENDERED: usize = 3;

/// So many are told if they lead to a capture.
const SHOWN: usize = 9;

/// So many tries are told.
const TRIES: usize = 8;

/// The moves that spoil the result, and how.
pub(super) fn tries(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    analysis: &Analysis,
) -> Result<Vec<Try>, Crossed> {
    let position = &analysis.position;
    let Some(best) = analysis.bounds.exact().filter(|&best| best > Wdl::Loss) else {
        return Ok(Vec::new());
    };
    let spoiling = analysis.moves.iter().filter_map(|m| {
        let result = m.bounds.exact().filter(|&result| result < best)?;
        Some((m.r#move, result))
    });
    let mut spoiling: Vec<(Move, Wdl)> = spoiling.collect();
    spoiling.sort_by_key(|&(m, _)| strangeness(position, &analysis.best, m));
    let chosen = spoiling.into_iter().take(TRIES);
    chosen
        .map(|(m, result)| attempt(inquiry, budget, position, m, result))
        .collect()
}

/// A move that spoils the result, and what refutes it.
fn attempt(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    position: &Position,
    m: Move,
    result: Wdl,
) -> Result<Try, Crossed> {
    let next = position.play(m);
    let (mut line, _) = line_after(inquiry, position, m, result)?;
    if let Some(answer) = clear_answer(inquiry, budget, position, &line, result)? {
        let (rest, _) = line_after(inquiry, &next, answer, -result)?;
        line = [vec![m], rest].concat();
    }
    line.truncate(REFUTATION);
    let play = Line::new(position, &line, result, &[]);
    let mut motives = Vec::new();
    if line.len() > 1 {
        motives = play.motives(inquiry, budget, 1)?;
    } else if next.is_stalemate() {
        motives.push(Motive::SavedByStalemate);
    }
    let (told, point) = play.point(inquiry, budget, -result)?;
    Ok(Try {
        r#move: m,
        result,
        refutation: line[1..].to_vec(),
        motives,
        told,
        point,
    })
}

/// An answer that shows better than that of the line why a move fails: where it loses a promotion, where it draws a
/// capture, else one with a motive.
fn clear_answer(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    position: &Position,
    line: &[Move],
    result: Wdl,
) -> Result<Option<Move>, Crossed> {
    let [m, shown, ..] = *line else {
        return Ok(None);
    };
    let next = position.play(m);
    let mut answers = inquiry.rules.moves(&next);
    if result != Wdl::Draw {
        // The line may wait with it.
        answers.retain(|answer| answer.promotion == Some(Role::Queen));
    }
    if next.is_capture(shown) || shown.promotion.is_some() {
        return Ok(None);
    }
    answers.sort_by_key(|&answer| (!next.is_capture(answer), answer != shown));
    for answer in answers {
        let answered = inquiry.known(&next.play(answer))?;
        if answered.exact() != Some(result) {
            continue;
        }
        let play = [m, answer];
        let play = Line::new(position, &play, result, &[]);
        let motives = play.motives(inquiry, budget, 1)?;
        let is_plain = next.is_capture(answer) || answer.promotion.is_some();
        if is_plain || motives.iter().any(tells) {
            return Ok(Some(answer).filter(|&answer| answer != shown));
        }
    }
    Ok(None)
}

impl Line<'_> {
    /// For a line that begins with a mistake: after how many moves of the refutation a player sees why it is one, and what
    /// the last of them is good for. `result` is that of the side that refutes.
    fn point(
        &self,
        inquiry: &mut Inquiry,
        budget: &mut Budget,
        result: Wdl,
    ) -> Result<(usize, Option<Motive>), Crossed> {
        for ply in (1..self.moves.len()).step_by(2) {
            let found = self.motives(inquiry, budget, ply)?;
            if let Some(motive) = found.into_iter().find(tells) {
                return Ok((ply, Some(motive)));
            }
            let reply = self.moves.get(ply + 1).copied();
            let is_soon = ply <= SOON || result != Wdl::Draw;
            if is_soon && decides(&self.positions[ply], self.moves[ply], reply, result) {
                return Ok((ply, None));
            }
        }
        // What is taken may not decide, but it shows where it leads to.
        let shows = |ply: &usize| self.positions[*ply].is_capture(self.moves[*ply]);
        let last = self.moves.len() - 1;
        let shown = (RENDERED..=last.min(SHOWN)).find(shows);
        Ok((shown.unwrap_or(RENDERED.min(last)), None))
    }
}

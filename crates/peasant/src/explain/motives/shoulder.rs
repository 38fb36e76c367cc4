//! Shouldering: a king bars the way of the other while it goes its own.

use super::super::motive::Motive;
use super::super::opposition::Opposition;
use super::line::{Judge, Line, is_king_move};
use crate::analysis::Crossed;
use crate::board::{Move, Position, Square};
use crate::value::Wdl;

impl Line<'_> {
    /// On its way to a man that it takes later the king makes a step for which there is another one just as short, and that
    /// one spoils the result; every answer that shows so is a step of the other king to a square that the king now bars, and they
    /// do not all take the opposition. Both sides have pawns.
    pub(super) fn shouldering(
        &self,
        judge: &mut Judge,
        ply: usize,
    ) -> Result<Option<Motive>, Crossed> {
        let here = &self.positions[ply];
        let Some((m, goal)) = self.king_walks(ply).zip(self.king_goal(ply)) else {
            return Ok(None);
        };
        let length = m.to.distance(goal);
        let pawns = here.pawns();
        let both = !pawns.white.is_empty() && !pawns.black.is_empty();
        if !here.is_pawn_ending() || !both || m.from.distance(goal) != length + 1 {
            return Ok(None);
        }
        for other in judge.moves(here) {
            let as_short = is_king_move(here, other) && other.to.distance(goal) == length;
            if other == m || !as_short || here.is_capture(other) {
                continue;
            }
            if let Some(way) = way_of_the_other(judge, here, other, self.value(ply))?
                && way.iter().all(|&to| m.to.distance(to) == 1)
                && way.iter().any(|&to| Opposition::of(other.to, to).is_none())
            {
                return Ok(Some(Motive::Shouldering {
                    instead: other.to,
                    barred: way,
                }));
            }
        }
        Ok(None)
    }

    /// Where the king that moves now takes something next.
    fn king_goal(&self, ply: usize) -> Option<Square> {
        let mut later = (ply + 2..self.moves.len()).step_by(2);
        later
            .find(|&later| self.king_takes(later))
            .map(|later| self.moves[later].to)
    }
}

/// If a move spoils this value, the squares to which the other king must step to show it. `None` if another answer does, or
/// might.
fn way_of_the_other(
    judge: &mut Judge,
    here: &Position,
    spoiling: Move,
    value: Wdl,
) -> Result<Option<Vec<Square>>, Crossed> {
    if !judge.is_worse(here, spoiling, value)? {
        return Ok(None);
    }
    let next = here.play(spoiling);
    let Some(gained) = judge.result(&next)? else {
        return Ok(None);
    };
    let mut squares = Vec::new();
    for answer in judge.moves(&next) {
        if judge.is_worse(&next, answer, gained)? {
            continue;
        }
        if !is_king_move(&next, answer) || next.is_capture(answer) {
            return Ok(None);
        }
        squares.push(answer.to);
    }
    Ok((!squares.is_empty()).then_some(squares))
}

//! Two aims in one walk: the king goes after a pawn that it cannot catch, and towards its own, which it can help.

use super::super::motive::Motive;
use super::super::without::without;
use super::line::{Judge, Line, is_king_move};
use crate::analysis::Crossed;
use crate::analysis::{PassedPawn, passed_pawns};
use crate::board::{Position, Square};
use crate::value::Wdl;

impl Line<'_> {
    /// The only move that keeps the result, one of several, is a step of the king nearer to where an enemy pawn and one of its
    /// own promote. The enemy pawn is out of its reach, and without its own pawn the result would be worse: now, and after
    /// each step of the enemy pawn. But if the other king goes for that pawn and takes it, this one can be in the square of
    /// the enemy's by then.
    pub(super) fn two_aims(
        &self,
        judge: &mut Judge,
        ply: usize,
    ) -> Result<Option<Motive>, Crossed> {
        let (here, next) = (&self.positions[ply], &self.positions[ply + 1]);
        let m = self.moves[ply];
        if !self.is_king_move(ply) || !here.is_pawn_ending() {
            return Ok(None);
        }
        let value = self.value(ply);
        let others = judge.moves(here).into_iter().filter(|&other| other != m);
        let others: Vec<_> = others.collect();
        let nearer =
            |passed: &&PassedPawn| m.to.distance(passed.goal) < m.from.distance(passed.goal);
        let all = passed_pawns(next);
        let own = all.iter().filter(nearer).find(|p| p.color == here.turn());
        let mut theirs = all.iter().filter(nearer);
        let theirs = theirs.find(|p| p.color == next.turn() && !p.in_square);
        let Some((own, theirs)) = own.zip(theirs) else {
            return Ok(None);
        };
        let holds = !others.is_empty()
            && judge.are_worse(here, others, value)?
            && needs(judge, next, own, theirs, value)?
            && catches(judge, next, own.pawn, theirs.pawn, value)?;
        Ok(holds.then_some(Motive::TwoAims {
            catch: theirs.pawn,
            support: own.pawn,
        }))
    }
}

/// Without its own pawn the side that has moved would be worse off, now and after each step of the enemy pawn.
fn needs(
    judge: &mut Judge,
    next: &Position,
    own: &PassedPawn,
    theirs: &PassedPawn,
    value: Wdl,
) -> Result<bool, Crossed> {
    let steps = judge.moves(next).into_iter();
    let steps = steps.filter(|step| step.from == theirs.pawn);
    let mut runs = steps.map(|step| next.play(step)).peekable();
    if runs.peek().is_none() {
        return Ok(false);
    }
    for position in runs.chain([*next]) {
        let Some(bare) = without(&position, own.pawn) else {
            return Ok(false);
        };
        // For the side to move there.
        let of_opponent = bare.turn() == next.turn();
        let worse = judge.result(&bare)?.is_some_and(|result| {
            let result = if of_opponent { -result } else { result };
            result < value
        });
        if !worse {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The other king can come beside the own pawn at once, and wherever it does so there is a king's step after which it may take
/// the pawn, but then this king is in the square of the enemy's, the result kept.
fn catches(
    judge: &mut Judge,
    next: &Position,
    own: Square,
    theirs: Square,
    value: Wdl,
) -> Result<bool, Crossed> {
    let answers = judge.moves(next).into_iter();
    let mut beside = answers.filter(|a| is_king_move(next, *a) && a.to.distance(own) == 1);
    let Some(first) = beside.next() else {
        return Ok(false);
    };
    for answer in beside.chain([first]) {
        if !catches_then(judge, &next.play(answer), own, theirs, value)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Is there such a step?
fn catches_then(
    judge: &mut Judge,
    there: &Position,
    own: Square,
    theirs: Square,
    value: Wdl,
) -> Result<bool, Crossed> {
    for step in judge.moves(there) {
        let after = there.play(step);
        let take = judge.moves(&after).into_iter().find(|take| take.to == own);
        let Some(taken) = take.map(|take| after.play(take)) else {
            continue;
        };
        let passed = passed_pawns(&taken);
        let caught = passed.iter().any(|p| p.pawn == theirs && p.in_square);
        let kept = judge.result(&taken)? >= Some(value);
        if is_king_move(there, step) && caught && kept && !judge.is_worse(there, step, value)? {
            return Ok(true);
        }
    }
    Ok(false)
}

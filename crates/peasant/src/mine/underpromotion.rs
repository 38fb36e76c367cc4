//! Positions in which nothing keeps the result but promotions to a rook, a bishop or a knight.

use super::finding::{Finding, What};
use super::results::placements;
use super::survey::Survey;
use crate::analysis::Crossed;
use crate::board::{Bitboard, Color, Move, Position, Role};
use crate::prove::Effort;
use crate::rules::Rules;
use crate::value::Wdl;

/// What may be spent on a move that the structure itself does not decide: two slices with two pieces.
pub(super) const MOVE: Effort = Effort(1 << 14);

/// They, and how many positions may be more of them.
pub(super) fn underpromotions(survey: &mut Survey) -> Result<(Vec<Finding>, u64), Crossed> {
    let (mut found, mut open) = (Vec::new(), 0);
    if survey.inquiry.rules == Rules::Newborn {
        return Ok((found, open));
    }
    for turn in Color::BOTH {
        if !can_promote(survey, turn) {
            continue;
        }
        let results = survey.results.turn(turn);
        let (won, drawn, unknown) = (*results.won(turn), results.drawn(), results.open());
        for (result, set) in [(Wdl::Win, won), (Wdl::Draw, drawn)] {
            for kings in placements(&set) {
                let position = survey.results.position(kings, turn);
                if !survey.family.represents(&position, true) {
                    continue;
                }
                match judge(survey, &position, result)? {
                    Some(moves) if moves.is_empty() => {}
                    Some(moves) => found.push(Finding {
                        structure: survey.structure.number,
                        position,
                        result,
                        what: What::Underpromotion { moves },
                    }),
                    None => open += 1,
                }
            }
        }
        // Where the result itself is not known nothing can be said.
        let unknown = placements(&unknown).map(|kings| survey.results.position(kings, turn));
        let unknown = unknown.filter(|position| survey.family.represents(position, true));
        open += unknown.filter(has_promotion).count() as u64;
    }
    Ok((found, open))
}

/// Does a pawn of this side stand before promotion?
fn can_promote(survey: &Survey, turn: Color) -> bool {
    let last = match turn {
        Color::White => Bitboard::rank(6),
        Color::Black => Bitboard::rank(1),
    };
    !(survey.results.pawns.of(turn) & last).is_empty()
}

fn has_promotion(position: &Position) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|m| m.promotion.is_some())
}

fn is_underpromotion(m: &Move) -> bool {
    m.promotion.is_some_and(|role| role != Role::Queen)
}

/// The under-promotions that keep the result, if nothing else does; none if anything else does. `None`: that is not known.
fn judge(
    survey: &mut Survey,
    position: &Position,
    result: Wdl,
) -> Result<Option<Vec<Move>>, Crossed> {
    let moves = position.legal_moves();
    let (under, others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(is_underpromotion);
    if under.is_empty() {
        return Ok(Some(under));
    }
    let mut is_open = false;
    for m in others {
        match keeps(survey, position, m, result)? {
            Some(true) => return Ok(Some(Vec::new())),
            Some(false) => {}
            None => is_open = true,
        }
    }
    let mut kept = Vec::new();
    for m in under {
        match keeps(survey, position, m, result)? {
            Some(true) => kept.push(m),
            Some(false) => {}
            None => is_open = true,
        }
    }
    Ok((!is_open).then_some(kept))
}

/// Does a move keep the mover's result?
pub(super) fn keeps(
    survey: &mut Survey,
    position: &Position,
    m: Move,
    result: Wdl,
) -> Result<Option<bool>, Crossed> {
    let next = position.play(m);
    let inquiry = &mut survey.inquiry;
    let mut bounds = inquiry.known(&next)?;
    if bounds.exact().is_none() && inquiry.stopped().is_none() {
        bounds = inquiry.work(&next, MOVE)?.bounds;
    }
    Ok(if -bounds.upper() >= result {
        Some(true)
    } else if -bounds.lower() < result {
        Some(false)
    } else {
        None
    })
}

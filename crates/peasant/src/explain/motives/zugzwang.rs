//! Zugzwang by its shapes: opposition, corresponding squares, a pawn move to spare, the trébuchet, triangulation.

use super::super::motive::Motive;
use super::super::opposition::Opposition;
use super::line::{Judge, Line};
use crate::analysis::{Crossed, Inquiry};
use crate::board::{Color, Move, Position, Square};
use crate::value::Wdl;

/// A white and a black pawn that stand before each other, both kings beside the enemy's: White's pawn first.
fn trebuchet_pair(position: &Position) -> Option<(Square, Square)> {
    let pawns = position.pawns();
    let beside = |color| position.king(color).set().king_steps();
    let mut blocked = pawns.white & pawns.black.down() & beside(Color::Black);
    let pair = blocked.find(|white| (white.set().up() & beside(Color::White)).first().is_some())?;
    Some((pair, pair.set().up().first()?))
}

/// The results of a pawn ending for the side to move, and for the other if it were its turn; `None` if there is no move, that
/// is no legal position, or they are not known.
fn both_turns(judge: &mut Judge, position: &Position) -> Result<Option<[Wdl; 2]>, Crossed> {
    if !position.is_pawn_ending() || position.legal_moves().is_empty() {
        return Ok(None);
    }
    let Some(turned) = position.pass() else {
        return Ok(None);
    };
    let Some(now) = judge.inquiry.known(position)?.exact() else {
        return Ok(None);
    };
    Ok(judge.result(&turned)?.map(|then| [now, then]))
}

/// Is a winning move the only one that is not proved to win no more?
fn is_only(inquiry: &mut Inquiry, position: &Position, m: Move) -> Result<bool, Crossed> {
    for other in inquiry.rules.moves(position) {
        let then = inquiry.known(&position.play(other))?;
        if other != m && then.exact().is_none_or(|then| then == Wdl::Loss) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Line<'_> {
    /// The opponent, to move, has a worse result than with the other side to move.
    pub(super) fn zugzwang(&self, judge: &mut Judge, ply: usize) -> Result<Vec<Motive>, Crossed> {
        let next = &self.positions[ply + 1];
        let Some([now, then]) = both_turns(judge, next)?.filter(|[now, then]| -*now > *then) else {
            return Ok(Vec::new());
        };
        let mover = self.mover(ply);
        let kings = [mover, !mover].map(|color| next.king(color));
        let full_point = (now, then) == (Wdl::Loss, Wdl::Loss);
        let pair = trebuchet_pair(next).filter(|_| full_point);
        let shape = match Opposition::of(kings[0], kings[1]) {
            _ if self.is_pawn_move(ply) && !self.positions[ply].is_capture(self.moves[ply]) => {
                self.spare_move(judge, ply)?
            }
            Some(shape @ (Opposition::Near | Opposition::Distant)) => {
                Motive::Opposition(shape, kings[0], kings[1])
            }
            _ => Motive::CorrespondingSquares(kings[0], kings[1]),
        };
        Ok(match pair {
            Some((white, black)) => vec![Motive::Trebuchet(white, black)],
            None if full_point => vec![shape, Motive::FullPointZugzwang],
            None => vec![shape],
        })
    }

    /// The pawn move, and its other step if that spoils the result.
    fn spare_move(&self, judge: &mut Judge, ply: usize) -> Result<Motive, Crossed> {
        let (here, m) = (&self.positions[ply], self.moves[ply]);
        let steps = judge.moves(here).into_iter();
        let mut steps = steps.filter(|o| o.from == m.from && o.to != m.to && !here.is_capture(*o));
        let other = steps.find(|o| o.promotion.is_none());
        let not_to = match other {
            Some(o) if judge.is_worse(here, o, self.value(ply))? => Some(o.to),
            _ => None,
        };
        let from = m.from;
        Ok(Motive::SpareMove { from, not_to })
    }

    /// The line begins with a trébuchet or another placement in which whoever is to move loses; told with the winner's first move.
    pub(super) fn begins_in_zugzwang(
        &self,
        judge: &mut Judge,
        ply: usize,
    ) -> Result<Option<Motive>, Crossed> {
        if ply != 1 || self.winner != Some(self.mover(1)) {
            return Ok(None);
        }
        let start = &self.positions[0];
        if both_turns(judge, start)? != Some([Wdl::Loss; 2]) {
            return Ok(None);
        }
        let pair = trebuchet_pair(start);
        Ok(Some(
            pair.map_or(Motive::FullPointZugzwang, |(white, black)| {
                Motive::Trebuchet(white, black)
            }),
        ))
    }

    /// The same placement twice with nothing changed, but the other side to move: by a king that goes round.
    pub fn triangulations(&self) -> Vec<(usize, Motive)> {
        let mut found = Vec::new();
        for (last, there) in self.positions.iter().enumerate() {
            let same = |here: &Position| {
                here.is_pawn_ending()
                    && here.turn() != there.turn()
                    && self.winner == Some(here.turn())
                    && here.pass().as_ref() == Some(there)
            };
            let Some(first) = self.positions[..last].iter().position(same) else {
                continue;
            };
            let route = self.moves[first..last].iter().step_by(2).map(|m| m.to);
            found.push((last - 1, Motive::Triangulation(route.collect())));
        }
        found
    }

    /// The same where the opponent may let it happen by another move.
    pub fn triangulations_against(
        &self,
        inquiry: &mut Inquiry,
    ) -> Result<Vec<(usize, Motive)>, Crossed> {
        let Some(winner) = self.winner else {
            return Ok(Vec::new());
        };
        for ply in 1..self.moves.len() {
            let here = &self.positions[ply];
            if here.turn() == winner || !self.is_quiet(ply - 1) {
                continue;
            }
            let shown = self.moves[ply];
            let others = inquiry.rules.moves(here).into_iter();
            for answer in others.filter(|&answer| answer != shown) {
                let next = here.play(answer);
                for m in inquiry.rules.moves(&next) {
                    let there = next.play(m);
                    let first = self.positions[..ply].iter().position(|earlier| {
                        earlier.turn() == winner && earlier.pass().as_ref() == Some(&there)
                    });
                    if let Some(first) = first
                        && inquiry.known(&there)?.exact() == Some(Wdl::Loss)
                        && is_only(inquiry, &next, m)?
                    {
                        let walked = self.moves[first..ply].iter().step_by(2).map(|m| m.to);
                        let route = walked.chain([m.to]).collect();
                        let motive = Motive::TriangulationAgainst(answer, route);
                        return Ok(vec![(ply - 1, motive)]);
                    }
                }
            }
        }
        Ok(Vec::new())
    }
}

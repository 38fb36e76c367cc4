//! Fortresses: the squares between which the defender's king goes to and fro, whatever the attacker does.
//!
//! Read off the solved slice by columns: for each square `d` of the defender's king the set of squares of the attacker's.
//!
//! ```text
//! holds(d)  = legal placements, the attacker to move, where it is proved not to win
//! fails(d)  = legal placements, the defender to move, without a step to a `d'` of the set with holds(d')
//! holds(d) -= K(fails(d))        until nothing changes
//! ```
//!
//! Every other move of the attacker (a capture, a pawn move) leaves the structure, and does not win where it holds.

use super::super::motive::Motive;
use super::super::walk::Walk;
use super::super::wall::{is_blocked, slice_points};
use super::line::{Judge, Line};
use crate::analysis::Crossed;
use crate::board::{Bitboard, Color, Position, Square};
use crate::prove::SliceBounds;
use crate::slice::Point;
use crate::value::Wdl;

/// A fortress has no more squares: with more of them the king walks about rather than to and fro.
const MOST_SQUARES: u32 = 3;

impl Line<'_> {
    /// After a move of the defender's, who has no more pawns than the other side, with more than two in all; all of that side's are blocked by pawns, or its king
    /// comes beside none of the defender's, and it can take nothing at once. The defender's king holds on few squares, or the other one has
    /// no way in at all. Told once for the same pawns.
    pub(super) fn fortress(
        &self,
        judge: &mut Judge,
        ply: usize,
    ) -> Result<Option<Motive>, Crossed> {
        let found = self.fortress_after(judge, ply)?;
        if found.is_none() || ply < 2 || !self.same_pawns(ply - 1, ply + 1) {
            return Ok(found);
        }
        let before = self.fortress_after(judge, ply - 2)?;
        Ok(found.filter(|_| before.is_none()))
    }

    fn fortress_after(&self, judge: &mut Judge, ply: usize) -> Result<Option<Motive>, Crossed> {
        let (defender, next) = (self.mover(ply), &self.positions[ply + 1]);
        let start = &self.positions[0];
        if start.turn() == defender && !may_lose(judge, start)? {
            return Ok(None);
        }
        let count = |color| next.pawns().of(color).count();
        let takes = next.legal_moves().iter().any(|&m| next.is_capture(m));
        let is_ahead = count(defender) > count(!defender);
        let walks = [!defender, defender].map(|color| Walk::new(next, color));
        let are_few = next.pawns().occupied().count() <= 2;
        let is_quiet = is_blocked(next, !defender) || is_locked_out(next, !defender, &walks[0]);
        if !next.is_pawn_ending() || takes || is_ahead || are_few || !is_quiet {
            return Ok(None);
        }
        let points: Vec<Point> = slice_points(next, !defender, &walks).collect();
        let slice = judge
            .budget
            .slice(judge.inquiry, next, !defender, &points)?;
        Ok(slice.and_then(|slice| {
            if points
                .iter()
                .all(|&point| slice.answer(point) == Some(false))
            {
                return Some(Motive::NoWayIn);
            }
            let [attackers, king] = [!defender, defender].map(|color| next.king(color));
            Columns::read(&slice).fortress(attackers, king)
        }))
    }
}

/// Is a move of the side to move known to lose? Who has no such move tries to win.
fn may_lose(judge: &mut Judge, here: &Position) -> Result<bool, Crossed> {
    for m in judge.inquiry.rules.moves(here) {
        if judge.inquiry.known(&here.play(m))?.exact() == Some(Wdl::Win) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Has a side pawns, and does its king come beside none of the other's, however it walks?
fn is_locked_out(position: &Position, side: Color, walk: &Walk) -> bool {
    let pawns = position.pawns();
    let beside = walk.within(usize::MAX).king_steps();
    let is_beside = !(beside & pawns.of(!side)).is_empty();
    !pawns.of(side).is_empty() && !pawns.of(!side).is_empty() && !is_beside
}

/// A slice by columns: row = the defender's king, bit = the attacker's.
struct Columns {
    /// The attacker is to move and proved not to win.
    holds: [Bitboard; 64],
    /// The defender is to move.
    waiting: [Bitboard; 64],
    /// Does the attacker win anything anywhere?
    is_contested: bool,
}

impl Columns {
    fn read(slice: &SliceBounds) -> Columns {
        let mut columns = Columns {
            holds: [Bitboard::EMPTY; 64],
            waiting: [Bitboard::EMPTY; 64],
            is_contested: false,
        };
        for attacker in Square::all() {
            let row = attacker.index();
            let won = Bitboard(slice.upper.to_move.0[row]);
            for defender in Bitboard(slice.legal.to_move.0[row]) - won {
                columns.holds[defender.index()] |= attacker.set();
            }
            for defender in Bitboard(slice.legal.waiting.0[row]) {
                columns.waiting[defender.index()] |= attacker.set();
            }
            columns.is_contested |= slice.lower.to_move.0[row] != 0;
        }
        columns
    }

    /// The smallest set of squares on which the king holds from here, the attacker to move.
    fn fortress(&self, attacker: Square, king: Square) -> Option<Motive> {
        if !self.is_contested {
            return None;
        }
        let mut sets = vec![king.set()];
        for _ in 1..MOST_SQUARES {
            sets = grown(&sets);
            if let Some(set) = sets.iter().find(|set| self.is_held(**set, attacker, king)) {
                return Some(Motive::Fortress(set.collect()));
            }
        }
        None
    }

    /// Does the king hold from here without leaving the set?
    fn is_held(&self, set: Bitboard, attacker: Square, king: Square) -> bool {
        let mut holds: Vec<(Square, Bitboard)> = set.map(|d| (d, self.holds[d.index()])).collect();
        loop {
            let after = |d: Square| {
                let near = holds.iter().filter(|(to, _)| to.distance(d) == 1);
                near.fold(Bitboard::EMPTY, |all, (_, held)| all | *held)
            };
            let kept = holds.iter().map(|&(d, held)| {
                let fails = self.waiting[d.index()] - after(d);
                (d, held - fails.king_steps())
            });
            let kept: Vec<_> = kept.collect();
            if kept == holds {
                return holds
                    .iter()
                    .any(|&(d, held)| d == king && held.contains(attacker));
            }
            holds = kept;
        }
    }
}

/// Every set with one square more, beside one of its own, each once.
fn grown(sets: &[Bitboard]) -> Vec<Bitboard> {
    let mut larger: Vec<Bitboard> = Vec::new();
    for &set in sets {
        let beside = set.king_steps() - set;
        larger.extend(beside.map(|square| set | square.set()));
    }
    larger.sort_unstable();
    larger.dedup();
    larger
}

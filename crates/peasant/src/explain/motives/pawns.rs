//! Pawns that are given up, draw a king away, tie it down or promote.

use super::super::motive::Motive;
use super::super::territory::hits;
use super::line::{Judge, Line, is_king_move};
use crate::analysis::Crossed;
use crate::analysis::{PassedPawn, passed_pawns};
use crate::board::{Color, Move, Pawns, Role, Square};
use crate::value::Wdl;

/// Kings this many files apart are on different wings.
const WINGS: u32 = 3;

/// So many plies may lie between what falls on the one wing and on the other, and between a breakthrough and the promotion.
const MEANWHILE: usize = 12;

impl Line<'_> {
    /// A pawn goes where a pawn takes it next, and a pawn promotes that was not passed, or one promotes and another is passed now; if a
    /// pawn takes back, one that was not passed cannot be caught from there on.
    pub(super) fn breakthrough(
        &self,
        judge: &mut Judge,
        ply: usize,
    ) -> Result<Option<Motive>, Crossed> {
        let m = self.moves[ply];
        let Some(&answer) = self.moves.get(ply + 1) else {
            return Ok(None);
        };
        let mover = self.mover(ply);
        let taken = answer.to == m.to && self.is_pawn_move(ply + 1);
        let back = self.moves.get(ply + 2).is_some_and(|back| back.to == m.to);
        let given = self.is_pawn_move(ply) && !self.positions[ply].is_capture(m) && taken;
        let promotes =
            |&later: &usize| self.mover(later) == mover && self.moves[later].promotion.is_some();
        let runs = || {
            let passed = PassedPawn::uncaught(&self.positions[ply + 3]);
            let before = passed_pawns(&self.positions[ply]);
            let is_new = |one: &PassedPawn| before.iter().all(|old| old.pawn != one.pawn);
            self.is_pawn_move(ply + 2) && passed.is_some_and(|passed| is_new(&passed))
        };
        let won_back = self
            .moves
            .get(ply + 4)
            .is_some_and(|m| m.to == answer.to && self.positions[ply + 4].is_capture(*m));
        let passed = |ply: usize| {
            let all = passed_pawns(&self.positions[ply]).into_iter();
            all.filter(|one| one.color == mover).count()
        };
        let last = (ply + 2..self.moves.len()).find(promotes);
        let is_soon = |last: &usize| *last <= ply + MEANWHILE && !won_back;
        let gains = last.is_some() && passed(ply + 2) > passed(ply);
        let is_new = last.filter(is_soon).is_some_and(|last| {
            let pawn = self.came_from(ply, last);
            let before = passed_pawns(&self.positions[ply]);
            before.iter().all(|old| old.pawn != pawn)
        });
        let through = given && (gains || is_new) && (!back || runs());
        if !through {
            return Ok(None);
        }
        Ok(Some(Motive::Breakthrough {
            on: m.to,
            otherwise: self.otherwise(judge, ply, answer)?,
        }))
    }

    /// Where the man that makes a move stood some plies before.
    fn came_from(&self, ply: usize, last: usize) -> Square {
        let own = (ply..last).rev().filter(|at| (last - at).is_multiple_of(2));
        own.fold(self.moves[last].from, |square, at| {
            let m = self.moves[at];
            if m.to == square { m.from } else { square }
        })
    }

    /// How it is answered if another pawn takes the one that is given up: by a pawn move that is proved to win.
    fn otherwise(
        &self,
        judge: &mut Judge,
        ply: usize,
        shown: Move,
    ) -> Result<Option<(Move, Move)>, Crossed> {
        let next = &self.positions[ply + 1];
        if self.winner != Some(self.mover(ply)) {
            return Ok(None);
        }
        let pawns = next.pawns().of(next.turn());
        let takes = |other: &Move| other.to == shown.to && pawns.contains(other.from);
        let others = judge.moves(next).into_iter();
        let Some(other) = others.filter(takes).find(|other| *other != shown) else {
            return Ok(None);
        };
        let after = next.play(other);
        let own = after.pawns().of(after.turn());
        let mut replies = judge.moves(&after);
        replies.retain(|reply| own.contains(reply.from));
        replies.sort_by_key(|&reply| after.is_capture(reply));
        for reply in replies {
            if judge.result(&after.play(reply))? == Some(Wdl::Loss) {
                return Ok(Some((other, reply)));
            }
        }
        Ok(None)
    }

    /// The winner's king takes a pawn far from where the other king takes one: just before, or next; or some moves before, if that one
    /// was a passed pawn with nobody but kings before it, and nothing has promoted meanwhile.
    pub(super) fn decoy(&self, ply: usize) -> Option<Motive> {
        let (m, mover) = (self.moves[ply], self.mover(ply));
        if !self.king_takes(ply) || self.winner != Some(mover) {
            return None;
        }
        let far = |other: usize| {
            let file = self.moves[other].to.file();
            self.mover(other) != mover
                && self.king_takes(other)
                && file.abs_diff(m.to.file()) >= WINGS
        };
        let was_passed = |other: usize| {
            let passed = passed_pawns(&self.positions[other]);
            passed
                .iter()
                .any(|p| p.color == mover && p.pawn == self.moves[other].to)
        };
        let begin = ply.saturating_sub(MEANWHILE);
        let end = (ply + 2).min(self.moves.len());
        let mut meanwhile = (begin..end).filter(|&other| far(other));
        let other = meanwhile.find(|&other| {
            let (first, last) = (ply.min(other), ply.max(other));
            let promotes = self.moves[first..=last]
                .iter()
                .any(|m| m.promotion.is_some());
            last == first + 1 || (was_passed(other) && !promotes)
        })?;
        Some(Motive::Decoy(self.moves[other].to.file()))
    }

    /// The other king could take the pawn that protects a passed pawn, but then it is too late to stop the passed pawn, and loses.
    pub(super) fn protected_passed_pawn(
        &self,
        judge: &mut Judge,
        ply: usize,
    ) -> Result<Option<Motive>, Crossed> {
        let (mover, next) = (self.mover(ply), &self.positions[ply + 1]);
        if !next.is_pawn_ending() {
            return Ok(None);
        }
        for take in judge.moves(next) {
            if !is_king_move(next, take) || !next.is_capture(take) {
                continue;
            }
            let after = next.play(take);
            let passed = passed_pawns(&after).into_iter();
            let mut run = passed.filter(|p| p.color == mover && !p.in_square);
            // If more than one runs, it is not for this one.
            if let (Some(passed), None) = (run.next(), run.next())
                && protects(take.to, passed.pawn, mover)
                && judge.result(&after)? == Some(Wdl::Win)
            {
                return Ok(Some(Motive::ProtectedPassedPawn {
                    pawn: passed.pawn,
                    protector: take.to,
                }));
            }
        }
        Ok(None)
    }

    /// A promotion with check, or to another piece where a queen is proved to be worse.
    pub(super) fn promotion(
        &self,
        judge: &mut Judge,
        ply: usize,
    ) -> Result<Option<Motive>, Crossed> {
        let m = self.moves[ply];
        let queen = Move {
            promotion: Some(Role::Queen),
            ..m
        };
        Ok(match m.promotion {
            Some(Role::Queen) if self.positions[ply + 1].in_check() => {
                Some(Motive::PromotionWithCheck)
            }
            None | Some(Role::Queen) => None,
            Some(role) => judge
                .is_worse(&self.positions[ply], queen, self.value(ply))?
                .then_some(Motive::UnderPromotion(role)),
        })
    }
}

/// Does a pawn protect another?
fn protects(pawn: Square, other: Square, color: Color) -> bool {
    let pawns = Pawns {
        white: pawn.set(),
        black: pawn.set(),
    };
    hits(pawns, color).contains(other)
}

//! Pawns that are given up, draw a king away, tie it down or promote.

use super::super::motive::Motive;
use super::super::passed_pawn::passed_pawns;
use super::super::territory::hits;
use super::line::{Judge, Line, is_king_move};
use crate::analysis::Crossed;
use crate::board::{Color, Pawns, Role, Square};
use crate::value::Wdl;

/// Kings this many files apart are on different wings.
const WINGS: u32 = 3;

/// So many plies may lie between what falls on the one wing and on the other.
const MEANWHILE: usize = 12;

impl Line<'_> {
    /// A pawn goes where a pawn takes it next, and another of the mover's promotes.
    pub(super) fn breakthrough(&self, ply: usize) -> Option<Motive> {
        let (m, answer) = (self.moves[ply], *self.moves.get(ply + 1)?);
        let mover = self.mover(ply);
        let taken = answer.to == m.to && self.is_pawn_move(ply + 1);
        let back = self.moves.get(ply + 2).is_some_and(|back| back.to == m.to);
        let given = self.is_pawn_move(ply) && !self.positions[ply].is_capture(m) && taken && !back;
        let promotes =
            |later: usize| self.mover(later) == mover && self.moves[later].promotion.is_some();
        let through = given && (ply + 2..self.moves.len()).any(promotes);
        through.then_some(Motive::Breakthrough(m.to))
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
        Some(Motive::Decoy(self.moves[other].to))
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
            let mut passed = passed_pawns(&after).into_iter();
            let runs = passed
                .find(|p| p.color == mover && !p.in_square && protects(take.to, p.pawn, mover));
            if let Some(passed) = runs
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

    pub(super) fn promotion(&self, ply: usize) -> Option<Motive> {
        match self.moves[ply].promotion? {
            Role::Queen if self.positions[ply + 1].in_check() => Some(Motive::PromotionWithCheck),
            Role::Queen => None,
            role => Some(Motive::UnderPromotion(role)),
        }
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

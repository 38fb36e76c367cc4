//! Why a draw is a draw: what the defender holds on to.

use super::super::motive::Motive;
use super::line::{Judge, Line, is_king_move};
use crate::analysis::Crossed;
use crate::analysis::passed_pawns;
use crate::board::{Bitboard, Color, Move, Position, Square};
use crate::value::Wdl;

impl Line<'_> {
    /// The motives of a drawn line.
    pub(super) fn drawing(&self, judge: &mut Judge, ply: usize) -> Result<Vec<Motive>, Crossed> {
        let mut motives = Vec::new();
        motives.extend(self.stalemate(judge, ply)?);
        motives.extend(self.stalemate_trap(judge, ply)?);
        motives.extend(self.holds_against_queen(ply));
        motives.extend(self.rook_pawn(judge, ply)?);
        motives.extend(self.shuts_in(ply));
        motives.extend(self.fortress(judge, ply)?);
        motives.extend(self.blockade(judge, ply)?);
        motives.extend(self.key_squares_held(ply));
        Ok(motives)
    }

    /// The opponent is stalemated; or the mover is, by the next move, and its other moves lose.
    fn stalemate(&self, judge: &mut Judge, ply: usize) -> Result<Option<Motive>, Crossed> {
        if self.positions[ply + 1].is_stalemate() {
            return Ok(Some(Motive::Stalemate));
        }
        let is_next = self.positions.get(ply + 2);
        let saved = is_next.is_some_and(Position::is_stalemate) && self.others_lose(judge, ply)?;
        Ok(saved.then_some(Motive::SavedByStalemate))
    }

    /// A move that alone keeps the draw: an answer that takes something, moves a pawn or protects one that is attacked would
    /// stalemate the mover.
    fn stalemate_trap(&self, judge: &mut Judge, ply: usize) -> Result<Option<Motive>, Crossed> {
        let (here, next) = (&self.positions[ply], &self.positions[ply + 1]);
        let attacked = next.pawns().of(next.turn()) & next.king(here.turn()).set().king_steps();
        let tempts = |answer: &Move| {
            let protects = answer.to.set().king_steps() & attacked;
            let king = is_king_move(next, *answer);
            !king || next.is_capture(*answer) || !protects.is_empty()
        };
        let answers = judge.moves(next).into_iter();
        let mut stalemating = answers.filter(|a| tempts(a) && next.play(*a).is_stalemate());
        let Some(answer) = stalemating.next() else {
            return Ok(None);
        };
        Ok(self
            .others_lose(judge, ply)?
            .then_some(Motive::StalemateTrap(answer)))
    }

    /// Are there other moves, and do they all lose?
    fn others_lose(&self, judge: &mut Judge, ply: usize) -> Result<bool, Crossed> {
        let here = &self.positions[ply];
        let mut others = judge.moves(here);
        others.retain(|&other| other != self.moves[ply]);
        Ok(!others.is_empty() && judge.are_worse(here, others, Wdl::Draw)?)
    }

    /// Against pawns on one rook's file alone the king stands before them, or beside the corner, and it is a draw whoever is to
    /// move; not by taking the foremost.
    fn rook_pawn(&self, judge: &mut Judge, ply: usize) -> Result<Option<Motive>, Crossed> {
        let (mover, next) = (self.mover(ply), &self.positions[ply + 1]);
        let Some(first) = rook_pawn_alone(next, !mover) else {
            return Ok(None);
        };
        let king = next.king(mover);
        let goal = Square::at(first.file(), 7).seen_by(!mover);
        let holds = is_ahead(king, first, !mover) || king.distance(goal) <= 1;
        let turned = next.pass();
        let (Some(turned), true, true) = (turned, holds, self.is_king_move(ply)) else {
            return Ok(None);
        };
        let takes = turned.legal_moves().iter().any(|m| m.to == first);
        let is_draw = judge.result(&turned)? == Some(Wdl::Draw);
        Ok((is_draw && !takes).then_some(Motive::RookPawn(first)))
    }

    /// The other king is before its own pawn, the last of those on a rook's file alone, and none of its moves leaves the file.
    fn shuts_in(&self, ply: usize) -> Option<Motive> {
        let (mover, next) = (self.mover(ply), &self.positions[ply + 1]);
        let pawn = rook_pawn_alone(next, !mover)?;
        let theirs = next.king(!mover);
        let leaves = |m: &Move| is_king_move(next, *m) && m.to.file() != pawn.file();
        let shut = is_ahead(theirs, pawn, !mover) && !next.legal_moves().iter().any(leaves);
        (shut && self.is_king_move(ply)).then_some(Motive::ShutIn(theirs))
    }

    /// The king steps directly before a passed pawn, or a pawn moves while it stands there; to leave the pawn's file spoils the
    /// draw, whichever way it goes. Of a pawn alone on the board its key squares say more.
    fn blockade(&self, judge: &mut Judge, ply: usize) -> Result<Option<Motive>, Crossed> {
        let (here, next, m) = (
            &self.positions[ply],
            &self.positions[ply + 1],
            self.moves[ply],
        );
        let mover = here.turn();
        let front = |pawn: Square| match mover {
            Color::White => pawn.set().down().first(),
            Color::Black => pawn.set().up().first(),
        };
        let king = next.king(mover);
        let mut theirs = passed_pawns(next).into_iter();
        let pawn = theirs.find(|p| p.color != mover && front(p.pawn) == Some(king));
        let Some(pawn) = pawn.map(|passed| passed.pawn) else {
            return Ok(None);
        };
        let alone = here.pawns().occupied().count() == 1;
        if here.is_capture(m) || !here.is_pawn_ending() || alone {
            return Ok(None);
        }
        let moves = judge.moves(here).into_iter();
        let leaving = moves.filter(|o| is_king_move(here, *o) && !is_ahead(o.to, pawn, !mover));
        let leaving: Vec<Move> = leaving.collect();
        let spoils = !leaving.is_empty() && judge.are_worse(here, leaving, Wdl::Draw)?;
        Ok(spoils.then_some(Motive::Blockade(pawn)))
    }
}

/// Is a square before a pawn on its file?
fn is_ahead(square: Square, pawn: Square, color: Color) -> bool {
    let [square, pawn] = [square, pawn].map(|square| square.seen_by(color));
    square.file() == pawn.file() && square.rank() > pawn.rank()
}

/// The foremost of a side's pawns, if there is nothing but these and the kings and they are all on one rook's file.
fn rook_pawn_alone(position: &Position, attacker: Color) -> Option<Square> {
    let pawns = position.pawns();
    let its = pawns.of(attacker);
    let on = |file| (its - Bitboard::file(file)).is_empty();
    let alone = position.is_pawn_ending() && pawns.of(!attacker).is_empty();
    let pawn = its.max_by_key(|pawn| pawn.seen_by(attacker).rank())?;
    (alone && (on(0) || on(7))).then_some(pawn)
}

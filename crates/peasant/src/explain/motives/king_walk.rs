//! Kings that walk: to key squares, round the other king, into the square of a pawn, to a pawn that falls.

use super::super::motive::Motive;
use super::line::{Judge, Line, is_king_move};
use crate::analysis::Crossed;
use crate::analysis::passed_pawns;
use crate::board::{Move, Square};
use crate::value::Wdl;

impl Line<'_> {
    /// The winner's king comes to a key square for the first time, and not by going back, before the men on the board have changed.
    pub(super) fn key_square(&self, ply: usize) -> Option<Motive> {
        let m = self.moves[ply];
        let same = self.positions[0].pawns() == self.positions[ply].pawns();
        let mover = self.mover(ply);
        let mut before = self.positions[..=ply].iter();
        let reaches = self.key_squares.contains(&m.to)
            && !before.any(|here| self.key_squares.contains(&here.king(mover)));
        let wins = self.winner == Some(mover);
        let goes_back = m.to.seen_by(mover).rank() < m.from.seen_by(mover).rank();
        (same && reaches && wins && !goes_back && self.is_king_move(ply))
            .then_some(Motive::KeySquare(m.to))
    }

    /// The other king, two ranks ahead, has gone a file aside; the winner's king goes forward on the other side, to the sixth
    /// rank at most, and comes to the other's rank or beyond it before the pawns have changed. Its other moves spoil the win.
    pub(super) fn outflanking(
        &self,
        judge: &mut Judge,
        ply: usize,
    ) -> Result<Option<Motive>, Crossed> {
        let here = &self.positions[ply];
        let Some(m) = self.goes_round(ply) else {
            return Ok(None);
        };
        let moves = judge.moves(here).into_iter();
        let others = moves.filter(|&o| o != m && is_king_move(here, o));
        let only = judge.are_worse(here, others.collect::<Vec<_>>(), Wdl::Win)?;
        Ok(only.then_some(Motive::Outflanking(m.to)))
    }

    /// The move, if it goes round the other king.
    fn goes_round(&self, ply: usize) -> Option<Move> {
        let m = self.king_walks(ply)?;
        let mover = self.mover(ply);
        if self.winner != Some(mover) || !self.positions[ply].is_pawn_ending() {
            return None;
        }
        let theirs = self.positions[ply].king(!mover);
        let [from, to, other] = [m.from, m.to, theirs].map(|square| square.seen_by(mover));
        let files = [from, to].map(|square| square.file().abs_diff(other.file()));
        let ranks = [from, to].map(|square| other.rank().checked_sub(square.rank()));
        let goes_round = files == [1, 2] && ranks == [Some(2), Some(1)] && to.rank() <= 5;
        let passes = |later: usize| {
            let [king, other] =
                [mover, !mover].map(|color| self.positions[later].king(color).seen_by(mover));
            king.rank() >= other.rank()
        };
        let mut later = (ply + 2..self.positions.len()).take_while(|&p| self.same_pawns(ply, p));
        (goes_round && later.any(passes)).then_some(m)
    }

    /// A draw against a side whose king stands on none of its key squares, told with the first move of the other side, which
    /// has no passed pawn: as it is a draw, the king does not get to any of them, unless a man can be taken then.
    pub(super) fn key_squares_held(&self, ply: usize) -> Option<Motive> {
        let start = &self.positions[0];
        let attacker = match start.pawns().of(start.turn()).is_empty() {
            true => !start.turn(),
            false => start.turn(),
        };
        let mover = self.mover(ply);
        let runs = passed_pawns(start).iter().any(|p| p.color == mover);
        let first = ply < 2 && mover != attacker && start.is_pawn_ending();
        let is_there = self.key_squares.contains(&start.king(attacker));
        let told = first && !runs && !is_there && self.winner.is_none();
        let told = told && !self.key_squares.is_empty();
        told.then(|| Motive::KeySquaresHeld(self.key_squares.to_vec()))
    }

    /// With any other step the king would be too late for a pawn that it can now still stop.
    pub(super) fn steps_into_square(&self, ply: usize) -> Option<Motive> {
        let (here, next) = (&self.positions[ply], &self.positions[ply + 1]);
        let late = |pawn: Square| {
            let before = passed_pawns(here);
            before
                .iter()
                .any(|passed| passed.pawn == pawn && passed.king_moves > passed.moves)
        };
        let mut theirs = passed_pawns(next)
            .into_iter()
            .filter(|passed| passed.color == next.turn());
        let caught = theirs.find(|passed| passed.in_square && late(passed.pawn))?;
        (self.is_king_move(ply) && here.is_pawn_ending())
            .then_some(Motive::IntoTheSquare(caught.pawn))
    }

    /// The king takes something, not back.
    pub(super) fn pawn_won(&self, ply: usize) -> Option<Motive> {
        let to = self.moves[ply].to;
        let is_back = ply > 0 && {
            let before = self.moves[ply - 1];
            before.to == to && self.positions[ply - 1].is_capture(before)
        };
        (self.king_takes(ply) && !is_back).then_some(Motive::PawnWon(to))
    }
}

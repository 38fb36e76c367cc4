//! Races of pawns, and queens against pawns about to promote.

use super::super::motive::{Motive, Race};
use super::line::Line;
use crate::analysis::passed_pawns;
use crate::analysis::queen_against_pawn;
use crate::board::{Color, Role, Square};

/// The files on which a pawn on the seventh can hold against a queen by stalemate: those of rooks and bishops.
const STALEMATE_FILES: [u32; 4] = [0, 2, 5, 7];

/// Who promotes so many moves later has not raced.
const CLOSE: u32 = 4;

impl Line<'_> {
    /// Both sides go on with passed pawns: twice each, or until both have promoted.
    pub(super) fn race(&self, ply: usize) -> Option<Motive> {
        let begins = ply == 0 || !self.runs(ply - 1);
        let on = (ply..self.moves.len())
            .take_while(|&at| self.runs(at))
            .count();
        let counts = Color::BOTH.map(|color| self.promotes_in(color, ply));
        let soonest = counts.into_iter().flatten().min().unwrap_or(0);
        let [white, black] = counts.map(|count| count.filter(|count| *count <= soonest + CLOSE));
        let race = Race {
            white,
            black,
            first: self.promotes_first(ply).map(|first| self.mover(first)),
            check: (self.promotes_first(ply)).is_some_and(|at| self.positions[at + 1].in_check()),
        };
        let both = race.white.min(race.black) >= Some(2);
        (begins && (on >= 4 || (on >= 2 && both))).then_some(Motive::Race(race))
    }

    /// Does a passed pawn move, with nobody but kings before it?
    fn runs(&self, ply: usize) -> bool {
        let here = &self.positions[ply];
        let passed = passed_pawns(here);
        let mut mine = passed.iter().filter(|pawn| pawn.color == here.turn());
        mine.any(|pawn| pawn.pawn == self.moves[ply].from)
    }

    /// The ply of the first promotion from here on.
    fn promotes_first(&self, ply: usize) -> Option<usize> {
        (ply..self.moves.len()).find(|&at| self.promotes(at))
    }

    /// Does a pawn promote, and what it has become is not taken at once?
    fn promotes(&self, ply: usize) -> bool {
        let m = self.moves[ply];
        let taken = self.moves.get(ply + 1).is_some_and(|next| next.to == m.to);
        m.promotion.is_some() && !taken
    }

    /// With which of its moves, counted from here, a side promotes first.
    fn promotes_in(&self, color: Color, ply: usize) -> Option<u32> {
        let mut its = (ply..self.moves.len()).filter(|&at| self.mover(at) == color);
        let number = its.position(|at| self.promotes(at))?;
        Some(number as u32 + 1)
    }

    /// A check, and the piece that gave it takes a piece next.
    pub(super) fn skewer(&self, ply: usize) -> Option<Motive> {
        let (m, next) = (self.moves[ply], *self.moves.get(ply + 2)?);
        let takes = self.positions[ply + 2].piece_at(next.to);
        let pieces = takes.is_some_and(|(_, role)| role != Role::Pawn);
        let same = next.from == m.to && !self.is_king_move(ply);
        let skewers = pieces && same && self.positions[ply + 1].in_check();
        skewers.then_some(Motive::Skewer(next.to))
    }

    /// Queen against a pawn on the seventh: the other king stands before its pawn, and the winner's king uses the time to come
    /// nearer.
    pub(super) fn nearer_to_the_pawn(&self, ply: usize) -> Option<Motive> {
        let (here, mover) = (&self.positions[ply], self.mover(ply));
        let m = self.king_walks(ply)?;
        let (pawn, defender) = queen_against_pawn(here)?;
        let goal = Square::at(pawn.file(), 7 * u32::from(defender == Color::White));
        let is_nearer = m.to.distance(pawn) < m.from.distance(pawn);
        let blocked = pawn.distance(goal) == 1 && here.king(defender) == goal;
        let wins = self.winner == Some(mover) && defender != mover;
        (wins && blocked && is_nearer).then_some(Motive::NearerToThePawn(pawn))
    }

    /// A draw: a lone rook's or bishop's pawn on the sixth or seventh holds against a queen, from now on.
    pub(super) fn holds_against_queen(&self, ply: usize) -> Option<Motive> {
        let (pawn, defender) = queen_against_pawn(&self.positions[ply + 1])?;
        let before = queen_against_pawn(&self.positions[ply]).map(|(pawn, _)| pawn);
        let far = pawn.seen_by(defender).rank() >= 5;
        let is_news = before.is_none_or(|before| before.seen_by(defender).rank() < 5);
        // Who can promote at once needs not hold.
        let next = &self.positions[ply + 1];
        let promotes =
            next.turn() == defender && next.legal_moves().iter().any(|m| m.promotion.is_some());
        let holds = self.winner.is_none() && !promotes && STALEMATE_FILES.contains(&pawn.file());
        (far && is_news && holds).then_some(Motive::HoldsAgainstQueen { pawn, defender })
    }
}

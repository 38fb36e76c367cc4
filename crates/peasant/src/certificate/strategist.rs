//! Which move a strategy plays: one that keeps the claim, leads on, and comes to few positions that are new.

use crate::analysis::{Crossed, Inquiry, is_zeroing};
use crate::board::{Color, Move, Position};
use crate::prove::{Effort, MAX_PIECES, Measure, deepen};
use crate::value::{Bounds, Wdl};

/// Where no move is known to keep the claim each is worked on for so much, in steps; more only finds out that it is too much.
const MOST: Effort = Effort(1 << 14);

/// The most men of an ending that whoever checks a certificate solves himself.
const SMALL: u32 = 4;

/// What a strategy is to show: its side wins, or does not lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub side: Color,
    pub wins: bool,
}

impl Claim {
    /// The bounds of a position, for its side to move, by which the claim holds there.
    pub fn bounds(self, position: &Position) -> Bounds {
        let least = if self.wins { Wdl::Win } else { Wdl::Draw };
        let own = Bounds::at_least(least);
        if position.turn() == self.side {
            own
        } else {
            -own
        }
    }

    /// Do proved bounds of a position show the claim?
    pub fn is_shown(self, position: &Position, proved: Bounds) -> bool {
        let wanted = self.bounds(position);
        proved.lower() >= wanted.lower() && proved.upper() <= wanted.upper()
    }

    /// Does nobody need to be shown that the claim holds: few men, a bare king?
    fn is_plain(self, position: &Position) -> bool {
        position.occupied().count() <= SMALL || !self.wins && position.men(!self.side).count() == 1
    }

    /// Is there nothing more to show: that, or mate, or stalemate?
    pub fn is_over(self, position: &Position) -> bool {
        self.is_plain(position) || position.legal_moves().is_empty()
    }
}

/// Chooses the moves of one strategy.
pub(super) struct Strategist<'i, 'p> {
    pub claim: Claim,
    pub inquiry: &'i mut Inquiry<'p>,
}

impl Strategist<'_, '_> {
    /// The move to play in a position of its side. `is_met`: has the strategy come there before? `None`: none is known to keep the
    /// claim and lead on.
    pub fn choose(
        &mut self,
        here: &Position,
        is_met: &dyn Fn(&Position) -> bool,
    ) -> Result<Option<Move>, Crossed> {
        let moves: Vec<(Move, Position)> = here
            .legal_moves()
            .into_iter()
            .map(|m| (m, here.play(m)))
            .collect();
        let ways = self.ways(here, &moves)?;
        Ok(self.best(&ways, is_met))
    }

    /// Is the claim proved for a position?
    pub fn shows(&mut self, position: &Position) -> Result<bool, Crossed> {
        let known = self.inquiry.known(position)?;
        Ok(self.claim.is_shown(position, known))
    }

    /// Is the contrary proved?
    pub fn refutes(&mut self, position: &Position) -> Result<bool, Crossed> {
        let known = self.inquiry.known(position)?;
        Ok(known.narrow(self.claim.bounds(position)).is_err())
    }

    /// The moves that keep the claim and lead on, after work on all of them if none is known to.
    fn ways(
        &mut self,
        here: &Position,
        moves: &[(Move, Position)],
    ) -> Result<Vec<(Move, Position)>, Crossed> {
        deepen(Effort::NONE, 8, |effort| {
            let good = self.proved(moves, effort)?;
            let ways = match self.claim.wins {
                true => self.shortest(here, moves, &good),
                false => good,
            };
            let is_done = !ways.is_empty() || effort >= MOST || self.inquiry.stopped().is_some();
            Ok(is_done.then_some(ways))
        })
    }

    /// The moves that are proved to keep the claim, after so much work on each.
    fn proved(
        &mut self,
        moves: &[(Move, Position)],
        effort: Effort,
    ) -> Result<Vec<(Move, Position)>, Crossed> {
        let mut good = Vec::new();
        for &(m, next) in moves {
            let found = self.inquiry.work(&next, effort)?.bounds;
            if self.claim.is_shown(&next, found) {
                good.push((m, next));
            }
        }
        Ok(good)
    }

    /// Of moves that lead on an end, else one that brings nothing new, else one that brings little.
    fn best(
        &mut self,
        ways: &[(Move, Position)],
        is_met: &dyn Fn(&Position) -> bool,
    ) -> Option<Move> {
        let is_over = |(_, next): &&(Move, Position)| self.claim.is_over(next);
        let is_known = |(_, next): &&(Move, Position)| self.unmet(next, is_met).next().is_none();
        let best = ways.iter().find(is_over);
        let best = best.or_else(|| ways.iter().find(is_known));
        let best = best.or_else(|| {
            ways.iter()
                .min_by_key(|(_, next)| self.burden(next, is_met))
        });
        best.map(|&(m, _)| m)
    }

    /// The winner's shortest ways, mate or a zeroing move at once if there is one. Else what slices count comes first, for ends of a search
    /// lie among their points; but with most pieces none does, and counting is dear.
    fn shortest(
        &mut self,
        here: &Position,
        moves: &[(Move, Position)],
        good: &[(Move, Position)],
    ) -> Vec<(Move, Position)> {
        let mate = good.iter().find(|(_, next)| next.is_checkmate());
        let is_zeroing = |(m, _): &&(Move, Position)| is_zeroing(here, *m);
        let at_once: Vec<_> = match mate {
            Some(&mate) => vec![mate],
            None => good.iter().filter(is_zeroing).copied().collect(),
        };
        if !at_once.is_empty() {
            return at_once;
        }
        let quiet: Vec<_> = moves.iter().filter(|way| !is_zeroing(way)).collect();
        let mut measures = [Strategist::counted, Strategist::searched];
        if promoted(here) >= MAX_PIECES {
            measures.reverse();
        }
        let mut far: Vec<(u16, (Move, Position))> = Vec::new();
        for plies in measures {
            if far.is_empty() {
                let ways = quiet.iter().map(|&&way| (plies(self, here, way), way));
                far.extend(ways.filter_map(|(plies, way)| Some((plies?, way))));
            }
        }
        let least = far.iter().map(|&(plies, _)| plies).min();
        far.retain(|&(plies, _)| Some(plies) == least);
        far.into_iter().map(|(_, way)| way).collect()
    }

    /// The plies of a way that slices count; the bounds may not show it yet.
    fn counted(&mut self, here: &Position, (m, _): (Move, Position)) -> Option<u16> {
        let distance = self.inquiry.distance(here, m, Wdl::Win, Measure::Proved)?;
        Some(distance.plies())
    }

    /// The plies of a way that a search has found.
    fn searched(&mut self, _: &Position, (_, next): (Move, Position)) -> Option<u16> {
        self.inquiry.proof.searched_way(&next, self.claim.side)
    }

    /// The answers to a move after which the strategy has to go on where it has not been before.
    fn unmet<'n>(
        &self,
        next: &'n Position,
        is_met: &'n dyn Fn(&Position) -> bool,
    ) -> impl Iterator<Item = Move> + use<'n> {
        let claim = self.claim;
        next.legal_moves().into_iter().filter(move |&answer| {
            let after = next.play(answer);
            !claim.is_plain(&after) && !is_met(&after)
        })
    }

    /// How much a move burdens the certificate: for a win the other side's men, for a hold new structures; then new positions.
    fn burden(&self, next: &Position, is_met: &dyn Fn(&Position) -> bool) -> (u32, usize) {
        let new: Vec<Move> = self.unmet(next, is_met).collect();
        let first = if self.claim.wins {
            next.men(!self.claim.side).count()
        } else {
            new.iter()
                .filter(|&&answer| is_zeroing(next, answer))
                .count() as u32
        };
        (first, new.len())
    }
}

/// How many promoted pieces there are.
pub(super) fn promoted(position: &Position) -> usize {
    let men = position.occupied().count() - position.pawns().occupied().count();
    men as usize - 2
}

//! Which move a strategy plays: one that keeps the claim, leads on, and comes to few positions that are new.

use crate::analysis::{Crossed, Inquiry, is_zeroing};
use crate::board::{Color, Move, Position};
use crate::prove::{Effort, Measure, deepen};
use crate::value::{Bounds, Distance, Wdl};

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
        let good = self.proved(&moves)?;
        Ok(self.best(here, &good, is_met))
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

    /// The moves that are proved to keep the claim, after work on all of them if none is known to.
    fn proved(&mut self, moves: &[(Move, Position)]) -> Result<Vec<(Move, Position)>, Crossed> {
        deepen(Effort::NONE, 8, |effort| {
            let mut good = Vec::new();
            for &(m, next) in moves {
                let found = self.inquiry.work(&next, effort)?.bounds;
                if self.claim.is_shown(&next, found) {
                    good.push((m, next));
                }
            }
            let is_done = !good.is_empty() || effort >= MOST || self.inquiry.stopped().is_some();
            Ok(is_done.then_some(good))
        })
    }

    /// Of moves that keep the claim one that leads on: an end, else one that brings nothing new, else one that brings little.
    fn best(
        &mut self,
        here: &Position,
        good: &[(Move, Position)],
        is_met: &dyn Fn(&Position) -> bool,
    ) -> Option<Move> {
        let shortest = self.shortest(here, good);
        let is_over = |(_, next): &&(Move, Position)| self.claim.is_over(next);
        let is_known = |(_, next): &&(Move, Position)| self.unmet(next, is_met).next().is_none();
        let best = shortest.iter().find(is_over);
        let best = best.or_else(|| shortest.iter().find(is_known));
        let best = best.or_else(|| {
            shortest
                .iter()
                .min_by_key(|(_, next)| self.burden(next, is_met))
        });
        best.map(|&(m, _)| m)
    }

    /// The winner's shortest ways to the next zeroing move; for who holds all ways are alike.
    fn shortest(&mut self, here: &Position, good: &[(Move, Position)]) -> Vec<(Move, Position)> {
        if !self.claim.wins {
            return good.to_vec();
        }
        let mut far: Vec<_> = Vec::with_capacity(good.len());
        for &(m, next) in good {
            far.extend(
                self.distance(here, m, &next)
                    .map(|plies| (plies, (m, next))),
            );
        }
        if far.is_empty() {
            // Slices do not know a way, so that none of theirs comes here: a search has found one.
            for &(m, next) in good {
                let plies = self.inquiry.proof.searched_way(&next, self.claim.side);
                far.extend(plies.map(|plies| (plies, (m, next))));
            }
        }
        let least = far.iter().map(|&(plies, _)| plies).min();
        far.retain(|&(plies, _)| Some(plies) == least);
        far.into_iter().map(|(_, way)| way).collect()
    }

    /// How far it is by a move to the next zeroing move, or the end.
    fn distance(&mut self, here: &Position, m: Move, next: &Position) -> Option<u16> {
        if next.is_checkmate() {
            return Some(0);
        }
        let distance = self.inquiry.distance(here, m, Wdl::Win, Measure::Proved);
        distance.map(Distance::plies)
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

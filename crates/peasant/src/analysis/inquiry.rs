//! Questions to a proof about one position after another.

use crate::board::{Move, Position};
use crate::limits::Stop;
use crate::prove::{Effort, FIRST_TRY, Found, Measure, Proof, deepen};
use crate::rules::Rules;
use crate::value::{Bounds, Distance, Wdl};

/// The position at which proofs contradict each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossed(pub Position);

/// A proof, asked by the rules that it goes by.
pub(crate) struct Inquiry<'p> {
    pub rules: Rules,
    pub proof: &'p mut Proof,
}

impl Inquiry<'_> {
    /// Works on a position until its result is known, the proof is stopped or all further work is in vain.
    pub fn settle(&mut self, position: &Position) -> Result<Bounds, Crossed> {
        self.settle_telling(position, |_, _| Ok(()))
    }

    /// The same, and tells the bounds after each pass.
    pub fn settle_telling(
        &mut self,
        position: &Position,
        mut tell: impl FnMut(&mut Self, Bounds) -> Result<(), Crossed>,
    ) -> Result<Bounds, Crossed> {
        deepen(FIRST_TRY, 2, |effort| {
            let Found { bounds, hopeless } = self.work(position, effort)?;
            tell(self, bounds)?;
            let is_over = bounds.exact().is_some() || hopeless || self.proof.stopped().is_some();
            Ok(is_over.then_some(bounds))
        })
    }

    /// What is known of a position without any work.
    pub fn known(&mut self, position: &Position) -> Result<Bounds, Crossed> {
        Ok(self.work(position, Effort::NONE)?.bounds)
    }

    /// What is known of a position after so much work.
    pub fn work(&mut self, position: &Position, effort: Effort) -> Result<Found, Crossed> {
        let found = self.proof.work(position, effort);
        found.map_err(|_| Crossed(*position))
    }

    /// The distance of a move whose result, that of the side that makes it, is proved.
    pub fn distance(
        &mut self,
        position: &Position,
        r#move: Move,
        result: Wdl,
        measure: Measure,
    ) -> Option<Distance> {
        let winner = match result {
            Wdl::Draw => return None,
            Wdl::Win => position.turn(),
            Wdl::Loss => !position.turn(),
        };
        let after = position.play(r#move);
        if is_zeroing(position, r#move) || after.is_checkmate() {
            return Some(Distance::from_plies(1));
        }
        if measure == Measure::AtSight {
            return None;
        }
        let plies = self.proof.distance(&after, winner, measure)?.plies();
        Some(Distance::from_plies(1 + plies))
    }

    /// What has stopped the proof.
    pub fn stopped(&self) -> Option<Stop> {
        self.proof.stopped()
    }
}

/// Is the move a pawn move or a capture?
pub(crate) fn is_zeroing(position: &Position, r#move: Move) -> bool {
    position.is_capture(r#move) || position.pawns().occupied().contains(r#move.from)
}

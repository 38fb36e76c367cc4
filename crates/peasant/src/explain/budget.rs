//! What may be spent on an explanation, and what it is spent on.

use crate::analysis::{Crossed, Inquiry};
use crate::board::{Color, Position};
use crate::prove::{Effort, FIRST_TRY, Found, SliceBounds, WEIGHT, deepen};
use crate::slice::Point;
use crate::value::Bounds;

/// Effort that is left, for positions.
pub(super) struct Budget(Effort);

/// What so many structures have cost, by their promoted pieces.
fn cost(by_pieces: [u64; 3]) -> Effort {
    let weighed = by_pieces.into_iter().zip(WEIGHT);
    weighed.map(|(count, weight)| weight * count).sum()
}

impl Budget {
    pub fn new(effort: Effort) -> Budget {
        Budget(effort)
    }

    /// Works on a position until its result is known or all is spent.
    pub fn settle(
        &mut self,
        inquiry: &mut Inquiry,
        position: &Position,
    ) -> Result<Bounds, Crossed> {
        let known = inquiry.known(position)?;
        let is_over = |left, bounds: Bounds, inquiry: &Inquiry| {
            bounds.exact().is_some() || left == Effort::NONE || inquiry.stopped().is_some()
        };
        if is_over(self.0, known, inquiry) {
            return Ok(known);
        }
        deepen(FIRST_TRY, 2, |effort| {
            let before = cost(inquiry.proof.structures());
            let Found { bounds, hopeless } = inquiry.work(position, effort.min(self.0))?;
            let spent = cost(inquiry.proof.structures()) - before;
            let in_vain = hopeless || spent == Effort::NONE && effort >= self.0;
            self.0 = self.0 - (spent + Effort(1));
            let is_over = in_vain || is_over(self.0, bounds, inquiry);
            Ok(is_over.then_some(bounds))
        })
    }

    /// What is proved of the structure of a pawn ending; half of what is left may be spent on these points.
    pub fn slice(
        &mut self,
        inquiry: &mut Inquiry,
        position: &Position,
        attacker: Color,
        points: &[Point],
    ) -> Result<Option<SliceBounds>, Crossed> {
        let before = cost(inquiry.proof.structures());
        let found = inquiry.proof.slice(position, attacker, points, self.0 / 2);
        self.0 = self.0 - (cost(inquiry.proof.structures()) - before);
        found.map_err(|_| Crossed(*position))
    }
}

//! The children of a claim as a slice sees them.

use super::{Bound, Claim, Slot, Table};
use crate::board::Color;
use crate::prove::structure::Reference;
use crate::slice::Wins;
use crate::slice::exits::Children;
use crate::slice::pieces::Placement;

/// The children of a claim, by one of their bounds.
pub(crate) struct Known<'a> {
    pub table: &'a Table,
    pub claim: Claim,
    pub bound: Bound,
}

impl Children<Reference> for Known<'_> {
    #[inline(always)]
    fn plane<'a>(
        &'a self,
        child: &Reference,
        placement: &Placement,
        scratch: &'a mut Option<Wins>,
    ) -> &'a Wins {
        let child = Table::child(self.claim, *child);
        self.table.plane(child, self.bound, placement, scratch)
    }

    fn is_worthless(&self, child: &Reference, mover: Color) -> bool {
        let (child, _) = Table::child(self.claim, *child);
        let slot = self.table.slot(child, self.bound);
        match mover {
            Color::White => slot == Slot::NONE,
            Color::Black => {
                slot == Slot::ALL && self.table.interval(child.opponent()).lower == Slot::NONE
            }
        }
    }
}

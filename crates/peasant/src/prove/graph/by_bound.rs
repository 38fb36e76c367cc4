//! The children of a goal, as slices ask for them.

use super::bounds::KnownBounds;
use super::interval::{Bound, Slot};
use crate::board::Color;
use crate::slice::{Children, Placement, Relation};
use crate::structure::Reference;

/// The children of a goal, by one of their bounds.
pub(crate) struct ByBound<'a> {
    pub known: &'a KnownBounds,
    pub bound: Bound,
}

impl Children<Reference> for ByBound<'_> {
    #[inline(always)]
    fn plane<'a>(
        &'a self,
        child: &Reference,
        mover: Color,
        placement: &Placement,
        scratch: &'a mut Option<Relation>,
    ) -> &'a Relation {
        self.known
            .plane(*child, self.bound, mover, placement, scratch)
    }

    fn is_worthless(&self, child: &Reference, mover: Color) -> bool {
        let goal = child.goal();
        let slot = self.known.interval(goal).slot(self.bound);
        match mover {
            Color::White => slot == Slot::NONE,
            Color::Black => {
                slot == Slot::ALL && self.known.interval(goal.opponent()).lower == Slot::NONE
            }
        }
    }
}

//! What is known about the structures that follow.

use super::Relation;
use super::plane::Placement;
use crate::board::Color;

/// What is known about the structures that follow. Monotone: where a child shows more wins of the
/// attacker, the parent has more too, so that lower bounds give lower bounds, and upper upper.
pub(crate) trait Children<C> {
    /// Where the attacker, which plays White, wins in a child structure with this side to move when its promoted pieces stand so.
    /// `scratch` may hold the answer.
    fn plane<'a>(
        &'a self,
        child: &C,
        mover: Color,
        placement: &Placement,
        scratch: &'a mut Option<Relation>,
    ) -> &'a Relation;

    /// Is an exit to this child surely worth nothing to its mover: no wins are known for the attacker, or
    /// all for the defender?
    fn is_worthless(&self, _child: &C, _mover: Color) -> bool {
        false
    }
}

/// The attacker wins nowhere: then what an exit is worth to the defender is where it is legal.
pub(crate) struct WinsNowhere;

impl<C> Children<C> for WinsNowhere {
    #[inline(always)]
    fn plane<'a>(
        &'a self,
        _: &C,
        _: Color,
        _: &Placement,
        _: &'a mut Option<Relation>,
    ) -> &'a Relation {
        const { &Relation::EMPTY }
    }
}

//! What exits are worth where stalemates are known. A double step hangs on the stalemates that it brings about ([`exits`]), and
//! stalemates on which exits are legal ([`stalemate`]): neither knows the other, here they meet.

use super::children::Children;
use super::exits::{self, Ask};
use super::{Frame, Point, Relation, stalemate};
use crate::structure::Exit;

/// Adds what one exit is worth, plane by plane.
#[inline(always)]
pub(super) fn add_worth<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    children: &impl Children<C>,
    sum: &mut [Relation],
) {
    exits::add_worth(frame, exit, children, stalemate::add_stalemates, sum);
}

/// Does the exit decide for its mover at this point: wins for the attacker, holds for the defender?
/// An exit of the other side, or one that cannot be played here, does not. `None`: it hangs on what is not known.
pub(crate) fn decides<C: Copy>(
    frame: &Frame,
    exit: &Exit<C>,
    point: Point,
    ask: &mut Ask<C>,
) -> Option<bool> {
    exits::decides(frame, exit, point, stalemate::is_stalemate, ask)
}

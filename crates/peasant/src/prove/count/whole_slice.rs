//! A whole structure without promoted pieces: everything below it solved, if that is cheap, and what is known of it.

use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::interval::Depth;
use crate::prove::solve::goal_prover::GoalProver;
use crate::slice::Wins;
use crate::structure::Structure;

/// Solves what follows the question whether the attacker wins this structure: all of it but two pieces and pawns if that costs no more
/// than `whole`, else what has one piece at most, under-promotions left out, if that costs no more than `max`.
pub(crate) fn solve_whole(
    prover: &mut GoalProver,
    view: Structure,
    whole: Effort,
    max: Effort,
) -> Result<(), Stop> {
    let goal = prover.known.name(view).goal();
    if prover.known.interval(goal).is_exact() {
        return Ok(());
    }
    let is_done = whole > Effort::NONE && prover.solve_subtree(goal, Depth::Whole, whole)?;
    if !is_done {
        prover.solve_subtree(goal, Depth::Full, max)?;
    }
    Ok(())
}

/// The bounds of where the attacker of a structure without promoted pieces wins, as it sees the board: what is proved,
/// what is not refuted. What its opponent is proved to win it does not.
pub(crate) fn slice_bounds(known: &mut KnownBounds, view: Structure) -> [Wins; 2] {
    let [lower, upper] = bounds(known, view);
    let [theirs, _] = bounds(known, view.flip());
    [lower, upper.and(&theirs.swap_players().complement())]
}

/// The bounds of where White of a structure wins.
fn bounds(known: &mut KnownBounds, view: Structure) -> [Wins; 2] {
    let name = known.name(view);
    let bounds = known.bounds_of_pawns(name.goal());
    if name.symmetry().mirrors() {
        bounds.map(|wins| wins.mirror())
    } else {
        bounds
    }
}

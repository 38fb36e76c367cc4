//! Small endings solved whole, ahead of proofs.

use super::goal_prover::GoalProver;
use crate::limits::{Stop, Watch};
use crate::prove::game::Played;
use crate::prove::outside_help::Resources;
use crate::rules::Rules;
use crate::structure::Structure;

/// Solves structures with at most two promoted pieces by the rules of chess, as their attackers see them, and keeps them in the store. The
/// endings with three pieces that they lead to must be there.
///
/// # Errors
/// What stopped the work; what was solved by then is kept.
pub(crate) fn solve_exactly(
    structures: &[Structure],
    watch: Watch,
    resources: Resources,
) -> Result<(), Stop> {
    let saved = resources.saved(Rules::Chess);
    let mut prover = GoalProver::new(Played::by(Rules::Chess), watch, resources);
    prover.known.saved = saved;
    for &structure in structures {
        let goal = prover.known.intern(structure).goal();
        prover.solve_exactly(goal)?;
        prover.known.save();
    }
    Ok(())
}

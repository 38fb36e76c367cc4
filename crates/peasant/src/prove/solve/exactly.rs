//! Small endings solved whole, for the base.

use super::goal_prover::GoalProver;
use crate::limits::{Stop, Watch};
use crate::prove::game::Played;
use crate::prove::outside_help::Resources;
use crate::rules::Rules;
use crate::structure::Structure;

/// Solves structures with two promoted pieces and one pawn by the rules of chess, as their attackers see them, and keeps
/// them in the base. The endings with three pieces that they lead to must be there.
///
/// # Errors
/// What stopped the work; what was solved by then is stored.
pub(crate) fn solve_exactly(
    structures: &[Structure],
    watch: Watch,
    resources: Resources,
) -> Result<(), Stop> {
    let mut prover = GoalProver::new(Played::by(Rules::Chess), watch, resources);
    for &structure in structures {
        let goal = prover.known.intern(structure).goal();
        prover.solve_exactly(goal)?;
    }
    Ok(())
}

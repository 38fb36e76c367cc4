//! How far the next zeroing move is.

use super::lengths::Lengths;
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::policy::{MAX_PIECES, WEIGHT};
use crate::prove::solve::exit_values::{ExitValues, OpenChild};
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::threshold::Threshold;
use crate::slice::Point;
use crate::structure::{Goal, Structure, Symmetry};

/// The ways to the next zeroing move in the structure that was measured last.
#[derive(Default)]
pub(crate) struct Measured(Option<Ways>);

struct Ways {
    goal: Goal,
    /// The revision of the bounds that they were counted from.
    revision: u32,
    /// The shortest way is no longer.
    proved: Lengths,
    /// The shortest way is no shorter; `None`: everything that follows is exact.
    possible: Option<Lengths>,
}

impl Measured {
    /// The ways in a structure, counted again if more has been found out of what follows since.
    fn of(&mut self, prover: &mut GoalProver, goal: Goal) -> &Ways {
        let now = prover.known.revision_below(goal);
        let is_known = |ways: &Ways| (ways.goal, ways.revision) == (goal, now);
        if !self.0.as_ref().is_some_and(is_known) {
            let values = ExitValues::look(&mut prover.known, goal);
            let is_exact = prover.known.all_exact(goal);
            self.0 = Some(Ways {
                goal,
                revision: prover.known.revision_below(goal),
                proved: Lengths::supposing(&values, Threshold::PROVED),
                possible: (!is_exact).then(|| Lengths::supposing(&values, Threshold::POSSIBLE)),
            });
        }
        self.0.as_ref().expect("they have just been counted")
    }

    /// The length of a proved way from a won point.
    pub fn proved(
        &mut self,
        prover: &mut GoalProver,
        view: Structure,
        point: Point,
    ) -> Option<u16> {
        let (goal, point) = prover.known.goal(view, point);
        self.of(prover, goal).proved.distance(point)
    }
}

/// The exact distance of a won point. `None` if it would take more effort than this.
pub(crate) fn distance(
    measured: &mut Measured,
    prover: &mut GoalProver,
    view: Structure,
    point: Point,
    effort: Effort,
) -> Result<Option<u16>, Stop> {
    if view.pieces.len() > MAX_PIECES {
        return Ok(None);
    }
    let (goal, point) = prover.known.goal(view, point);
    let ways = measured.of(prover, goal);
    let proved = ways.proved.distance(point);
    let possible = ways.possible.as_ref().map(|ways| ways.distance(point));
    if proved.is_none() || possible.is_none_or(|possible| possible == proved) {
        return Ok(proved);
    }
    // What is open only for a distance is no reason for an open result.
    let unresolved = prover.unresolved.clone();
    let distance = search_distance(prover, goal, point, effort);
    prover.unresolved = unresolved;
    distance
}

fn search_distance(
    prover: &mut GoalProver,
    goal: Goal,
    point: Point,
    effort: Effort,
) -> Result<Option<u16>, Stop> {
    let mut values = ExitValues::look(&mut prover.known, goal);
    let pieces = prover.known.nodes.pieces(goal);
    let mut in_vain = false;
    prover.account.allow(effort);
    while prover.account.left() > Effort::NONE {
        let lower = Lengths::supposing(&values, Threshold::PROVED);
        let upper = Lengths::supposing(&values, Threshold::POSSIBLE);
        let Some(proved) = lower.distance(point) else {
            return Ok(None);
        };
        if upper.distance(point) == Some(proved) {
            return Ok(Some(proved));
        }
        let child = shortcut(&prover.known, &mut values, point, &lower, &upper);
        if let Some(child) = &child {
            let left = prover.account.left();
            prover.resolve(child.goal, child.point, Symmetry::IDENTITY, left)?;
            values.refresh_child(&prover.known, child.goal);
        } else if in_vain && pieces > 0 {
            return Ok(None);
        }
        in_vain = child.is_none();
        prover.account.spend(WEIGHT[pieces]);
    }
    Ok(None)
}

/// An open child that might shorten the way.
fn shortcut(
    known: &KnownBounds,
    values: &mut ExitValues,
    mut point: Point,
    lower: &Lengths,
    upper: &Lengths,
) -> Option<OpenChild> {
    loop {
        if point.to_move && upper.distance(point)? == 1 {
            let (win, hold) = (Threshold::POSSIBLE, Threshold::PROVED);
            return values.open_child(known, point, win, hold);
        }
        let steps = values.quiet_moves(point).into_iter();
        point = if point.to_move {
            steps.min_by_key(|&next| upper.distance(next).unwrap_or(u16::MAX))
        } else {
            steps
                .filter(|&next| lower.distance(next).is_some())
                .max_by_key(|&next| lower.distance(next))
        }?;
    }
}

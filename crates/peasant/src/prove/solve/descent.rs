//! A descent: from an open point to the child on which the answer hangs most cheaply.

use std::collections::HashSet;

use super::exit_values::{ExitValues, OpenChild};
use super::goal_prover::GoalProver;
use super::threshold::{Cost, Threshold};
use crate::slice::{Point, Stages, Wins};

/// How a descent ends.
pub(in crate::prove) enum Descent {
    /// At an open point of a child.
    Open(OpenChild),
    /// Children have been settled since their worth was read.
    Stale,
    /// What is open hangs on endings that cannot be solved.
    Unresolved,
}

impl GoalProver {
    /// From an open point to a child that is open at the end of the way: the attacker follows the shortest win that is possible if
    /// the cheap exits turn out well for it, the defender what holds if they turn out well for it.
    pub(in crate::prove) fn descend(&self, values: &mut ExitValues, mut point: Point) -> Descent {
        let mut costs = values.costs(&self.known);
        let disabled = costs
            .each_mut()
            .map(|costs| costs.pop_if(|cost| *cost == Cost::DISABLED));
        let disabled = disabled.iter().any(Option::is_some);
        let [wins, holds] = costs;
        let nothing = if disabled {
            Descent::Unresolved
        } else {
            Descent::Stale
        };
        let won = |wins: &[Wins]| wins[point.plane()].contains(point);
        let win = least(&wins, Threshold::win, |win| {
            Some(values.suppose(win)).filter(|wins| won(wins))
        });
        let hold = least(&holds, Threshold::hold, |hold| {
            Some(values.suppose(hold)).filter(|wins| !won(wins))
        });
        if win.is_none() && hold.is_none() || !disabled && (win.is_none() || hold.is_none()) {
            return nothing;
        }
        let win = win.map_or(Threshold::POSSIBLE, |(win, _)| win);
        let (hold, lost) = hold.unwrap_or_else(|| {
            let hold = Threshold::PROVED;
            (hold, values.suppose(hold))
        });
        let stages = values.stages(win);
        // With pieces a stage is more than a ply: a way through one could go round in circles.
        let mut come_by = HashSet::new();
        while come_by.insert(point) {
            if let Some(child) = values.open_child(&self.known, point, win, hold) {
                return Descent::Open(child);
            }
            match step(values, &stages, &lost, point, &come_by) {
                Some(next) => point = next,
                None => break,
            }
        }
        nothing
    }
}

/// The least threshold with which somebody gets its way, and what is won then. `try_with` gives nothing where a threshold is too low:
/// what is not with one is not with a lower one.
fn least(
    costs: &[Cost],
    suppose: fn(Cost) -> Threshold,
    mut try_with: impl FnMut(Threshold) -> Option<Vec<Wins>>,
) -> Option<(Threshold, Vec<Wins>)> {
    let mut found = None;
    let _ = costs.partition_point(|&cost| {
        let threshold = suppose(cost);
        let Some(wins) = try_with(threshold) else {
            return true;
        };
        found = Some((threshold, wins));
        false
    });
    found
}

/// One step inside the slice to a point that was not come by: the attacker towards the possible win, the defender to one that is not
/// proved lost.
fn step(
    values: &ExitValues,
    stages: &Stages,
    lost: &[Wins],
    point: Point,
    come_by: &HashSet<Point>,
) -> Option<Point> {
    let possible = values.quiet_moves(point);
    let possible = possible
        .into_iter()
        .filter(|next| !come_by.contains(next))
        .filter_map(|next| Some((stages.distance(next)?, next)));
    let (_, next) = if point.to_move {
        let reach = stages.distance(point)?;
        possible
            .filter(|(plies, _)| *plies <= reach)
            .min_by_key(|(plies, _)| *plies)
    } else {
        possible
            .filter(|(_, next)| !lost[next.plane()].contains(*next))
            .max_by_key(|(plies, _)| *plies)
    }?;
    Some(next)
}

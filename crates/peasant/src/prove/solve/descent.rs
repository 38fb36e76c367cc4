//! A descent: from an open point to the child on which the answer hangs most cheaply.

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
        let win = least(&wins, Threshold::win, |win| values.is_won(win, point));
        let hold = least(&holds, Threshold::hold, |hold| !values.is_won(hold, point));
        if win.is_none() && hold.is_none() || !disabled && (win.is_none() || hold.is_none()) {
            return nothing;
        }
        let win = win.unwrap_or(Threshold::POSSIBLE);
        let hold = hold.unwrap_or(Threshold::PROVED);
        let mut inside = None;
        // With pieces a stage is more than a ply: a way through one could go round in circles.
        let mut come_by = Vec::new();
        while !come_by.contains(&point) {
            come_by.push(point);
            if let Some(child) = values.open_child(&self.known, point, win, hold) {
                return Descent::Open(child);
            }
            let (stages, lost) =
                inside.get_or_insert_with(|| (values.stages(win), values.suppose(hold)));
            match step(values, stages, lost, point, &come_by) {
                Some(next) => point = next,
                None => break,
            }
        }
        nothing
    }
}

/// The least threshold with which somebody gets its way, if any: who does not with one does not with a lower one.
fn least(
    costs: &[Cost],
    suppose: fn(Cost) -> Threshold,
    gets_its_way: impl Fn(Threshold) -> bool,
) -> Option<Threshold> {
    let least = costs.partition_point(|&cost| !gets_its_way(suppose(cost)));
    costs.get(least).map(|&cost| suppose(cost))
}

/// One step inside the slice to a point that was not come by: the attacker towards the possible win, the defender to one that is not
/// proved lost.
fn step(
    values: &ExitValues,
    stages: &Stages,
    lost: &[Wins],
    point: Point,
    come_by: &[Point],
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

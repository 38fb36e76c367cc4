//! The walk: from an open point to the child on which the answer hangs.

use super::Prover;
use crate::prove::ledger::{Ledger, Stages};
use crate::prove::supposition::Supposition;
use crate::prove::table::{Claim, HOPELESS};
use crate::slice::Wins;
use crate::slice::point::Point;

/// How a walk ends.
pub(super) enum Walk {
    /// At an open point of a child, and whether the child is mirrored.
    Open(Claim, Point, bool),
    /// Children have been settled since the ledger was written.
    Stale,
    /// What is open hangs on endings that cannot be solved.
    Stuck,
}

impl Prover {
    /// From an open point to a child that is open at the end of the walk. `guess`: what the guide thinks of the
    /// point.
    pub(super) fn walk(&self, ledger: &mut Ledger, mut point: Point, guess: Option<bool>) -> Walk {
        let mut costs = ledger.costs(&self.table);
        let hopeless = costs.pop_if(|cost| *cost == HOPELESS).is_some();
        let nothing = if hopeless { Walk::Stuck } else { Walk::Stale };
        let win = attempts(&costs, Supposition::win, guess == Some(true))
            .find(|&win| ledger.suppose(win)[point.plane()].contains(point));
        let hold = attempts(&costs, Supposition::hold, guess == Some(false))
            .map(|hold| (hold, ledger.suppose(hold)))
            .find(|(_, lost)| !lost[point.plane()].contains(point));
        if win.is_none() && hold.is_none() || !hopeless && (win.is_none() || hold.is_none()) {
            return nothing;
        }
        let win = win.unwrap_or(Supposition::POSSIBLE);
        let (hold, lost) = hold.unwrap_or_else(|| {
            let hold = Supposition::PROVED;
            (hold, ledger.suppose(hold))
        });
        let stages = ledger.stages(win);
        loop {
            if let Some((child, there, mirrored)) = ledger.open_child(&self.table, point, win, hold)
            {
                return Walk::Open(child, there, mirrored);
            }
            match step(ledger, &stages, &lost, point) {
                Some(next) => point = next,
                None => return nothing,
            }
        }
    }
}

/// What to suppose, the cheapest first; if the guide is of that opinion, first as it guesses.
fn attempts(
    costs: &[u32],
    suppose: fn(u32) -> Supposition,
    guided: bool,
) -> impl Iterator<Item = Supposition> {
    let plain = costs.iter().map(move |&cost| suppose(cost));
    let guesses = plain.clone().map(Supposition::guessed);
    guesses.filter(move |_| guided).chain(plain)
}

/// One step of the walk inside the slice: the attacker towards the possible win, the defender to a
/// point that is not proved lost.
fn step(ledger: &Ledger, stages: &Stages, lost: &[Wins], point: Point) -> Option<Point> {
    let possible = ledger.quiet_moves(point);
    let possible = possible
        .into_iter()
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

//! Distances with two promoted pieces. A search for them would take too much room; what two tables say that are counted from the
//! bounds of the children is exact where they agree.

use crate::limits::Stop;
use crate::prove::graph::by_bound::ByBound;
use crate::prove::graph::interval::Bound;
use crate::prove::policy::MAX_PIECES;
use crate::prove::proof::Measure;
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::shared_memory::WORK_ROOM;
use crate::prove::solve::solution::with_sums;
use crate::slice::{self, Frame, Plies, Point, Relation};
use crate::structure::{Goal, Structure, Symmetry};

/// Bytes of a table.
const TABLE: u64 = Plies::bytes(1 << (6 * MAX_PIECES));

/// So many structures are remembered: one as each player sees it.
const STORED: usize = 2;

/// The distances in the structures that were measured last, the oldest first.
#[derive(Default)]
pub(crate) struct TwoPieceWays(Vec<Ways>);

/// Ways in one structure, as its attacker sees it.
struct Ways {
    view: Structure,
    goal: Goal,
    mirror: Symmetry,
    /// The revision of the bounds that they were counted from.
    revision: u32,
    /// Proved ways: the shortest is no longer.
    proved: Plies,
    /// Possible ways: the shortest is no shorter.
    possible: Option<Possible>,
}

enum Possible {
    /// Everything that follows is exact.
    AsProved,
    Counted(Plies),
}

impl TwoPieceWays {
    /// The distance of a won point; `None` where it is not known, or there is no room to find it.
    pub fn distance(
        &mut self,
        prover: &mut GoalProver,
        view: Structure,
        point: Point,
        measure: Measure,
    ) -> Result<Option<u16>, Stop> {
        let known = self.0.iter().position(|ways| ways.view == view);
        if let Some(at) = known {
            let distance = self.0[at].distance(prover, point, measure)?;
            let Ways { goal, revision, .. } = self.0[at];
            if distance.is_some() || revision == prover.known.revision_below(goal) {
                return Ok(distance);
            }
            self.0.remove(at);
        }
        if self.0.len() == STORED {
            self.0.remove(0);
        }
        let Some(mut ways) = Ways::count(prover, view)? else {
            return Ok(None);
        };
        let distance = ways.distance(prover, point, measure);
        self.0.push(ways);
        distance
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let tables = |ways: &Ways| match ways.possible {
            Some(Possible::Counted(_)) => 2,
            _ => 1,
        };
        self.0.iter().map(tables).sum::<u64>() * TABLE
    }
}

impl Ways {
    /// Counts the proved ways.
    fn count(prover: &mut GoalProver, view: Structure) -> Result<Option<Ways>, Stop> {
        let name = prover.known.name(view);
        let goal = name.goal();
        prover.known.expand(goal);
        let proved = plies(prover, goal, Bound::Lower)?;
        Ok(proved.map(|proved| Ways {
            view,
            goal,
            mirror: name.symmetry().mirror_part(),
            revision: prover.known.revision_below(goal),
            proved,
            possible: None,
        }))
    }

    fn distance(
        &mut self,
        prover: &mut GoalProver,
        point: Point,
        measure: Measure,
    ) -> Result<Option<u16>, Stop> {
        let point = point.through(self.mirror, self.view.pieces);
        let proved = self.proved.distance(point);
        if measure != Measure::Exact || proved.is_none() {
            return Ok(proved);
        }
        if self.possible.is_none() {
            self.possible = if prover.known.all_exact(self.goal) {
                Some(Possible::AsProved)
            } else {
                plies(prover, self.goal, Bound::Upper)?.map(Possible::Counted)
            };
        }
        Ok(match &self.possible {
            None => None,
            Some(Possible::AsProved) => proved,
            Some(Possible::Counted(plies)) => proved.filter(|_| plies.distance(point) == proved),
        })
    }
}

/// A table, if there is room for it.
fn plies(prover: &mut GoalProver, goal: Goal, bound: Bound) -> Result<Option<Plies>, Stop> {
    if !prover.make_room(WORK_ROOM[MAX_PIECES] + TABLE) {
        return Ok(None);
    }
    prover.mind_limits(MAX_PIECES)?;
    let bytes = prover.bytes_in_work();
    let stop = || prover.watch.check(0, bytes);
    let count = |frame: &Frame, won: &mut [Relation], escapes: &mut [Relation]| {
        slice::plies(frame, won, escapes, &stop)
    };
    let known = &prover.known;
    with_sums(known, goal, &ByBound { known, bound }, count).map(Some)
}

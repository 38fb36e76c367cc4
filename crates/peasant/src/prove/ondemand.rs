//! The on-demand prover: only the structures that a question needs, with bounds where a structure is
//! not settled.
//!
//! An open question about a point is answered by a walk: the attacker follows the shortest win that is
//! still possible, the defender leaves by the first exit that is not proved lost. The walk ends at an
//! exit whose child is open: the child is asked the same question there, the slice is
//! solved again with what was learnt, and so on.

use super::ledger::{Ledger, Supposition};
use super::limits::{Stop, Watch};
use super::structure::{Reference, Side};
use super::table::{Bound, Claim, Interval, Known, Stage, Table};
use crate::board::Pawns;
use crate::slice::point::Point;
use crate::slice::{self, Exit, Wins, distance};

/// A proof in progress.
pub(crate) struct Prover<'w> {
    pub table: Table,
    watch: &'w Watch<'w>,
    expanded: u64,
    settled: u64,
}

impl<'w> Prover<'w> {
    pub fn new(watch: &'w Watch<'w>) -> Prover<'w> {
        Prover {
            table: Table::new(),
            watch,
            expanded: 0,
            settled: 0,
        }
    }

    /// How many structures have been expanded or settled.
    pub fn structures(&self) -> u64 {
        self.expanded + self.settled
    }

    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Does the attacker win? Works on the question until so many structures have been expanded
    /// for it. The structure and the point are as the attacker sees them.
    pub fn ask(&mut self, view: Pawns, point: Point, budget: u32) -> Result<Option<bool>, Stop> {
        let (claim, point) = self.claim(view, point);
        let spent = self.resolve(claim, point, budget)?;
        self.table.add_effort(claim, spent);
        Ok(self.table.answer(claim, point))
    }

    /// What is known of a question without any work.
    pub fn known(&mut self, view: Pawns, point: Point) -> Option<bool> {
        let (claim, point) = self.claim(view, point);
        self.table.answer(claim, point)
    }

    fn claim(&mut self, view: Pawns, point: Point) -> (Claim, Point) {
        let name = self.table.name(view);
        let claim = Claim {
            node: name.index(),
            side: Side::WHITE.flipped_if(name.flipped()),
        };
        self.table.seed(claim);
        (claim, point.mirror_if(name.mirrored()))
    }

    /// Within how many plies can a won point be converted into a win that is proved? `None` if that does not show.
    pub fn proved_distance(&mut self, view: Pawns, point: Point) -> Option<u16> {
        let (claim, point) = self.claim(view, point);
        let ledger = self.look(claim);
        distance(&ledger.stages(Supposition::PROVED), point)
    }

    /// The exact distance of a won point. `None` if it would take more than `budget` expansions.
    pub fn distance(
        &mut self,
        view: Pawns,
        point: Point,
        budget: u32,
    ) -> Result<Option<u16>, Stop> {
        let (claim, point) = self.claim(view, point);
        let mut ledger = self.look(claim);
        let mut spent = 0;
        while spent < budget {
            let lower = ledger.stages(Supposition::PROVED);
            let upper = ledger.stages(Supposition::POSSIBLE);
            let Some(proved) = distance(&lower, point) else {
                return Ok(None);
            };
            if distance(&upper, point) == Some(proved) {
                return Ok(Some(proved));
            }
            if let Some((child, there)) = self.shortcut(&mut ledger, point, &lower, &upper) {
                spent += self.resolve(child, there, budget - spent)?;
                ledger.refresh_child(&self.table, child);
            }
            spent += 1;
        }
        Ok(None)
    }

    /// An open child that might shorten the way to the conversion.
    fn shortcut(
        &self,
        ledger: &mut Ledger,
        mut point: Point,
        lower: &[Wins],
        upper: &[Wins],
    ) -> Option<(Claim, Point)> {
        loop {
            if point.to_move && distance(upper, point)? == 1 {
                let all = Supposition::POSSIBLE;
                return ledger.open_child(&self.table, point, all, all);
            }
            let steps = point.king_steps();
            point = if point.to_move {
                steps.min_by_key(|&next| distance(upper, next).unwrap_or(u16::MAX))
            } else {
                steps
                    .filter(|&next| distance(lower, next).is_some())
                    .max_by_key(|&next| distance(lower, next))
            }?;
        }
    }

    /// Makes sure that the exits of a claim have been looked at, and its bounds are up to date.
    fn look(&mut self, claim: Claim) -> Ledger {
        self.table.expand(claim);
        let ledger = Ledger::new(&self.table, claim);
        self.solve(claim, &ledger);
        ledger
    }

    /// Works on a claim until the point is settled or the budget of expansions is spent. Returns what was spent.
    fn resolve(&mut self, claim: Claim, point: Point, budget: u32) -> Result<u32, Stop> {
        if self.table.answer(claim, point).is_some() || budget == 0 {
            return Ok(0);
        }
        let mut spent = 0;
        if self.table.interval(claim).stage != Stage::Expanded {
            self.count()?;
            self.expanded += 1;
            spent += 1;
        }
        let mut ledger = self.look(claim);
        while self.table.answer(claim, point).is_none() && spent < budget {
            if let Some((child, there)) = self.walk(&mut ledger, point) {
                let effort = self.table.interval(child).effort;
                let used = self.resolve(child, there, (effort * 2 + 4).min(budget - spent))?;
                self.table.add_effort(child, used);
                ledger.refresh_child(&self.table, child);
                spent += used;
            }
            self.solve(claim, &ledger);
            let Interval {
                effort, more_than, ..
            } = self.table.interval(claim);
            let worth = (effort + spent).saturating_mul(SETTLE);
            if worth >= AGAIN * more_than.max(SETTLE)
                && self.table.view(claim).pushes_at_least() <= u64::from(worth)
                && self.settle(claim, worth as usize)?
            {
                break;
            }
        }
        Ok(spent)
    }

    /// Minds the limits before one more structure is worked on.
    fn count(&self) -> Result<(), Stop> {
        let structures = self.structures();
        if structures.is_multiple_of(REPORT) {
            self.watch.report(structures, None, self.table.bytes());
        }
        self.watch.check(structures, self.table.bytes())
    }

    /// Solves everything below a claim, if it is not more than `most` structures. Was it?
    fn settle(&mut self, claim: Claim, most: usize) -> Result<bool, Stop> {
        let Some(order) = self.table.everything_below(claim, most) else {
            return Ok(false);
        };
        for claim in order {
            self.count()?;
            self.settled += 1;
            self.table.find_exits(claim.node);
            let view = self.table.view(claim);
            let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
            let known = Known {
                table: &self.table,
                claim,
                bound: Bound::Lower,
            };
            let exact = slice::solve(view, &exits, &known);
            self.table.narrow(claim, exact, exact);
        }
        Ok(true)
    }

    /// Computes the bounds of a claim from those of its children.
    fn solve(&mut self, claim: Claim, ledger: &Ledger) {
        self.table.narrow(
            claim,
            ledger.solve(Bound::Lower),
            ledger.solve(Bound::Upper),
        );
    }

    /// From an open point to a child that is open at the end of the walk. `None` if children have been
    /// settled since the ledger was written.
    fn walk(&self, ledger: &mut Ledger, mut point: Point) -> Option<(Claim, Point)> {
        let costs = ledger.costs(&self.table);
        let win = |&cost: &u32| Supposition {
            bound: Bound::Upper,
            cost,
        };
        let win = costs
            .iter()
            .map(win)
            .find(|&win| ledger.suppose(win).contains(point))?;
        let hold = |&cost: &u32| {
            let hold = Supposition {
                bound: Bound::Lower,
                cost,
            };
            Some((hold, ledger.suppose(hold))).filter(|(_, lost)| !lost.contains(point))
        };
        let (hold, lost) = costs.iter().find_map(hold)?;
        let stages = ledger.stages(win);
        loop {
            if let Some(open) = ledger.open_child(&self.table, point, win, hold) {
                return Some(open);
            }
            point = step(&stages, &lost, point)?;
        }
    }
}

/// Everything below a claim is solved when it is at most so many times what has been spent on it: exact
/// slices cost that much less than a walk.
const SETTLE: u32 = 8;

/// Progress is reported every so many structures.
const REPORT: u64 = 512;

/// After a vain try the next must be worth so many times more.
const AGAIN: u32 = 4;

/// One king step of the walk: the attacker towards the possible win, the defender to a point that
/// is not proved lost.
fn step(stages: &[Wins], lost: &Wins, point: Point) -> Option<Point> {
    let possible = point
        .king_steps()
        .filter_map(|next| Some((distance(stages, next)?, next)));
    let (_, next) = if point.to_move {
        let reach = distance(stages, point)?;
        possible
            .filter(|(plies, _)| *plies <= reach)
            .min_by_key(|(plies, _)| *plies)
    } else {
        possible
            .filter(|(_, next)| !lost.contains(*next))
            .max_by_key(|(plies, _)| *plies)
    }?;
    Some(next)
}

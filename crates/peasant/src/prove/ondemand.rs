//! The on-demand prover: only the structures that a question needs, with bounds where a structure is
//! not settled.
//!
//! An open question about a point is answered by a walk: the attacker follows the shortest win that is
//! still possible, the defender leaves by the first exit that is not proved lost. The walk ends at an
//! exit whose child is open: the child is asked the same question there, the slice is
//! solved again with what was learnt, and so on.

use super::limits::{Stop, Watch};
use super::structure::{Reference, Side};
use super::table::{Bound, Claim, Known, Stage, Supposed, Table};
use crate::board::Pawns;
use crate::slice::point::{Point, decides};
use crate::slice::frame::Frame;
use crate::slice::{self, Exit, Wins, distance};

/// A proof in progress.
pub(crate) struct Prover<'w> {
    pub table: Table,
    watch: &'w Watch<'w>,
    expanded: u64,
    solved: u64,
    pub settled: u64,
}

impl<'w> Prover<'w> {
    pub fn new(watch: &'w Watch<'w>) -> Prover<'w> {
        Prover { table: Table::new(), watch, expanded: 0, solved: 0, settled: 0 }
    }

    /// How many structures have been expanded or settled.
    pub fn structures(&self) -> u64 {
        self.expanded + self.settled
    }

    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    pub fn solved(&self) -> u64 {
        self.solved
    }

    /// Does the attacker win? Works on the question until so many structures have been expanded
    /// for it. The structure and the point are as the attacker sees them.
    pub fn ask(&mut self, view: Pawns, point: Point, budget: u32) -> Result<Option<bool>, Stop> {
        let (claim, point) = self.claim(view, point);
        self.resolve(claim, point, budget)?;
        Ok(self.table.answer(claim, point))
    }

    /// What is known of a question without any work.
    pub fn known(&mut self, view: Pawns, point: Point) -> Option<bool> {
        let (claim, point) = self.claim(view, point);
        self.table.answer(claim, point)
    }

    fn claim(&mut self, view: Pawns, point: Point) -> (Claim, Point) {
        let name = self.table.name(view);
        let claim = Claim { node: name.index(), side: Side::WHITE.flipped_if(name.flipped()) };
        self.table.seed(claim);
        (claim, point.mirror_if(name.mirrored()))
    }

    /// Within how many plies can a won point be converted into a win that is proved? `None` if that does not show.
    pub fn proved_distance(&mut self, view: Pawns, point: Point) -> Option<u16> {
        let (claim, point) = self.claim(view, point);
        self.look(claim);
        distance(&self.stages(claim, Bound::Lower), point)
    }

    /// The exact distance of a won point. `None` if it would take more than `budget` expansions.
    pub fn distance(&mut self, view: Pawns, point: Point, budget: u32) -> Result<Option<u16>, Stop> {
        let (claim, point) = self.claim(view, point);
        let mut spent = 0;
        loop {
            self.look(claim);
            let lower = self.stages(claim, Bound::Lower);
            let upper = self.stages(claim, Bound::Upper);
            let Some(proved) = distance(&lower, point) else { return Ok(None) };
            if distance(&upper, point) == Some(proved) {
                return Ok(Some(proved));
            }
            let Some((child, there)) = self.shortcut(claim, point, &lower, &upper) else {
                return Ok(None);
            };
            spent += 1 + self.resolve(child, there, budget.saturating_sub(spent))?;
            if spent >= budget {
                return Ok(None);
            }
        }
    }

    /// An open child that might shorten the way to the conversion.
    fn shortcut(
        &self,
        claim: Claim,
        mut point: Point,
        lower: &[Wins],
        upper: &[Wins],
    ) -> Option<(Claim, Point)> {
        let frame = Frame::new(self.table.view(claim));
        let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
        loop {
            let possible = distance(upper, point)?;
            if point.to_move && possible == 1 {
                return self.open_exit(claim, &frame, &exits, point, u32::MAX, u32::MAX);
            }
            let steps = point.king_steps();
            point = if point.to_move {
                steps.min_by_key(|&next| distance(upper, next).unwrap_or(u16::MAX))
            } else {
                steps.filter_map(|next| Some((distance(lower, next)?, next))).max_by_key(|(plies, _)| *plies).map(|(_, next)| next)
            }?;
        }
    }

    fn stages(&self, claim: Claim, bound: Bound) -> Vec<Wins> {
        let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
        slice::stages(self.table.view(claim), &exits, &Known { table: &self.table, claim, bound })
    }

    /// Makes sure that the exits of a claim have been looked at, and its bounds are up to date.
    fn look(&mut self, claim: Claim) {
        self.table.expand(claim);
        self.solve(claim);
    }

    /// Works on a claim until the point is settled or the budget of expansions is spent. Returns what was spent.
    fn resolve(&mut self, claim: Claim, point: Point, budget: u32) -> Result<u32, Stop> {
        let mut spent = 0;
        let mut tried = 0;
        while self.table.answer(claim, point).is_none() && spent < budget {
            if self.table.interval(claim).stage != Stage::Expanded {
                self.watch.check(self.expanded, self.table.bytes())?;
                self.expanded += 1;
                spent += 1;
                self.table.expand(claim);
            } else if let Some((child, there)) = self.walk(claim, point) {
                let effort = self.table.interval(child).effort;
                let used = self.resolve(child, there, (effort + 1).min(budget - spent))?;
                self.table.add_effort(child, used);
                spent += used;
            }
            self.solve(claim);
            if spent >= tried * 2 && spent >= 4 && self.settle(claim, spent as usize * k())? {
                break;
            }
            tried = tried.max(spent);
        }
        Ok(spent)
    }

    /// Solves everything below a claim, if it is not more than `most` structures. Was it?
    fn settle(&mut self, claim: Claim, most: usize) -> Result<bool, Stop> {
        let Some(order) = self.table.everything_below(claim, most) else { return Ok(false) };
        for claim in order {
            self.watch.check(self.expanded, self.table.bytes())?;
            self.settled += 1;
            let view = self.table.view(claim);
            let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
            let known = Known { table: &self.table, claim, bound: Bound::Lower };
            let exact = slice::solve(view, &exits, &known);
            self.table.narrow(claim, exact.clone(), exact);
        }
        Ok(true)
    }

    /// Computes the bounds of a claim from those of its children.
    fn solve(&mut self, claim: Claim) {
        let view = self.table.view(claim);
        let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
        let known = |bound| Known { table: &self.table, claim, bound };
        let lower = slice::solve(view, &exits, &known(Bound::Lower));
        let upper = slice::solve(view, &exits, &known(Bound::Upper));
        self.solved += 1;
        self.table.narrow(claim, lower, upper);
    }

    /// From an open point to a child that is open at the end of the walk. `None` if children have been
    /// settled since the claim was last solved, so that it must be solved again first.
    fn walk(&self, claim: Claim, mut point: Point) -> Option<(Claim, Point)> {
        let view = self.table.view(claim);
        let frame = Frame::new(view);
        let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
        let mut costs: Vec<u32> = exits
            .iter()
            .flat_map(|exit| std::iter::once(&exit.child).chain(exit.en_passant.iter().flatten()))
            .map(|child| self.table.cost(Table::child(claim, *child).0))
            .collect();
        costs.sort_unstable();
        costs.dedup();
        let suppose = |cost, bound| Supposed { table: &self.table, claim, cost, bound };
        let win_cost = *costs.iter().find(|&&cost| {
            slice::solve(view, &exits, &suppose(cost, Bound::Upper)).contains(point)
        })?;
        let hold_cost = *costs.iter().find(|&&cost| {
            !slice::solve(view, &exits, &suppose(cost, Bound::Lower)).contains(point)
        })?;
        let stages = slice::stages(view, &exits, &suppose(win_cost, Bound::Upper));
        let lost = slice::solve(view, &exits, &suppose(hold_cost, Bound::Lower));
        loop {
            if let Some(open) = self.open_exit(claim, &frame, &exits, point, win_cost, hold_cost) {
                return Some(open);
            }
            point = step(&stages, &lost, point)?;
        }
    }

    /// An exit at this point whose worth is open, and the child on which it hangs.
    fn open_exit(
        &self,
        claim: Claim,
        frame: &Frame,
        exits: &[Exit<Reference>],
        point: Point,
        win_cost: u32,
        hold_cost: u32,
    ) -> Option<(Claim, Point)> {
        exits.iter().find_map(|exit| {
            let at = |child: &Reference, there: Point| {
                let (child, mirrored) = Table::child(claim, *child);
                (child, there.mirror_if(mirrored))
            };
            let mut open = None;
            let view = |child: Claim, there: Point, cost: u32, cheap: Bound, dear: Bound| {
                let bound = if self.table.cost(child) <= cost { cheap } else { dear };
                self.table.wins(child, bound, there)
            };
            let possible = decides(frame, exit, point, |child, there| {
                let (child, there) = at(child, there);
                view(child, there, win_cost, Bound::Upper, Bound::Lower)
            });
            let proved = decides(frame, exit, point, |child, there| {
                let (child, there) = at(child, there);
                if self.table.answer(child, there).is_none() && self.table.cost(child) <= win_cost.max(hold_cost) {
                    open = Some((child, there));
                }
                view(child, there, hold_cost, Bound::Lower, Bound::Upper)
            });
            if possible != proved { open } else { None }
        })
    }
}

/// One king step of the walk: the attacker towards the possible win, the defender to a point that
/// is not proved lost.
fn step(stages: &[Wins], lost: &Wins, point: Point) -> Option<Point> {
    let possible = point.king_steps().filter_map(|next| Some((distance(stages, next)?, next)));
    let (_, next) = if point.to_move {
        let reach = distance(stages, point)?;
        possible.filter(|(plies, _)| *plies <= reach).min_by_key(|(plies, _)| *plies)
    } else {
        possible.filter(|(_, next)| !lost.contains(*next)).max_by_key(|(plies, _)| *plies)
    }?;
    Some(next)
}

fn k() -> usize { static K: std::sync::OnceLock<usize> = std::sync::OnceLock::new(); *K.get_or_init(|| std::env::var("K").ok().and_then(|t| t.parse().ok()).unwrap_or(8)) }

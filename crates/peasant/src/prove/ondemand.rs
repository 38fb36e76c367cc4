//! The on-demand prover: only the structures that a question needs, with bounds where a structure is
//! not settled.
//!
//! An open question about a point is answered by a walk: the attacker follows the shortest win that is
//! still possible, the defender leaves by the first exit that is not proved lost. The walk ends at an
//! exit whose child is open: the child is asked the same question there, the slice is
//! solved again with what was learnt, and so on.

use super::limits::{Stop, Watch};
use super::seeds;
use super::structure::{Reference, Side};
use super::table::{Bound, Claim, Known, Table, contains};
use crate::board::{Pawns, Square};
use crate::slice::point::{Point, decides};
use crate::slice::frame::Frame;
use crate::slice::{self, Exit, Wins};

/// A proof in progress.
pub(crate) struct Prover<'w> {
    pub table: Table,
    watch: &'w Watch<'w>,
    expanded: u64,
    solved: u64,
}

impl<'w> Prover<'w> {
    pub fn new(watch: &'w Watch<'w>) -> Prover<'w> {
        Prover { table: Table::new(), watch, expanded: 0, solved: 0 }
    }

    /// How many structures have been expanded.
    pub fn structures(&self) -> u64 {
        self.expanded
    }

    pub fn solved(&self) -> u64 {
        self.solved
    }

    /// Does the attacker win? The structure and the point as the attacker sees them.
    pub fn ask(&mut self, view: Pawns, point: Point) -> Result<bool, Stop> {
        let name = self.table.name(view, seeds::seed);
        let root = Claim { node: name.index(), side: Side::WHITE.flipped_if(name.flipped()) };
        self.resolve(root, point.mirror_if(name.mirrored()))
    }

    fn resolve(&mut self, claim: Claim, point: Point) -> Result<bool, Stop> {
        loop {
            if let Some(answer) = self.table.answer(claim, point) {
                return Ok(answer);
            }
            if !self.table.interval(claim).expanded {
                self.watch.check(self.expanded, self.table.bytes())?;
                self.expanded += 1;
                self.table.set_expanded(claim);
                self.table.find_exits(claim.node, seeds::seed);
            } else if let Some((child, there)) = self.walk(claim, point) {
                self.resolve(child, there)?;
            }
            self.solve(claim);
        }
    }

    /// Computes the bounds of a claim from those of its children.
    fn solve(&mut self, claim: Claim) {
        let view = self.table.view(claim);
        let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
        let known = |bound| Known { table: &self.table, claim, bound };
        let lower = slice::solve(view, exits.iter(), &known(Bound::Lower));
        let upper = slice::solve(view, exits.iter(), &known(Bound::Upper));
        self.solved += 1;
        self.table.set(claim, &lower, &upper);
    }

    /// From an open point to a child that is open at the end of the walk. `None` if children have been
    /// settled since the claim was last solved, so that it must be solved again first.
    fn walk(&self, claim: Claim, mut point: Point) -> Option<(Claim, Point)> {
        let view = self.table.view(claim);
        let frame = Frame::new(view);
        let exits: Vec<Exit<Reference>> = self.table.exits(claim).collect();
        let upper = Known { table: &self.table, claim, bound: Bound::Upper };
        let rounds = slice::rounds(view, exits.iter(), &upper);
        let lower = self.table.wins(claim, Bound::Lower);
        loop {
            if let Some(open) = self.open_exit(claim, &frame, &exits, point) {
                return Some(open);
            }
            point = step(&rounds, lower, point)?;
        }
    }

    /// An exit at this point whose worth is open, and the child on which it hangs.
    fn open_exit(
        &self,
        claim: Claim,
        frame: &Frame,
        exits: &[Exit<Reference>],
        point: Point,
    ) -> Option<(Claim, Point)> {
        exits.iter().find_map(|exit| {
            let at = |child: &Reference, there: Point| {
                let (child, mirrored) = Table::child(claim, *child);
                (child, there.mirror_if(mirrored))
            };
            let mut open = None;
            let possible = decides(frame, exit, point, |child, there| {
                let (child, there) = at(child, there);
                contains(self.table.wins(child, Bound::Upper), there)
            });
            let proved = decides(frame, exit, point, |child, there| {
                let (child, there) = at(child, there);
                if self.table.answer(child, there).is_none() {
                    open = Some((child, there));
                }
                contains(self.table.wins(child, Bound::Lower), there)
            });
            if possible != proved { open } else { None }
        })
    }
}

/// One king step of the walk: the attacker towards the possible win, the defender to a point that
/// is not proved lost.
fn step(rounds: &[Wins], lower: &Wins, point: Point) -> Option<Point> {
    let round = |point: Point| rounds.iter().position(|wins| contains(wins, point));
    let king = if point.to_move { point.attacker } else { point.defender };
    let steps = king.set().king_steps().map(|to| {
        if point.to_move {
            Point { attacker: to, to_move: false, ..point }
        } else {
            Point { defender: to, to_move: true, ..point }
        }
    });
    let possible = steps.filter_map(|next| Some((round(next)?, next)));
    let (_, next) = if point.to_move {
        let reach = round(point)?;
        possible.filter(|(round, _)| *round <= reach).min_by_key(|(round, _)| *round)
    } else {
        possible.filter(|(_, next)| !contains(lower, *next)).max_by_key(|(round, _)| *round)
    }?;
    Some(next)
}

/// A square's index as the relations use it.
const _: fn(Square) -> usize = Square::index;

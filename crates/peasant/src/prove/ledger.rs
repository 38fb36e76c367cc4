//! The exits of one claim and what each is worth by both bounds, while the claim is worked on.

use super::structure::Reference;
use super::table::{Bound, Claim, Known, Table};
use crate::board::Color;
use crate::slice::point::{Point, decides};
use crate::slice::{self, Exit, Exits, Frame, Relation, Wins, worth};

/// What the exits of a claim are worth. Entries may be older than the table: that is sound, for bounds
/// only ever narrow.
pub(crate) struct Ledger {
    claim: Claim,
    frame: Frame,
    stalemates: Relation,
    entries: Vec<Entry>,
}

/// One exit.
struct Entry {
    exit: Exit<Reference>,
    /// Its worth with the lower bounds of its children.
    lower: Relation,
    /// Its worth with their upper bounds.
    upper: Relation,
    open: bool,
    /// The cost of its dearest open child.
    cost: u32,
}

/// Exits up to some cost are supposed to turn out one way, dearer ones the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supposition {
    /// How cheap exits turn out: `Upper`, for the attacker; `Lower`, for the defender.
    pub bound: Bound,
    /// The dearest exit that counts as cheap.
    pub cost: u32,
}

impl Supposition {
    /// Nothing but what is proved.
    pub const PROVED: Supposition = Supposition {
        bound: Bound::Lower,
        cost: u32::MAX,
    };
    /// All that is not refuted.
    pub const POSSIBLE: Supposition = Supposition {
        bound: Bound::Upper,
        cost: u32::MAX,
    };
}

impl Entry {
    fn worth(&self, bound: Bound) -> &Relation {
        match bound {
            Bound::Lower => &self.lower,
            Bound::Upper => &self.upper,
        }
    }

    /// Does the exit hang on children that are open, at this point and at this cost?
    fn is_open(&self, point: Point, win: Supposition, hold: Supposition) -> bool {
        let at = |bound| self.worth(bound).contains(point.attacker, point.defender);
        let mine = point.to_move == (self.exit.mover == Color::White);
        self.open
            && mine
            && self.cost <= win.cost.min(hold.cost)
            && at(Bound::Lower) != at(Bound::Upper)
    }
}

impl Ledger {
    pub fn new(table: &Table, claim: Claim) -> Ledger {
        let frame = Frame::new(table.view(claim));
        let entry = |exit| Entry {
            exit,
            lower: Relation::EMPTY,
            upper: Relation::EMPTY,
            open: true,
            cost: 0,
        };
        let mut ledger = Ledger {
            claim,
            frame,
            stalemates: frame.stalemates().unwrap_or(Relation::EMPTY),
            entries: table.exits(claim).map(entry).collect(),
        };
        (0..ledger.entries.len()).for_each(|index| ledger.refresh(table, index));
        ledger
    }

    /// Brings the entries of one child up to date.
    pub fn refresh_child(&mut self, table: &Table, child: Claim) {
        for index in 0..self.entries.len() {
            let claim = self.claim;
            if self.entries[index]
                .exit
                .structures()
                .any(|c| Table::child(claim, c).0 == child)
            {
                self.refresh(table, index);
            }
        }
    }

    fn refresh(&mut self, table: &Table, index: usize) {
        let Ledger { claim, frame, .. } = *self;
        let entry = &mut self.entries[index];
        let open = |&child: &Reference| !table.interval(Table::child(claim, child).0).is_exact();
        let known = |bound| Known {
            table,
            claim,
            bound,
        };
        entry.lower = worth(&frame, &entry.exit, &known(Bound::Lower));
        entry.open = entry.exit.structures().any(|child| open(&child));
        if entry.open {
            entry.upper = worth(&frame, &entry.exit, &known(Bound::Upper));
        } else {
            entry.upper.clone_from(&entry.lower);
        }
    }

    /// Reads the costs of the open exits from the table; returns them, sorted.
    pub fn costs(&mut self, table: &Table) -> Vec<u32> {
        let claim = self.claim;
        let mut costs = Vec::with_capacity(self.entries.len());
        for entry in self.entries.iter_mut().filter(|entry| entry.open) {
            let children = entry
                .exit
                .structures()
                .map(|child| Table::child(claim, child).0);
            let open = children.filter(|&child| !table.interval(child).is_exact());
            entry.cost = open.map(|child| table.cost(child)).max().unwrap_or(0);
            costs.push(entry.cost);
        }
        costs.sort_unstable();
        costs.dedup();
        costs
    }

    /// A bound of the claim, from those of its children.
    pub fn solve(&self, bound: Bound) -> Wins {
        slice::solve_sum(&self.frame, &self.sum(|entry| entry.worth(bound)))
    }

    /// The claim as it would be.
    pub fn suppose(&self, supposition: Supposition) -> Wins {
        slice::solve_sum(&self.frame, &self.supposed(supposition))
    }

    /// The claim as it would be, by distance.
    pub fn stages(&self, supposition: Supposition) -> Vec<Wins> {
        slice::stages_of_sum(&self.frame, &self.supposed(supposition))
    }

    fn supposed(&self, Supposition { bound, cost }: Supposition) -> Exits {
        self.sum(|entry| entry.worth(if entry.cost <= cost { bound } else { !bound }))
    }

    fn sum<'a>(&'a self, worth: impl Fn(&'a Entry) -> &'a Relation) -> Exits {
        let mut sum = Exits {
            won: Relation::EMPTY,
            escapes: self.stalemates,
        };
        for entry in &self.entries {
            sum.of(entry.exit.mover).add(worth(entry));
        }
        sum
    }

    /// An exit at this point that both sides think cheap, and the open child on which it hangs. An entry
    /// that turns out to be out of date is refreshed; then there may be none.
    pub fn open_child(
        &mut self,
        table: &Table,
        point: Point,
        win: Supposition,
        hold: Supposition,
    ) -> Option<(Claim, Point)> {
        for index in 0..self.entries.len() {
            if !self.entries[index].is_open(point, win, hold) {
                continue;
            }
            let child = self.child_at(table, &self.entries[index].exit, point);
            if child.is_some() {
                return child;
            }
            self.refresh(table, index);
        }
        None
    }

    /// A child that is open where an exit at this point asks for it.
    fn child_at(
        &self,
        table: &Table,
        exit: &Exit<Reference>,
        point: Point,
    ) -> Option<(Claim, Point)> {
        let mut open = None;
        decides(&self.frame, exit, point, |&child, there| {
            let (child, mirrored) = Table::child(self.claim, child);
            let there = there.mirror_if(mirrored);
            let answer = table.answer(child, there);
            if answer.is_none() {
                open = Some((child, there));
            }
            // Go on to every child that the exit hangs on.
            answer.unwrap_or(exit.mover == Color::White)
        });
        open
    }
}

//! The exits of one goal and what each is worth by both bounds, while the goal is worked on.

use super::threshold::{Cost, Costs, Threshold};
use crate::board::Color;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::by_bound::ByBound;
use crate::prove::graph::interval::Bound;
use crate::prove::policy::{DEARER_BY_PIECES, DEARER_PUSH, DEARER_UNDERPROMOTION, MAX_PIECES};
use crate::slice::{self, Buffer, Frame, Point, Relation, Stages, Wins, vectorised};
use crate::structure::{Exit, Goal, Pieces, Reference, Symmetry};

/// What the exits of a goal are worth. Entries may be older than the bounds of the children: that is sound, for what has been
/// proved stays true.
pub(crate) struct ExitValues {
    goal: Goal,
    frame: Frame,
    /// By plane.
    stalemates: Buffer,
    entries: Vec<Entry>,
    /// The worth of each entry with the lower bounds of its children: all planes of one, then of the next.
    lower: Buffer,
    /// The same with their upper bounds.
    upper: Buffer,
    /// The worth of some entry is newer than the bounds of the goal.
    changed: bool,
}

/// The lower bound and the upper one.
const BOUNDS: [Threshold; 2] = [Threshold::PROVED, Threshold::POSSIBLE];

/// One exit.
struct Entry {
    exit: Exit<Reference>,
    open: bool,
    /// What it costs apart from what has been spent on it.
    first: Costs,
    /// What it costs, by its dearest open child.
    costs: Costs,
}

/// An open child on which an exit hangs: its name as the goal's attacker sees it, and the point as it is stored.
pub(crate) struct OpenChild {
    pub goal: Goal,
    pub point: Point,
    /// What turns the structure that the goal's attacker sees into the one that is stored.
    pub symmetry: Symmetry,
    pub exit: Exit<Reference>,
}

impl ExitValues {
    pub fn new(known: &KnownBounds, goal: Goal) -> ExitValues {
        let frame = Frame::new(known.nodes.view(goal));
        let entry = |exit| Entry {
            exit,
            open: true,
            first: Costs::new(0, 0),
            costs: Costs::new(0, 0),
        };
        let entries: Vec<Entry> = known.nodes.exits(goal).map(entry).collect();
        let room = entries.len() * frame.planes();
        let mut values = ExitValues {
            goal,
            frame,
            stalemates: slice::stalemates(&frame),
            entries,
            lower: Buffer::unset(room),
            upper: Buffer::unset(room),
            changed: true,
        };
        (0..values.entries.len()).for_each(|index| values.refresh(known, index));
        values
    }

    /// The exits of a goal, looked at if they have not been, and the goal's bounds brought up to date.
    pub fn look(known: &mut KnownBounds, goal: Goal) -> ExitValues {
        known.expand(goal);
        let mut values = ExitValues::new(known, goal);
        values.narrow(known);
        values.forecast(known);
        values
    }

    /// What is likely to come of the exits, before anything is spent on them.
    fn forecast(&mut self, known: &KnownBounds) {
        let armed = !self.frame.pieces.is_empty();
        for entry in self.entries.iter_mut().filter(|entry| entry.open) {
            let dearer = match entry.exit.mover {
                _ if entry.exit.is_underpromotion() => DEARER_UNDERPROMOTION,
                Color::White if armed => DEARER_PUSH,
                _ => 0,
            };
            let [win, hold] = match armed {
                true => [0; 2],
                false => known.forecast.costs(self.frame.pawns, &entry.exit),
            };
            entry.first = Costs::new(win, hold).and(Cost(dearer));
        }
    }

    /// Narrows the bounds of the goal by what the exits are worth, if that has changed.
    pub fn narrow(&mut self, known: &mut KnownBounds) {
        if !std::mem::take(&mut self.changed) {
            return;
        }
        if self.frame.pieces.is_empty() {
            let [lower, upper] = self.solve_plane();
            known.narrow_one(self.goal, lower, upper);
        } else {
            let [lower, upper] = BOUNDS.map(|threshold| self.suppose(threshold));
            known.narrow(self.goal, Some(lower), Some(upper));
        }
    }

    /// Where the worth of an entry stands.
    #[inline(always)]
    fn range(&self, index: usize) -> std::ops::Range<usize> {
        let planes = self.frame.planes();
        index * planes..(index + 1) * planes
    }

    /// The worth of an entry by one of the bounds.
    #[inline(always)]
    pub fn worth(&self, index: usize, bound: Bound) -> &[Relation] {
        let range = self.range(index);
        match bound {
            Bound::Lower => &self.lower[range],
            Bound::Upper => &self.upper[range],
        }
    }

    /// Does an exit hang on children that are open, and do both sides suppose that it goes their way?
    fn is_open(&self, index: usize, point: Point, win: Threshold, hold: Threshold) -> bool {
        let entry = &self.entries[index];
        let (mover, other) = match entry.exit.mover {
            Color::White => (win, hold),
            Color::Black => (hold, win),
        };
        let mine = point.to_move == (entry.exit.mover == Color::White);
        let at = |threshold| {
            let worth = &self.supposed(index, threshold)[point.plane()];
            worth.contains(point.attacker, point.defender)
        };
        entry.open && mine && at(mover) && !at(other)
    }

    /// What an exit is worth as it is supposed to turn out.
    #[inline(always)]
    fn supposed(&self, index: usize, threshold: Threshold) -> &[Relation] {
        let costs = self.entries[index].costs;
        let cost = match threshold.bound {
            Bound::Upper => costs.win,
            Bound::Lower => costs.hold,
        };
        if cost > threshold.cost {
            self.worth(index, !threshold.bound)
        } else {
            self.worth(index, threshold.bound)
        }
    }

    /// The frame of the goal, as its attacker sees it.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Where the defender is stalemated, plane by plane.
    pub fn stalemates(&self) -> &[Relation] {
        &self.stalemates
    }

    /// The exits, in the order of their entries.
    pub fn exits(&self) -> impl Iterator<Item = &Exit<Reference>> {
        self.entries.iter().map(|entry| &entry.exit)
    }

    /// Brings the entries of one child up to date.
    pub fn refresh_child(&mut self, known: &KnownBounds, child: Goal) {
        for index in 0..self.entries.len() {
            let exit = self.entries[index].exit;
            if exit.structures().any(|name| name.goal() == child) {
                self.refresh(known, index);
            }
        }
    }

    fn refresh(&mut self, known: &KnownBounds, index: usize) {
        let range = self.range(index);
        let before = (!self.changed).then(|| {
            let copy = |worth: &[Relation]| Buffer::copy_of(worth);
            [
                copy(&self.lower[range.clone()]),
                copy(&self.upper[range.clone()]),
            ]
        });
        let frame = &self.frame;
        let entry = &mut self.entries[index];
        let worth = |bound, to: &mut [Relation]| {
            to.fill(Relation::EMPTY);
            slice::add_worth(frame, &entry.exit, &ByBound { known, bound }, to);
            known.game.correct_exit(self.goal, &entry.exit, &mut to[0]);
        };
        worth(Bound::Lower, &mut self.lower[range.clone()]);
        let is_open = |child: Reference| !known.interval(child.goal()).is_exact();
        if entry.exit.structures().any(is_open) {
            worth(Bound::Upper, &mut self.upper[range.clone()]);
        } else {
            self.upper[range.clone()].copy_from_slice(&self.lower[range.clone()]);
            entry.open = false;
        }
        self.changed = before.is_none_or(|[lower, upper]| {
            *lower != self.lower[range.clone()] || *upper != self.upper[range]
        });
    }

    /// Reads the costs of the open exits; returns them, sorted: those for the attacker, and those for the defender.
    pub fn costs(&mut self, known: &KnownBounds) -> [Vec<Cost>; 2] {
        let mut costs = [(); 2].map(|()| Vec::with_capacity(self.entries.len()));
        for entry in self.entries.iter_mut().filter(|entry| entry.open) {
            let children = entry.exit.structures().map(Reference::goal);
            let open = children.filter(|&child| !known.interval(child).is_exact());
            let dearest = open.map(|child| cost(known, child)).max();
            entry.costs = entry.first.and(dearest.unwrap_or(Cost::NONE));
            costs[0].push(entry.costs.win);
            costs[1].push(entry.costs.hold);
        }
        for costs in &mut costs {
            costs.sort_unstable();
            costs.dedup();
        }
        costs
    }

    /// Both bounds of a goal of pawns alone, from those of its children.
    pub fn solve_plane(&self) -> [Wins; 2] {
        BOUNDS.map(|threshold| self.suppose_plane(threshold))
    }

    /// Would the attacker win this point?
    pub fn is_won(&self, threshold: Threshold, point: Point) -> bool {
        match self.frame.pieces.is_empty() {
            true => self.suppose_plane(threshold).contains(point),
            false => self.suppose(threshold)[point.plane()].contains(point),
        }
    }

    /// The slice of a goal of pawns alone as it would be.
    fn suppose_plane(&self, threshold: Threshold) -> Wins {
        self.with_sum(threshold, |frame, won, escapes| {
            slice::solve_plane(frame, &won[0], &escapes[0])
        })
    }

    /// The goal's slice as it would be.
    pub fn suppose(&self, threshold: Threshold) -> Vec<Wins> {
        self.with_sum(threshold, slice::solve)
    }

    /// The same by distance.
    pub fn stages(&self, threshold: Threshold) -> Stages {
        self.with_sum(threshold, slice::stages)
    }

    /// Solves from the worth of all exits as they are supposed to turn out: where one wins, and where one holds.
    pub fn with_sum<T>(
        &self,
        threshold: Threshold,
        solve: impl FnOnce(&Frame, &[Relation], &[Relation]) -> T,
    ) -> T {
        if self.frame.pieces.is_empty() {
            let (mut won, mut escapes) = ([Relation::EMPTY], [self.stalemates[0]]);
            add_all(self, threshold, &mut won, &mut escapes);
            return solve(&self.frame, &won, &escapes);
        }
        let mut won = Buffer::new(self.frame.planes());
        let mut escapes = self.stalemates.clone();
        add_all(self, threshold, &mut won, &mut escapes);
        solve(&self.frame, &won, &escapes)
    }

    /// The points that the mover's king or pieces can go to inside the slice.
    pub fn quiet_moves(&self, point: Point) -> Vec<Point> {
        slice::quiet_moves(&self.frame, point)
    }

    /// Of the exits at this point that both sides think cheap the cheapest: the open child on which it hangs. An entry
    /// that turns out to be out of date is refreshed; then there may be none.
    pub fn open_child(
        &mut self,
        known: &KnownBounds,
        point: Point,
        win: Threshold,
        hold: Threshold,
    ) -> Option<OpenChild> {
        let all = 0..self.entries.len();
        let mut open: Vec<usize> = all
            .filter(|&index| self.is_open(index, point, win, hold))
            .collect();
        open.sort_by_key(|&index| self.entries[index].costs.sum());
        for index in open {
            let child = self.child_at(known, &self.entries[index].exit, point);
            if child.is_some() {
                return child;
            }
            self.refresh(known, index);
        }
        None
    }

    /// A child that is open where an exit at this point asks for it.
    fn child_at(
        &self,
        known: &KnownBounds,
        exit: &Exit<Reference>,
        point: Point,
    ) -> Option<OpenChild> {
        let mut open = None;
        slice::decides(&self.frame, exit, point, &mut |child, there| {
            let symmetry = child.symmetry().mirror_part();
            let there = there.through(symmetry, Pieces::NONE);
            let answer = known.answer(child.goal(), there);
            if answer.is_none() && (open.is_none() || self.frame.pieces.is_empty()) {
                open = Some(OpenChild {
                    goal: child.goal(),
                    point: there,
                    symmetry,
                    exit: *exit,
                });
            }
            answer
        });
        open
    }
}

vectorised! {
    /// Adds what all exits are worth as they are supposed to turn out.
    fn [] add_all(
        values: &ExitValues,
        threshold: Threshold,
        won: &mut [Relation],
        escapes: &mut [Relation],
    ) {
        for (index, entry) in values.entries.iter().enumerate() {
            let sum = match entry.exit.mover {
                Color::White => &mut *won,
                Color::Black => &mut *escapes,
            };
            for (sum, worth) in sum.iter_mut().zip(values.supposed(index, threshold)) {
                sum.add(worth);
            }
        }
    }
}

/// How dear a goal is: the magnitude of the effort spent on it in vain, and more with promoted pieces.
fn cost(known: &KnownBounds, goal: Goal) -> Cost {
    let interval = known.interval(goal);
    let pieces = known.nodes.pieces(goal);
    if interval.disabled || known.spares_large && pieces == MAX_PIECES {
        return Cost::DISABLED;
    }
    Cost(interval.tried.effort.magnitude() + DEARER_BY_PIECES[pieces])
}

//! The on-demand prover: only the structures that a question needs, with bounds where a structure is not settled.
//!
//! A *goal* is one player's question about one structure. Everything known of it is two slices, what is proved to be won and what
//! is not refuted (`bounds.rs`), and they narrow as the structures that follow are worked on. A question about a point is
//! worked on (`search.rs`) by descents, from the point to an exit whose child is open (`descent.rs`), or by solving everything
//! below at once where that is cheaper (`bottom_up.rs`). Goals with two promoted pieces have a way of their own (`two_pieces.rs`).

mod advice;
mod bottom_up;
mod bounds;
mod descent;
mod distance;
mod exit_values;
mod interval;
mod large;
mod newborn_guide;
mod nodes;
mod positions;
mod search;
mod store;
mod subtree;
mod threshold;
mod two_pieces;
mod unresolved;

use super::effort::Effort;
use super::policy::{MAX_PIECES, REPORT, WEIGHT, WORK_ROOM};
use super::resources::Resources;
use crate::board::Position;
use crate::limits::{Stop, Watch};
use crate::rules::Rules;
use crate::slice::{Point, buffer_bytes};
use crate::structure::{Goal, Reference, Structure, Symmetry};
use advice::Adviser;
use bounds::KnownBounds;
use newborn_guide::NewbornGuide;
pub(crate) use positions::OnDemand;
use subtree::Subtrees;
use unresolved::Unresolved;

/// A proof in progress, by structures and points; [`OnDemand`] asks it about positions.
pub(crate) struct GoalProver {
    known: KnownBounds,
    subtrees: Subtrees,
    watch: Watch,
    /// Structures expanded or solved, by how many promoted pieces they hold.
    counts: [u64; MAX_PIECES + 1],
    /// How many of them before the request in work.
    before: u64,
    resources: Resources,
    /// Shows a proof where to look.
    adviser: Option<Box<dyn Adviser>>,
    unresolved: Unresolved,
    lacked_memory: bool,
}

impl GoalProver {
    pub fn new(rules: Rules, watch: Watch, resources: Resources) -> GoalProver {
        let adviser = (rules == Rules::Chess)
            .then(|| Box::new(NewbornGuide::new(watch.clone())) as Box<dyn Adviser>);
        GoalProver {
            known: KnownBounds::new(rules),
            subtrees: Subtrees::default(),
            adviser,
            watch,
            counts: [0; MAX_PIECES + 1],
            before: 0,
            resources,
            unresolved: Unresolved::default(),
            lacked_memory: false,
        }
    }

    /// A new request begins, with limits and a clock of its own. What has been proved stays.
    pub fn begin(&mut self, watch: Watch) {
        if let Some(adviser) = &mut self.adviser {
            adviser.begin(watch.clone());
        }
        self.watch = watch;
        self.before = self.structures();
        self.unresolved = Unresolved::default();
        self.lacked_memory = false;
    }

    /// Does the attacker win? Works on the question until so much has been spent on it. The structure and the point are as the
    /// attacker sees them; `seen` is what turned the board of the question so.
    pub fn ask(
        &mut self,
        view: Structure,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<Option<bool>, Stop> {
        let name = self.name(view);
        let (goal, mirror) = (name.goal(), name.symmetry().mirror_part());
        let point = point.through(mirror, view.pieces);
        let spent = self.resolve(goal, point, seen.compose(mirror), effort)?;
        self.known.add_effort(goal, spent);
        Ok(self.known.answer(goal, point))
    }

    /// Has all work on a question turned out to be in vain?
    pub fn is_hopeless(&mut self, view: Structure, point: Point) -> bool {
        let (goal, point) = self.goal(view, point);
        self.known.answer(goal, point).is_none() && self.known.interval(goal).disabled
    }

    /// What is known of a question without any work.
    pub fn known(&mut self, view: Structure, point: Point) -> Option<bool> {
        let (goal, point) = self.goal(view, point);
        self.known.answer(goal, point)
    }

    fn goal(&mut self, view: Structure, point: Point) -> (Goal, Point) {
        let name = self.name(view);
        let mirror = name.symmetry().mirror_part();
        (name.goal(), point.through(mirror, view.pieces))
    }

    /// The name of a structure as its attacker sees it, with first bounds.
    fn name(&mut self, view: Structure) -> Reference {
        let name = self.known.intern(view);
        self.known.seed(name.goal());
        name
    }

    /// Positions that could not be solved and were in the way, as on the board of the questions.
    pub fn unresolved(&self) -> Vec<Position> {
        self.unresolved.positions(&self.known)
    }

    /// Were goals with two promoted pieces left alone for want of memory?
    pub fn lacked_memory(&self) -> bool {
        self.lacked_memory
    }

    /// Have two proofs contradicted each other? Then something from outside is wrong.
    pub fn is_contradicted(&self) -> bool {
        self.known.contradicted
    }

    /// How many structures have been expanded or solved.
    pub fn structures(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same without promoted pieces, with one, with two.
    pub fn counts(&self) -> [u64; MAX_PIECES + 1] {
        self.counts
    }

    /// Everything that has been spent.
    fn spent(&self) -> Effort {
        let weighed = self.counts.iter().zip(WEIGHT);
        weighed.map(|(&count, weight)| weight * count).sum()
    }

    /// Bytes for what is known, the adviser's included.
    pub fn bytes(&self) -> u64 {
        let adviser = self.adviser.as_ref().map_or(0, |adviser| adviser.bytes());
        self.known.bytes() + adviser
    }

    /// Bytes in use, the room for work included.
    fn bytes_in_work(&self) -> u64 {
        self.bytes() + buffer_bytes()
    }

    /// Minds the limits before one more structure with so many promoted pieces is worked on.
    fn mind_limits(&mut self, pieces: usize) -> Result<(), Stop> {
        let structures = self.structures() - self.before;
        if structures.is_multiple_of(REPORT) {
            self.watch.report(structures, None, self.bytes_in_work());
        }
        let room = WORK_ROOM[pieces];
        self.make_room(room);
        self.watch.check(structures, self.bytes_in_work() + room)
    }

    /// Forgets what takes most room and can be had again, until so many bytes are free. Are they?
    fn make_room(&mut self, bytes: u64) -> bool {
        while self.watch.room(self.bytes_in_work()) < bytes {
            if !self.known.forget_largest() {
                return false;
            }
        }
        true
    }
}

//! What is known of every goal: bounds of where its attacker wins.

mod narrowing;

use std::sync::Arc;

use super::earlier::Earlier;
use super::forecast::Forecast;
use super::interval::{Bound, Interval, Slot};
use super::nodes::Nodes;
use super::pawn_slices::PawnSlices;
use super::piece_slices::{Kind, PieceSlices};
use super::planes::Planes;
use super::three_pieces::ThreePieces;
use crate::board::Color;
use crate::prove::effort::Effort;
use crate::prove::game::Played;
use crate::prove::policy::{MAX_PIECES, WEIGHT};
use crate::prove::store::Endings;
use crate::prove::store::{PackedEnding, Saved};
use crate::prove::tried::Tried;
use crate::slice::{Frame, Placement, Point, Relation, Wins};
use crate::store::scratch::Scratch;
use crate::structure::{Goal, Pieces, Reference, Structure, Symmetry};

/// The structures that have been met, and the bounds of both players' wins in each.
#[derive(Clone)]
pub(crate) struct KnownBounds {
    /// The game that is played.
    pub game: Played,
    pub nodes: Nodes,
    /// By node: White's goal and Black's.
    intervals: Vec<[Interval; 2]>,
    store: PawnSlices,
    pub(super) large: PieceSlices,
    /// Endings with three pieces.
    pub three_pieces: ThreePieces,
    /// Goals with two promoted pieces are left as they are.
    pub spares_large: bool,
    /// What was known before room was made.
    pub(super) earlier: Earlier,
    /// What was proved before and stands in a file.
    pub saved: Saved,
    /// The number of the request in work.
    request: u32,
    /// What is likely to come of exits.
    pub forecast: Forecast,
    /// Two proofs of the same thing contradicted each other: something from outside is wrong.
    pub contradicted: bool,
    /// How often bounds have been narrowed.
    revision: u32,
}

impl KnownBounds {
    /// Slices that memory has no room for go to the scratch file, if there is one.
    pub fn new(
        game: Played,
        endings: Option<Arc<Endings>>,
        scratch: Option<Arc<Scratch>>,
    ) -> KnownBounds {
        KnownBounds {
            game,
            nodes: Nodes::new(),
            intervals: Vec::new(),
            store: PawnSlices::new(),
            large: PieceSlices::new(scratch),
            three_pieces: ThreePieces::new(endings),
            spares_large: false,
            earlier: Earlier::default(),
            saved: Saved::default(),
            request: 0,
            forecast: Forecast::default(),
            contradicted: false,
            revision: 0,
        }
    }

    /// A request begins.
    pub fn begin(&mut self) {
        self.request += 1;
    }

    /// The reference to a structure, new or known.
    pub fn intern(&mut self, structure: Structure) -> Reference {
        let name = self.nodes.intern(structure);
        self.catch_up();
        name
    }

    /// The name of a structure as its attacker sees it, with what is saved of it.
    pub fn name(&mut self, view: Structure) -> Reference {
        let name = self.intern(view);
        self.look_up(name.goal());
        name
    }

    /// The goal and the point of a question about a structure as its attacker sees it.
    pub fn goal(&mut self, view: Structure, point: Point) -> (Goal, Point) {
        let name = self.name(view);
        let mirror = name.symmetry().mirror_part();
        (name.goal(), point.through(mirror, view.pieces))
    }

    /// What is known of such a question.
    pub fn result(&mut self, view: Structure, point: Point) -> Option<bool> {
        let (goal, point) = self.goal(view, point);
        self.answer(goal, point)
    }

    /// Gives an interval to every node that is new.
    pub fn catch_up(&mut self) {
        for node in self.intervals.len()..self.nodes.len() {
            let first = |attacker| Interval::first(self.nodes.view(Goal { node, attacker }));
            self.intervals.push(Color::BOTH.map(first));
            for attacker in Color::BOTH {
                self.find_ending(Goal { node, attacker });
            }
        }
    }

    /// Takes the answer to a new goal with three pieces, if it is there. If not, it may be solved.
    fn find_ending(&mut self, goal: Goal) {
        let view = self.nodes.view(goal);
        let Some((endings, pieces)) = self.three_pieces.ending(view) else {
            return;
        };
        match endings.find(pieces, &self.saved) {
            Some(ending) => self.adopt(goal, ending),
            None => self.interval_mut(goal).disabled = false,
        }
    }

    pub fn interval(&self, goal: Goal) -> Interval {
        self.intervals[goal.node][goal.attacker as usize]
    }

    pub fn interval_mut(&mut self, goal: Goal) -> &mut Interval {
        &mut self.intervals[goal.node][goal.attacker as usize]
    }

    /// Of all goals.
    pub(in crate::prove) fn intervals_mut(&mut self) -> impl Iterator<Item = &mut Interval> {
        self.intervals.iter_mut().flatten()
    }

    /// The planes in a slot of a goal that is neither [`Slot::ALL`] nor of three pieces.
    pub(in crate::prove) fn planes(&self, goal: Goal, slot: Slot) -> Vec<Wins> {
        match self.nodes.has_pieces(goal) {
            true => self.large.get(slot).all().collect(),
            false => vec![self.pawn_wins(goal, slot)],
        }
    }

    pub fn add_effort(&mut self, goal: Goal, spent: Effort) {
        self.interval_mut(goal).tried.effort += spent;
    }

    /// Work on a goal was in vain: what it has cost so far counts twice, and a slice more.
    pub fn make_dearer(&mut self, goal: Goal) {
        let effort = &mut self.interval_mut(goal).tried.effort;
        *effort = *effort * 2 + WEIGHT[1];
    }

    /// Takes what is saved of a goal that is used in this request. Slices of the largest kind are taken when there is room for them.
    pub fn look_up(&mut self, goal: Goal) {
        let request = self.request;
        let interval = self.interval_mut(goal);
        interval.used = request;
        if !interval.sought && !interval.is_exact() && self.nodes.pieces(goal) < MAX_PIECES {
            self.take_saved(goal);
        }
    }

    /// Looks at the exits of a goal: names what follows, with what is saved of it.
    pub fn expand(&mut self, goal: Goal) {
        self.find_exits(goal);
        let children = self.nodes.child_goals(goal);
        children.into_iter().for_each(|child| self.look_up(child));
        self.interval_mut(goal).expanded = true;
    }

    /// Names what follows a goal, which is going to be worked on.
    pub fn find_exits(&mut self, goal: Goal) {
        self.nodes.find_exits(&*self.game, goal);
        self.catch_up();
        if !self.large.is_empty() {
            self.touch(goal);
        }
    }

    /// The work goes on with another structure.
    pub fn tick(&mut self) {
        self.large.tick();
    }

    /// Notes that the slices of a goal and of what follows it are used.
    fn touch(&mut self, goal: Goal) {
        let KnownBounds {
            nodes,
            large,
            intervals,
            ..
        } = self;
        let children = nodes.children(goal).map(Reference::goal);
        for goal in children.chain([goal]) {
            // What one player wins is what the other does not.
            let both = intervals[goal.node]
                .iter()
                .filter(|_| nodes.has_pieces(goal));
            for slot in both.flat_map(|interval| [interval.lower, interval.upper]) {
                if slot.three_pieces().is_none() {
                    large.touch(slot);
                }
            }
        }
    }

    /// Does the attacker win the point, by one of the goal's bounds?
    pub fn wins(&self, goal: Goal, bound: Bound, point: Point) -> bool {
        match self.interval(goal).slot(bound) {
            Slot::NONE => false,
            Slot::ALL => {
                let view = self.nodes.view(goal);
                let theirs = || point.through(Symmetry::FLIP, view.pieces);
                (view.pieces.is_empty() || !self.wins(goal.opponent(), Bound::Lower, theirs()))
                    && Frame::new(view).is_legal(point)
            }
            slot if self.nodes.has_pieces(goal) => match slot.three_pieces() {
                Some(number) => self
                    .three_pieces
                    .plane(number, bound, &point.placement)
                    .contains(point),
                None => self.large.get(slot).contains(point),
            },
            slot => self.store.contains(slot, point),
        }
    }

    /// Is the point won? `None`: open.
    pub fn answer(&self, goal: Goal, point: Point) -> Option<bool> {
        if self.wins(goal, Bound::Lower, point) {
            Some(true)
        } else if self.wins(goal, Bound::Upper, point) {
            None
        } else {
            Some(false)
        }
    }

    /// The same of a legal point: where nothing is stored nothing is looked at.
    pub fn answer_if_legal(&self, goal: Goal, point: Point) -> Option<bool> {
        let is_open = self.interval(goal).upper == Slot::ALL
            && (!self.nodes.has_pieces(goal) || self.interval(goal.opponent()).lower == Slot::NONE);
        match is_open {
            true => self.wins(goal, Bound::Lower, point).then_some(true),
            false => self.answer(goal, point),
        }
    }

    /// One plane of a bound with this side to move, of the structure that is meant, which may be a mirror image of the one that is stored.
    #[inline(always)]
    pub fn plane<'a>(
        &'a self,
        child: Reference,
        bound: Bound,
        mover: Color,
        placement: &Placement,
        scratch: &'a mut Option<Relation>,
    ) -> &'a Relation {
        let (goal, mirror) = (child.goal(), child.symmetry().mirror_part());
        let placement = &placement.through(mirror, Pieces::NONE);
        let seen = |won: Relation| match mirror.mirrors() {
            true => won.mirror(),
            false => won,
        };
        match self.interval(goal).slot(bound) {
            Slot::ALL => scratch.insert(seen(self.not_refuted(goal, mover, placement))),
            Slot::NONE => &Relation::EMPTY,
            slot if placement.is_empty() => {
                let won = scratch.insert(Relation::EMPTY);
                self.read(goal, slot, mover, won);
                if mirror.mirrors() {
                    *won = won.mirror();
                }
                won
            }
            slot => match slot.three_pieces() {
                Some(number) => {
                    let wins = self.three_pieces.plane(number, bound, placement);
                    scratch.insert(seen(*wins.with(mover)))
                }
                None => {
                    let (planes, plane) = (self.large.get(slot), placement.plane());
                    match mirror.mirrors() {
                        true => {
                            let won = planes.with(plane, mover, &mut None).mirror();
                            scratch.insert(won)
                        }
                        false => planes.with(plane, mover, scratch),
                    }
                }
            },
        }
    }

    /// The same with either side to move.
    fn wins_in(&self, child: Reference, bound: Bound, placement: &Placement) -> Wins {
        let [to_move, waiting] =
            Color::BOTH.map(|mover| *self.plane(child, bound, mover, placement, &mut None));
        Wins { to_move, waiting }
    }

    /// One plane of the proved wins of a goal.
    pub fn lower_plane(&self, goal: Goal, placement: &Placement) -> Wins {
        let same = Reference::new(goal.node, Symmetry::for_player(goal.attacker));
        self.wins_in(same, Bound::Lower, placement)
    }

    /// The planes of a bound of a goal with promoted pieces that is stored here and says anything; else none.
    pub fn planes_of(&self, goal: Goal, bound: Bound) -> Planes<'_> {
        match self.interval(goal).slot(bound) {
            Slot::NONE | Slot::ALL => Planes::NONE,
            slot if slot.three_pieces().is_some() => Planes::NONE,
            slot => self.large.get(slot),
        }
    }

    /// Takes the answer to a goal with three pieces.
    pub fn adopt(&mut self, goal: Goal, ending: Arc<PackedEnding>) {
        let slot = self.three_pieces.put(self.nodes.view(goal), ending);
        self.revision += 1;
        let revised = self.revision;
        let interval = self.interval_mut(goal);
        (interval.lower, interval.upper) = (slot, slot);
        interval.revised = revised;
    }

    /// One plane of what is legal and not refuted, where no better upper bound is stored: with promoted
    /// pieces what the other player is proved to win cannot be won by this one.
    fn not_refuted(&self, goal: Goal, mover: Color, placement: &Placement) -> Relation {
        let view = self.nodes.view(goal);
        let mut left = Frame::new(view).legal(mover, placement);
        let theirs = self.interval(goal.opponent()).lower;
        if !view.pieces.is_empty() && theirs != Slot::NONE {
            let placement = placement.through(Symmetry::FLIP, view.pieces);
            let refuted = match theirs.three_pieces() {
                Some(number) => self.three_pieces.plane(number, Bound::Lower, &placement),
                None => self.large.get(theirs).wins(placement.plane()),
            };
            left.remove(&refuted.with(!mover).swap_players());
        }
        left
    }

    /// Are all structures that follow exact?
    pub fn all_exact(&self, goal: Goal) -> bool {
        self.nodes
            .children(goal)
            .all(|child| self.interval(child.goal()).is_exact())
    }

    /// When what follows was narrowed last: as long as this stays the same, so does what is counted from it.
    pub fn revision_below(&self, goal: Goal) -> u32 {
        let children = self.nodes.children(goal);
        let revised = children.map(|child| self.interval(child.goal()).revised);
        revised.max().unwrap_or(0)
    }

    /// Is nothing at all known of a goal?
    pub fn is_unknown(&self, goal: Goal) -> bool {
        let interval = self.interval(goal);
        interval.lower == Slot::NONE && interval.upper == Slot::ALL
    }

    /// The bounds of a goal without promoted pieces.
    pub fn bounds_of_pawns(&self, goal: Goal) -> [Wins; 2] {
        let Interval { lower, upper, .. } = self.interval(goal);
        [lower, upper].map(|slot| self.pawn_wins(goal, slot))
    }

    /// The wins in a slot of a goal without promoted pieces.
    fn pawn_wins(&self, goal: Goal, slot: Slot) -> Wins {
        let mut wins = Wins::NONE;
        self.read(goal, slot, Color::White, &mut wins.to_move);
        self.read(goal, slot, Color::Black, &mut wins.waiting);
        wins
    }

    /// The same with this side to move, where there were none.
    #[inline(always)]
    fn read(&self, goal: Goal, slot: Slot, mover: Color, to: &mut Relation) {
        match slot {
            Slot::NONE => {}
            Slot::ALL => *to = Frame::new(self.nodes.view(goal)).legal(mover, &Placement::NONE),
            slot => self.store.unpack(slot, mover, to),
        }
    }

    /// Every legal placement of the kings in a goal without promoted pieces.
    pub fn all_legal(&self, goal: Goal) -> Wins {
        Frame::new(self.nodes.view(goal)).plane(&Placement::NONE)
    }

    /// Forgets the bounds of a goal without promoted pieces, and that it was given up.
    pub fn forget(&mut self, goal: Goal) {
        let interval = self.interval(goal);
        self.store.free(interval.lower);
        if interval.upper != interval.lower {
            self.store.free(interval.upper);
        }
        *self.interval_mut(goal) = Interval {
            expanded: interval.expanded,
            sought: true,
            used: interval.used,
            ..Interval::first(self.nodes.view(goal))
        };
    }

    /// Packs slices with promoted pieces that take so many bytes, moves them to the scratch file, or forgets them if they are not in use,
    /// those first that have not been used for longest. Were there any?
    pub fn put_away_least_used(&mut self, bytes: u64) -> bool {
        Kind::ALL.into_iter().any(|kind| {
            let mut any = false;
            for (slot, goal) in self.large.least_used(kind, bytes) {
                let is_kept = self.large.put_away(slot);
                if !is_kept && kind != Kind::InUse {
                    self.forget_planes(goal);
                }
                any |= is_kept || kind != Kind::InUse;
            }
            any
        })
    }

    /// Forgets what is known of a goal with promoted pieces.
    pub(super) fn forget_planes(&mut self, goal: Goal) {
        let first = Interval::first(self.nodes.view(goal));
        let interval = self.interval_mut(goal);
        let Interval { lower, upper, .. } = *interval;
        *interval = Interval {
            tried: Tried::effort(interval.tried.effort),
            used: interval.used,
            ..first
        };
        self.large.free(lower);
        if upper != lower {
            self.large.free(upper);
        }
    }

    /// Bytes of a bound with most pieces, on average, if any is kept.
    pub fn bytes_of_large(&self) -> Option<u64> {
        self.large.bytes_of_large()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let intervals = self.intervals.capacity() * size_of::<[Interval; 2]>();
        let slices = self.store.bytes() + self.large.bytes();
        let files = self.three_pieces.bytes() + self.saved.bytes() + self.earlier.bytes();
        let beside = self.game.bytes() + self.forecast.bytes();
        self.nodes.bytes() + beside + intervals as u64 + slices + files
    }
}

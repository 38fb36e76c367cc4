//! The structures that an on-demand proof has met, and what is known of each.

mod claim;
mod known;
mod large;
mod store;

use std::collections::VecDeque;

pub(crate) use claim::{Bound, Claim, Depth, Interval, Slot, Stage};
pub(crate) use known::Known;
use large::Large;
use store::Store;

use super::seeds::{self, Upper};
use super::structure::{Reference, Side, StructureMap, canonical};
use crate::board::{Color, Role, Structure};
use crate::rules::Rules;
use crate::slice::frame::Frame;
use crate::slice::pieces::{PieceFrame, Placement};
use crate::slice::point::Point;
use crate::slice::{Exit, ExitKind, Wins, for_each_chess_exit, for_each_exit};

/// Does the attacker push a pawn?
fn is_push(exit: &Exit<Reference>) -> bool {
    let pushes = match exit.kind {
        ExitKind::Pawn => exit.from.file() == exit.to.file(),
        ExitKind::DoubleStep | ExitKind::Promotes(_) => true,
        _ => false,
    };
    pushes && exit.mover == Color::White
}

/// Does a pawn promote to something else than a queen?
pub(crate) fn is_minor(exit: &Exit<Reference>) -> bool {
    match exit.kind {
        ExitKind::Promotes(role) | ExitKind::PromotesTaking(_, role) => role != Role::Queen,
        _ => false,
    }
}

/// Slices with more promoted pieces are not solved.
pub(crate) const MOST_PIECES: usize = 2;

/// What the work on a structure costs, by its promoted pieces: one without them counts 1.
pub(crate) const WEIGHT: [usize; 4] = [1, 64, 4096, 1 << 40];

/// By how much claims with promoted pieces are dearer, in powers of two.
const DEAR: [u32; 4] = [0, 2, 8, 40];

/// The cost of a claim that nothing can be done about.
pub(crate) const HOPELESS: u32 = u32::MAX;

/// Is anything proved that is refuted?
fn crosses(lower: &Wins, upper: &Wins) -> bool {
    let rows = |wins: &Wins| wins.to_move.0.into_iter().chain(wins.waiting.0);
    rows(lower)
        .zip(rows(upper))
        .any(|(lower, upper)| lower & !upper != 0)
}

/// A structure that has been met.
pub(crate) struct Node {
    pub structure: Structure,
    /// As each side's attacker sees them; without promoted pieces only those of the first side, whose flip
    /// the others are.
    exits: [Option<Box<[Exit<Reference>]>>; 2],
    intervals: [Interval; 2],
}

/// All structures that have been met.
pub(crate) struct Table {
    rules: Rules,
    nodes: Vec<Node>,
    index: StructureMap<Structure, u32>,
    store: Store,
    large: Large,
    /// The claims that hold slices of the largest kind, the oldest first.
    largest: VecDeque<Claim>,
    exits_bytes: u64,
    visits: u32,
    /// A claim was proved that had been refuted: something from outside is false.
    pub crossed: bool,
}

impl Table {
    pub fn new(rules: Rules) -> Table {
        Table {
            rules,
            nodes: Vec::new(),
            index: StructureMap::default(),
            store: Store::new(),
            large: Large::default(),
            largest: VecDeque::new(),
            exits_bytes: 0,
            visits: 0,
            crossed: false,
        }
    }

    /// The reference to a structure, new or known.
    pub fn name(&mut self, structure: Structure) -> Reference {
        let (structure, turn) = canonical(structure);
        let new = self.nodes.len();
        let index = *self.index.entry(structure).or_insert(new as u32) as usize;
        if index == new {
            let intervals = Side::BOTH.map(|side| Interval::first(side.view(structure)));
            self.nodes.push(Node {
                structure,
                exits: [None, None],
                intervals,
            });
        }
        Reference::new(index, turn)
    }

    /// Gives a claim its first bounds, if it has none yet.
    pub fn seed(&mut self, claim: Claim) {
        let mut interval = self.interval(claim);
        if interval.stage != Stage::Named || interval.is_exact() {
            return;
        }
        interval.stage = Stage::Seeded;
        if self.rules != Rules::Newborn {
            self.nodes[claim.node].intervals[claim.side.index()] = interval;
            return;
        }
        let seed = seeds::seed(self.view(claim).pawns);
        interval.lower = seed.lower.map_or(Slot::NONE, |wins| self.store.put(&wins));
        interval.upper = match seed.upper {
            Upper::None => Slot::NONE,
            Upper::All => Slot::ALL,
            Upper::Some(wins) => self.store.put(&wins),
        };
        self.nodes[claim.node].intervals[claim.side.index()] = interval;
    }

    pub fn interval(&self, claim: Claim) -> Interval {
        self.nodes[claim.node].intervals[claim.side.index()]
    }

    pub fn add_effort(&mut self, claim: Claim, spent: u32) {
        let effort = &mut self.nodes[claim.node].intervals[claim.side.index()].effort;
        *effort = effort.saturating_add(spent);
    }

    /// A search for everything below is to wait until it is worth more than this again.
    pub fn settled_in_vain(&mut self, claim: Claim, depth: Depth, worth: u32) {
        let interval = &mut self.nodes[claim.node].intervals[claim.side.index()];
        interval.more_than = worth;
        interval.held |= depth == Depth::Held;
    }

    /// How deep to settle a claim next.
    pub fn next_depth(&self, claim: Claim) -> Depth {
        if self.rules == Rules::Newborn || self.interval(claim).held {
            Depth::Full
        } else {
            Depth::Held
        }
    }

    /// Nothing more can be done for a claim.
    pub fn give_up(&mut self, claim: Claim) {
        self.nodes[claim.node].intervals[claim.side.index()].given_up = true;
    }

    /// How dear a claim is: the logarithm of the effort spent on it in vain, and more with promoted
    /// pieces.
    pub fn cost(&self, claim: Claim) -> u32 {
        let Interval {
            effort, given_up, ..
        } = self.interval(claim);
        if given_up {
            return HOPELESS;
        }
        let pieces = self.nodes[claim.node].structure.pieces.len();
        32 - effort.leading_zeros() + DEAR[pieces]
    }

    fn slot(&self, claim: Claim, bound: Bound) -> Slot {
        let interval = self.interval(claim);
        match bound {
            Bound::Lower => interval.lower,
            Bound::Upper => interval.upper,
        }
    }

    /// Has the structure promoted pieces?
    pub fn has_pieces(&self, claim: Claim) -> bool {
        !self.nodes[claim.node].structure.pieces.is_empty()
    }

    /// Does the attacker win the point, by one of the claim's bounds?
    pub fn wins(&self, claim: Claim, bound: Bound, point: Point) -> bool {
        match self.slot(claim, bound) {
            Slot::NONE => false,
            Slot::ALL => {
                let Structure { pawns, pieces } = self.view(claim);
                if pieces.is_empty() {
                    point.is_legal(&Frame::new(pawns))
                } else {
                    let theirs = point.seen_by_opponent(pieces);
                    !self.wins(claim.opponent(), Bound::Lower, theirs)
                        && point.is_legal_with(&PieceFrame::new(pawns, pieces))
                }
            }
            slot if self.has_pieces(claim) => self.large.get(slot)[point.plane()].contains(point),
            slot => self.store.get(slot).contains(point),
        }
    }

    /// One plane of a claim's bound.
    #[inline(always)]
    fn plane<'a>(
        &'a self,
        (claim, mirrored): (Claim, bool),
        bound: Bound,
        placement: &Placement,
        scratch: &'a mut Option<Wins>,
    ) -> &'a Wins {
        let wins = match self.slot(claim, bound) {
            Slot::ALL => {
                let all = self.not_refuted(claim, &placement.mirror_if(mirrored));
                return scratch.insert(if mirrored { all.mirror() } else { all });
            }
            slot if slot == Slot::NONE || placement.len() == 0 => self.store.get(slot),
            slot => &self.large.get(slot)[placement.mirror_if(mirrored).plane()],
        };
        if mirrored {
            scratch.insert(wins.mirror())
        } else {
            wins
        }
    }

    /// Is the point won? `None`: open.
    pub fn answer(&self, claim: Claim, point: Point) -> Option<bool> {
        if self.wins(claim, Bound::Lower, point) {
            Some(true)
        } else if self.wins(claim, Bound::Upper, point) {
            None
        } else {
            Some(false)
        }
    }

    /// Are the rules those of chess?
    pub fn is_chess(&self) -> bool {
        self.rules == Rules::Chess
    }

    /// Sets the answer for one point.
    pub fn set_answer(&mut self, claim: Claim, point: Point, won: bool) {
        let Structure { pawns, pieces } = self.view(claim);
        let frame = PieceFrame::new(pawns, pieces);
        let mut point_only = vec![Wins::NONE; frame.planes()];
        point_only[point.plane()] = Wins::only(point);
        let (lower, upper) = if won {
            (point_only, frame.all())
        } else {
            let mut upper = frame.all();
            let plane = &mut upper[point.plane()];
            *plane = plane.and(&Wins::only(point).complement());
            (vec![Wins::NONE; frame.planes()], upper)
        };
        match (&lower[..], &upper[..]) {
            (&[lower], &[upper]) => self.narrow(claim, lower, upper),
            _ => self.narrow_planes(claim, Some(lower), Some(upper)),
        }
    }

    /// The planes of a claim that is exact and has some.
    pub fn exact_planes(&self, claim: Claim) -> Option<&[Wins]> {
        let interval = self.interval(claim);
        let stored = interval.is_exact() && interval.lower != Slot::NONE;
        (stored && self.has_pieces(claim)).then(|| self.large.get(interval.lower))
    }

    /// Narrows the bounds of a claim; they are stored once if they are equal.
    pub fn narrow(&mut self, claim: Claim, mut lower: Wins, mut upper: Wins) {
        let mut interval = self.interval(claim);
        if interval.lower != Slot::NONE {
            lower = lower.or(self.store.get(interval.lower));
        }
        if interval.upper != Slot::ALL {
            upper = upper.and(self.store.get(interval.upper));
        }
        let (lower, upper) = (&lower, &upper);
        self.crossed |= self.is_chess() && crosses(lower, upper);
        let split = interval.lower != interval.upper;
        if lower == upper && split {
            self.store.free(interval.lower);
            interval.lower = interval.upper;
        }
        interval.upper = self.store.replace(interval.upper, upper);
        interval.lower = if lower == upper {
            interval.upper
        } else {
            self.store.replace(interval.lower, lower)
        };
        self.nodes[claim.node].intervals[claim.side.index()] = interval;
    }

    /// The same for a claim with promoted pieces, plane by plane. `None`: nothing new.
    pub fn narrow_planes(
        &mut self,
        claim: Claim,
        lower: Option<Vec<Wins>>,
        upper: Option<Vec<Wins>>,
    ) {
        let mut interval = self.interval(claim);
        if interval.is_exact() {
            return;
        }
        let holds_none = interval.lower == Slot::NONE && interval.upper == Slot::ALL;
        if holds_none && self.pieces(claim) == MOST_PIECES {
            self.largest.push_back(claim);
        }
        let exact = lower.is_some() && lower == upper;
        if let Some(mut lower) = lower {
            if interval.lower != Slot::NONE {
                let known = self.large.get(interval.lower);
                let pairs = lower.iter_mut().zip(known);
                pairs.for_each(|(new, old)| *new = new.or(old));
            }
            self.crossed |= self.crosses_planes(&lower, interval.upper);
            self.large.free(interval.lower);
            interval.lower = self.large.put(lower);
        }
        if exact {
            self.large.free(interval.upper);
            interval.upper = interval.lower;
        } else if let Some(mut upper) = upper {
            if interval.upper != Slot::ALL {
                let known = self.large.get(interval.upper);
                let pairs = upper.iter_mut().zip(known);
                pairs.for_each(|(new, old)| *new = new.and(old));
            }
            self.large.free(interval.upper);
            interval.upper = self.large.put(upper);
            if interval.lower != Slot::NONE {
                let lower = self.large.get(interval.lower);
                self.crossed |= self.crosses_planes(lower, interval.upper);
            }
            self.unite(&mut interval);
        }
        self.nodes[claim.node].intervals[claim.side.index()] = interval;
    }

    /// Is anything proved that a stored upper bound refutes?
    fn crosses_planes(&self, lower: &[Wins], upper: Slot) -> bool {
        let crossed = |upper: &[Wins]| lower.iter().zip(upper).any(|(l, u)| crosses(l, u));
        match upper {
            Slot::ALL => false,
            Slot::NONE => lower.iter().any(|lower| *lower != Wins::NONE),
            slot => crossed(self.large.get(slot)),
        }
    }

    /// Forgets what is known of the older half of the claims that take most room. Was there any?
    pub fn forget_largest(&mut self) -> bool {
        let older = self.largest.len().div_ceil(2);
        let claims: Vec<Claim> = self.largest.drain(..older).collect();
        for &claim in &claims {
            let first = Interval::first(self.view(claim));
            let interval = &mut self.nodes[claim.node].intervals[claim.side.index()];
            let Interval { lower, upper, .. } = *interval;
            *interval = Interval {
                effort: interval.effort,
                visit: interval.visit,
                ..first
            };
            self.large.free(lower);
            if upper != lower {
                self.large.free(upper);
            }
        }
        !claims.is_empty()
    }

    /// Two equal bounds are stored once.
    fn unite(&mut self, interval: &mut Interval) {
        let Interval { lower, upper, .. } = *interval;
        if lower == upper || lower == Slot::NONE || upper == Slot::NONE {
            return;
        }
        if self.large.get(lower) == self.large.get(upper) {
            self.large.free(upper);
            interval.upper = lower;
        }
    }

    /// One plane of what is legal and not refuted, where no better upper bound is stored: with promoted
    /// pieces what the other player is proved to win cannot be won by this one.
    fn not_refuted(&self, claim: Claim, placement: &Placement) -> Wins {
        let Structure { pawns, pieces } = self.view(claim);
        if pieces.is_empty() {
            return Frame::new(pawns).all();
        }
        let frame = PieceFrame::new(pawns, pieces);
        let all = Wins {
            to_move: frame.attacking(placement),
            waiting: frame.waiting(placement),
        };
        match self.interval(claim.opponent()).lower {
            Slot::NONE => all,
            lower => {
                let seen = pieces.seen_by_opponent(placement.squares());
                let theirs = &self.large.get(lower)[seen.collect::<Placement>().plane()];
                let refuted = Wins {
                    to_move: theirs.waiting.swap_players(),
                    waiting: theirs.to_move.swap_players(),
                };
                all.and(&refuted.complement())
            }
        }
    }

    /// Looks at the exits of a claim: names what follows and gives it first bounds.
    pub fn expand(&mut self, claim: Claim) {
        self.find_exits(claim);
        let kept = self.kept_for(claim);
        let exits = self.nodes[claim.node].exits[kept.index()]
            .take()
            .unwrap_or_default();
        for exit in &exits {
            exit.structures()
                .for_each(|child| self.seed(Table::child(claim, child).0));
        }
        self.nodes[claim.node].exits[kept.index()] = Some(exits);
        self.nodes[claim.node].intervals[claim.side.index()].stage = Stage::Expanded;
    }

    /// As whose the exits of a claim are kept.
    fn kept_for(&self, claim: Claim) -> Side {
        if self.has_pieces(claim) {
            claim.side
        } else {
            Side::WHITE
        }
    }

    pub fn find_exits(&mut self, claim: Claim) {
        let side = self.kept_for(claim);
        if self.nodes[claim.node].exits[side.index()].is_some() {
            return;
        }
        let mut exits = Vec::with_capacity(32);
        self.for_each_named_exit(claim.node, side, |exit| exits.push(exit));
        self.exits_bytes += (exits.len() * size_of::<Exit<Reference>>()) as u64;
        self.nodes[claim.node].exits[side.index()] = Some(exits.into_boxed_slice());
    }

    /// The exits as a side sees them; the references are relative to the node.
    fn for_each_named_exit(
        &mut self,
        node: usize,
        side: Side,
        mut visit: impl FnMut(Exit<Reference>),
    ) {
        let flipped = side == Side::BLACK;
        let view = side.view(self.nodes[node].structure);
        let rules = self.rules;
        let mut name = |child| self.name(child).flipped_if(flipped);
        match rules {
            Rules::Newborn => for_each_exit(view.pawns, |exit| {
                visit(exit.map(|pawns| name(Structure::from(pawns))));
            }),
            Rules::Chess => for_each_chess_exit(view, |exit| visit(exit.map(&mut name))),
        }
    }

    /// The exits of a claim, stored or not: those of a search that gives up are not worth keeping. Without
    /// promoted pieces they are as the first side sees them.
    fn for_each_reference(&mut self, claim: Claim, mut visit: impl FnMut(&Exit<Reference>)) {
        let side = self.kept_for(claim);
        if let Some(exits) = &self.nodes[claim.node].exits[side.index()] {
            return exits.iter().for_each(visit);
        }
        self.for_each_named_exit(claim.node, side, |exit| visit(&exit));
    }

    /// All claims that are to be solved to settle one, children before parents. `None` if their weights
    /// add up to more than `most`.
    pub fn everything_below(
        &mut self,
        root: Claim,
        depth: Depth,
        most: usize,
    ) -> Option<Vec<Claim>> {
        self.visits += 1;
        let mut order = Vec::new();
        let mut stack = vec![(root, false)];
        let mut seen = 0;
        let pieces = self.pieces(root).max(1);
        while let Some((claim, done)) = stack.pop() {
            if done {
                order.push(claim);
                continue;
            }
            if self.is_settled(claim, depth) || self.pieces(claim) > pieces {
                continue;
            }
            let visits = self.visits;
            let interval = &mut self.nodes[claim.node].intervals[claim.side.index()];
            if std::mem::replace(&mut interval.visit, visits) == visits {
                continue;
            }
            let refuted_only = depth == Depth::Held && self.is_unarmed(claim);
            seen += if refuted_only {
                1
            } else {
                WEIGHT[self.pieces(claim)]
            };
            if seen > most {
                self.nodes[root.node].intervals[root.side.index()].more_than = most as u32;
                return None;
            }
            if refuted_only {
                stack.push((claim.opponent(), false));
                continue;
            }
            stack.push((claim, true));
            let held = depth == Depth::Held;
            let armed = self.has_pieces(claim);
            if armed {
                self.find_exits(claim);
            }
            self.for_each_reference(claim, |exit| {
                if held && armed && is_push(exit) || is_minor(exit) {
                    return;
                }
                let children = exit.structures();
                stack.extend(children.map(|child| (Table::child(claim, child).0, false)));
            });
        }
        Some(order)
    }

    /// Is a claim not worth solving again?
    fn is_settled(&self, claim: Claim, depth: Depth) -> bool {
        let interval = self.interval(claim);
        interval.is_exact() || depth == Depth::Held && interval.held
    }

    /// A claim with promoted pieces has been solved as far as [`Depth::Held`] goes.
    pub fn set_held(&mut self, claim: Claim) {
        self.nodes[claim.node].intervals[claim.side.index()].held = true;
    }

    /// Are there promoted pieces, but none of the attacker's?
    pub fn is_unarmed(&self, claim: Claim) -> bool {
        let pieces = self.view(claim).pieces;
        !pieces.is_empty() && !pieces.any_of(Color::White)
    }

    /// Are all structures that follow exact?
    pub fn all_exact(&self, claim: Claim) -> bool {
        let is_exact = |child| self.interval(Table::child(claim, child).0).is_exact();
        self.exits(claim)
            .all(|exit| exit.structures().all(is_exact))
    }

    /// The structure as the attacker of a claim sees it.
    pub fn view(&self, claim: Claim) -> Structure {
        claim.side.view(self.nodes[claim.node].structure)
    }

    /// How many promoted pieces there are.
    pub fn pieces(&self, claim: Claim) -> usize {
        self.nodes[claim.node].structure.pieces.len()
    }

    /// The exits of a structure, as the attacker of the claim sees them. None before they are found.
    pub fn exits(&self, claim: Claim) -> impl Iterator<Item = Exit<Reference>> {
        let side = self.kept_for(claim);
        let exits = self.nodes[claim.node].exits[side.index()].as_deref();
        let exits = exits.unwrap_or_default();
        let flip = side != claim.side;
        exits.iter().map(move |exit| {
            if flip {
                exit.flip(|child| child)
            } else {
                *exit
            }
        })
    }

    /// The claim that a child is for the attacker of a claim, and whether it is to be mirrored.
    pub fn child(claim: Claim, child: Reference) -> (Claim, bool) {
        let side = claim.side.flipped_if(child.flipped());
        (
            Claim {
                node: child.index(),
                side,
            },
            child.mirrored(),
        )
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let node = size_of::<Node>() + size_of::<Structure>() + 2 * size_of::<u32>();
        (self.nodes.len() * node) as u64
            + self.exits_bytes
            + self.store.bytes()
            + self.large.bytes()
    }
}

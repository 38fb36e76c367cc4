//! The structures that an on-demand proof has met, and what is known of each.

use super::pages::Pages;
use super::seeds::{self, Upper};
use super::structure::{Reference, Side, StructureMap, canonical};
use crate::board::Pawns;
use crate::slice::exits::Children;
use crate::slice::frame::Frame;
use crate::slice::point::Point;
use crate::slice::{Exit, Wins, for_each_exit};

/// One question about one structure: where does this side win?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub node: usize,
    pub side: Side,
}

/// What is known of a claim. Both bounds are slots in the store; a claim is exact when they are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub lower: Slot,
    pub upper: Slot,
    pub stage: Stage,
    /// Structures expanded on behalf of this claim so far.
    pub effort: u32,
    /// More structures than this are open below, as of the last search for them.
    pub more_than: u32,
    /// The last search for everything below that came by.
    pub visit: u32,
}

impl Interval {
    /// Nothing is known of a structure, unless the attacker has no pawns and cannot win.
    fn first(view: Pawns) -> Interval {
        let upper = if view.white.is_empty() {
            Slot::NONE
        } else {
            Slot::ALL
        };
        Interval {
            lower: Slot::NONE,
            upper,
            stage: Stage::Named,
            effort: 0,
            more_than: 0,
            visit: 0,
        }
    }

    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}

/// How far the work on a claim has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The bounds are not even seeded.
    Named,
    /// First bounds, without a look at the exits.
    Seeded,
    /// Bounds from the exits.
    Expanded,
}

/// Which of the two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Wins that are proved.
    Lower,
    /// Wins that are not refuted.
    Upper,
}

impl std::ops::Not for Bound {
    type Output = Bound;

    fn not(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// A place in the store of relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(u32);

impl Slot {
    /// No wins at all: takes no room.
    pub const NONE: Slot = Slot(0);
    /// Every legal placement: takes no room.
    pub const ALL: Slot = Slot(u32::MAX);
}

/// A structure that has been met.
pub(crate) struct Node {
    pub pawns: Pawns,
    pub exits: Option<Box<[Exit<Reference>]>>,
    intervals: [Interval; 2],
}

/// All structures that have been met.
pub(crate) struct Table {
    nodes: Vec<Node>,
    index: StructureMap<u32>,
    store: Store,
    exits_bytes: u64,
    visits: u32,
}

impl Table {
    pub fn new() -> Table {
        Table {
            nodes: Vec::new(),
            index: StructureMap::default(),
            store: Store::new(),
            exits_bytes: 0,
            visits: 0,
        }
    }

    /// The reference to a structure, new or known.
    pub fn name(&mut self, pawns: Pawns) -> Reference {
        let (structure, turn) = canonical(pawns);
        let new = self.nodes.len();
        let index = *self.index.entry(structure).or_insert(new as u32) as usize;
        if index == new {
            let intervals = Side::BOTH.map(|side| Interval::first(side.view(structure)));
            self.nodes.push(Node {
                pawns: structure,
                exits: None,
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
        let seed = seeds::seed(self.view(claim));
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
        self.nodes[claim.node].intervals[claim.side.index()].effort += spent;
    }

    /// How dear a claim is: the logarithm of the effort spent on it in vain.
    pub fn cost(&self, claim: Claim) -> u32 {
        32 - self.interval(claim).effort.leading_zeros()
    }

    fn slot(&self, claim: Claim, bound: Bound) -> Slot {
        let interval = self.interval(claim);
        match bound {
            Bound::Lower => interval.lower,
            Bound::Upper => interval.upper,
        }
    }

    /// Does the attacker win the point, by one of the claim's bounds?
    pub fn wins(&self, claim: Claim, bound: Bound, point: Point) -> bool {
        match self.slot(claim, bound) {
            Slot::ALL => point.is_legal(&Frame::new(self.view(claim))),
            slot => self.store.get(slot).contains(point),
        }
    }

    /// A claim's bound for all points.
    #[inline(always)]
    fn all_wins<'a>(
        &'a self,
        claim: Claim,
        bound: Bound,
        mirrored: bool,
        scratch: &'a mut Option<Wins>,
    ) -> &'a Wins {
        match self.slot(claim, bound) {
            Slot::ALL => {
                let view = self.view(claim);
                scratch.insert(Frame::new(if mirrored { view.mirror() } else { view }).all())
            }
            slot if mirrored => scratch.insert(self.store.get(slot).mirror()),
            slot => self.store.get(slot),
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

    /// Looks at the exits of a claim: names what follows and gives it first bounds.
    pub fn expand(&mut self, claim: Claim) {
        let Claim { node, side } = claim;
        self.find_exits(node);
        let exits = self.nodes[node].exits.take().unwrap_or_default();
        for exit in &exits {
            exit.structures()
                .for_each(|child| self.seed(Table::child(claim, child).0));
        }
        self.nodes[node].exits = Some(exits);
        self.nodes[node].intervals[side.index()].stage = Stage::Expanded;
    }

    pub fn find_exits(&mut self, node: usize) {
        if self.nodes[node].exits.is_some() {
            return;
        }
        let mut exits = Vec::with_capacity(32);
        for_each_exit(self.nodes[node].pawns, |exit| {
            exits.push(exit.map(|child| self.name(child)))
        });
        self.exits_bytes += (exits.len() * size_of::<Exit<Reference>>()) as u64;
        self.nodes[node].exits = Some(exits.into_boxed_slice());
    }

    /// The structures that follow, with their exits stored or not: those of a search that gives up are not worth keeping.
    fn for_each_child(&mut self, node: usize, mut visit: impl FnMut(Reference)) {
        if let Some(exits) = &self.nodes[node].exits {
            return exits.iter().flat_map(Exit::structures).for_each(visit);
        }
        for_each_exit(self.nodes[node].pawns, |exit| {
            exit.structures().for_each(|child| visit(self.name(child)))
        });
    }

    /// All claims that must be solved to settle one exactly, children before parents. `None` if
    /// there are more than `most`.
    pub fn everything_below(&mut self, root: Claim, most: usize) -> Option<Vec<Claim>> {
        self.visits += 1;
        let mut order = Vec::new();
        let mut stack = vec![(root, false)];
        let mut seen = 0;
        while let Some((claim, done)) = stack.pop() {
            if done {
                order.push(claim);
                continue;
            }
            let visits = self.visits;
            let interval = &mut self.nodes[claim.node].intervals[claim.side.index()];
            if interval.is_exact() || std::mem::replace(&mut interval.visit, visits) == visits {
                continue;
            }
            seen += 1;
            if seen > most {
                self.nodes[root.node].intervals[root.side.index()].more_than = most as u32;
                return None;
            }
            stack.push((claim, true));
            self.for_each_child(claim.node, |child| {
                stack.push((Table::child(claim, child).0, false))
            });
        }
        Some(order)
    }

    /// The structure as the attacker of a claim sees it.
    pub fn view(&self, claim: Claim) -> Pawns {
        claim.side.view(self.nodes[claim.node].pawns)
    }

    /// The exits of a structure, as the attacker of the claim sees them. None before they are found.
    pub fn exits(&self, claim: Claim) -> impl Iterator<Item = Exit<Reference>> {
        let exits = self.nodes[claim.node].exits.as_deref().unwrap_or_default();
        let flip = claim.side == Side::BLACK;
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
        let node = size_of::<Node>() + size_of::<Pawns>() + 2 * size_of::<u32>();
        (self.nodes.len() * node) as u64 + self.exits_bytes + self.store.bytes()
    }
}

/// The children of a claim, by one of their bounds.
pub(crate) struct Known<'a> {
    pub table: &'a Table,
    pub claim: Claim,
    pub bound: Bound,
}

impl Children<Reference> for Known<'_> {
    #[inline(always)]
    fn wins<'a>(&'a self, child: &Reference, scratch: &'a mut Option<Wins>) -> &'a Wins {
        let (child, mirrored) = Table::child(self.claim, *child);
        self.table.all_wins(child, self.bound, mirrored, scratch)
    }
}

/// Relations in blocks that never move: a small one for small proofs, then large ones in large pages.
struct Store {
    first: Vec<Wins>,
    blocks: Vec<Pages>,
    free: Vec<Slot>,
    used: usize,
}

/// Relations in the first block.
const FIRST: usize = 256;

/// Relations in every other block: 32 MiB.
const BLOCK: usize = 1 << 15;

impl Store {
    /// Slot 0 is taken: it stands for no wins.
    fn new() -> Store {
        Store {
            first: vec![Wins::NONE],
            blocks: Vec::new(),
            free: Vec::new(),
            used: 1,
        }
    }

    #[inline]
    fn get(&self, slot: Slot) -> &Wins {
        match (slot.0 as usize).checked_sub(FIRST) {
            None => &self.first[slot.0 as usize],
            Some(index) => &self.blocks[index / BLOCK].all()[index % BLOCK],
        }
    }

    fn get_mut(&mut self, slot: Slot) -> &mut Wins {
        match (slot.0 as usize).checked_sub(FIRST) {
            None => &mut self.first[slot.0 as usize],
            Some(index) => &mut self.blocks[index / BLOCK].all_mut()[index % BLOCK],
        }
    }

    /// Stores a relation.
    fn put(&mut self, wins: &Wins) -> Slot {
        if *wins == Wins::NONE {
            return Slot::NONE;
        }
        let slot = self.free.pop().unwrap_or_else(|| self.take());
        *self.get_mut(slot) = *wins;
        slot
    }

    /// A slot that has never been used.
    fn take(&mut self) -> Slot {
        match self.used.checked_sub(FIRST) {
            None => self.first.push(Wins::NONE),
            Some(index) if index == self.blocks.len() * BLOCK => {
                self.blocks.push(Pages::new(BLOCK))
            }
            Some(_) => {}
        }
        self.used += 1;
        Slot(self.used as u32 - 1)
    }

    fn replace(&mut self, slot: Slot, wins: &Wins) -> Slot {
        if *wins == Wins::NONE {
            self.free(slot);
            return Slot::NONE;
        }
        if slot == Slot::NONE || slot == Slot::ALL {
            return self.put(wins);
        }
        *self.get_mut(slot) = *wins;
        slot
    }

    fn free(&mut self, slot: Slot) {
        if slot != Slot::NONE && slot != Slot::ALL {
            self.free.push(slot);
        }
    }

    fn bytes(&self) -> u64 {
        (self.used * size_of::<Wins>()) as u64
    }
}

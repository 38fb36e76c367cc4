//! The structures that an on-demand proof has met, and what is known of each.

use super::structure::{Reference, Side, StructureMap, canonical};
use crate::board::Pawns;
use crate::slice::exits::Children;
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
    /// Have the exits been looked at?
    pub expanded: bool,
    /// Structures expanded on behalf of this claim so far.
    pub effort: u32,
}

/// Which of the two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Wins that are proved.
    Lower,
    /// Wins that are not refuted.
    Upper,
}

/// A place in the store of relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(u32);

impl Slot {
    /// No wins at all: takes no room.
    pub const NONE: Slot = Slot(0);
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
}

impl Table {
    pub fn new() -> Table {
        Table { nodes: Vec::new(), index: StructureMap::default(), store: Store::new(), exits_bytes: 0 }
    }

    /// The reference to a structure, new or known.
    pub fn name(&mut self, pawns: Pawns, seed: impl FnOnce(Pawns) -> [Option<[Wins; 2]>; 2]) -> Reference {
        let (structure, turn) = canonical(pawns);
        if let Some(&index) = self.index.get(&structure) {
            return Reference::new(index as usize, turn);
        }
        let index = self.nodes.len();
        let intervals = seed(structure).map(|bounds| match bounds {
            None => Interval { lower: Slot::NONE, upper: Slot::NONE, expanded: false, effort: 0 },
            Some([lower, upper]) => {
                let upper = self.store.put(upper);
                let lower = self.store.put(lower);
                Interval { lower, upper, expanded: false, effort: 0 }
            }
        });
        self.nodes.push(Node { pawns: structure, exits: None, intervals });
        self.index.insert(structure, index as u32);
        Reference::new(index, turn)
    }

    pub fn node(&self, claim: Claim) -> &Node {
        &self.nodes[claim.node]
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

    pub fn set_expanded(&mut self, claim: Claim) {
        self.nodes[claim.node].intervals[claim.side.index()].expanded = true;
    }

    /// The wins of a claim, by one of its bounds.
    pub fn wins(&self, claim: Claim, bound: Bound) -> &Wins {
        let interval = self.interval(claim);
        self.store.get(match bound {
            Bound::Lower => interval.lower,
            Bound::Upper => interval.upper,
        })
    }

    /// Is the point won? `None`: open.
    pub fn answer(&self, claim: Claim, point: Point) -> Option<bool> {
        if contains(self.wins(claim, Bound::Lower), point) {
            Some(true)
        } else if contains(self.wins(claim, Bound::Upper), point) {
            None
        } else {
            Some(false)
        }
    }

    /// Stores the bounds of a claim, once if they are equal.
    pub fn set(&mut self, claim: Claim, lower: &Wins, upper: &Wins) {
        let mut interval = self.interval(claim);
        let split = interval.lower != interval.upper;
        if lower == upper && split {
            self.store.free(interval.lower);
            interval.lower = interval.upper;
        }
        interval.upper = self.store.replace(interval.upper, upper);
        interval.lower = if lower == upper { interval.upper } else { self.store.replace(interval.lower, lower) };
        self.nodes[claim.node].intervals[claim.side.index()] = interval;
    }

    /// Makes the list of exits of a structure.
    pub fn find_exits(&mut self, node: usize, seed: impl Fn(Pawns) -> [Option<[Wins; 2]>; 2]) {
        if self.nodes[node].exits.is_some() {
            return;
        }
        let mut exits = Vec::with_capacity(32);
        for_each_exit(self.nodes[node].pawns, |exit| {
            exits.push(exit.map(|child| self.name(child, &seed)));
        });
        self.exits_bytes += (exits.len() * size_of::<Exit<Reference>>()) as u64;
        self.nodes[node].exits = Some(exits.into_boxed_slice());
    }

    /// The structure as the attacker of a claim sees it.
    pub fn view(&self, claim: Claim) -> Pawns {
        claim.side.view(self.nodes[claim.node].pawns)
    }

    /// The exits of a structure, as the attacker of the claim sees them. None before they are found.
    pub fn exits(&self, claim: Claim) -> impl Iterator<Item = Exit<Reference>> {
        let exits = self.nodes[claim.node].exits.as_deref().unwrap_or_default();
        let flip = claim.side == Side::BLACK;
        exits.iter().map(move |exit| if flip { exit.flip(|child| child) } else { *exit })
    }

    /// The claim that a child is for the attacker of a claim, and whether it is to be mirrored.
    pub fn child(claim: Claim, child: Reference) -> (Claim, bool) {
        let side = claim.side.flipped_if(child.flipped());
        (Claim { node: child.index(), side }, child.mirrored())
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let node = size_of::<Node>() + size_of::<Pawns>() + 2 * size_of::<u32>();
        (self.nodes.len() * node) as u64 + self.exits_bytes + self.store.bytes()
    }
}

pub(crate) fn contains(wins: &Wins, point: Point) -> bool {
    let relation = if point.to_move { &wins.to_move } else { &wins.waiting };
    relation.contains(point.attacker, point.defender)
}

/// The children of a claim, by one of their bounds.
pub(crate) struct Known<'a> {
    pub table: &'a Table,
    pub claim: Claim,
    pub bound: Bound,
}

impl Children<Reference> for Known<'_> {
    #[inline(always)]
    fn wins<'a>(&'a self, child: &Reference, scratch: &'a mut Wins) -> &'a Wins {
        let (claim, mirrored) = Table::child(self.claim, *child);
        let wins = self.table.wins(claim, self.bound);
        if mirrored {
            *scratch = wins.mirror();
            scratch
        } else {
            wins
        }
    }
}

/// The children of a claim as they would be if all that are cheap enough were settled in one way.
pub(crate) struct Supposed<'a> {
    pub table: &'a Table,
    pub claim: Claim,
    /// Children up to this cost take this bound, dearer ones the other.
    pub cost: u32,
    pub bound: Bound,
}

impl Children<Reference> for Supposed<'_> {
    #[inline(always)]
    fn wins<'a>(&'a self, child: &Reference, scratch: &'a mut Wins) -> &'a Wins {
        let (claim, mirrored) = Table::child(self.claim, *child);
        let other = if self.bound == Bound::Upper { Bound::Lower } else { Bound::Upper };
        let bound = if self.table.cost(claim) <= self.cost { self.bound } else { other };
        let wins = self.table.wins(claim, bound);
        if mirrored {
            *scratch = wins.mirror();
            scratch
        } else {
            wins
        }
    }
}

/// Relations in large blocks that never move.
struct Store {
    blocks: Vec<Vec<Wins>>,
    free: Vec<Slot>,
    used: u32,
}

const BLOCK: usize = 1024;

impl Store {
    fn new() -> Store {
        Store { blocks: vec![Vec::with_capacity(BLOCK)], free: Vec::new(), used: 0 }.with_none()
    }

    fn with_none(mut self) -> Store {
        self.blocks[0].push(Wins::NONE);
        self.used = 1;
        self
    }

    fn get(&self, slot: Slot) -> &Wins {
        &self.blocks[slot.0 as usize / BLOCK][slot.0 as usize % BLOCK]
    }

    fn put(&mut self, wins: Wins) -> Slot {
        if wins == Wins::NONE {
            return Slot::NONE;
        }
        if let Some(slot) = self.free.pop() {
            self.blocks[slot.0 as usize / BLOCK][slot.0 as usize % BLOCK] = wins;
            return slot;
        }
        let slot = Slot(self.used);
        if self.used as usize % BLOCK == 0 {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        self.blocks[self.used as usize / BLOCK].push(wins);
        self.used += 1;
        slot
    }

    fn replace(&mut self, slot: Slot, wins: &Wins) -> Slot {
        if *wins == Wins::NONE {
            self.free(slot);
            return Slot::NONE;
        }
        if slot == Slot::NONE {
            return self.put(wins.clone());
        }
        self.blocks[slot.0 as usize / BLOCK][slot.0 as usize % BLOCK].clone_from(wins);
        slot
    }

    fn free(&mut self, slot: Slot) {
        if slot != Slot::NONE {
            self.free.push(slot);
        }
    }

    fn bytes(&self) -> u64 {
        (self.blocks.len() * BLOCK * size_of::<Wins>()) as u64
    }
}

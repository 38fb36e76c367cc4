//! The structures that an on-demand proof has met, and how they hang together.

use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::board::Color;
use crate::prove::game::Game;
use crate::structure::{
    Exit, Goal, Pieces, Reference, Structure, StructureHasher, Symmetry, canonical, own_flip,
};

/// How far up a goal is: the steps that its pawns have left, and its pieces. Children are lower.
pub(in crate::prove) type Level = (u32, usize);

/// A structure that has been met.
#[derive(Clone)]
struct Node {
    structure: Structure,
    /// As White and as Black see them, playing White; without promoted pieces only White's, whose flip the others are.
    exits: [Option<Box<[Exit<Reference>]>>; 2],
}

impl Node {
    /// The goals that White's leads to, if there are no promoted pieces.
    fn goals_after_pawns(&self) -> impl Iterator<Item = Goal> {
        let exits = self.exits[Color::White as usize].as_deref();
        let exits = exits.filter(|_| self.structure.pieces.is_empty());
        let exits = exits.unwrap_or_default().iter().copied();
        exits.flat_map(Exit::structures).map(Reference::goal)
    }
}

/// All structures that have been met. Images of each other are one.
#[derive(Clone)]
pub(crate) struct Nodes {
    nodes: Vec<Node>,
    /// Nodes by their structures.
    index: HashTable<u32>,
    exits_bytes: u64,
    parents: Arc<Parents>,
}

/// By node, the nodes without promoted pieces that lead to it, and whose goal there is that of White of the parent.
#[derive(Default)]
pub(crate) struct Parents {
    /// How many nodes there were, and how much their exits took.
    listed_at: (usize, u64),
    all: Vec<(u32, Color)>,
    /// Where those of each node end: they begin where those before end.
    ends: Vec<u32>,
}

impl Parents {
    /// Those of one node.
    pub fn of(&self, node: usize) -> &[(u32, Color)] {
        let end = |node: usize| self.ends[node] as usize;
        &self.all[node.checked_sub(1).map_or(0, end)..end(node)]
    }

    fn bytes(&self) -> u64 {
        (size_of_val::<[_]>(&self.all) + size_of_val::<[_]>(&self.ends)) as u64
    }
}

impl Nodes {
    pub fn new() -> Nodes {
        Nodes {
            nodes: Vec::new(),
            index: HashTable::new(),
            exits_bytes: 0,
            parents: Arc::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The reference to a structure, new or known.
    pub fn intern(&mut self, structure: Structure) -> Reference {
        let (structure, symmetry) = canonical(structure);
        let index = self.index_of(structure);
        Reference::same_through(index, symmetry, own(structure))
    }

    /// The node of a structure that is the least of its images.
    fn index_of(&mut self, structure: Structure) -> usize {
        let Nodes { nodes, index, .. } = self;
        let is_same = |&node: &u32| nodes[node as usize].structure == structure;
        let again = |&node: &u32| hash(nodes[node as usize].structure);
        match index.entry(hash(structure), is_same, again) {
            Entry::Occupied(known) => *known.get() as usize,
            Entry::Vacant(place) => {
                let new = nodes.len();
                place.insert(new as u32);
                nodes.push(Node {
                    structure,
                    exits: [None, None],
                });
                new
            }
        }
    }

    /// The structure as the attacker of a goal sees it.
    pub fn view(&self, goal: Goal) -> Structure {
        goal.orientation().apply(self.nodes[goal.node].structure)
    }

    /// The promoted pieces as the attacker of a goal sees them.
    pub fn view_pieces(&self, goal: Goal) -> Pieces {
        let pieces = self.nodes[goal.node].structure.pieces;
        match goal.attacker {
            Color::White => pieces,
            Color::Black => pieces.flip(),
        }
    }

    /// How far up a goal is.
    pub fn level(&self, goal: Goal) -> Level {
        let structure = &self.nodes[goal.node].structure;
        (structure.pawns.steps_left(), structure.pieces.len())
    }

    /// How many promoted pieces there are.
    pub fn pieces(&self, goal: Goal) -> usize {
        self.nodes[goal.node].structure.pieces.len()
    }

    /// Has the structure promoted pieces?
    pub fn has_pieces(&self, goal: Goal) -> bool {
        !self.nodes[goal.node].structure.pieces.is_empty()
    }

    /// Are there promoted pieces, but none of the attacker's?
    pub fn is_unarmed(&self, goal: Goal) -> bool {
        let pieces = self.nodes[goal.node].structure.pieces;
        !pieces.is_empty() && !pieces.any_of(goal.attacker)
    }

    /// As whose the exits of a goal are stored.
    fn stored_for(&self, goal: Goal) -> Color {
        if self.has_pieces(goal) {
            goal.attacker
        } else {
            Color::White
        }
    }

    /// Finds the exits of a goal and keeps them.
    pub fn find_exits(&mut self, game: &dyn Game, goal: Goal) {
        let side = self.stored_for(goal);
        if self.nodes[goal.node].exits[side as usize].is_some() {
            return;
        }
        let mut exits = Vec::with_capacity(32);
        self.make_exits(game, goal.node, side, |exit| exits.push(exit));
        self.exits_bytes += (exits.len() * size_of::<Exit<Reference>>()) as u64;
        self.nodes[goal.node].exits[side as usize] = Some(exits.into_boxed_slice());
    }

    /// The exits as a side sees them.
    fn make_exits(
        &mut self,
        game: &dyn Game,
        node: usize,
        side: Color,
        mut visit: impl FnMut(Exit<Reference>),
    ) {
        let view = Symmetry::for_player(side).apply(self.nodes[node].structure);
        game.for_each_exit(view, &mut |exit| {
            visit(exit.map(|child| self.intern(child)));
        });
    }

    /// The exits of a goal, stored or not: those of a search that gives up are not worth keeping.
    pub fn for_each_exit(
        &mut self,
        game: &dyn Game,
        goal: Goal,
        mut visit: impl FnMut(Exit<Reference>),
    ) {
        let side = self.stored_for(goal);
        let turn = side_to_attacker(side, goal);
        if let Some(exits) = &self.nodes[goal.node].exits[side as usize] {
            return exits.iter().for_each(|exit| visit(turn.apply(*exit)));
        }
        self.make_exits(game, goal.node, side, |exit| visit(turn.apply(exit)));
    }

    /// The exits of a goal, as its attacker sees them. None before they are found.
    pub fn exits(&self, goal: Goal) -> impl Iterator<Item = Exit<Reference>> {
        let side = self.stored_for(goal);
        let exits = self.nodes[goal.node].exits[side as usize].as_deref();
        let turn = side_to_attacker(side, goal);
        let exits = exits.unwrap_or_default().iter();
        exits.map(move |exit| turn.apply(*exit))
    }

    /// Have the exits of a goal been found?
    pub fn has_exits(&self, goal: Goal) -> bool {
        self.nodes[goal.node].exits[self.stored_for(goal) as usize].is_some()
    }

    /// Who leads to whom. It is listed again when exits have been found since.
    pub fn parents(&mut self) -> Arc<Parents> {
        let now = (self.nodes.len(), self.exits_bytes);
        if self.parents.listed_at != now {
            self.parents = Arc::new(Parents {
                listed_at: now,
                ..self.list_parents()
            });
        }
        Arc::clone(&self.parents)
    }

    fn list_parents(&self) -> Parents {
        let mut ends = vec![0; self.nodes.len() + 1];
        for child in self.nodes.iter().flat_map(Node::goals_after_pawns) {
            ends[child.node + 1] += 1;
        }
        for node in 1..ends.len() {
            ends[node] += ends[node - 1];
        }
        let mut parents = Parents {
            listed_at: (0, 0),
            all: vec![(0, Color::White); ends[self.nodes.len()] as usize],
            ends,
        };
        for (index, node) in self.nodes.iter().enumerate() {
            for child in node.goals_after_pawns() {
                let end = &mut parents.ends[child.node];
                parents.all[*end as usize] = (index as u32, child.attacker);
                *end += 1;
            }
        }
        parents
    }

    /// Every structure that follows a goal, as its attacker sees them; those of several exits as often.
    pub fn children(&self, goal: Goal) -> impl Iterator<Item = Reference> {
        self.exits(goal).flat_map(Exit::structures)
    }

    /// The goals of these structures, for those who change what is known meanwhile.
    pub fn child_goals(&self, goal: Goal) -> Vec<Goal> {
        self.children(goal).map(Reference::goal).collect()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        let index = self.index.allocation_size();
        (nodes + index) as u64 + self.exits_bytes + self.parents.bytes()
    }
}

fn hash(structure: Structure) -> u64 {
    BuildHasherDefault::<StructureHasher>::default().hash_one(structure)
}

/// The image of a structure that is the structure itself, with the players exchanged. Pieces of both sides have an order, which is not.
fn own(structure: Structure) -> Symmetry {
    match structure.pieces.is_empty() {
        true => own_flip(structure).unwrap_or(Symmetry::IDENTITY),
        false => Symmetry::IDENTITY,
    }
}

/// What turns the exits stored for a side into those that the attacker of a goal sees.
fn side_to_attacker(side: Color, goal: Goal) -> Symmetry {
    Symmetry::for_player(side).compose(goal.orientation())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Pawns, Square};
    use crate::prove::game::game;
    use crate::rules::Rules;

    fn pawns(white: &[&str], black: &[&str]) -> Structure {
        let set = |squares: &[&str]| {
            let squares = squares.iter().map(|text| text.parse().expect("a square"));
            squares
                .map(Square::set)
                .fold(Pawns::NONE.white, |all, one| all | one)
        };
        let (white, black) = (set(white), set(black));
        Structure::from(Pawns { white, black })
    }

    /// Blocked pawns, the same twice, and what looks the same turned round: both players' questions are one, whoever asks from where.
    #[test]
    fn a_structure_that_is_its_own_flip_has_one_goal() {
        let chess = game(Rules::Chess);
        for (before, own) in [
            (pawns(&["a4", "f4"], &["a5"]), pawns(&["a4"], &["a5"])),
            (pawns(&["d3", "b2"], &["e6"]), pawns(&["d3"], &["e6"])),
        ] {
            let mut nodes = Nodes::new();
            let goal = nodes.intern(own).goal();
            assert_eq!(goal.attacker, Color::White);
            assert_eq!(nodes.intern(own.flip()).goal(), goal);
            assert_eq!(nodes.intern(own.mirror().flip()).goal(), goal);
            for player in [
                nodes.intern(before).goal(),
                nodes.intern(before.flip()).goal(),
            ] {
                nodes.find_exits(chess, player);
                let child = nodes
                    .children(player)
                    .find(|child| child.index() == goal.node);
                let child = child.expect("the other pawn is taken");
                assert_eq!(child.goal(), goal);
                // Seen through the symmetry it is what is left for that player.
                let left = child.symmetry().apply(nodes.view(goal));
                let count = |of: Structure| [of.pawns.white.count(), of.pawns.black.count()];
                assert_eq!(count(left), [1, 1]);
                assert_eq!(nodes.intern(left).goal(), goal);
            }
        }
    }

    /// Listed twice, with exits found between: every way down is a way up, once for each exit that takes it.
    #[test]
    fn parents_lead_to_their_children() {
        let chess = game(Rules::Chess);
        let mut nodes = Nodes::new();
        let mut goals = vec![
            nodes
                .intern(pawns(&["a4", "c2", "f4"], &["a5", "b7", "g6"]))
                .goal(),
        ];
        for _ in 0..2 {
            for goal in std::mem::take(&mut goals) {
                nodes.find_exits(chess, goal);
                goals.extend(nodes.child_goals(goal));
            }
            let parents = nodes.parents();
            let mut listed = 0;
            for node in 0..nodes.len() {
                for &(parent, attacker) in parents.of(node) {
                    let of_white = Goal {
                        node: parent as usize,
                        attacker: Color::White,
                    };
                    let goal = Goal { node, attacker };
                    assert!(nodes.children(of_white).any(|child| child.goal() == goal));
                    listed += 1;
                }
            }
            let all = nodes.nodes.iter().flat_map(Node::goals_after_pawns);
            assert_eq!(listed, all.count());
            assert!(listed > 8);
        }
    }

    #[test]
    fn others_have_two() {
        let mut nodes = Nodes::new();
        let structure = pawns(&["a4", "f4"], &["a5"]);
        let [white, black] = [structure, structure.flip()].map(|seen| nodes.intern(seen).goal());
        assert_eq!(white, black.opponent());
    }
}

//! Everything below a goal that has to be solved to settle it.

use std::collections::BTreeMap;

use crate::board::Color;
use crate::limits::Watch;
use crate::prove::effort::Effort;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::interval::Depth;
use crate::prove::graph::nodes::Level;
use crate::prove::graph::walk::Walk;
use crate::prove::policy::{MAX_PIECES, WEIGHT};
use crate::structure::{Exit, Goal, Reference};

/// Goals that a search comes by between two looks at the clock.
const LOOK_AT_CLOCK: u64 = 1024;

/// Goals to be solved, the lowest first: none needs another of its level.
pub(in crate::prove) type Subtree = BTreeMap<Level, Vec<Goal>>;

impl KnownBounds {
    /// All goals that are to be solved to settle one, and how many were found. `None` if it costs more than `max` to
    /// solve them, or time is up.
    pub(in crate::prove) fn subtree(
        &mut self,
        root: Goal,
        depth: Depth,
        max: Effort,
        watch: &Watch,
    ) -> (Option<Subtree>, u64) {
        let pieces = match depth {
            Depth::Whole => MAX_PIECES,
            _ => self.nodes.pieces(root).max(1),
        };
        let (mut walk, mut subtree) = (Walk::<()>::new(), Subtree::new());
        let (mut found, mut cost) = (0u64, Effort::NONE);
        if !is_settled(self, root, depth) {
            walk.come_to(&self.nodes, root);
        }
        while let Some((level, goal, ())) = walk.next() {
            found += 1;
            if found.is_multiple_of(LOOK_AT_CLOCK) && watch.check(0, 0).is_err() {
                return (None, found);
            }
            cost += WEIGHT[self.nodes.pieces(goal)];
            if cost > max {
                self.interval_mut(root).tried.more_than = max;
                return (None, found);
            }
            subtree.entry(level).or_default().push(goal);
            for child in children(self, goal, depth) {
                if !is_too_large(self, child, depth, pieces) && !is_settled(self, child, depth) {
                    walk.come_to(&self.nodes, child);
                }
            }
        }
        (Some(subtree), found)
    }
}

/// The goals that settle one. With pawns fixed a player without pieces is refuted by the other one's wins only.
fn children(known: &mut KnownBounds, goal: Goal, depth: Depth) -> Vec<Goal> {
    let armed = known.nodes.has_pieces(goal);
    if armed {
        known.find_exits(goal);
    }
    let fixed_pawns = depth == Depth::FixedPawns;
    let mut children = Vec::new();
    known
        .nodes
        .for_each_exit(&*known.game, goal, |exit: Exit<Reference>| {
            let moves_a_fixed_pawn =
                fixed_pawns && armed && exit.is_push() && exit.mover == Color::White;
            let is_left_out = exit.is_underpromotion() && depth != Depth::Whole;
            if !moves_a_fixed_pawn && !is_left_out {
                children.extend(exit.structures().map(Reference::goal));
            }
        });
    known.catch_up();
    if fixed_pawns {
        for child in &mut children {
            if known.nodes.is_unarmed(*child) {
                *child = child.opponent();
            }
        }
    }
    children
}

fn is_too_large(known: &KnownBounds, goal: Goal, depth: Depth, pieces: usize) -> bool {
    let here = known.nodes.pieces(goal);
    let has_pawns = || !known.nodes.view(goal).is_pawnless();
    here > pieces || depth == Depth::Whole && here == MAX_PIECES && has_pawns()
}

/// Is a goal not worth solving again?
fn is_settled(known: &KnownBounds, goal: Goal, depth: Depth) -> bool {
    let interval = known.interval(goal);
    interval.is_exact() || depth == Depth::FixedPawns && interval.tried.fixed_pawns
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::notation::fen;
    use crate::prove::game::Played;
    use crate::prove::outside_help::Resources;
    use crate::prove::question::place;
    use crate::prove::solve::goal_prover::GoalProver;
    use crate::rules::Rules;

    #[test]
    fn what_a_goal_needs_is_on_lower_levels() {
        for (text, depth) in [
            ("4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", Depth::Full),
            ("4k3/pp6/8/8/8/8/P7/3QK3 w - - 0 1", Depth::FixedPawns),
        ] {
            let (game, resources) = (Played::by(Rules::Chess), Resources::default());
            let mut prover = GoalProver::new(game, Watch::idle(), resources);
            let position = fen::parse(text).expect("a legal position");
            let (view, _) = place(&position, Color::White).expect("no en passant");
            let root = prover.known.name(view).goal();
            let all = Effort(1 << 30);
            let (subtree, _) = prover.known.subtree(root, depth, all, &Watch::idle());
            let subtree = subtree.expect("it costs less");
            let level_of: HashMap<Goal, Level> = subtree
                .iter()
                .flat_map(|(level, goals)| goals.iter().map(move |&goal| (goal, *level)))
                .collect();
            assert_eq!(
                level_of.len(),
                subtree.values().map(Vec::len).sum::<usize>()
            );
            let highest = subtree.last_key_value().expect("there are some");
            assert_eq!(level_of[&root], *highest.0, "{text} {depth:?}");
            for (goal, level) in &level_of {
                let children = prover.known.nodes.children(*goal).map(Reference::goal);
                for below in children.filter_map(|child| level_of.get(&child)) {
                    assert!(below < level, "{text} {depth:?}");
                }
            }
        }
    }
}

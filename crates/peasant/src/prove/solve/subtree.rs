//! Everything below a goal that has to be solved to settle it.

use crate::board::Color;
use crate::limits::Watch;
use crate::prove::effort::Effort;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::interval::Depth;
use crate::prove::policy::{MAX_PIECES, WEIGHT};
use crate::structure::{Exit, Goal, Reference};

/// Goals that a search comes by between two looks at the clock.
const LOOK_AT_CLOCK: u64 = 1024;

/// A search for the subtree of a goal. Each has a number, by which goals know that it has come by.
#[derive(Clone, Default)]
pub(crate) struct Subtrees {
    searches: u32,
    /// Goals that all searches have come by.
    pub visits: u64,
    /// By node and attacker, the level of each goal that the last search came by.
    levels: Vec<[u32; 2]>,
}

impl Subtrees {
    /// All goals that are to be solved to settle one, level by level: what one needs is on lower levels. `None` if that costs more
    /// than `max`, or time is up.
    pub fn below(
        &mut self,
        known: &mut KnownBounds,
        root: Goal,
        depth: Depth,
        max: Effort,
        watch: &Watch,
    ) -> Option<Vec<Vec<Goal>>> {
        self.searches += 1;
        let mut order: Vec<Vec<Goal>> = Vec::new();
        // The levels, as far as is known, of the goals whose children are on the stack.
        let mut open: Vec<u32> = Vec::new();
        let mut stack = vec![(root, false)];
        let mut cost = Effort::NONE;
        let pieces = match depth {
            Depth::Whole => MAX_PIECES,
            _ => known.nodes.pieces(root).max(1),
        };
        while let Some((goal, done)) = stack.pop() {
            self.visits += 1;
            if self.visits.is_multiple_of(LOOK_AT_CLOCK) && watch.check(0, 0).is_err() {
                return None;
            }
            if done {
                let level = open.pop().unwrap_or_default();
                if level as usize == order.len() {
                    order.push(Vec::new());
                }
                order[level as usize].push(goal);
                *self.level(goal) = level;
                lift(&mut open, level);
                continue;
            }
            let here = known.nodes.pieces(goal);
            let is_too_large = here > pieces
                || depth == Depth::Whole && here == MAX_PIECES && has_pawns(known, goal);
            if is_too_large || is_settled(known, goal, depth) {
                continue;
            }
            let only_refuted = depth == Depth::FixedPawns && known.nodes.is_unarmed(goal);
            let visit = &mut known.interval_mut(goal).visit;
            if std::mem::replace(visit, self.searches) == self.searches {
                if only_refuted {
                    stack.push((goal.opponent(), false));
                } else {
                    let level = *self.level(goal);
                    lift(&mut open, level);
                }
                continue;
            }
            cost += if only_refuted {
                Effort(1)
            } else {
                WEIGHT[here]
            };
            if cost > max {
                known.interval_mut(root).more_than = max;
                return None;
            }
            if only_refuted {
                stack.push((goal.opponent(), false));
                continue;
            }
            stack.push((goal, true));
            open.push(0);
            push_children(known, goal, depth, &mut stack);
        }
        Some(order)
    }

    fn level(&mut self, goal: Goal) -> &mut u32 {
        if self.levels.len() <= goal.node {
            self.levels.resize(goal.node + 1, [0; 2]);
        }
        &mut self.levels[goal.node][goal.attacker as usize]
    }
}

/// The goal whose children are being looked at needs one of that level.
fn lift(open: &mut [u32], level: u32) {
    if let Some(parent) = open.last_mut() {
        *parent = (*parent).max(level + 1);
    }
}

/// Puts the goals that follow on the stack.
fn push_children(known: &mut KnownBounds, goal: Goal, depth: Depth, stack: &mut Vec<(Goal, bool)>) {
    let pieces = known.nodes.pieces(goal);
    let armed = pieces > 0;
    if armed {
        known.find_exits(goal);
    }
    let fixed_pawns = depth == Depth::FixedPawns && armed;
    known
        .nodes
        .for_each_exit(&*known.game, goal, |exit: Exit<Reference>| {
            let moves_a_fixed_pawn = fixed_pawns && exit.is_push() && exit.mover == Color::White;
            let is_left_out = exit.is_underpromotion() && depth != Depth::Whole;
            if !moves_a_fixed_pawn && !is_left_out {
                stack.extend(exit.structures().map(|child| (child.goal(), false)));
            }
        });
    known.catch_up();
}

fn has_pawns(known: &KnownBounds, goal: Goal) -> bool {
    !known.nodes.view(goal).is_pawnless()
}

/// Is a goal not worth solving again?
fn is_settled(known: &KnownBounds, goal: Goal, depth: Depth) -> bool {
    let interval = known.interval(goal);
    interval.is_exact() || depth == Depth::FixedPawns && interval.fixed_pawns
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
            let levels = prover
                .subtrees
                .below(&mut prover.known, root, depth, all, &Watch::idle())
                .expect("it costs less");
            let numbered = levels.iter().enumerate();
            let level_of: HashMap<Goal, usize> = numbered
                .flat_map(|(level, goals)| goals.iter().map(move |&goal| (goal, level)))
                .collect();
            assert_eq!(level_of.len(), levels.iter().map(Vec::len).sum::<usize>());
            assert_eq!(level_of[&root], levels.len() - 1, "{text} {depth:?}");
            for (goal, level) in &level_of {
                let children = prover.known.nodes.children(*goal).map(Reference::goal);
                for below in children.filter_map(|child| level_of.get(&child)) {
                    assert!(below < level, "{text} {depth:?}");
                }
            }
        }
    }
}

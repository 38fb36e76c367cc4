//! Everything below a goal that has to be solved to settle it.

use super::bounds::KnownBounds;
use super::interval::Depth;
use crate::board::Color;
use crate::prove::effort::Effort;
use crate::prove::policy::WEIGHT;
use crate::structure::{Exit, ExitKind, Goal, Reference};

/// A search for the subtree of a goal. Each has a number, by which goals know that it has come by.
#[derive(Clone, Default)]
pub(crate) struct Subtrees {
    searches: u32,
}

impl Subtrees {
    /// All goals that are to be solved to settle one, children before parents. `None` if that costs more than `max`.
    pub fn below(
        &mut self,
        known: &mut KnownBounds,
        root: Goal,
        depth: Depth,
        max: Effort,
    ) -> Option<Vec<Goal>> {
        self.searches += 1;
        let mut order = Vec::new();
        let mut stack = vec![(root, false)];
        let mut cost = Effort::NONE;
        let pieces = known.nodes.pieces(root).max(1);
        while let Some((goal, done)) = stack.pop() {
            if done {
                order.push(goal);
                continue;
            }
            let here = known.nodes.pieces(goal);
            if is_settled(known, goal, depth) || here > pieces {
                continue;
            }
            let visit = &mut known.interval_mut(goal).visit;
            if std::mem::replace(visit, self.searches) == self.searches {
                continue;
            }
            let only_refuted = depth == Depth::Frozen && known.nodes.is_unarmed(goal);
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
            push_children(known, goal, depth, &mut stack);
        }
        Some(order)
    }
}

/// Puts the goals that follow on the stack.
fn push_children(known: &mut KnownBounds, goal: Goal, depth: Depth, stack: &mut Vec<(Goal, bool)>) {
    let pieces = known.nodes.pieces(goal);
    let armed = pieces > 0;
    if armed {
        known.find_exits(goal);
    }
    let frozen = depth == Depth::Frozen && armed;
    known.nodes.for_each_exit(goal, |exit: Exit<Reference>| {
        let freezes = frozen && exit.is_push() && exit.mover == Color::White;
        let leads_on = depth != Depth::Held || exit.kind == ExitKind::PawnCapture;
        if leads_on && !freezes && !exit.is_underpromotion() {
            stack.extend(exit.structures().map(|child| (child.goal(), false)));
        }
    });
    if matches!(depth, Depth::Armed | Depth::Held) {
        stack.retain(|&(child, done)| done || known.nodes.pieces(child) == pieces);
    }
    known.catch_up();
}

/// Is a goal not worth solving again?
fn is_settled(known: &KnownBounds, goal: Goal, depth: Depth) -> bool {
    let interval = known.interval(goal);
    let solved = match depth {
        Depth::Frozen => interval.frozen,
        Depth::Held => interval.held,
        Depth::Armed | Depth::Full => false,
    };
    solved || interval.is_exact()
}

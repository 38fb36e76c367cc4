//! Which goals are to be counted to count one.

use std::collections::HashSet;

use super::Ends;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::Slot;
use crate::prove::policy::{COUNT_DOWN, COUNT_MATES, MAX_PIECES};
use crate::prove::proof::Aim;
use crate::prove::solve::goal_prover::GoalProver;
use crate::structure::{Goal, Reference};

impl Ends {
    /// The goals that are to be counted, those that follow before those that they follow. `None` if that costs more than `max`.
    pub(super) fn below(
        &mut self,
        prover: &mut GoalProver,
        root: Goal,
        aim: Aim,
        max: Effort,
    ) -> Option<Vec<Goal>> {
        let pieces = prover.known.nodes.pieces(root);
        let (mut order, mut met) = (Vec::new(), HashSet::new());
        let mut stack = vec![(root, false)];
        let mut cost = Effort::NONE;
        while let Some((goal, done)) = stack.pop() {
            if done {
                order.push(goal);
                continue;
            }
            if self.known.contains_key(&(aim, goal)) || !met.insert(goal) {
                continue;
            }
            let view = prover.known.nodes.view(goal);
            if goal != root && aim.may_end(view) {
                self.settle(prover, goal);
                order.push(goal);
                continue;
            }
            let by_mates = view.is_pawnless();
            cost += cost_of(by_mates, view.pieces.len());
            if cost > max {
                return None;
            }
            if by_mates {
                order.push(goal);
                continue;
            }
            prover.known.find_exits(goal);
            stack.push((goal, true));
            let follows = |child: &Goal| {
                let known = &prover.known;
                known.interval(*child).lower != Slot::NONE
                    && known.nodes.pieces(*child) <= MAX_PIECES
                    && (known.nodes.pieces(*child) <= pieces
                        || aim == Aim::Mate
                        || aim.may_end(known.nodes.view(*child)))
            };
            let children = prover.known.nodes.children(goal).map(Reference::goal);
            stack.extend(children.filter(follows).map(|child| (child, false)));
        }
        Some(order)
    }
}

/// What it takes to count in one structure.
fn cost_of(by_mates: bool, pieces: usize) -> Effort {
    let costs = if by_mates { COUNT_MATES } else { COUNT_DOWN };
    costs[pieces]
}

/// All goals below one, won or not, if counting them costs no more than this.
pub(super) fn all_below(prover: &mut GoalProver, root: Goal, max: Effort) -> Option<HashSet<Goal>> {
    let known = &mut prover.known;
    let (mut met, mut stack) = (HashSet::new(), vec![root]);
    let mut cost = Effort::NONE;
    while let Some(goal) = stack.pop() {
        if known.interval(goal).upper == Slot::NONE || !met.insert(goal) {
            continue;
        }
        let by_mates = known.nodes.view(goal).is_pawnless();
        cost += cost_of(by_mates, known.nodes.pieces(goal));
        if cost > max {
            return None;
        }
        if by_mates {
            continue;
        }
        known.find_exits(goal);
        stack.extend(known.nodes.children(goal).map(Reference::goal));
    }
    Some(met)
}

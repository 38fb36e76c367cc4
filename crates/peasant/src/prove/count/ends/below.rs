//! Which goals are to be counted to count one.

use super::Ends;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::Slot;
use crate::prove::graph::walk::Walk;
use crate::prove::policy::MAX_PIECES;
use crate::prove::proof::Aim;
use crate::prove::solve::goal_prover::GoalProver;
use crate::structure::{Goal, Reference};

/// The same for the mates of an ending without pawns, one plane in six of which is counted: 50 ms with two pieces.
const COUNT_MATES: [Effort; 4] = [Effort(1), Effort(64), Effort(6000), Effort(1 << 40)];

/// What it costs to count how far the end is in one structure, by its promoted pieces: 34 us without, so many times as much as
/// there are planes with.
const COUNT_DOWN: [Effort; 4] = [Effort(4), Effort(256), Effort(16384), Effort(1 << 40)];

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
        let (mut walk, mut order) = (Walk::<()>::new(), Vec::new());
        let mut cost = Effort::NONE;
        walk.come_to(&prover.known.nodes, root);
        while let Some((_, goal, ())) = walk.next() {
            if self.known.contains_key(&(aim, goal)) {
                continue;
            }
            order.push(goal);
            let view = prover.known.nodes.view(goal);
            if goal != root && aim.may_end(view) {
                self.settle(prover, goal);
                continue;
            }
            let by_mates = view.is_pawnless();
            cost += cost_of(by_mates, view.pieces.len());
            if cost > max {
                return None;
            }
            if by_mates {
                continue;
            }
            prover.known.find_exits(goal);
            let nodes = &prover.known.nodes;
            for child in nodes.children(goal).map(Reference::goal) {
                let there = nodes.pieces(child);
                let follows = there <= pieces
                    || there <= MAX_PIECES && (aim == Aim::Mate || aim.may_end(nodes.view(child)));
                if follows && prover.known.interval(child).lower != Slot::NONE {
                    walk.come_to(nodes, child);
                }
            }
        }
        order.reverse();
        Some(order)
    }
}

/// What it takes to count in one structure.
fn cost_of(by_mates: bool, pieces: usize) -> Effort {
    let costs = if by_mates { COUNT_MATES } else { COUNT_DOWN };
    costs[pieces]
}

/// All goals below one, won or not, the lowest first, if counting them costs no more than this.
pub(super) fn all_below(prover: &mut GoalProver, root: Goal, max: Effort) -> Option<Vec<Goal>> {
    let known = &mut prover.known;
    let (mut walk, mut order) = (Walk::<()>::new(), Vec::new());
    let mut cost = Effort::NONE;
    walk.come_to(&known.nodes, root);
    while let Some((_, goal, ())) = walk.next() {
        if known.interval(goal).upper == Slot::NONE {
            continue;
        }
        order.push(goal);
        let by_mates = known.nodes.view(goal).is_pawnless();
        cost += cost_of(by_mates, known.nodes.pieces(goal));
        if cost > max {
            return None;
        }
        if !by_mates {
            known.find_exits(goal);
            for child in known.nodes.child_goals(goal) {
                walk.come_to(&known.nodes, child);
            }
        }
    }
    order.reverse();
    Some(order)
}

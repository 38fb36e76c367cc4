//! The slices of goals, from what is known of the goals that follow.

use std::time::{Duration, Instant};

use super::exit_values::ExitValues;
use crate::board::Color;
use crate::prove::graph::bounds::{ByBound, KnownBounds};
use crate::prove::graph::interval::{Bound, Depth};
use crate::slice::{self, Buffer, Frame, Relation, Wins};
use crate::structure::{Exit, Goal, Reference};

/// The bounds of a goal, newly computed.
pub(super) enum Solution {
    /// Without promoted pieces, the lower one and the upper one.
    Pawns(Box<[Wins; 2]>),
    /// With some, plane by plane. An upper bound that would say little is left out.
    Pieces {
        lower: Vec<Wins>,
        upper: Option<Vec<Wins>>,
        took: Duration,
    },
}

/// Solves a goal whose exits are known.
pub(super) fn solve(known: &KnownBounds, goal: Goal, depth: Depth) -> Solution {
    if known.nodes.has_pieces(goal) {
        solve_pieces(known, goal, depth)
    } else {
        solve_pawns(known, goal)
    }
}

fn solve_pawns(known: &KnownBounds, goal: Goal) -> Solution {
    if known.game.corrects_exits() {
        let values = ExitValues::new(known, goal);
        let bounds = [Bound::Lower, Bound::Upper].map(|bound| values.solve(bound)[0]);
        return Solution::Pawns(Box::new(bounds));
    }
    let pawns = known.nodes.view(goal).pawns;
    let exits: Vec<Exit<Reference>> = known.nodes.exits(goal).collect();
    let solve = |bound| slice::solve_pawns(pawns, &exits, &ByBound { known, bound });
    let lower = solve(Bound::Lower);
    let upper = if known.all_exact(goal) {
        lower
    } else {
        solve(Bound::Upper)
    };
    Solution::Pawns(Box::new([lower, upper]))
}

fn solve_pieces(known: &KnownBounds, goal: Goal, depth: Depth) -> Solution {
    let start = Instant::now();
    let lower = solve_bound(known, goal, Bound::Lower);
    let upper = if known.all_exact(goal) {
        Some(lower.clone())
    } else {
        // With pawns frozen the upper bound would say little.
        (depth != Depth::Frozen).then(|| solve_bound(known, goal, Bound::Upper))
    };
    Solution::Pieces {
        lower,
        upper,
        took: start.elapsed(),
    }
}

/// One bound of a goal with promoted pieces.
pub(in crate::prove) fn solve_bound(known: &KnownBounds, goal: Goal, bound: Bound) -> Vec<Wins> {
    with_sums(known, goal, bound, slice::solve)
}

/// Solves a goal with promoted pieces from the sums of what its exits are worth.
pub(in crate::prove) fn with_sums<T>(
    known: &KnownBounds,
    goal: Goal,
    bound: Bound,
    solve: impl FnOnce(&Frame, &[Relation], &[Relation]) -> T,
) -> T {
    let frame = Frame::new(known.nodes.view(goal));
    let children = ByBound { known, bound };
    let mut won = Buffer::new(frame.planes());
    let mut escapes = slice::stalemates(&frame);
    for exit in known.nodes.exits(goal) {
        let sum = match exit.mover {
            Color::White => &mut won,
            Color::Black => &mut escapes,
        };
        slice::add_worth(&frame, &exit, &children, sum);
    }
    solve(&frame, &won, &escapes)
}

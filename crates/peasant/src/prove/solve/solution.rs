//! The slices of goals, from what is known of the goals that follow.

use super::exit_values::ExitValues;
use crate::board::Color;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::by_bound::ByBound;
use crate::prove::graph::interval::{Bound, Depth};
use crate::prove::graph::planes::PackedPlanes;
use crate::slice::{self, Buffer, Children, Frame, Relation, Wins};
use crate::structure::{Exit, Goal, Reference};

/// The bounds of a goal, newly computed.
pub(super) enum Solution {
    /// Without promoted pieces, the lower one and the upper one.
    Pawns(Box<[Wins; 2]>),
    /// With some, plane by plane. An upper bound that would say little is left out.
    Pieces {
        lower: Vec<Wins>,
        upper: Option<Vec<Wins>>,
    },
    /// With most, packed: the lower one and the upper one, or one that is both.
    Large(Vec<PackedPlanes>),
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
    if known.game.corrects_exits(goal) {
        let values = ExitValues::new(known, goal);
        return Solution::Pawns(Box::new(values.solve_plane()));
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
    let lower = solve_bound(known, goal, Bound::Lower);
    let upper = if known.all_exact(goal) {
        Some(lower.clone())
    } else {
        // With pawns fixed the upper bound would say little.
        (depth != Depth::FixedPawns).then(|| solve_bound(known, goal, Bound::Upper))
    };
    Solution::Pieces { lower, upper }
}

/// One bound of a goal with promoted pieces, from what is known of those that follow, and of the goal itself.
pub(in crate::prove) fn solve_bound(known: &KnownBounds, goal: Goal, bound: Bound) -> Vec<Wins> {
    let proved = known.planes_of(goal, bound);
    with_sums(
        known,
        goal,
        &ByBound { known, bound },
        |frame, won, escapes| {
            for (plane, wins) in proved.all().enumerate() {
                let (won, escapes) = (&mut won[plane].0, &mut escapes[plane].0);
                for w in 0..64 {
                    match bound {
                        Bound::Lower => won[w] |= wins.to_move.0[w],
                        Bound::Upper => {
                            won[w] &= wins.to_move.0[w];
                            escapes[w] |= !wins.waiting.0[w];
                        }
                    }
                }
            }
            slice::solve(frame, won, escapes)
        },
    )
}

/// One bound of a goal with most pieces, with what is known of the goal itself, packed.
pub(in crate::prove) fn solve_packed(
    known: &KnownBounds,
    goal: Goal,
    bound: Bound,
) -> PackedPlanes {
    let mut planes = solve_bound(known, goal, bound);
    if bound == Bound::Lower {
        let before = known.planes_of(goal, bound).all();
        planes
            .iter_mut()
            .zip(before)
            .for_each(|(plane, before)| *plane = plane.or(&before));
    }
    let packed = PackedPlanes::of(&planes);
    slice::give_back(planes);
    packed
}

/// Solves a goal with promoted pieces from the sums of what its exits are worth.
pub(in crate::prove) fn with_sums<T>(
    known: &KnownBounds,
    goal: Goal,
    children: &impl Children<Reference>,
    solve: impl FnOnce(&Frame, &mut [Relation], &mut [Relation]) -> T,
) -> T {
    let frame = Frame::new(known.nodes.view(goal));
    let mut won = Buffer::new(frame.planes());
    let mut escapes = slice::stalemates(&frame);
    for exit in known.nodes.exits(goal) {
        let sum = match exit.mover {
            Color::White => &mut won,
            Color::Black => &mut escapes,
        };
        slice::add_worth(&frame, &exit, children, sum);
    }
    solve(&frame, &mut won, &mut escapes)
}

//! The relaxed games, and how their proofs are repaired.

use std::collections::BTreeSet;

use crate::board::Color;
use crate::limits::{Stop, Watch};
use crate::prove::effort::Effort;
use crate::prove::game::{Game, Newborn, Pessimistic, Played};
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::outside_help::Resources;
use crate::prove::solve::exit_values::ExitValues;
use crate::prove::solve::goal_prover::GoalProver;
use crate::slice::{Point, Wins};
use crate::structure::{Goal, Structure, Symmetry};

/// A proof in the pessimistic game: what is held there leans on no queen against queen.
pub(super) fn pessimistic() -> GoalProver {
    relaxed(Pessimistic)
}

/// A proof in Newborn's game: what is won or held there is mostly so by chess.
pub(super) fn newborn() -> GoalProver {
    relaxed(Newborn)
}

fn relaxed(game: impl Game + 'static) -> GoalProver {
    let (game, watch) = (Played::relaxed(game), Watch::idle().silent());
    GoalProver::new(game, watch, Resources::default())
}

impl GoalProver {
    /// Of a relaxed proof: works on a question. As many structures as the request may count in all are enough for a relaxed game: more
    /// of them stop no one.
    pub(super) fn ask_relaxed(
        &mut self,
        view: Structure,
        point: Point,
        effort: Effort,
    ) -> Result<Option<bool>, Stop> {
        match self.ask(view, point, Symmetry::IDENTITY, effort) {
            Err(Stop::Structures) => Ok(None),
            answer => answer,
        }
    }
}

/// What is known of some goals has been corrected: computes them and all that hangs on them again, the lowest level
/// first.
pub(super) fn repair(known: &mut KnownBounds, corrected: impl IntoIterator<Item = Goal>) {
    let mut corrected = corrected.into_iter().peekable();
    if corrected.peek().is_none() {
        return;
    }
    let parents = known.nodes.parents();
    let key = |known: &KnownBounds, goal: Goal| (known.nodes.level(goal), goal);
    let mut queue: BTreeSet<_> = corrected.map(|goal| key(known, goal)).collect();
    while let Some((_, goal)) = queue.pop_first() {
        if !compute_again(known, goal) {
            continue;
        }
        for &(parent, through) in parents.of(goal.node) {
            let attacker = if through == goal.attacker {
                Color::White
            } else {
                Color::Black
            };
            let parent = Goal {
                node: parent as usize,
                attacker,
            };
            queue.insert(key(known, parent));
        }
    }
}

/// Computes the bounds of a goal from its exits alone. Have they changed?
fn compute_again(known: &mut KnownBounds, goal: Goal) -> bool {
    let before = known.bounds_of_pawns(goal);
    known.forget(goal);
    if known.nodes.has_exits(goal) {
        let mut values = ExitValues::new(known, goal);
        values.narrow(known);
    } else {
        let all = known.all_legal(goal);
        known.narrow_one(goal, Wins::NONE, all);
    }
    known.bounds_of_pawns(goal) != before
}

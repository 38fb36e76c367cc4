//! Newborn's game as an adviser for chess: a proof in progress that is asked where another one should look.
//!
//! By Newborn's rules a promotion is decided on sight, so that a proof costs a small part of one by the rules of
//! chess, and the result is mostly the same.

use super::advice::Advice;
use super::exit_values::ExitValues;
use super::goal_prover::GoalProver;
use crate::limits::{Stop, Watch};
use crate::prove::effort::Effort;
use crate::prove::game::Played;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::graph::interval::Bound;
use crate::prove::outside_help::Resources;
use crate::prove::policy::{ADVICE_SHARE, MIN_ADVICE};
use crate::rules::Rules;
use crate::slice::Point;
use crate::structure::{Exit, Reference, Structure, Symmetric, Symmetry};

/// A proof by Newborn's rules that can advise one by those of chess.
pub(in crate::prove) fn newborn_adviser() -> GoalProver {
    let resources = Resources::default();
    GoalProver::new(
        Played::by(Rules::Newborn),
        Watch::idle().silent(),
        resources,
    )
}

/// Does the attacker win, in the adviser's game? `None`: no opinion, or none to be had for a share of so much effort.
pub(super) fn opinion(
    adviser: &mut GoalProver,
    view: Structure,
    point: Point,
    effort: Effort,
) -> Result<Option<bool>, Stop> {
    let effort = (effort / ADVICE_SHARE).max(MIN_ADVICE);
    adviser.ask(view, point, Symmetry::IDENTITY, effort)
}

/// What each exit of a structure might be worth to its mover, in the order of the exits, by what is known of the adviser's game.
pub(super) fn advise(
    known: &mut KnownBounds,
    view: Structure,
    exits: &[Exit<Reference>],
) -> Vec<Advice> {
    let advised = advised(known, view);
    let of = |exit: &Exit<Reference>| {
        let same = |(of, _): &&(Exit<()>, Advice)| {
            (of.mover, of.from, of.to) == (exit.mover, exit.from, exit.to)
        };
        match advised.iter().find(same) {
            Some((_, advice)) if !exit.is_underpromotion() => *advice,
            _ => Advice::NOTHING,
        }
    };
    exits.iter().map(of).collect()
}

/// The exits by the adviser's rules, mirrored if the structure is, and the advice that their worth gives.
fn advised(known: &mut KnownBounds, view: Structure) -> Vec<(Exit<()>, Advice)> {
    let name = known.name(view);
    let values = ExitValues::look(known, name.goal());
    let mirrored = name.symmetry().mirrors();
    let exits = values.exits().enumerate();
    exits
        .map(|(index, exit)| {
            let by = |bound| values.worth(index, bound)[0];
            let advice = Advice::new(by(Bound::Lower), by(Bound::Upper));
            if mirrored {
                (exit.bare().mirror(), advice.mirror())
            } else {
                (exit.bare(), advice)
            }
        })
        .collect()
}

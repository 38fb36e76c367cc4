//! Newborn's rules as an adviser for chess.
//!
//! By Newborn's rules a promotion is decided on sight, so that a proof costs a small part of one by the rules of
//! chess, and the result is mostly the same.

use super::advice::Advice;
use super::exit_values::ExitValues;
use super::goal_prover::GoalProver;
use crate::limits::{Stop, Watch};
use crate::prove::effort::Effort;
use crate::prove::game::rule_set::rule_set;
use crate::prove::graph::interval::Bound;
use crate::prove::outside_help::Resources;
use crate::prove::policy::{ADVICE_SHARE, MIN_ADVICE};
use crate::rules::Rules;
use crate::slice::Point;
use crate::structure::{Exit, Reference, Structure, Symmetric, Symmetry};

/// A proof by Newborn's rules beside the one for chess.
pub(crate) struct NewbornAdviser(pub(in crate::prove) GoalProver);

impl NewbornAdviser {
    pub fn new(watch: Watch) -> NewbornAdviser {
        let resources = Resources::default();
        NewbornAdviser(GoalProver::new(
            rule_set(Rules::Newborn),
            watch.silent(),
            resources,
            None,
        ))
    }

    /// The exits by Newborn's rules, mirrored if the structure is, and the advice that their worth gives.
    fn advised(&mut self, view: Structure) -> Vec<(Exit<()>, Advice)> {
        let name = self.0.known.name(view);
        let values = ExitValues::look(&mut self.0.known, name.goal());
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

    /// A new request begins, with limits and a clock of its own.
    pub fn begin(&mut self, watch: Watch) {
        self.0.begin(watch.silent());
    }

    /// Does the attacker win? `None`: no opinion, or none to be had for so much effort.
    pub fn opinion(
        &mut self,
        view: Structure,
        point: Point,
        effort: Effort,
    ) -> Result<Option<bool>, Stop> {
        let effort = (effort / ADVICE_SHARE).max(MIN_ADVICE);
        self.0.ask(view, point, Symmetry::IDENTITY, effort)
    }

    /// What each exit of a structure might be worth to its mover, in the order of the exits.
    pub fn exits(&mut self, view: Structure, exits: &[Exit<Reference>]) -> Vec<Advice> {
        let advised = self.advised(view);
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

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

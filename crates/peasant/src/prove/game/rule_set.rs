//! What a rule set means to a proof: the seam between chess and Newborn's rules.

use super::newborn_rules;
use super::races::{self, Seed};
use crate::board::{Color, Position};
use crate::rules::Rules;
use crate::structure::exits::{for_each_chess, for_each_newborn};
use crate::structure::{Exit, ExitKind, Structure};

/// A rule set as a proof sees it. What a promotion is worth stands in `slice/exits/`, by the kind of exit that it is.
pub(crate) trait RuleSet: Send + Sync {
    /// Calls `visit` with every exit of a structure, White's first.
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>));

    /// What can be said of the attacker's (White's) wins before any exit is looked at.
    fn first_bounds(&self, view: Structure) -> Option<Seed>;

    /// Do promoted pieces play on, so that structures with them are to be solved too?
    fn pieces_play_on(&self) -> bool;

    /// Does the attacker win a position with promoted pieces that the rules decide by themselves? `next` tells of the positions
    /// that follow. The outer `None`: it is no such position.
    fn decides(
        &self,
        position: &Position,
        attacker: Color,
        next: &mut dyn FnMut(&Position) -> Option<bool>,
    ) -> Option<Option<bool>>;
}

/// The rule set of a name.
pub(crate) fn rule_set(rules: Rules) -> &'static dyn RuleSet {
    match rules {
        Rules::Chess => &Chess,
        Rules::Newborn => &Newborn,
    }
}

struct Chess;

impl RuleSet for Chess {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        for_each_chess(structure, visit);
    }

    fn first_bounds(&self, _: Structure) -> Option<Seed> {
        None
    }

    fn pieces_play_on(&self) -> bool {
        true
    }

    fn decides(
        &self,
        _: &Position,
        _: Color,
        _: &mut dyn FnMut(&Position) -> Option<bool>,
    ) -> Option<Option<bool>> {
        None
    }
}

struct Newborn;

impl RuleSet for Newborn {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        for_each_newborn(structure.pawns, |exit| visit(exit.map(Structure::from)));
    }

    fn first_bounds(&self, view: Structure) -> Option<Seed> {
        Some(races::seed(view.pawns))
    }

    fn pieces_play_on(&self) -> bool {
        false
    }

    fn decides(
        &self,
        position: &Position,
        attacker: Color,
        next: &mut dyn FnMut(&Position) -> Option<bool>,
    ) -> Option<Option<bool>> {
        (!position.is_pawn_ending()).then(|| newborn_rules::wins(position, attacker, next))
    }
}

/// Newborn's rules, but that queen against queen is won for the attacker, whoever that is: what is held here is held without any
/// ending of queen against queen. For relaxed proofs only.
pub(crate) struct Grudging;

impl RuleSet for Grudging {
    fn for_each_exit(&self, structure: Structure, visit: &mut dyn FnMut(Exit<Structure>)) {
        for_each_newborn(structure.pawns, |exit| {
            let kind = match exit.kind {
                ExitKind::NewbornPromotion => ExitKind::GrudgingPromotion,
                kind => kind,
            };
            visit(Exit { kind, ..exit }.map(Structure::from));
        });
    }

    fn first_bounds(&self, _: Structure) -> Option<Seed> {
        None
    }

    fn pieces_play_on(&self) -> bool {
        false
    }

    fn decides(
        &self,
        _: &Position,
        _: Color,
        _: &mut dyn FnMut(&Position) -> Option<bool>,
    ) -> Option<Option<bool>> {
        None
    }
}

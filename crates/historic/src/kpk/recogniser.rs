//! An interior node recogniser: what a search may believe without looking further.

use super::published::{Measure, RULES};
use peasant::kpk::bitbase;
use peasant::kpk::{Placement, Side, Verdict};

/// Verdicts at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognised {
    /// Won or drawn, surely.
    Surely(Verdict),
    /// No rule applies.
    Unclear,
}

/// Recognises a position by the published rules. Whatever they say of a legal position is right: the tests look at
/// all of them.
#[must_use]
pub fn recognise(placement: Placement) -> Recognised {
    let rule = RULES.iter().find(|rule| rule.applies(placement));
    rule.map_or(Recognised::Unclear, |rule| Recognised::Surely(rule.claim))
}

/// Counts how much is recognised, over every position with this side to move.
#[must_use]
pub fn measure_recogniser(turn: Side) -> Measure {
    let mut measure = Measure::default();
    for placement in Placement::all(turn) {
        let said = match recognise(placement) {
            Recognised::Surely(verdict) => Some(verdict),
            Recognised::Unclear => None,
        };
        measure.add(said, bitbase().probe(placement));
    }
    measure
}

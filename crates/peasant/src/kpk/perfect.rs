//! An ordered list of rules that decides every position of king and pawn against king correctly.
//!
//! With the attacker to move, the first rule of [`RULES`] that applies decides. With the defender to move there is one rule
//! more: it draws if it takes the pawn, is stalemated, or has a step to a position that the list calls drawn; otherwise it has
//! lost. The tests look at every legal position.
//!
//! The list was found by a greedy search: each rule is the conjunction of at most four conditions that decides most of the positions
//! that are left. It is right and complete; that it is as short as possible is not claimed.

use super::concept::Concept;
use super::concept::Concept::{
    AttackerAhead, AttackerFiles, AttackerRank, AttackerToStop, DefenderAbove, DefenderAhead,
    DefenderEdge, DefenderFiles, DefenderRank, DefenderToPawn, DefenderToPromotion, DefenderToStop,
    EvenApart, EvenRanks, FileRace, FurtherOut, KeyRace, KeyRaceAfterStep, KingsApart, KingsFiles,
    KingsRanks, NextKeyRace, OutsideSquare, PawnFile, PawnRace, PawnRank, PromotionRace,
    ReachesKey, SameSide, StopRace, TakesDistantOpposition, TakesOpposition, ThirdKeyRace,
};
use super::published::pawn_falls;
use super::{Placement, Side, Verdict};
use crate::board::Square;

/// A count, and between which numbers it lies.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// What is counted.
    pub concept: Concept,
    /// The least count.
    pub least: Option<i32>,
    /// The greatest count.
    pub most: Option<i32>,
}

impl Condition {
    /// Does the condition hold, with the attacker to move?
    #[must_use]
    pub fn holds(&self, placement: Placement) -> bool {
        let count = self.concept.count(placement);
        self.least.is_none_or(|least| least <= count) && self.most.is_none_or(|most| count <= most)
    }
}

/// If every condition holds, and no rule before applies, the claim is right.
#[derive(Clone, Copy, Debug)]
pub struct PerfectRule {
    /// What it claims, with the attacker to move.
    pub claim: Verdict,
    /// What must hold; the last rule asks for nothing.
    pub conditions: &'static [Condition],
}

/// Why a position is won or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// This rule of [`RULES`], counted from 1, decides.
    Rule(usize),
    /// The defender takes the pawn.
    PawnFalls,
    /// The defender is stalemated.
    Stalemate,
    /// The defender steps to this square, and then this rule says drawn.
    Step(Square, usize),
    /// After every step of the defender a rule says won.
    NoStep,
}

/// What the rules say of a position, and why: always right.
#[must_use]
pub fn decide(placement: Placement) -> (Verdict, Reason) {
    match placement.turn() {
        Side::Attacker => {
            let (claim, number) = first(placement);
            (claim, Reason::Rule(number))
        }
        Side::Defender => reply(placement),
    }
}

/// The first rule that applies, with the attacker to move, and its number.
fn first(placement: Placement) -> (Verdict, usize) {
    let applies = |rule: &PerfectRule| rule.conditions.iter().all(|c| c.holds(placement));
    let index = RULES.iter().position(applies).unwrap_or(RULES.len() - 1);
    (RULES[index].claim, index + 1)
}

/// The rule for the defender to move.
fn reply(p: Placement) -> (Verdict, Reason) {
    if pawn_falls(p) {
        return (Verdict::Drawn, Reason::PawnFalls);
    }
    let mut steps = 0;
    for to in p.defender().set().king_steps() {
        let Some(next) = Placement::new(p.attacker(), to, p.pawn(), Side::Attacker) else {
            continue;
        };
        steps += 1;
        if let (Verdict::Drawn, number) = first(next) {
            return (Verdict::Drawn, Reason::Step(to, number));
        }
    }
    let in_check = p.pawn().set().white_pawn_attacks().contains(p.defender());
    if steps == 0 && !in_check {
        (Verdict::Drawn, Reason::Stalemate)
    } else {
        (Verdict::Won, Reason::NoStep)
    }
}

const fn won(conditions: &'static [Condition]) -> PerfectRule {
    let claim = Verdict::Won;
    PerfectRule { claim, conditions }
}

const fn drawn(conditions: &'static [Condition]) -> PerfectRule {
    let claim = Verdict::Drawn;
    PerfectRule { claim, conditions }
}

const fn between(concept: Concept, least: Option<i32>, most: Option<i32>) -> Condition {
    Condition {
        concept,
        least,
        most,
    }
}

const fn at_least(concept: Concept, least: i32) -> Condition {
    between(concept, Some(least), None)
}

const fn at_most(concept: Concept, most: i32) -> Condition {
    between(concept, None, Some(most))
}

const fn exactly(concept: Concept, count: i32) -> Condition {
    between(concept, Some(count), Some(count))
}

/// The rules for the attacker to move, in order.
pub const RULES: [PerfectRule; 40] = [
    won(&[at_least(OutsideSquare, 1)]),
    drawn(&[
        at_most(PawnRank, 6),
        at_most(StopRace, -2),
        at_most(DefenderToPromotion, 5),
    ]),
    won(&[
        at_least(DefenderToPawn, 3),
        at_least(StopRace, 1),
        at_least(KeyRace, 1),
    ]),
    drawn(&[
        at_least(DefenderRank, 4),
        at_most(NextKeyRace, -2),
        at_least(AttackerToStop, 2),
    ]),
    won(&[at_least(PawnFile, 1), at_least(KeyRace, 2)]),
    drawn(&[
        at_most(ReachesKey, 0),
        at_most(FileRace, -2),
        at_least(DefenderToStop, 1),
    ]),
    won(&[
        at_most(PawnRank, 5),
        at_most(SameSide, -1),
        at_most(KingsRanks, 2),
    ]),
    drawn(&[
        at_most(PawnFile, 0),
        at_most(PawnRank, 5),
        at_least(DefenderAbove, 2),
    ]),
    won(&[
        at_least(DefenderFiles, 3),
        at_least(StopRace, 0),
        at_least(KingsFiles, 2),
    ]),
    drawn(&[
        at_most(AttackerAhead, -2),
        at_least(DefenderToPawn, 3),
        at_most(KingsFiles, 6),
    ]),
    drawn(&[
        at_least(AttackerAhead, 4),
        at_least(AttackerRank, 7),
        at_least(FurtherOut, 0),
    ]),
    won(&[
        at_least(PawnFile, 1),
        at_least(DefenderAhead, 3),
        at_least(TakesOpposition, 1),
    ]),
    drawn(&[
        at_most(DefenderAhead, 4),
        at_most(AttackerRank, 3),
        at_least(FurtherOut, 0),
    ]),
    won(&[
        at_most(PawnRank, 2),
        at_least(AttackerAhead, 1),
        at_least(KingsApart, 3),
    ]),
    drawn(&[
        at_least(DefenderAhead, 0),
        at_most(PawnRace, -2),
        at_least(KingsRanks, 3),
    ]),
    won(&[
        at_least(PawnFile, 1),
        at_least(DefenderToStop, 2),
        at_least(KeyRaceAfterStep, 2),
    ]),
    drawn(&[
        at_most(PawnRank, 5),
        at_most(DefenderToPromotion, 3),
        at_most(KeyRaceAfterStep, 0),
    ]),
    won(&[
        at_least(PawnFile, 1),
        at_most(PawnRank, 3),
        at_least(KingsFiles, 2),
    ]),
    won(&[
        at_least(ThirdKeyRace, 1),
        at_least(OutsideSquare, 0),
        at_most(FurtherOut, 0),
    ]),
    drawn(&[
        at_most(KingsFiles, 1),
        at_most(AttackerRank, 4),
        at_most(AttackerToStop, 2),
    ]),
    drawn(&[
        at_most(DefenderAbove, -1),
        at_least(DefenderRank, 4),
        at_most(FileRace, 0),
    ]),
    won(&[
        at_most(AttackerFiles, 2),
        at_least(NextKeyRace, 0),
        at_least(KingsRanks, 3),
    ]),
    drawn(&[
        at_least(PawnRank, 5),
        at_most(PawnRank, 6),
        at_most(PromotionRace, -3),
    ]),
    won(&[
        at_least(PawnFile, 2),
        exactly(DefenderToPawn, 2),
        at_most(FurtherOut, -1),
    ]),
    won(&[
        at_most(PawnRank, 3),
        at_least(AttackerAhead, 0),
        at_least(DefenderRank, 7),
    ]),
    drawn(&[
        at_most(DefenderAhead, 0),
        at_most(PawnRace, -1),
        at_least(AttackerToStop, 3),
    ]),
    won(&[
        at_least(PawnFile, 1),
        at_least(PawnRace, -1),
        at_most(EvenRanks, 0),
    ]),
    drawn(&[
        at_most(PawnRank, 4),
        at_most(AttackerAhead, 1),
        at_least(FurtherOut, 0),
    ]),
    won(&[
        at_least(PawnFile, 1),
        at_least(AttackerAhead, 0),
        at_least(DefenderFiles, 2),
    ]),
    drawn(&[at_most(KeyRace, 0), at_most(KingsRanks, 1)]),
    won(&[
        at_most(PawnRank, 5),
        at_least(OutsideSquare, -1),
        at_most(FurtherOut, -1),
    ]),
    drawn(&[
        at_most(PawnFile, 0),
        at_least(DefenderAhead, 1),
        at_most(SameSide, 0),
    ]),
    drawn(&[at_most(DefenderToPawn, 1), at_most(EvenApart, 0)]),
    won(&[
        at_most(DefenderAhead, 1),
        at_least(AttackerRank, 5),
        at_least(KeyRaceAfterStep, 0),
    ]),
    drawn(&[
        at_most(DefenderAhead, 2),
        at_most(KingsFiles, 0),
        at_most(PromotionRace, -1),
    ]),
    won(&[at_least(PawnFile, 1), exactly(NextKeyRace, 0)]),
    drawn(&[
        at_least(AttackerAhead, -1),
        at_most(PromotionRace, -1),
        at_least(TakesDistantOpposition, 1),
    ]),
    won(&[at_least(PawnRace, -1), at_least(DefenderEdge, 1)]),
    drawn(&[at_least(PawnRank, 3), at_most(KingsApart, 2)]),
    won(&[]),
];

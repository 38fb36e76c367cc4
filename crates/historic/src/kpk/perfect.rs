//! An ordered list of rules that decides every position of king and pawn against king correctly.
//!
//! With the attacker to move, the first rule of [`RULES`] that applies decides. With the defender
//! to move it draws if it takes the pawn, is stalemated, or has a step to a position that the list
//! calls drawn; otherwise it has lost. The tests look at every legal position.
//!
//! The list was found by search: a greedy one for rules of at most three conditions, and then a
//! local one that changes conditions and the order and keeps what is right everywhere, until rules
//! have nothing left to decide. That it is as short as possible is not claimed.

use super::concept::Concept;
use super::concept::Concept::{
    AttackerAhead, AttackerRank, AttackerToPawn, DefenderAbove, DefenderAhead, DefenderFiles,
    DefenderToKey, DefenderToPawn, DefenderToPromotion, DefenderToStop, DiagonalWalkRace, FileRace,
    FurtherOut, KeyRace, KeyRaceAfterStep, KeyWalkRace, KingsApart, KingsRanks, PawnFile, PawnRank,
    PawnWalkRace, Plan, PlanAfterPush, PlanAfterStep, PushIntoOpposition, Run, RunAfterPush,
    RunAfterStep, SameFile, SecondRace, SecondWalkRace, StopRace, StopRaceAfterStep,
    TakesOpposition, ThirdKeyRace,
};
use super::published::pawn_falls;
use peasant::board::Square;
use peasant::kpk::{Placement, Side, Verdict};

/// A count, and between which numbers it lies.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The concept that is counted.
    pub concept: Concept,
    /// The least count.
    pub least: Option<i32>,
    /// The greatest count.
    pub most: Option<i32>,
}

impl Condition {
    /// True if the condition holds, with the attacker to move.
    #[must_use]
    pub fn holds(&self, placement: Placement) -> bool {
        let count = self.concept.count(placement);
        self.least.is_none_or(|least| least <= count) && self.most.is_none_or(|most| count <= most)
    }
}

/// A rule: if every condition holds, and no rule before applies, the claim is right.
#[derive(Clone, Copy, Debug)]
pub struct PerfectRule {
    /// The claim, with the attacker to move.
    pub claim: Verdict,
    /// The rule in words.
    pub text: &'static str,
    /// Conditions that must hold; the last rule asks for nothing.
    pub conditions: &'static [Condition],
}

/// The rules with the defender to move, numbered after [`RULES`]: claim and words.
const DEFENDER_RULES: [(Verdict, &str); 4] = [
    (Verdict::Drawn, "the defender, to move, takes the pawn"),
    (Verdict::Drawn, "the defender, to move, is stalemated"),
    (
        Verdict::Drawn,
        "the defender, to move, has a step to a position that the rules above call drawn",
    ),
    (
        Verdict::Won,
        "every step of the defender, to move, leads to a position that the rules above call won",
    ),
];

/// The number of rules: those with the attacker to move and those with the defender to move.
pub const COUNT: usize = RULES.len() + DEFENDER_RULES.len();

/// Reasons why a position is won or drawn.
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
    /// A rule says won after every step of the defender.
    NoStep,
}

impl Reason {
    /// The number of the rule that decides, from 1 to [`COUNT`].
    #[must_use]
    pub const fn number(self) -> usize {
        match self {
            Reason::Rule(number) => number,
            Reason::PawnFalls => RULES.len() + 1,
            Reason::Stalemate => RULES.len() + 2,
            Reason::Step(..) => RULES.len() + 3,
            Reason::NoStep => RULES.len() + 4,
        }
    }
}

/// The claim of the rule with this number, and the rule in words.
///
/// # Panics
/// If the number is not between 1 and [`COUNT`].
#[must_use]
pub fn rule(number: usize) -> (Verdict, &'static str) {
    match RULES.get(number - 1) {
        Some(rule) => (rule.claim, rule.text),
        None => DEFENDER_RULES[number - 1 - RULES.len()],
    }
}

/// A rule in words, and how many positions it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The rule's number, from 1.
    pub number: usize,
    /// The claim.
    pub claim: Verdict,
    /// The rule in words.
    pub text: &'static str,
    /// Numbers of positions that it decides, with the attacker and with the defender to move.
    pub decided: [u32; 2],
}

/// Every rule and how many of all positions it decides.
#[must_use]
pub fn shares() -> [Share; COUNT] {
    let mut shares = std::array::from_fn(|index| {
        let (claim, text) = rule(index + 1);
        Share {
            number: index + 1,
            claim,
            text,
            decided: [0; 2],
        }
    });
    for turn in Side::BOTH {
        for placement in Placement::all(turn) {
            let number = decide(placement).1.number();
            shares[number - 1].decided[turn as usize] += 1;
        }
    }
    shares
}

/// Decides a position by the rules, and says why: always right.
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

const fn won(text: &'static str, conditions: &'static [Condition]) -> PerfectRule {
    PerfectRule {
        claim: Verdict::Won,
        text,
        conditions,
    }
}

const fn drawn(text: &'static str, conditions: &'static [Condition]) -> PerfectRule {
    PerfectRule {
        claim: Verdict::Drawn,
        text,
        conditions,
    }
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
pub const RULES: [PerfectRule; 25] = [
    won(
        "the defender is late for the pawn's run",
        &[at_least(Run, 1)],
    ),
    won(
        "the kings are not on the same side of the pawn's file, or the defender is at least two files further out; the defender is late for the best plan of the attacker's king; the pawn stands on the fifth rank or lower",
        &[
            at_most(FurtherOut, -2),
            at_least(Plan, 1),
            at_most(PawnRank, 5),
        ],
    ),
    drawn(
        "the defender is nearer to the stop square after a king step; the defender is at least one step from the promotion square; the defender is at most five steps from the promotion square",
        &[
            at_most(StopRaceAfterStep, -1),
            at_least(DefenderToPromotion, 1),
            at_most(DefenderToPromotion, 5),
        ],
    ),
    drawn(
        "the defender is nearer to every key square; the pawn can step; the attacker's king is at most five steps nearer to every square diagonally ahead of the pawn, walking round the other king",
        &[
            at_most(KeyRace, -1),
            at_least(PushIntoOpposition, -5),
            at_most(DiagonalWalkRace, 5),
        ],
    ),
    won(
        "the defender is late for the best plan of the attacker's king; the defender has at most two moves to spare against a plan after a pawn step",
        &[at_least(Plan, 1), at_least(PlanAfterPush, -2)],
    ),
    won(
        "the defender is late for a run after a king step",
        &[at_least(RunAfterStep, 1)],
    ),
    drawn(
        "the defender is at least two files nearer to the pawn's file than the attacker's king; the defender is at least two steps from the pawn",
        &[at_most(FileRace, -2), at_least(DefenderToPawn, 2)],
    ),
    drawn(
        "the kings are on the same side of the pawn's file, the attacker's no nearer to it; the attacker's king stands on the seventh rank or higher",
        &[at_least(FurtherOut, 0), at_least(AttackerRank, 7)],
    ),
    won(
        "the defender is at most two steps from the stop square; the defender is late for the run after a pawn step or just in time; the attacker's king is at most one step nearer to every key square of the pawn two ranks on",
        &[
            at_most(DefenderToStop, 2),
            at_least(RunAfterPush, 0),
            at_most(ThirdKeyRace, 1),
        ],
    ),
    drawn(
        "the attacker's king is at most one step nearer to every key square after a king step; the defender is at least two ranks above the attacker's king; it is a rook pawn",
        &[
            at_most(KeyRaceAfterStep, 1),
            at_least(DefenderAbove, 2),
            at_most(PawnFile, 0),
        ],
    ),
    won(
        "the defender is not above the attacker's king; the pawn stands on the second rank or lower; the kings are at least three steps apart",
        &[
            at_most(DefenderAbove, 0),
            at_most(PawnRank, 2),
            at_least(KingsApart, 3),
        ],
    ),
    won(
        "the defender is at least three files from the pawn's file; the attacker's king is nearer to the second square ahead of the pawn",
        &[at_least(DefenderFiles, 3), at_least(SecondRace, 1)],
    ),
    won(
        "the attacker's king can take the opposition; the defender is at least three ranks above the pawn; the defender is no further from the pawn's file than the attacker's king",
        &[
            at_least(TakesOpposition, 1),
            at_least(DefenderAhead, 3),
            at_most(FileRace, 0),
        ],
    ),
    drawn(
        "the attacker's king is at least three steps from the pawn; the defender is one rank above the pawn; the pawn stands on the third rank or higher",
        &[
            at_least(AttackerToPawn, 3),
            exactly(DefenderAhead, 1),
            at_least(PawnRank, 3),
        ],
    ),
    drawn(
        "the defender stands on the rank of the pawn; the defender is nearer to the stop square",
        &[exactly(DefenderAhead, 0), at_most(StopRace, -1)],
    ),
    won(
        "the defender has one move to spare against a plan after a pawn step; the pawn stands on the fifth rank or higher",
        &[exactly(PlanAfterPush, -1), at_least(PawnRank, 5)],
    ),
    drawn(
        "the defender has at most three moves to spare against the best plan of the attacker's king; the defender is at most one step nearer to the second square ahead of the pawn, walking round the other king; the defender is two ranks above the pawn",
        &[
            at_least(Plan, -3),
            at_least(SecondWalkRace, -1),
            exactly(DefenderAhead, 2),
        ],
    ),
    won(
        "the kings are two ranks apart; the attacker's king is at least two ranks above the pawn; the attacker's king is at most six steps nearer to every key square, walking round the other king",
        &[
            exactly(KingsRanks, 2),
            at_least(AttackerAhead, 2),
            at_most(KeyWalkRace, 6),
        ],
    ),
    drawn(
        "the defender is at most four ranks above the pawn; the pawn stands on the fifth rank or lower; the defender is at least two ranks above the attacker's king",
        &[
            at_most(DefenderAhead, 4),
            at_most(PawnRank, 5),
            at_least(DefenderAbove, 2),
        ],
    ),
    drawn(
        "the attacker's king is at most two steps nearer to every key square after a king step; the defender is not above the attacker's king; the defender is at most two steps from the nearest key square",
        &[
            at_most(KeyRaceAfterStep, 2),
            at_most(DefenderAbove, 0),
            at_most(DefenderToKey, 2),
        ],
    ),
    won(
        "the defender is at most five ranks above the attacker's king; the defender is at least five steps nearer to the pawn, walking round the other king; it is no rook pawn",
        &[
            at_most(DefenderAbove, 5),
            at_most(PawnWalkRace, -5),
            at_least(PawnFile, 1),
        ],
    ),
    drawn(
        "the defender is five steps from the pawn",
        &[exactly(DefenderToPawn, 5)],
    ),
    won(
        "the defender has at most one move to spare against the best plan of the attacker's king; the defender is at most two moves late for a plan after a king step",
        &[at_least(Plan, -1), at_most(PlanAfterStep, 2)],
    ),
    won(
        "the defender stands above the attacker's king on its file",
        &[at_least(SameFile, 1)],
    ),
    drawn("whatever is left", &[]),
];

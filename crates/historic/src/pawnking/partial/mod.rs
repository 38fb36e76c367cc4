//! Partial evaluations: what becomes of each passed pawn, candidate, weak pawn and lever.
//!
//! Each has a *class*, a *sensitive value* (how far the distances may change before the class breaks) and a *goal distance* (moves to
//! the aim). Source: Chess Programming Wiki, "PawnKing", "Partial", after Horacek's thesis (1982). The classes and the ways to compute
//! them are our reading: the page names the elements and the three values only.

mod candidate;
mod lever;
mod passed;
mod weak;

use super::distance::KingPath;
use super::view::View;
use peasant::board::{Bitboard, Color, Position, Square};

/// A positional element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// A passed pawn.
    Passed,
    /// A pawn that can become passed.
    Candidate,
    /// A pawn of the other side that can be won.
    Weak,
    /// A pawn that can step to where it can be taken, or take.
    Lever,
}

impl Element {
    /// The name that people and programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Element::Passed => "passed pawn",
            Element::Candidate => "candidate",
            Element::Weak => "weak pawn",
            Element::Lever => "lever",
        }
    }
}

/// Classes of what is to become of an element, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Passed: nobody stops it, and nothing outraces it.
    Decisive,
    /// Passed: nobody stops it, but the other side promotes too.
    Runs,
    /// Lever: whatever the answer, a pawn runs.
    Breakthrough,
    /// Weak: it is won.
    Falls,
    /// Passed: the own king is first at a square from which it leads the pawn home.
    Supported,
    /// Candidate: it can become passed by force of numbers.
    Ready,
    /// Weak: attack and defence are balanced.
    Besieged,
    /// Weak: nobody comes to guard it, but it can step away, or another pawn can step to guard it.
    Evades,
    /// Passed: the enemy king is in time.
    Held,
    /// Candidate: outnumbered for now.
    Slow,
    /// Lever: it opens the position.
    Opens,
    /// Weak: the defender is in time.
    Defended,
}

impl Class {
    /// The name that people and programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Decisive => "decisive",
            Class::Runs => "runs",
            Class::Breakthrough => "breakthrough",
            Class::Falls => "falls",
            Class::Supported => "supported",
            Class::Ready => "ready",
            Class::Besieged => "besieged",
            Class::Evades => "evades",
            Class::Held => "held",
            Class::Slow => "slow",
            Class::Opens => "opens",
            Class::Defended => "defended",
        }
    }
}

/// A distance on which a class rests: a king's to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// The side whose king it is.
    pub king: Color,
    /// The square it must reach.
    pub key: Square,
    /// The moves it needs now.
    pub moves: u32,
}

/// The evaluation of one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// The element.
    pub element: Element,
    /// The side that profits.
    pub side: Color,
    /// The pawn in question; a weak pawn is the other side's.
    pub pawn: Square,
    /// The class: what is to become of it.
    pub class: Class,
    /// The sensitive value: how many moves the distances may change to the disadvantage of whom the class favours before it breaks. None
    /// where the class does not rest on distances.
    pub sensitive: Option<u32>,
    /// The goal distance: own moves to the aim.
    pub goal: u32,
    /// The distances on which the class rests.
    pub rests_on: Vec<Dependence>,
    /// Squares to which the own king should go.
    pub(super) own_aims: Bitboard,
    /// Squares to which the other king should go.
    pub(super) enemy_aims: Bitboard,
}

/// Class, sensitive value and goal distance: what the order of plans goes by.
pub type Urgency = (Class, Option<u32>, u32);

/// Margins beyond this say the same.
const WIDEST: i32 = 15;

/// The partial evaluations of a position, White's elements first, each side's most urgent first.
#[must_use]
pub fn evaluate(position: &Position) -> Vec<Partial> {
    let views = Color::BOTH.map(|side| View::new(position, side));
    views.iter().flat_map(of_side).collect()
}

/// The elements of one side, on the real board.
pub(super) fn of_side(view: &View) -> Vec<Partial> {
    let passed = passed::evaluate(view);
    let mut all: Vec<Partial> = passed
        .into_iter()
        .chain(candidate::evaluate(view))
        .chain(weak::evaluate(view))
        .chain(lever::evaluate(view))
        .map(|partial| partial.turned(view))
        .collect();
    all.sort_by_key(Partial::urgency);
    all
}

impl Partial {
    /// What is worked on first: by class, then what breaks first, then what is done first.
    pub(super) fn urgency(&self) -> Urgency {
        (self.class, self.sensitive, self.goal)
    }

    /// From a view's board to the real one.
    fn turned(self, view: &View) -> Partial {
        let turn = |rests_on: Dependence| Dependence {
            key: rests_on.key.seen_by(view.side),
            ..rests_on
        };
        Partial {
            pawn: self.pawn.seen_by(view.side),
            rests_on: self.rests_on.into_iter().map(turn).collect(),
            own_aims: self.own_aims.seen_by(view.side),
            enemy_aims: self.enemy_aims.seen_by(view.side),
            ..self
        }
    }
}

/// A margin as a sensitive value.
fn sensitive(margin: i32) -> Option<u32> {
    Some(margin.clamp(0, WIDEST).cast_unsigned())
}

/// What a class rests on: the distance of this view's own king.
fn own(view: &View, key: Square) -> Option<Dependence> {
    along(view.side, &view.own_path, key)
}

/// The distance of a king along its ways.
fn along(king: Color, ways: &KingPath, key: Square) -> Option<Dependence> {
    let moves = ways.to(key)?;
    Some(Dependence { king, key, moves })
}

#[cfg(test)]
mod tests;

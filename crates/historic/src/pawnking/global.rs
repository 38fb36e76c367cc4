//! The global evaluation: one value from all the partial ones.
//!
//! Source: Chess Programming Wiki, "PawnKing", "Global". How elements become grades is our reading. A value is *settled* where
//! something on the board decides it; every other value leaves room between its pessimistic and optimistic grade.

use super::grade::{Grade, Value};
use super::partial::{self, Class, Partial};
use super::quad::Man;
use super::view::View;
use crate::kpk::{Recognised, recognise};
use peasant::board::{Color, Position, Square};
use peasant::kpk::{Placement, Verdict};

/// Reasons that settle a value without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The side to move has no move: mate or stalemate.
    GameOver,
    /// There are no pawns.
    NoPawns,
    /// King and pawn against king, and a published rule applies.
    KingAndPawn,
    /// This pawn promotes, and nothing outraces it.
    Runner(Square),
    /// No pawn can move, and neither king can take one.
    Fortress,
}

impl Settled {
    /// The name that people and programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Settled::GameOver => "end of the game",
            Settled::NoPawns => "no pawns",
            Settled::KingAndPawn => "king and pawn against king",
            Settled::Runner(_) => "unstoppable pawn",
            Settled::Fortress => "fortress",
        }
    }
}

/// A judgement of a position without search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The global value.
    pub value: Value,
    /// The reason that settles it, if any does.
    pub settled: Option<Settled>,
    /// The elements it is made of: White's first, each side's most urgent first.
    pub partials: Vec<Partial>,
}

/// Judges a position of kings and pawns without search.
#[must_use]
pub fn judge(position: &Position) -> Judgement {
    if position.legal_moves().is_empty() {
        return Judgement {
            value: end_of_game(position),
            settled: Some(Settled::GameOver),
            partials: Vec::new(),
        };
    }
    let views = Color::BOTH.map(|side| View::new(position, side));
    let partials: Vec<Partial> = views.iter().flat_map(partial::of_side).collect();
    match settle(position, &views, &partials) {
        Some((settled, grade)) => Judgement {
            value: Value::exactly(grade),
            settled: Some(settled),
            partials,
        },
        None => Judgement {
            value: estimate(&views, &partials),
            settled: None,
            partials,
        },
    }
}

/// The value for a side without a move.
pub(super) fn end_of_game(position: &Position) -> Value {
    Value::exactly(if position.in_check() {
        Grade::wins(!position.turn())
    } else {
        Grade::Balanced
    })
}

fn settle(
    position: &Position,
    views: &[View; 2],
    partials: &[Partial],
) -> Option<(Settled, Grade)> {
    if position.pawns().occupied().is_empty() {
        return Some((Settled::NoPawns, Grade::Balanced));
    }
    if let Some(grade) = king_and_pawn(position) {
        return Some((Settled::KingAndPawn, grade));
    }
    // A check has to be answered first: nothing is settled then.
    let runner = partials.iter().find(|p| p.class == Class::Decisive);
    if let Some(runner) = runner.filter(|_| !position.in_check()) {
        return Some((Settled::Runner(runner.pawn), Grade::wins(runner.side)));
    }
    is_fortress(position, views).then_some((Settled::Fortress, Grade::Balanced))
}

fn king_and_pawn(position: &Position) -> Option<Grade> {
    match recognise(Placement::from_position(position)?) {
        Recognised::Surely(Verdict::Drawn) => Some(Grade::Balanced),
        Recognised::Surely(Verdict::Won) => {
            let white = !position.pawns().white.is_empty();
            Some(Grade::wins(if white { Color::White } else { Color::Black }))
        }
        Recognised::Unclear => None,
    }
}

/// Is every pawn blocked by a pawn, with nothing to take, and out of both kings' reach for good?
fn is_fortress(position: &Position, views: &[View; 2]) -> bool {
    position.en_passant().is_none()
        && views.iter().all(|view| {
            let (own, enemy) = (view.own_pawns(), view.enemy_pawns());
            let blocked = (own.up() - view.board.pawns()).is_empty();
            let takes = !(own.white_pawn_attacks() & enemy).is_empty();
            blocked && !takes && (view.own_path.region() & enemy).is_empty()
        })
}

/// A value that nothing settles: what each side has for sure, and what it may get.
fn estimate(views: &[View; 2], partials: &[Partial]) -> Value {
    let [white, black] = Color::BOTH.map(|side| prospects(&views[side as usize], partials));
    let grade = |white: i32, black: i32| Grade::from_number((white - black).clamp(-3, 3));
    let value = Value::between(
        grade(white.sure, black.possible),
        grade(white.possible, black.sure),
    );
    // What is not settled is not certain either; but nobody wins without pawns.
    let (low, high) = (value.pessimistic().number(), value.optimistic().number());
    let room = i32::from(low == high);
    let has_pawns = views.each_ref().map(|view| !view.own_pawns().is_empty());
    let bound = |number: i32| {
        number.clamp(
            if has_pawns[1] { -3 } else { 0 },
            if has_pawns[0] { 3 } else { 0 },
        )
    };
    Value::between(
        Grade::from_number(bound(low - room)),
        Grade::from_number(bound(high + room)),
    )
}

/// Grades in a side's favour.
struct Prospects {
    sure: i32,
    possible: i32,
}

fn prospects(view: &View, partials: &[Partial]) -> Prospects {
    let pawns = |man| view.board.get(man).count().cast_signed();
    let ahead = (pawns(Man::OwnPawn) - pawns(Man::EnemyPawn))
        .signum()
        .max(0);
    let least = i32::from(pawns(Man::OwnPawn) > 0);
    let own = || partials.iter().filter(|p| p.side == view.side);
    let best = own().map(|p| grades(p.class).0).max().unwrap_or(0);
    let hope = own().map(|p| grades(p.class).1).max().unwrap_or(0);
    Prospects {
        sure: (best + ahead).min(2),
        possible: (hope + ahead).max(least).min(3),
    }
}

/// What a class is worth for sure, and at best.
const fn grades(class: Class) -> (i32, i32) {
    match class {
        Class::Decisive => (2, 3),
        Class::Runs | Class::Falls | Class::Supported => (1, 3),
        Class::Breakthrough | Class::Ready => (0, 3),
        Class::Besieged | Class::Evades | Class::Held | Class::Slow => (0, 2),
        Class::Opens | Class::Defended => (0, 1),
    }
}

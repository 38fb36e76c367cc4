//! Plans: why a move is looked at, and in which order.
//!
//! The order is the source's: promotions, captures, saving a hanging pawn, then moves of a plan by class, sensitive value and goal
//! distance (Chess Programming Wiki, "PawnKing", "Search"). Which moves serve which plan is our reading.

use super::distance::{KingPath, Lines};
use super::partial::{Element, Partial, Urgency};
use super::pattern::Identity;
use super::quad::Quad;
use super::span;
use peasant::board::{Bitboard, Color, Move, Position, Square};
use peasant::rules::Rules;

/// Aims of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aim {
    /// Promotes.
    Promote,
    /// Takes something.
    Capture,
    /// Saves a pawn that is attacked and not guarded.
    Save,
    /// Advances a passed pawn.
    Advance,
    /// Advances a candidate or its helper.
    Create,
    /// Brings a pawn where it can be taken.
    Lever,
    /// Brings the king to where it leads an own pawn.
    Escort,
    /// Brings the king to a weak pawn.
    Attack,
    /// Brings the king before an enemy pawn.
    Stop,
    /// Brings the king to an own pawn that is besieged.
    Defend,
    /// Takes the opposition.
    Oppose,
    /// Another pawn move: a tempo.
    Wait,
    /// Nothing: looked at only where all else loses.
    Nothing,
}

impl Aim {
    /// The name that people and programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Aim::Promote => "promote",
            Aim::Capture => "capture",
            Aim::Save => "save",
            Aim::Advance => "advance",
            Aim::Create => "create a passed pawn",
            Aim::Lever => "lever",
            Aim::Escort => "escort",
            Aim::Attack => "attack",
            Aim::Stop => "stop",
            Aim::Defend => "defend",
            Aim::Oppose => "opposition",
            Aim::Wait => "tempo",
            Aim::Nothing => "none",
        }
    }

    /// Before everything that is ordered by class: 0 to 2; the plans: 3; what comes after them.
    const fn stage(self) -> u8 {
        match self {
            Aim::Promote => 0,
            Aim::Capture => 1,
            Aim::Save => 2,
            Aim::Oppose => 4,
            Aim::Wait => 5,
            Aim::Nothing => 6,
            _ => 3,
        }
    }
}

/// A plan: why a move is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The aim.
    pub aim: Aim,
    /// The pawn that the plan is about, if it is about one.
    pub pawn: Option<Square>,
    /// Class, sensitive value and goal distance of the element behind the plan.
    pub urgency: Option<Urgency>,
}

/// A move and its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedMove {
    /// The move.
    pub r#move: Move,
    /// The plan for which it is looked at.
    pub plan: Plan,
}

impl PlannedMove {
    /// An answer to a promotion: nothing else is looked at.
    pub(super) const fn answer(r#move: Move) -> PlannedMove {
        PlannedMove {
            r#move,
            plan: Plan::plain(Aim::Capture, None),
        }
    }
}

impl Plan {
    const fn plain(aim: Aim, pawn: Option<Square>) -> Plan {
        Plan {
            aim,
            pawn,
            urgency: None,
        }
    }

    fn about(aim: Aim, partial: &Partial) -> Plan {
        Plan {
            aim,
            pawn: Some(partial.pawn),
            urgency: Some(partial.urgency()),
        }
    }

    fn order(&self) -> (u8, Option<Urgency>, Aim) {
        (self.aim.stage(), self.urgency, self.aim)
    }
}

/// Every legal move (pawns promote to queens only) with its plan, in the order in which they are looked at.
#[must_use]
pub fn moves(position: &Position, partials: &[Partial]) -> Vec<PlannedMove> {
    let side = position.turn();
    let hanging = span::pawns(Quad::of(position, side), Identity::Hanging).count();
    let steps = KingSteps::new(position, partials);
    let legal = Rules::Newborn.moves(position).into_iter();
    let mut planned: Vec<PlannedMove> = legal
        .map(|r#move| {
            let plan = urgent(position, r#move, hanging).unwrap_or_else(|| {
                if r#move.from == position.king(side) {
                    steps.plan(position, r#move)
                } else {
                    pawn_move(position, r#move, partials)
                }
            });
            PlannedMove { r#move, plan }
        })
        .collect();
    planned.sort_by_key(|planned| planned.plan.order());
    planned
}

/// Promotions, captures, and moves after which fewer pawns hang.
fn urgent(position: &Position, r#move: Move, hanging: u32) -> Option<Plan> {
    if r#move.promotion.is_some() {
        return Some(Plan::plain(Aim::Promote, Some(r#move.from)));
    }
    if position.is_capture(r#move) {
        return Some(Plan::plain(Aim::Capture, Some(r#move.to)));
    }
    let side = position.turn();
    let left = || span::pawns(Quad::of(&position.play(r#move), side), Identity::Hanging).count();
    (hanging > 0 && left() < hanging).then_some(Plan::plain(Aim::Save, None))
}

fn pawn_move(position: &Position, r#move: Move, partials: &[Partial]) -> Plan {
    let side = position.turn();
    let own = || partials.iter().filter(|p| p.side == side);
    let of = |element| own().find(move |p| p.element == element && p.pawn == r#move.from);
    if let Some(passed) = of(Element::Passed) {
        return Plan::about(Aim::Advance, passed);
    }
    let guarded = guarded_by_pawns(position, !side);
    if let Some(lever) = of(Element::Lever).filter(|_| guarded.contains(r#move.to)) {
        return Plan::about(Aim::Lever, lever);
    }
    let helps = |p: &&Partial| {
        p.element == Element::Candidate && p.pawn.file().abs_diff(r#move.from.file()) <= 1
    };
    match own().find(helps) {
        Some(candidate) => Plan::about(Aim::Create, candidate),
        None => Plan::plain(Aim::Wait, Some(r#move.from)),
    }
}

/// The squares that the pawns of a side guard.
fn guarded_by_pawns(position: &Position, side: Color) -> Bitboard {
    let pawns = position.pawns().of(side);
    match side {
        Color::White => pawns.white_pawn_attacks(),
        Color::Black => pawns.black_pawn_attacks(),
    }
}

/// The ways of the king to move, towards the aims of each element.
struct KingSteps<'p> {
    ways: Vec<(&'p Partial, Aim, KingPath)>,
}

impl<'p> KingSteps<'p> {
    fn new(position: &Position, partials: &'p [Partial]) -> KingSteps<'p> {
        let side = position.turn();
        let open = !(position.pawns().of(side) | guarded_by_pawns(position, !side));
        let ways = partials.iter().filter_map(|partial| {
            let (aim, squares) = king_aim(partial, side)?;
            Some((partial, aim, KingPath::new(squares & open, open)))
        });
        KingSteps {
            ways: ways.collect(),
        }
    }

    /// The most urgent plan that the king's move serves: it comes nearer to an aim, or stays on it.
    fn plan(&self, position: &Position, r#move: Move) -> Plan {
        let nearer = |way: &KingPath| {
            let far = u32::MAX;
            let after = way.to(r#move.to).unwrap_or(far);
            after < way.to(r#move.from).unwrap_or(far) || after == 0
        };
        let served = self.ways.iter().filter(|(_, _, way)| nearer(way));
        let plans = served.map(|(partial, aim, _)| Plan::about(*aim, partial));
        plans.min_by_key(Plan::order).unwrap_or_else(|| {
            let enemy = position.king(!position.turn());
            let aim = if Lines::between(r#move.to, enemy).is_opposition() {
                Aim::Oppose
            } else {
                Aim::Nothing
            };
            Plan::plain(aim, None)
        })
    }
}

/// Where the king of a side should go for the sake of an element, and why.
fn king_aim(partial: &Partial, side: Color) -> Option<(Aim, Bitboard)> {
    let own = partial.side == side;
    let squares = if own {
        partial.own_aims
    } else {
        partial.enemy_aims
    };
    let aim = match (own, partial.element) {
        (true, Element::Passed | Element::Candidate) => Aim::Escort,
        (true, Element::Weak) => Aim::Attack,
        (false, Element::Passed | Element::Candidate) => Aim::Stop,
        (false, Element::Weak) => Aim::Defend,
        (_, Element::Lever) => return None,
    };
    Some((aim, squares))
}

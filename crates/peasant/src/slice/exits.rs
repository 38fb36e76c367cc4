//! What the exits of a structure are worth, for all placements of the kings at once.

use super::exit::{Exit, ExitKind, passed_square};
use super::frame::Frame;
use super::{Relation, Wins};
use crate::board::{Color, Square};
use crate::promote::newborn::{self, Promotion};

/// What is known about the structures that follow. Monotone: where a child shows more wins of the
/// attacker, the parent has more too, so that lower bounds give lower bounds, and upper upper.
pub(crate) trait Children<C> {
    /// Where the attacker wins in a child structure. `scratch` may hold the answer.
    fn wins<'a>(&'a self, child: &C, scratch: &'a mut Option<Wins>) -> &'a Wins;
}

/// The worth of the exits of one structure.
#[derive(Clone)]
pub(crate) struct Exits {
    /// Attacker to move: an exit wins.
    pub won: Relation,
    /// Defender to move: an exit holds, or the defender is stalemate.
    pub escapes: Relation,
}

impl Exits {
    /// Adds up all exits. The attacker plays White.
    #[inline(always)]
    pub fn new<C>(frame: &Frame, exits: &[Exit<C>], children: &impl Children<C>) -> Exits {
        let mut sum = Exits {
            won: Relation::EMPTY,
            escapes: frame.stalemates().unwrap_or(Relation::EMPTY),
        };
        for exit in exits {
            add_worth(frame, exit, children, sum.of(exit.mover));
        }
        sum
    }

    /// The sum for the exits of one side.
    #[inline(always)]
    pub fn of(&mut self, mover: Color) -> &mut Relation {
        match mover {
            Color::White => &mut self.won,
            Color::Black => &mut self.escapes,
        }
    }
}

/// Adds what one exit is worth to its mover: where it wins for the attacker, or holds for the defender.
#[inline(always)]
pub(crate) fn add_worth<C>(
    frame: &Frame,
    exit: &Exit<C>,
    children: &impl Children<C>,
    sum: &mut Relation,
) {
    match exit.mover {
        Color::White => add_attackers(frame, exit, children, sum),
        Color::Black => add_defenders(frame, exit, children, sum),
    }
}

#[inline(always)]
fn add_attackers<C>(
    frame: &Frame,
    exit: &Exit<C>,
    children: &impl Children<C>,
    sum: &mut Relation,
) {
    let scratch = &mut None;
    let child = children.wins(&exit.child, scratch);
    match exit.kind {
        ExitKind::Pawn => {
            for w in 0..64 {
                sum.0[w] |= child.waiting.0[w];
            }
        }
        ExitKind::DoubleStep => {
            let wins = attackers_double_step(frame, exit, child.waiting, children);
            for w in 0..64 {
                sum.0[w] |= wins.0[w];
            }
        }
        ExitKind::KingTakes => {
            let after = child.waiting.0[exit.to.index()];
            for w in exit.to.set().king_steps() {
                sum.0[w.index()] |= after;
            }
        }
        ExitKind::Promotion => {
            let promotion = Promotion::new(frame, exit.from, exit.to);
            for w in Square::all() {
                let after_taking = child.to_move.0[w.index()];
                sum.0[w.index()] |= promotion.attacker_wins(w, after_taking);
            }
        }
    }
}

#[inline(always)]
fn add_defenders<C>(
    frame: &Frame,
    exit: &Exit<C>,
    children: &impl Children<C>,
    sum: &mut Relation,
) {
    let scratch = &mut None;
    let child = children.wins(&exit.child, scratch);
    let after = Frame::new(exit.after(frame.pawns));
    match exit.kind {
        ExitKind::Pawn => {
            let room = after.defender_room();
            for w in 0..64 {
                sum.0[w] |= room & !child.to_move.0[w] & after.stands(w);
            }
        }
        ExitKind::DoubleStep => {
            let wins = defenders_double_step(exit, child.to_move, children);
            let passed = passed_square(exit.from, exit.to);
            let room = after.defender_room() & !passed.set().0;
            for w in (0..64).filter(|&w| w != passed.index()) {
                sum.0[w] |= room & !wins.0[w] & after.stands(w);
            }
        }
        ExitKind::KingTakes => {
            let around = exit.to.set().king_steps().0;
            for w in 0..64 {
                let holds = after.legal_to_move(w) & !child.to_move.0[w];
                let took = (holds >> exit.to.index() & 1).wrapping_neg();
                sum.0[w] |= around & took;
            }
        }
        ExitKind::Promotion => {
            let taken = child.waiting.0[exit.to.index()];
            for w in Square::all() {
                sum.0[w.index()] |= newborn::defender_escapes(frame, exit.to, w, taken);
            }
        }
    }
}

/// Where the attacker's double step wins: the defender loses by every move, en passant included.
fn attackers_double_step<C>(
    frame: &Frame,
    exit: &Exit<C>,
    mut wins: Relation,
    children: &impl Children<C>,
) -> Relation {
    let passed = passed_square(exit.from, exit.to);
    if exit.en_passant[0].is_some() {
        // Without another move the defender is not stalemate: en passant can be played.
        if let Some(stalemates) = Frame::new(exit.after(frame.pawns)).stalemates() {
            for w in 0..64 {
                wins.0[w] |= stalemates.0[w];
            }
        }
    }
    for taken in exit.en_passant.iter().flatten() {
        let scratch = &mut None;
        let after = children.wins(taken, scratch);
        for w in 0..64 {
            wins.0[w] &= after.to_move.0[w];
        }
    }
    for row in &mut wins.0 {
        *row &= !passed.set().0;
    }
    wins.0[passed.index()] = 0;
    wins
}

/// Where the attacker wins after the defender's double step, en passant included.
fn defenders_double_step<C>(
    exit: &Exit<C>,
    mut wins: Relation,
    children: &impl Children<C>,
) -> Relation {
    for taken in exit.en_passant.iter().flatten() {
        let scratch = &mut None;
        let after = children.wins(taken, scratch);
        for w in 0..64 {
            wins.0[w] |= after.waiting.0[w];
        }
    }
    wins
}

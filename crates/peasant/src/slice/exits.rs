//! What the exits of a structure are worth, for all placements of the kings at once.

use super::exit::{Exit, ExitKind, passed_square};
use super::frame::Frame;
use super::pieces::{PieceFrame, Placement};
use super::{Relation, Wins};
use crate::board::{Color, Pieces, Square};
use crate::slice::newborn::{self, Promotion};

/// What is known about the structures that follow. Monotone: where a child shows more wins of the
/// attacker, the parent has more too, so that lower bounds give lower bounds, and upper upper.
pub(crate) trait Children<C> {
    /// Where the attacker wins in a child structure when its promoted pieces stand so. `scratch` may
    /// hold the answer.
    fn plane<'a>(
        &'a self,
        child: &C,
        placement: &Placement,
        scratch: &'a mut Option<Wins>,
    ) -> &'a Wins;

    /// Is an exit to this child surely worth nothing to its mover: no wins are known for the attacker, or
    /// all for the defender?
    fn is_worthless(&self, _child: &C, _mover: Color) -> bool {
        false
    }

    /// Where the attacker wins in a child structure without promoted pieces.
    #[inline(always)]
    fn wins<'a>(&'a self, child: &C, scratch: &'a mut Option<Wins>) -> &'a Wins {
        self.plane(child, &Placement::NONE, scratch)
    }
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

/// Where the piece stands that is new after the exit, if one is.
#[inline(always)]
fn new_piece<C>(exit: &Exit<C>) -> Placement {
    match exit.kind {
        ExitKind::Promotes(_) => Placement::NONE.with(0, exit.to),
        _ => Placement::NONE,
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
    let child = children.plane(&exit.child, &new_piece(exit), scratch);
    match exit.kind {
        ExitKind::Promotes(_) => {
            let scratch = &mut None;
            let taken = exit
                .taken
                .as_ref()
                .map(|taken| children.wins(taken, scratch));
            let left = Frame::new(exit.after(frame.pawns));
            let around = exit.to.set().king_steps().0;
            for w in 0..64 {
                // The king may take the new piece.
                let holds = taken.map_or(0, |taken| left.legal_to_move(w) & !taken.to_move.0[w]);
                let recaptures = around & (holds >> exit.to.index() & 1).wrapping_neg();
                sum.0[w] |= child.waiting.0[w] & !recaptures;
            }
        }
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
        ExitKind::TakesPawn => {
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
        ExitKind::TakesPiece(_) | ExitKind::PawnTakesPiece(_) | ExitKind::PromotesTaking(..) => {}
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
    let child = children.plane(&exit.child, &new_piece(exit), scratch);
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
        ExitKind::TakesPawn => {
            let around = exit.to.set().king_steps().0;
            for w in 0..64 {
                let holds = after.legal_to_move(w) & !child.to_move.0[w];
                let took = (holds >> exit.to.index() & 1).wrapping_neg();
                sum.0[w] |= around & took;
            }
        }
        ExitKind::Promotes(_) => {
            let (pieces, ..) = exit.pieces_after(Pieces::NONE);
            let legal = PieceFrame::new(after.pawns, pieces).attacking(&new_piece(exit));
            let scratch = &mut None;
            let taken = exit
                .taken
                .as_ref()
                .map(|taken| children.wins(taken, scratch));
            let around = exit.to.set().king_steps();
            for w in Square::all() {
                // The attacker's king may take the new piece.
                let taken = taken.filter(|_| around.contains(w));
                let recaptures = taken.map_or(0, |taken| taken.waiting.0[exit.to.index()]);
                let w = w.index();
                sum.0[w] |= legal.0[w] & !child.to_move.0[w] & !recaptures;
            }
        }
        ExitKind::Promotion => {
            let taken = child.waiting.0[exit.to.index()];
            for w in Square::all() {
                sum.0[w.index()] |= newborn::defender_escapes(frame, exit.to, w, taken);
            }
        }
        ExitKind::TakesPiece(_) | ExitKind::PawnTakesPiece(_) | ExitKind::PromotesTaking(..) => {}
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

//! A pawn's double step, with the captures en passant that may answer it.
//!
//! The other side has everything that it has in the child, and the captures. So the attacker's double step wins where the defender
//! has lost in the child *or is stalemated there* (the capture may be its only move), and every legal capture loses too. The
//! defender's holds where the attacker neither wins in the child nor by a capture.

use super::leave::{Ask, Leave};
use crate::board::{Bitboard, Color, Pawns};
use crate::slice::children::Children;
use crate::slice::plane::{Placement, placements};
use crate::slice::{Buffer, Frame, Point, Relation};
use crate::structure::Structure;
use crate::value::{all, any};

/// Set-wise: only where nobody stands on the square that is passed. `add_stalemates` finds them in the child.
#[inline(always)]
pub(super) fn add<C: Copy>(
    leave: &Leave<C>,
    children: &impl Children<C>,
    add_stalemates: fn(&Frame, &mut [Relation]),
    sum: &mut [Relation],
) {
    let passed = leave.exit.passed();
    let blocked = Bitboard(leave.frame.occupied)
        .with(leave.exit.to)
        .with(passed);
    let stuck = stalemates_before_en_passant(leave, add_stalemates);
    for placement in placements(leave.frame.pieces.len(), blocked) {
        let mut value = leave.landing(children, &placement, &mut None).relation();
        if leave.is_attackers() {
            let stuck = stuck.as_ref().map(|stuck| &stuck[placement.plane()]);
            answer_attacker(leave, children, &placement, stuck, &mut value);
        } else {
            for taken in leave.exit.en_passant.iter().flatten() {
                let scratch = &mut None;
                value.remove(children.plane(taken, Color::Black, &placement, scratch));
            }
        }
        for row in &mut value.0 {
            *row &= !passed.set().0;
        }
        value.0[passed.index()] = 0;
        sum[placement.plane()].add(&value);
    }
}

/// Where the defender has no other move than en passant, if the attacker's double step can be answered so.
#[inline(always)]
fn stalemates_before_en_passant<C: Copy>(
    leave: &Leave<C>,
    add_stalemates: fn(&Frame, &mut [Relation]),
) -> Option<Buffer> {
    if !leave.is_attackers() {
        return None;
    }
    leave.exit.en_passant[0].map(|_| {
        let mut stuck = Buffer::new(leave.after.planes());
        add_stalemates(&leave.after, &mut stuck);
        stuck
    })
}

/// The defender may also take en passant: it must where it has nothing else, and may not where that exposes its king.
#[inline(always)]
fn answer_attacker<C: Copy>(
    leave: &Leave<C>,
    children: &impl Children<C>,
    placement: &Placement,
    stuck: Option<&Relation>,
    value: &mut Relation,
) {
    let Some(stuck) = stuck else {
        return;
    };
    let (mut takes, mut holds) = (Relation::EMPTY, Relation::EMPTY);
    for (taken, after) in leave.exit.en_passant.iter().flatten().zip(captured(leave)) {
        let scratch = &mut None;
        let won = children.plane(taken, Color::White, placement, scratch);
        let legal = after.legal_to_move(placement);
        for w in 0..64 {
            takes.0[w] |= legal.0[w];
            holds.0[w] |= legal.0[w] & !won.0[w];
        }
    }
    for w in 0..64 {
        value.0[w] = (value.0[w] | stuck.0[w] & takes.0[w]) & !holds.0[w];
    }
}

/// The structures after the captures en passant that answer the attacker's double step, in the order of the exit.
#[inline(always)]
fn captured<C: Copy>(leave: &Leave<C>) -> impl Iterator<Item = Frame> {
    let (to, passed) = (leave.exit.to, leave.exit.passed());
    let Pawns { white, black } = leave.after.pawns;
    let after = leave.after;
    let takers = (to.set().left() | to.set().right()) & black;
    takers.map(move |taker| {
        let pawns = Pawns {
            white: white.without(to),
            black: black.without(taker).with(passed),
        };
        Frame::new(Structure::new(pawns, after.pieces))
    })
}

/// At a point.
pub(super) fn at<C: Copy>(
    leave: &Leave<C>,
    point: Point,
    is_stalemate: fn(&Frame, Point) -> bool,
    ask: &mut Ask<C>,
) -> Option<bool> {
    if point.occupies(leave.exit.passed()) {
        return Some(false);
    }
    let Some(next) = leave.pawn_lands_on(point) else {
        return Some(false);
    };
    // After a capture it is the turn of the side that made the double step again.
    let answers: Vec<C> = leave.exit.en_passant.into_iter().flatten().collect();
    if !leave.is_attackers() {
        let held = leave.lands(next, ask);
        let taken = answers.iter().map(|taken| ask(taken, point));
        return all([held, any(taken).map(|won| !won)].into_iter());
    }
    let legal: Vec<bool> = captured(leave).map(|after| after.is_legal(point)).collect();
    let forced = legal.contains(&true) && is_stalemate(&leave.after, next);
    let won = if forced {
        Some(true)
    } else {
        leave.lands(next, ask)
    };
    let answers = answers.iter().zip(legal).filter(|(_, legal)| *legal);
    let lost = all(answers.map(|(taken, _)| ask(taken, point)));
    all([won, lost].into_iter())
}

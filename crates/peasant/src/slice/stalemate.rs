//! Where the defender, to move and not in check, has no legal move. En passant is left aside: it is an exit of the double step
//! before it.

use super::moves::movers;
use super::relation::is_empty;
use super::slabs::Slabs;
use super::slide::Track;
use super::{Buffer, Frame, NEAR, Point, Relation, equations, exits};
use crate::board::{Bitboard, Color, Role, Setup, Square};
use crate::structure::Structure;
use crate::structure::exits::for_each_chess;

/// Adds the stalemates, plane by plane.
#[inline(always)]
pub(super) fn add_stalemates(frame: &Frame, to: &mut [Relation]) {
    if frame.pieces.is_empty() {
        if let Some(stalemates) = of_pawns(frame) {
            to[0].add(&stalemates);
        }
        return;
    }
    add_all_stalemates(frame, to);
}

/// The same without the shortcut for pawns alone.
#[inline(always)]
pub(super) fn add_all_stalemates(frame: &Frame, to: &mut [Relation]) {
    add_without_moves(frame, false, to);
}

/// Adds the mates, with promoted pieces, plane by plane.
#[inline(always)]
pub(super) fn add_mates(frame: &Frame, to: &mut [Relation]) {
    add_without_moves(frame, true, to);
}

/// Adds where the defender, to move and in check or not, has no legal move.
#[inline(always)]
fn add_without_moves(frame: &Frame, in_check: bool, to: &mut [Relation]) {
    let mut planes = vec![false; frame.planes()];
    let stuck = stuck(frame, in_check, &mut planes);
    if !planes.contains(&true) {
        return;
    }
    let exits = legal_exits(frame, &planes);
    for plane in (0..frame.planes()).filter(|&plane| planes[plane]) {
        for w in 0..64 {
            to[plane].0[w] |= stuck[plane].0[w] & !exits[plane].0[w];
        }
    }
}

/// Is the defender stalemated at a legal point?
pub(super) fn is_stalemate(frame: &Frame, point: Point) -> bool {
    if frame.pieces.is_empty() {
        return of_pawns(frame)
            .is_some_and(|stalemates| stalemates.contains(point.attacker, point.defender));
    }
    let mut setup = Setup::pawn_ending(point.attacker, point.defender, frame.pawns, Color::Black);
    for ((color, role), &square) in frame.pieces.iter().zip(point.placement.squares()) {
        setup.put(color, role, square);
    }
    setup
        .validate()
        .is_ok_and(|position| position.is_stalemate())
}

/// Where the defender, to move and in check or not, can move neither its king nor a piece inside the slice; `planes` are told where there
/// is such a placement.
#[inline(always)]
fn stuck(frame: &Frame, in_check: bool, planes: &mut [bool]) -> Buffer {
    let mut legal = Slabs::unset(frame.planes());
    for placement in frame.placements() {
        let here = frame.legal_to_move(&placement);
        legal.set(placement.plane(), &here, &Relation::EMPTY);
    }
    let mut stuck = Buffer::unset(frame.planes());
    for placement in frame.placements() {
        let plane = placement.plane();
        let waiting = frame.legal_waiting(&placement);
        for rank in 0..8 {
            let legal_here = legal.at(plane, rank);
            let rows = &mut stuck[plane].ranks_mut()[rank];
            for file in 0..8 {
                // What is legal with either side to move is so because nobody is in check.
                let safe = legal_here[file];
                let wanted = if in_check { !safe } else { safe };
                let candidates = waiting.ranks()[rank][file] & wanted;
                rows[file] = equations::stuck(candidates, legal_here[file]);
            }
            for (place, role) in movers(frame.pieces, Color::Black) {
                if !is_empty(rows) {
                    let track = Track::new(frame, &placement, (place, role), rank);
                    track.remove_with_move(placement.squares()[place], &legal, rows);
                }
            }
            planes[plane] |= !is_empty(rows);
        }
    }
    stuck
}

/// Where the defender can play an exit, in some of the planes.
#[inline(always)]
fn legal_exits(frame: &Frame, planes: &[bool]) -> Buffer {
    let mut legal = Buffer::new(frame.planes());
    let structure = Structure::new(frame.pawns, frame.pieces);
    for_each_chess(structure, |exit| {
        // Where one promotion is legal, all are.
        let same = exit.becomes.is_some_and(|role| role != Role::Queen);
        if exit.mover == Color::Black && !same {
            exits::add_legal(frame, &exit, planes, &mut legal);
        }
    });
    legal
}

/// The same for pawns alone, seen from the pawns' side: it stands in the solver's innermost loop. `None` where they show that
/// there are none.
#[inline(always)]
fn of_pawns(frame: &Frame) -> Option<Relation> {
    let black = frame.pawns.black;
    if frame.defender_hits & frame.pawns.white.0 != 0 {
        return None; // a pawn can capture
    }
    let pushes = black.down() - Bitboard(frame.occupied);
    // Two kings can stand in the way of two pawns.
    (pushes.count() <= 2).then(|| with_pushes(frame, pushes))
}

fn with_pushes(frame: &Frame, pushes: Bitboard) -> Relation {
    let bare = frame.pawns.white.0 & !frame.attacker_hits;
    let mut stalemates = Relation::EMPTY;
    for attacker in Square::all() {
        let left = pushes.without(attacker);
        let blocked = match left.count() {
            0 => !0,
            1 => left.0,
            _ => continue,
        };
        let w = attacker.index();
        let reachable = Bitboard(frame.row_to_move(w) | bare & !NEAR[w]).king_steps();
        stalemates.0[w] = frame.row_waiting(w) & !frame.attacker_hits & !reachable.0 & blocked;
    }
    stalemates
}

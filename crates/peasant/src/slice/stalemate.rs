//! Where the defender, to move and not in check, has no legal move. En passant is left aside: it is an exit of the double step
//! before it.

use super::equations::add_piece_moves;
use super::{Buffer, Frame, NEAR, Point, Relation};
use crate::board::{Bitboard, Color, Role, Setup, Square};
use crate::structure::exits::for_each_chess;
use crate::structure::{Exit, Structure};

/// Adds the stalemates, plane by plane. `add_legal` adds where one of the defender's exits is legal.
#[inline(always)]
pub(super) fn add_stalemates(
    frame: &Frame,
    to: &mut [Relation],
    add_legal: impl FnMut(&Exit<Structure>, &mut [Relation]),
) {
    if frame.pieces.is_empty() {
        if let Some(stalemates) = of_pawns(frame) {
            to[0].add(&stalemates);
        }
        return;
    }
    let moves = legal_moves(frame, add_legal);
    for placement in frame.placements() {
        let plane = placement.plane();
        let (legal, checks) = (frame.legal_waiting(&placement), frame.checks(&placement));
        for w in 0..64 {
            to[plane].0[w] |= legal.0[w] & !checks.0[w] & !moves[plane].0[w];
        }
    }
}

/// Adds the mates, with promoted pieces, plane by plane.
#[inline(always)]
pub(super) fn add_mates(
    frame: &Frame,
    to: &mut [Relation],
    add_legal: impl FnMut(&Exit<Structure>, &mut [Relation]),
) {
    let moves = legal_moves(frame, add_legal);
    for placement in frame.placements() {
        let plane = placement.plane();
        let (legal, checks) = (frame.legal_waiting(&placement), frame.checks(&placement));
        for w in 0..64 {
            to[plane].0[w] |= legal.0[w] & checks.0[w] & !moves[plane].0[w];
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

/// Where the defender, to move, has a legal move: any that does not leave its king in check.
#[inline(always)]
pub(super) fn legal_moves(
    frame: &Frame,
    mut add_legal: impl FnMut(&Exit<Structure>, &mut [Relation]),
) -> Buffer {
    let mut legal = Buffer::new(frame.planes());
    let mut moves = legal.clone();
    for placement in frame.placements() {
        let plane = placement.plane();
        legal[plane] = frame.legal_to_move(&placement);
        for w in 0..64 {
            moves[plane].0[w] = Bitboard(legal[plane].0[w]).king_steps().0;
        }
    }
    add_piece_moves(frame, Color::Black, &legal, &mut moves);
    let structure = Structure {
        pawns: frame.pawns,
        pieces: frame.pieces,
    };
    for_each_chess(structure, |exit| {
        // Where one promotion is legal, all are.
        let same = exit.becomes.is_some_and(|role| role != Role::Queen);
        if exit.mover == Color::Black && !same {
            add_legal(&exit, &mut moves);
        }
    });
    moves
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

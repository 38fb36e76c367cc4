//! Single moves in a slice with promoted pieces: for a proof that walks from point to point.

use super::{PieceFrame, Placement};
use crate::board::{Bitboard, Color, Role, Square, attacks};
use crate::slice::{Exit, ExitKind, Point, passed_square};

/// Every point that one move of the mover's king or pieces leads to inside the slice, legal or not.
pub(crate) fn quiet_moves(frame: &PieceFrame, point: Point) -> Vec<Point> {
    let mut moves: Vec<Point> = point.king_steps().collect();
    let next = point.passed();
    for (place, role) in movers(frame, point) {
        let from = point.placement.squares()[place];
        let free = targets(frame, point, role, from) - Bitboard(frame.base.occupied);
        for to in free - point.placement.occupied() {
            moves.push(Point {
                placement: point.placement.moved(place, to),
                ..next
            });
        }
    }
    moves
}

/// Every child and the point in it that an exit leads to from this point, en-passant answers
/// included. Points may be illegal.
pub(crate) fn arrivals<C: Copy>(
    frame: &PieceFrame,
    exit: &Exit<C>,
    point: Point,
) -> Vec<(C, Point)> {
    let mine = point.to_move == (exit.mover == Color::White);
    if !mine {
        return Vec::new();
    }
    let next = point.passed();
    let (_, taken, added) = exit.pieces_after(frame.pieces);
    let after = |placement: Placement, to: Square| {
        let left = taken.map_or(placement, |place| placement.without(place));
        added.map_or(left, |place| left.with(place, to))
    };
    let at = |placement, to| Point {
        placement: after(placement, to),
        ..next
    };
    let stands = |square: Square| {
        point.placement.occupied().contains(square)
            || square == point.attacker
            || square == point.defender
    };
    match exit.kind {
        ExitKind::Pawn | ExitKind::Promotes(_) | ExitKind::Promotion => {
            if stands(exit.to) {
                return Vec::new();
            }
            let recaptures = exit.taken.into_iter().flat_map(|taken| {
                let left = PieceFrame::new(exit.after(frame.base.pawns), frame.pieces);
                captures(&left, next, exit.to).map(move |there| (taken, there))
            });
            let promoted = (exit.child, at(point.placement, exit.to));
            recaptures.chain([promoted]).collect()
        }
        ExitKind::DoubleStep => {
            if stands(exit.to) || stands(passed_square(exit.from, exit.to)) {
                return Vec::new();
            }
            let answers = exit.en_passant.into_iter().flatten();
            let answers = answers.map(|taken| (taken, point));
            std::iter::once((exit.child, next)).chain(answers).collect()
        }
        ExitKind::PawnTakesPiece(place) | ExitKind::PromotesTaking(place, _) => {
            if point.placement.squares()[usize::from(place)] != exit.to {
                return Vec::new();
            }
            vec![(exit.child, at(point.placement, exit.to))]
        }
        ExitKind::TakesPawn => captures(frame, point, exit.to)
            .map(|next| (exit.child, next))
            .collect(),
        ExitKind::TakesPiece(place) => {
            let to = point.placement.squares()[usize::from(place)];
            let left = |next: Point| Point {
                placement: next.placement.without(usize::from(place)),
                ..next
            };
            captures(frame, point, to)
                .map(|next| (exit.child, left(next)))
                .collect()
        }
    }
}

/// The mover's king or pieces take on a square.
fn captures(frame: &PieceFrame, point: Point, to: Square) -> impl Iterator<Item = Point> + use<> {
    let king = point.king_steps().find(|next| match point.to_move {
        true => next.attacker == to,
        false => next.defender == to,
    });
    let frame = *frame;
    let pieces = movers(&frame, point)
        .into_iter()
        .filter_map(move |(place, role)| {
            let from = point.placement.squares()[place];
            let reaches = targets(&frame, point, role, from).contains(to);
            reaches.then(|| Point {
                placement: point.placement.moved(place, to),
                ..point.passed()
            })
        });
    king.into_iter().chain(pieces)
}

/// The pieces of the side to move.
fn movers(frame: &PieceFrame, point: Point) -> Vec<(usize, Role)> {
    let mover = if point.to_move {
        Color::White
    } else {
        Color::Black
    };
    let numbered = frame.pieces.iter().enumerate();
    numbered
        .filter_map(|(place, (owner, role))| (owner == mover).then_some((place, role)))
        .collect()
}

/// What a piece attacks with everybody in place.
fn targets(frame: &PieceFrame, point: Point, role: Role, from: Square) -> Bitboard {
    let occupied = Bitboard(frame.base.occupied) | point.placement.occupied();
    attacks::attacks(
        role,
        from,
        occupied.with(point.attacker).with(point.defender),
    )
}

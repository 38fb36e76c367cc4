//! Single moves of kings and promoted pieces, from point to point.

use super::{Frame, Point};
use crate::board::{Bitboard, Color, Role, Square, attacks};
use crate::structure::Pieces;

/// Every point that one move of the mover's king or pieces leads to inside the slice, legal or not.
pub(crate) fn quiet_moves(frame: &Frame, point: Point) -> Vec<Point> {
    let mut moves: Vec<Point> = point.king_steps().collect();
    let next = point.passed();
    for (place, role) in movers(frame.pieces, mover(point)) {
        let from = point.placement.squares()[place];
        let free = targets(frame, point, role, from) - Bitboard(frame.occupied);
        for to in free - point.placement.occupied() {
            moves.push(Point {
                placement: point.placement.moved(place, to),
                ..next
            });
        }
    }
    moves
}

/// The mover's king or pieces take on a square.
pub(super) fn captures(
    frame: &Frame,
    point: Point,
    to: Square,
) -> impl Iterator<Item = Point> + use<> {
    let king = (point.king().distance(to) == 1).then(|| point.king_to(to));
    let frame = *frame;
    let pieces = movers(frame.pieces, mover(point)).filter_map(move |(place, role)| {
        let from = point.placement.squares()[place];
        let reaches = targets(&frame, point, role, from).contains(to);
        reaches.then(|| Point {
            placement: point.placement.moved(place, to),
            ..point.passed()
        })
    });
    king.into_iter().chain(pieces)
}

/// Whose turn it is; the attacker plays White.
fn mover(point: Point) -> Color {
    if point.to_move {
        Color::White
    } else {
        Color::Black
    }
}

/// The pieces of one side and their places in the list.
#[inline(always)]
pub(super) fn movers(pieces: Pieces, color: Color) -> impl Iterator<Item = (usize, Role)> {
    let numbered = pieces.iter().enumerate();
    numbered.filter_map(move |(place, (owner, role))| (owner == color).then_some((place, role)))
}

/// What a piece attacks with everybody in place.
fn targets(frame: &Frame, point: Point, role: Role, from: Square) -> Bitboard {
    let occupied = Bitboard(frame.occupied) | point.placement.occupied();
    attacks::attacks(
        role,
        from,
        occupied.with(point.attacker).with(point.defender),
    )
}

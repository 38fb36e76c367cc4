//! Which planes of an ending without pawns are stored, and what number each has.
//!
//! Only those in which the first piece stands in the triangle of a1, d1 and d4: ten squares for 64. Where it stands on the
//! long diagonal two stored planes may be images of each other; both are worked out.
//!
//! ```text
//!  number of a stored plane: the first piece's place in the triangle, then the other squares in base 64
//!
//!  4 . . . 9
//!  3 . . 7 8
//!  2 . 4 5 6
//!  1 0 1 2 3
//!    a b c d
//! ```

use super::Wins;
use super::eightfold::Eightfold;
use super::plane::{Placement, placements};
use crate::board::{Bitboard, Square};

/// The squares of the triangle.
pub(super) const CORNER: [Square; 10] = {
    let at = Square::at;
    [
        at(0, 0),
        at(1, 0),
        at(2, 0),
        at(3, 0),
        at(1, 1),
        at(2, 1),
        at(3, 1),
        at(2, 2),
        at(3, 2),
        at(3, 3),
    ]
};

/// The place of each square of the triangle in its list.
const PLACE: [u8; 64] = {
    let mut place = [0; 64];
    let mut index = 0;
    while index < CORNER.len() {
        place[CORNER[index].index()] = index as u8;
        index += 1;
    }
    place
};

/// How many planes are stored of an ending with so many pieces, at least one.
pub(crate) const fn stored_planes(pieces: usize) -> usize {
    CORNER.len() << (6 * (pieces - 1))
}

/// The number of the stored plane of a placement, and the symmetry that leads there.
#[inline(always)]
pub(crate) fn stored(placement: &Placement) -> (usize, Eightfold) {
    let turn = Eightfold::to_corner(placement.squares()[0]);
    (index(&turned(placement, turn)), turn)
}

/// Every placement of which the plane is stored, with its number.
pub(crate) fn stored_placements(pieces: usize) -> impl Iterator<Item = (usize, Placement)> {
    CORNER.into_iter().flat_map(move |first| {
        placements(pieces - 1, first.set()).map(move |rest| {
            let placement = rest.with(0, first);
            (index(&placement), placement)
        })
    })
}

/// The placement of a stored plane; `None` where two pieces would stand on one square.
pub(crate) fn placement(pieces: usize, index: usize) -> Option<Placement> {
    let others = 6 * (pieces - 1);
    let first = CORNER.get(index >> others)?;
    let rest = Placement::of_plane(pieces - 1, index & ((1 << others) - 1));
    let placement = rest.with(0, *first);
    (placement.occupied().count() as usize == pieces).then_some(placement)
}

/// One plane of an ending as it is, from a stored one.
pub(crate) fn as_it_is(stored: &Wins, turn: Eightfold) -> Wins {
    if turn.is_identity() {
        return *stored;
    }
    Wins {
        to_move: turn.original(&stored.to_move),
        waiting: turn.original(&stored.waiting),
    }
}

/// All planes of an ending, from those that are stored.
pub(crate) fn expand(pieces: usize, stored_planes: &[Wins]) -> Vec<Wins> {
    let mut all = vec![Wins::NONE; 1 << (6 * pieces)];
    for placement in placements(pieces, Bitboard::EMPTY) {
        let (index, turn) = stored(&placement);
        all[placement.plane()] = as_it_is(&stored_planes[index], turn);
    }
    all
}

/// The planes to keep, of all.
pub(crate) fn reduce(pieces: usize, all: &[Wins]) -> Vec<Wins> {
    let mut stored = vec![Wins::NONE; stored_planes(pieces)];
    for (index, placement) in stored_placements(pieces) {
        stored[index] = all[placement.plane()];
    }
    stored
}

/// A placement seen through a symmetry.
#[inline(always)]
pub(super) fn turned(placement: &Placement, turn: Eightfold) -> Placement {
    let mut image = *placement;
    for (place, &square) in placement.squares().iter().enumerate() {
        image = image.moved(place, turn.apply(square));
    }
    image
}

/// The number of a plane whose first piece stands in the triangle.
#[inline(always)]
pub(super) fn index(placement: &Placement) -> usize {
    let (first, others) = (placement.squares()[0], 6 * (placement.len() - 1));
    let rest = placement.plane() & ((1 << others) - 1);
    usize::from(PLACE[first.index()]) << others | rest
}

#[cfg(test)]
mod tests;

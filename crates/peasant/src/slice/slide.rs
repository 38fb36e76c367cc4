//! Moves of a promoted piece, for all placements of the kings at once.

use super::Relation;
use crate::board::{Bitboard, Role, Square, attacks};

/// The squares of one ray each, from the edge of the board inwards.
struct Lines(Vec<Vec<Square>>);

/// All rays of one direction, so that every square is on exactly one.
fn lines(direction: (i32, i32)) -> Vec<Vec<Square>> {
    let step = |square: Square, by: i32| {
        let file = square.file() as i32 + by * direction.0;
        let rank = square.rank() as i32 + by * direction.1;
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then(|| Square::at(file as u32, rank as u32))
    };
    let edge = |square: &Square| step(*square, 1).is_none();
    Square::all()
        .filter(edge)
        .map(|edge| std::iter::successors(Some(edge), |&square| step(square, -1)).collect())
        .collect()
}

/// The lines of the eight directions, a rook's first.
static LINES: std::sync::LazyLock<[Lines; 8]> =
    std::sync::LazyLock::new(|| attacks::DIRECTIONS.map(|direction| Lines(lines(direction))));

/// The directions of a slider.
fn directions(role: Role) -> std::ops::Range<usize> {
    match role {
        Role::Rook => 0..4,
        Role::Bishop => 4..8,
        _ => 0..8,
    }
}

/// One square further: the defender's king on the square, or the attacker's, blocks the way.
#[inline(always)]
fn pass(reach: &mut Relation, square: Square) {
    let keep = !square.set().0;
    for row in &mut reach.0 {
        *row &= keep;
    }
    reach.0[square.index()] = 0;
}

/// Adds to every square what a piece standing there can reach in one move. `from(square)` is what is
/// reached by going to the square; `blocked` squares can be gone to but not passed.
#[inline(always)]
pub(super) fn slide<'a>(
    role: Role,
    blocked: Bitboard,
    from: impl Fn(Square) -> &'a Relation,
    mut add: impl FnMut(Square, &Relation),
) {
    if role == Role::Knight {
        for square in Square::all() {
            attacks::knight_attacks(square).for_each(|to| add(square, from(to)));
        }
        return;
    }
    for line in directions(role).flat_map(|direction| &LINES[direction].0) {
        let mut reach = Relation::EMPTY;
        for &square in line {
            add(square, &reach);
            if blocked.contains(square) {
                reach = *from(square);
            } else {
                pass(&mut reach, square);
                reach.add(from(square));
            }
        }
    }
}

/// Calls `add` with every square from which a piece can go to one square, and what is reached by that
/// where the kings are not in the way.
#[inline(always)]
pub(super) fn radiate(
    role: Role,
    to: Square,
    value: &Relation,
    blocked: Bitboard,
    mut add: impl FnMut(Square, &Relation),
) {
    if role == Role::Knight {
        attacks::knight_attacks(to).for_each(|from| add(from, value));
        return;
    }
    for direction in directions(role) {
        let mut reach = *value;
        for from in attacks::ray_squares(to, direction) {
            if blocked.contains(from) {
                break;
            }
            add(from, &reach);
            pass(&mut reach, from);
        }
    }
}

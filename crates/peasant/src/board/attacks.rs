//! What pieces attack, by rays.

use super::{Bitboard, Square};

/// Directions as steps in file and rank; the first four are a rook's, the others a bishop's.
const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];

/// The squares from each square in each direction to the edge.
static RAYS: [[Bitboard; 64]; 8] = {
    let mut rays = [[Bitboard::EMPTY; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (file_step, rank_step) = DIRECTIONS[direction];
        let mut index = 0;
        while index < 64 {
            let (mut file, mut rank) = (index % 8 + file_step, index / 8 + rank_step);
            while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                rays[direction][index as usize].0 |= 1 << (rank * 8 + file);
                (file, rank) = (file + file_step, rank + rank_step);
            }
            index += 1;
        }
        direction += 1;
    }
    rays
};

/// Does the direction lead to squares with higher indices?
const fn ascends(direction: usize) -> bool {
    let (file_step, rank_step) = DIRECTIONS[direction];
    rank_step * 8 + file_step > 0
}

/// The ray from a square up to and including the first occupied square.
fn ray(direction: usize, from: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[direction][from.index()];
    let blockers = (ray & occupied).0;
    if blockers == 0 {
        return ray;
    }
    let first = if ascends(direction) {
        blockers.trailing_zeros()
    } else {
        blockers.ilog2()
    };
    ray - RAYS[direction][first as usize]
}

/// The squares that a rook attacks, occupied ones that it meets included.
#[must_use]
pub fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    (0..4).fold(Bitboard::EMPTY, |set, direction| {
        set | ray(direction, from, occupied)
    })
}

/// The squares that a bishop attacks, occupied ones that it meets included.
#[must_use]
pub fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    (4..8).fold(Bitboard::EMPTY, |set, direction| {
        set | ray(direction, from, occupied)
    })
}

/// The squares that a queen attacks, occupied ones that it meets included.
#[must_use]
pub fn queen_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(from, occupied) | bishop_attacks(from, occupied)
}

/// The squares that a knight attacks.
#[must_use]
pub fn knight_attacks(from: Square) -> Bitboard {
    let one = from.set().left() | from.set().right();
    let two = from.set().left().left() | from.set().right().right();
    one.up().up() | one.down().down() | two.up() | two.down()
}

/// The squares strictly between two squares on a line of a queen; none if there is no such line.
#[must_use]
pub fn between(from: Square, to: Square) -> Bitboard {
    RAYS.iter()
        .map(|rays| rays[from.index()])
        .find(|ray| ray.contains(to))
        .map_or(Bitboard::EMPTY, |ray| ray - beyond(from, to) - to.set())
}

/// The squares behind `to`, seen from `from` along a line of a queen; none if there is no such line.
#[must_use]
pub fn beyond(from: Square, to: Square) -> Bitboard {
    RAYS.iter()
        .find(|rays| rays[from.index()].contains(to))
        .map_or(Bitboard::EMPTY, |rays| rays[to.index()])
}

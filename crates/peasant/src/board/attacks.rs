//! Attacks of pieces, by rays.

use super::bitboard::Bitboard;
use super::role::Role;
use super::square::Square;

/// Directions as steps in file and rank; the first four are a rook's, the others a bishop's.
pub(crate) const DIRECTIONS: [(i32, i32); 8] = [
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

/// The squares that a piece attacks, occupied ones that it meets included; none for a pawn, whose attacks
/// depend on its colour.
#[must_use]
pub fn attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        Role::Queen => queen_attacks(from, occupied),
        Role::King => from.set().king_steps(),
    }
}

/// The squares of a ray, nearest first.
pub(crate) fn ray_squares(from: Square, direction: usize) -> impl Iterator<Item = Square> {
    let (file_step, rank_step) = DIRECTIONS[direction];
    let step = file_step + 8 * rank_step;
    let len = RAYS[direction][from.index()].count() as i32;
    (1..=len).map(move |n| Square::new((from.index() as i32 + n * step) as u32))
}

/// For each pair of squares on a line of a queen: those strictly between, and those behind the second.
static LINES: ([[u64; 64]; 64], [[u64; 64]; 64]) = {
    let (mut between, mut beyond) = ([[0; 64]; 64], [[0; 64]; 64]);
    let mut direction = 0;
    while direction < 8 {
        let (file_step, rank_step) = DIRECTIONS[direction];
        let mut from = 0;
        while from < 64 {
            let len = RAYS[direction][from].0.count_ones() as i32;
            let (mut to, mut passed, mut n) = (from as i32, 0, 0);
            while n < len {
                to += file_step + 8 * rank_step;
                between[from][to as usize] = passed;
                beyond[from][to as usize] = RAYS[direction][to as usize].0;
                passed |= 1 << to;
                n += 1;
            }
            from += 1;
        }
        direction += 1;
    }
    (between, beyond)
};

/// The squares strictly between two squares on a line of a queen; none if there is no such line.
#[inline]
#[must_use]
pub fn between(from: Square, to: Square) -> Bitboard {
    Bitboard(LINES.0[from.index()][to.index()])
}

/// The squares behind `to`, seen from `from` along a line of a queen; none if there is no such line.
#[inline]
#[must_use]
pub fn beyond(from: Square, to: Square) -> Bitboard {
    Bitboard(LINES.1[from.index()][to.index()])
}

//! Moves of a promoted piece, for all placements of the kings at once.

use super::plane::Placement;
use super::relation::{Rank, is_empty};
use super::slabs::Slabs;
use super::{Frame, Relation};
use crate::board::{Bitboard, Role, Square, attacks};
use crate::structure::Pieces;

/// In one direction all squares, each after the one that a piece on it sees first, from the edge inwards, and that one: 64 if there is
/// none.
type Order = [(u8, u8); 64];

/// The orders of the eight directions, a rook's first.
static ORDERS: [Order; 8] = {
    let mut orders = [[(0, 64); 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        orders[direction] = order(attacks::DIRECTIONS[direction]);
        direction += 1;
    }
    orders
};

const fn order((file_step, rank_step): (i32, i32)) -> Order {
    let mut order = [(0, 64); 64];
    let (mut met, mut edge) = (0, 0);
    while edge < 64 {
        let (mut file, mut rank) = (edge % 8, edge / 8);
        let on_edge = !is_inside(file + file_step, rank + rank_step);
        let mut seen = 64;
        while on_edge && is_inside(file, rank) {
            let square = (rank * 8 + file) as u8;
            order[met] = (square, seen);
            seen = square;
            met += 1;
            (file, rank) = (file - file_step, rank - rank_step);
        }
        edge += 1;
    }
    order
}

const fn is_inside(file: i32, rank: i32) -> bool {
    0 <= file && file < 8 && 0 <= rank && rank < 8
}

/// The directions of a slider.
pub(super) fn directions(role: Role) -> std::ops::Range<usize> {
    match role {
        Role::Rook => 0..4,
        Role::Bishop => 4..8,
        _ => 0..8,
    }
}

/// One square further: the defender's king on the square, or the attacker's, blocks the way.
#[inline(always)]
pub(super) fn pass(reach: &mut Relation, square: Square) {
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
    for direction in directions(role) {
        let mut reach = Relation::EMPTY;
        for &(square, seen) in &ORDERS[direction] {
            if seen == 64 {
                reach = Relation::EMPTY;
            } else {
                let seen = Square::new(u32::from(seen));
                if blocked.contains(seen) {
                    reach = Relation::EMPTY;
                } else {
                    pass(&mut reach, seen);
                }
                reach.add(from(seen));
            }
            add(Square::new(u32::from(square)), &reach);
        }
    }
}

/// The rows of one rank in which the attacker's king does not stand on a file; the last is for a square on another rank.
static OTHER_ROWS: [Rank; 9] = {
    let mut rows = [[!0; 8]; 9];
    let mut file = 0;
    while file < 8 {
        rows[file][file] = 0;
        file += 1;
    }
    rows
};

/// The same in the rows of one rank.
#[inline(always)]
pub(super) fn pass_in(rank: usize, rows: &mut Rank, square: Square) {
    let keep = !square.set().0;
    let here = square.rank() as usize == rank;
    let others = &OTHER_ROWS[if here { square.file() as usize } else { 8 }];
    for file in 0..8 {
        rows[file] &= keep & others[file];
    }
}

/// One piece that moves in the rows of one rank, the others standing still.
#[derive(Clone, Copy)]
pub(super) struct Track {
    pub role: Role,
    pub axis: Axis,
    pub rank: usize,
    /// A plane of the line.
    pub plane: usize,
    /// Squares that the piece can neither go to nor pass.
    pub blocked: Bitboard,
}

impl Track {
    /// The track of one of the pieces, with its place in the list.
    #[inline(always)]
    pub fn new(
        frame: &Frame,
        placement: &Placement,
        (place, role): (usize, Role),
        rank: usize,
    ) -> Track {
        let others = placement.without(place).occupied();
        Track {
            role,
            axis: Axis::new(frame.pieces, place),
            rank,
            plane: placement.plane(),
            blocked: Bitboard(frame.occupied) | others,
        }
    }

    /// The rows with the piece on a square.
    #[inline(always)]
    pub fn rows<'a>(&self, planes: &'a Slabs, square: Square) -> &'a Rank {
        planes.at(self.axis.moved(self.plane, square), self.rank)
    }

    /// Takes out of these rows, the piece standing on a square, whatever has a move of the piece to `refuge`. Stops when nothing is left.
    #[inline(always)]
    pub fn remove_with_move(&self, from: Square, refuge: &Slabs, rows: &mut Rank) {
        if self.role == Role::Knight {
            for to in attacks::knight_attacks(from) - self.blocked {
                without(rows, self.rows(refuge, to), &[!0; 8]);
            }
            return;
        }
        for direction in directions(self.role) {
            let mut way = *rows;
            for to in attacks::ray_squares(from, direction) {
                if self.blocked.contains(to) {
                    break;
                }
                without(rows, self.rows(refuge, to), &way);
                if is_empty(rows) {
                    return;
                }
                pass_in(self.rank, &mut way, to);
            }
        }
    }

    /// What the piece reaches of rows in one move from each square, all squares at once. `members` are the squares where the rows may
    /// not be empty; others are not read.
    #[inline(always)]
    pub fn sweep(&self, members: Bitboard, planes: &Slabs, sweep: &mut Sweep) {
        let Sweep {
            there,
            keep,
            reached,
        } = sweep;
        for square in Square::all() {
            let index = square.index();
            reached[index] = [0; 8];
            there[index] = [0; 8];
            keep[index] = [0; 8];
            if !self.blocked.contains(square) {
                keep[index] = [!0; 8];
                pass_in(self.rank, &mut keep[index], square);
            }
            if members.contains(square) {
                there[index] = *self.rows(planes, square);
            }
        }
        if self.role == Role::Knight {
            for from in Square::all() {
                for to in attacks::knight_attacks(from) & members {
                    union(&mut reached[from.index()], &there[to.index()]);
                }
            }
            return;
        }
        for direction in directions(self.role) {
            let mut way = [0; 8];
            for &(square, seen) in &ORDERS[direction] {
                let (there, keep) = (&there[usize::from(seen)], &keep[usize::from(seen)]);
                let reached = &mut reached[usize::from(square)];
                for file in 0..8 {
                    way[file] = way[file] & keep[file] | there[file];
                    reached[file] |= way[file];
                }
            }
        }
    }
}

/// Room for a sweep: rows of one rank by the square of the piece. Number 64, beyond the edge, stays empty; the numbers above are there
/// for bytes to be numbers without a look.
#[derive(Clone, Copy, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct Sweep {
    there: [Rank; 256],
    /// What can be passed.
    keep: [Rank; 256],
    /// What was reached.
    pub reached: [Rank; 256],
}

impl Sweep {
    pub fn new() -> Box<Sweep> {
        bytemuck::zeroed_box()
    }
}

/// Takes out of rows what is in another set and on the way.
#[inline(always)]
fn without(rows: &mut Rank, others: &Rank, way: &Rank) {
    for file in 0..8 {
        rows[file] &= !(others[file] & way[file]);
    }
}

#[inline(always)]
fn union(rows: &mut Rank, others: &Rank) {
    for file in 0..8 {
        rows[file] |= others[file];
    }
}

/// Planes that differ by the square of one piece only.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    shift: usize,
}

impl Axis {
    /// The axis of a piece of a list.
    #[inline(always)]
    pub fn new(pieces: Pieces, place: usize) -> Axis {
        Axis {
            shift: 6 * (pieces.len() - 1 - place),
        }
    }

    /// The plane with the piece on another square.
    #[inline(always)]
    pub fn moved(self, plane: usize, square: Square) -> usize {
        plane & !(63 << self.shift) | square.index() << self.shift
    }

    /// Where the piece stands in a plane.
    #[inline(always)]
    pub fn square(self, plane: usize) -> Square {
        Square::new((plane >> self.shift) as u32)
    }

    /// The plane of the others alone.
    #[inline(always)]
    pub fn others(self, plane: usize) -> usize {
        plane >> (self.shift + 6) << self.shift | plane & ((1 << self.shift) - 1)
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

//! Relations between the two kings, one machine word a row.
//!
//! ```text
//!            bit 0        bit 1              bit 63
//!  row 0     (a1, a1)     (a1, b1)    …      (a1, h8)      attacker's king on a1
//!  row 1     (b1, a1)     (b1, b1)    …      (b1, h8)      attacker's king on b1
//!   …
//!  row 63    (h8, a1)     (h8, b1)    …      (h8, h8)      attacker's king on h8
//! ```
//!
//! Row `w` is the set of squares of the defender's king that go with the attacker's king on `w`:
//! 64 rows of 64 bits, 512 bytes. Eight neighbouring rows are the squares of one rank of the board,
//! so that a step of the attacker's king is a move between rows, and a step of the defender's king
//! a shift inside one.

use super::plane::Placement;
use super::point::Point;
use crate::board::{Bitboard, Color, Square};

/// Eight rows: the attacker's king on the eight squares of one rank.
pub(super) type Rank = [u64; 8];

/// Is nothing in these rows?
#[inline(always)]
pub(super) fn is_empty(rows: &Rank) -> bool {
    rows.iter().fold(0, |all, row| all | row) == 0
}

/// The ranks in a set of eight bits.
#[inline(always)]
pub(super) fn ranks(set: u32) -> impl Iterator<Item = usize> {
    let mut left = set & 0xff;
    std::iter::from_fn(move || {
        let rank = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (rank < 32).then_some(rank as usize)
    })
}

/// A set of placements of both kings; row = attacker's king, bit = defender's king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(64))]
pub struct Relation(pub [u64; 64]);

impl Relation {
    /// No placement.
    pub const EMPTY: Relation = Relation([0; 64]);

    /// Is this placement in the set?
    #[inline]
    pub fn contains(&self, attacker: Square, defender: Square) -> bool {
        Bitboard(self.0[attacker.index()]).contains(defender)
    }

    /// Adds the placements of another set.
    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Relation) {
        for w in 0..64 {
            self.0[w] |= other.0[w];
        }
    }

    /// Takes out the placements of another set.
    #[inline]
    pub(crate) fn remove(&mut self, other: &Relation) {
        for w in 0..64 {
            self.0[w] &= !other.0[w];
        }
    }

    /// The rows, eight for each rank of the attacker's king.
    #[inline(always)]
    pub(super) fn ranks(&self) -> &[Rank; 8] {
        bytemuck::cast_ref(&self.0)
    }

    #[inline(always)]
    pub(super) fn ranks_mut(&mut self) -> &mut [Rank; 8] {
        bytemuck::cast_mut(&mut self.0)
    }

    /// The placements of the left-right mirror.
    #[inline(always)]
    pub fn mirror(&self) -> Relation {
        let mut mirrored = Relation::EMPTY;
        for (rank, rows) in mirrored.0.chunks_exact_mut(8).enumerate() {
            for (file, row) in rows.iter_mut().enumerate() {
                *row = Bitboard(self.0[rank * 8 + 7 - file]).mirror().0;
            }
        }
        mirrored
    }
}

impl Relation {
    /// The placements with the board turned over, ranks exchanged: the kings keep their parts.
    pub(crate) fn turn_over(&self) -> Relation {
        Relation(std::array::from_fn(|w| self.0[w ^ 56].swap_bytes()))
    }

    /// The same placements as the other player sees them: the kings exchange their parts, and the board
    /// is turned over.
    pub(crate) fn swap_players(&self) -> Relation {
        let mut rows: [u64; 64] = std::array::from_fn(|w| self.0[w ^ 56].swap_bytes());
        // Transposed block by block: halves, quarters, … single bits.
        let (mut size, mut mask) = (32, 0xffff_ffff_u64);
        while size > 0 {
            for w in (0..64).filter(|w| w & size == 0) {
                let swap = (rows[w] >> size ^ rows[w + size]) & mask;
                rows[w] ^= swap << size;
                rows[w + size] ^= swap;
            }
            size >>= 1;
            mask ^= mask << size;
        }
        Relation(rows)
    }
}

/// Where the attacker wins in one structure: with the move, and when the defender has the move.
/// Both are sets of legal placements; where the attacker does not win the defender holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(64))]
pub struct Wins {
    /// The attacker is to move and wins (`won` of the equations).
    pub to_move: Relation,
    /// The defender is to move and the attacker wins (`lost` of the equations, the defender's loss).
    pub waiting: Relation,
}

impl Default for Wins {
    /// The attacker wins nowhere.
    fn default() -> Wins {
        Wins::NONE
    }
}

impl Wins {
    /// The attacker wins nowhere.
    pub const NONE: Wins = Wins {
        to_move: Relation::EMPTY,
        waiting: Relation::EMPTY,
    };

    /// Where the attacker, which plays White, wins with this side to move.
    #[inline(always)]
    pub(crate) fn with(&self, mover: Color) -> &Relation {
        match mover {
            Color::White => &self.to_move,
            Color::Black => &self.waiting,
        }
    }

    pub(crate) fn with_mut(&mut self, mover: Color) -> &mut Relation {
        match mover {
            Color::White => &mut self.to_move,
            Color::Black => &mut self.waiting,
        }
    }

    /// Exactly one point.
    pub(crate) fn only(point: Point) -> Wins {
        let mut wins = Wins::NONE;
        let relation = if point.to_move {
            &mut wins.to_move
        } else {
            &mut wins.waiting
        };
        relation.0[point.attacker.index()] = point.defender.set().0;
        wins
    }

    /// Adds one point.
    pub(crate) fn insert(&mut self, point: Point) {
        let relation = if point.to_move {
            &mut self.to_move
        } else {
            &mut self.waiting
        };
        relation.0[point.attacker.index()] |= point.defender.set().0;
    }

    /// The points, without promoted pieces.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let sides = [(true, self.to_move), (false, self.waiting)];
        sides.into_iter().flat_map(|(to_move, relation)| {
            Square::all().flat_map(move |attacker| {
                Bitboard(relation.0[attacker.index()]).map(move |defender| Point {
                    attacker,
                    defender,
                    to_move,
                    placement: Placement::NONE,
                })
            })
        })
    }

    /// Does the attacker win this point?
    #[inline]
    pub(crate) fn contains(&self, point: Point) -> bool {
        let won = self.with(point.mover());
        won.contains(point.attacker, point.defender)
    }

    /// The same as the other player sees it: where that one wins.
    pub(crate) fn swap_players(&self) -> Wins {
        Wins {
            to_move: self.waiting.swap_players(),
            waiting: self.to_move.swap_players(),
        }
    }

    /// The same with the board turned over, ranks exchanged: the kings keep their parts.
    pub(crate) fn turn_over(&self) -> Wins {
        Wins {
            to_move: self.to_move.turn_over(),
            waiting: self.waiting.turn_over(),
        }
    }

    /// The same in the left-right mirror.
    #[inline(always)]
    pub fn mirror(&self) -> Wins {
        Wins {
            to_move: self.to_move.mirror(),
            waiting: self.waiting.mirror(),
        }
    }

    /// Are all of these wins among the other's?
    pub(crate) fn is_within(&self, other: &Wins) -> bool {
        let outside = |part: &Relation, whole: &Relation| {
            let rows = part.0.iter().zip(&whole.0);
            rows.fold(0, |sum, (part, whole)| sum | part & !whole) != 0
        };
        !outside(&self.to_move, &other.to_move) && !outside(&self.waiting, &other.waiting)
    }

    /// The wins of either.
    pub(crate) fn or(mut self, other: &Wins) -> Wins {
        for w in 0..64 {
            self.to_move.0[w] |= other.to_move.0[w];
            self.waiting.0[w] |= other.waiting.0[w];
        }
        self
    }

    /// Keeps those that the other has.
    #[inline(always)]
    pub(crate) fn keep(&mut self, other: &Wins) {
        for w in 0..64 {
            self.to_move.0[w] &= other.to_move.0[w];
            self.waiting.0[w] &= other.waiting.0[w];
        }
    }

    /// Everything else, legal or not.
    pub(crate) fn complement(mut self) -> Wins {
        for w in 0..64 {
            self.to_move.0[w] = !self.to_move.0[w];
            self.waiting.0[w] = !self.waiting.0[w];
        }
        self
    }

    /// The wins of both.
    pub(crate) fn and(mut self, other: &Wins) -> Wins {
        self.keep(other);
        self
    }
}

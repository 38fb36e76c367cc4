//! A number for every placement: by plane, who is to move (the attacker first), the attacker's king and the defender's. 0 is none.

use super::{Point, Relation, Wins};
use crate::board::Bitboard;

/// Numbers by placement.
pub(crate) struct Numbers {
    table: Box<[u8]>,
    /// The numbers in the table, a bit each.
    met: [u64; 4],
}

/// Placements of the kings with either side to move, in one plane.
const PLANE: usize = 2 << 12;

impl Numbers {
    /// None so far.
    pub fn new(planes: usize) -> Numbers {
        Numbers {
            table: vec![0; planes * PLANE].into(),
            met: [0; 4],
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.table.len() as u64
    }

    /// The number of a point whose pieces stand as in this plane.
    pub fn at(&self, plane: usize, point: Point) -> u8 {
        let side = usize::from(!point.to_move) << 12;
        let kings = point.attacker.index() << 6 | point.defender.index();
        self.table[plane * PLANE + side + kings]
    }

    /// The placements with a number up to this one, in one plane.
    #[inline(always)]
    pub fn within(&self, plane: usize, number: u8) -> Wins {
        let (to_move, waiting) = self.table[plane * PLANE..][..PLANE].split_at(PLANE / 2);
        Wins {
            to_move: up_to(to_move, number),
            waiting: up_to(waiting, number),
        }
    }

    /// Is this one of the numbers?
    pub fn has(&self, number: u8) -> bool {
        self.met[usize::from(number >> 6)] >> (number & 63) & 1 != 0
    }

    /// The largest number.
    pub fn longest(&self) -> u8 {
        let words = self.met.iter().enumerate().rev();
        let last = words
            .filter(|(_, word)| **word != 0)
            .map(|(index, word)| (64 * index) as u8 + 63 - word.leading_zeros() as u8);
        last.max().unwrap_or(0)
    }

    /// Notes a number at every placement of a set that is not empty, with the attacker to move or the defender, in one plane.
    #[inline(always)]
    pub fn write(&mut self, plane: usize, to_move: bool, set: &Relation, number: u8) {
        self.met[usize::from(number >> 6)] |= 1 << (number & 63);
        let half = if to_move { 0 } else { PLANE / 2 };
        let table = &mut self.table[plane * PLANE + half..][..PLANE / 2];
        for (row, set) in table.chunks_exact_mut(64).zip(set.0) {
            for square in Bitboard(set) {
                row[square.index()] = number;
            }
        }
    }
}

/// The placements with a number from 1 to this one.
#[inline(always)]
fn up_to(table: &[u8], number: u8) -> Relation {
    let mut relation = Relation::EMPTY;
    for (row, numbers) in relation.0.iter_mut().zip(table.chunks_exact(64)) {
        let mut flags = [0; 64];
        for (flag, known) in flags.iter_mut().zip(numbers) {
            // 0 becomes the largest.
            *flag = u8::from(known.wrapping_sub(1) < number);
        }
        let words: &[[u8; 8]] = bytemuck::cast_slice(&flags);
        for (byte, &word) in words.iter().enumerate() {
            // The multiplication gathers the lowest bits of eight bytes in the highest.
            let bits = u64::from_le_bytes(word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            *row |= bits << (8 * byte);
        }
    }
    relation
}

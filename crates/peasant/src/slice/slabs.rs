//! Relations of all planes in the order of a sweep.
//!
//! ```text
//!  rank 1   plane 0   plane 1  …  plane 63   (unused)   plane 64  …
//!  rank 2   plane 0   …
//! ```
//!
//! Each entry is the rows of one rank of the attacker's king, 64 bytes. Moves of pieces and of the defender's king stay in one slab: a
//! quarter of a megabyte with two pieces. A line left out after every 64 keeps the squares of the first piece apart in a cache.

use super::relation::Rank;
use super::{Buffer, Relation};

/// Some relations, rank by rank.
pub(super) struct Slabs {
    room: Buffer,
    /// The length of a slab.
    pitch: usize,
}

impl Slabs {
    /// Room for so many planes, with whatever was there before.
    pub fn unset(planes: usize) -> Slabs {
        let pitch = planes + planes.div_ceil(64);
        Slabs {
            room: Buffer::unset(pitch),
            pitch,
        }
    }

    #[inline(always)]
    fn index(&self, plane: usize, rank: usize) -> usize {
        rank * self.pitch + plane + plane / 64
    }

    /// The rows of one rank in one plane.
    #[inline(always)]
    pub fn at(&self, plane: usize, rank: usize) -> &Rank {
        let rows: &[Rank] = bytemuck::cast_slice(&self.room);
        &rows[self.index(plane, rank)]
    }

    /// The same to be changed.
    #[inline(always)]
    pub fn at_mut(&mut self, plane: usize, rank: usize) -> &mut Rank {
        let index = self.index(plane, rank);
        let rows: &mut [Rank] = bytemuck::cast_slice_mut(&mut self.room);
        &mut rows[index]
    }

    /// Fills one plane with what is in one relation and not in the other.
    #[inline(always)]
    pub fn set(&mut self, plane: usize, relation: &Relation, without: &Relation) {
        for rank in 0..8 {
            let (rows, without) = (&relation.ranks()[rank], &without.ranks()[rank]);
            let to = self.at_mut(plane, rank);
            for file in 0..8 {
                to[file] = rows[file] & !without[file];
            }
        }
    }
}

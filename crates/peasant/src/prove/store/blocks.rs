//! The planes of a structure as bytes, eight at a time, so that one can be read without the others.
//!
//! ```text
//! for each block of eight planes its bytes, 2 each
//! the blocks
//! ```
//!
//! A block without wins has no bytes. Any other begins with a byte that says which of its two halves (bit 0: attacker to move, bit 1:
//! defender) are told by what is legal and *not* won, the fewer; the rest is its planes, 1,024 bytes each, compressed (LZ4). Numbers
//! are little-endian. Of an ending without pawns only the planes that its symmetries need are there.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::ops::Range;

use crate::board::Color;
use crate::slice::{Frame, Placement, Relation, Wins, stored_planes};
use crate::structure::Structure;

/// Planes in a block.
pub(super) const BLOCK: usize = 8;

/// Bytes of a block's length.
const LENGTH: usize = 2;

/// The bytes of all planes.
pub(super) fn pack(structure: Structure, planes: Vec<Wins>) -> Vec<u8> {
    let shape = Shape(structure);
    let planes = shape.reduce(planes);
    pack_stored(structure, &planes)
}

/// The bytes of the planes that are stored.
pub(super) fn pack_stored(structure: Structure, planes: &[Wins]) -> Vec<u8> {
    let frame = Frame::new(structure);
    let (mut lengths, mut blocks) = (Vec::new(), Vec::new());
    for (number, planes) in planes.chunks(BLOCK).enumerate() {
        let block = pack_block(Shape(structure), &frame, number, planes);
        lengths.extend_from_slice(&(block.len() as u16).to_le_bytes());
        blocks.extend_from_slice(&block);
    }
    lengths.extend_from_slice(&blocks);
    lengths
}

/// Where the blocks of a structure stand in some bytes.
#[derive(Debug)]
pub(super) struct Blocks {
    shape: Shape,
    /// Where each begins, and where the last one ends.
    starts: Box<[u32]>,
}

impl Blocks {
    /// Reads their lengths. `None`: there are fewer bytes than that.
    pub fn find(structure: Structure, bytes: &[u8]) -> Option<Blocks> {
        let shape = Shape(structure);
        let blocks = shape.planes().div_ceil(BLOCK);
        let mut end = (blocks * LENGTH) as u32;
        let mut starts = vec![end];
        for length in bytes.get(..blocks * LENGTH)?.as_chunks::<LENGTH>().0 {
            end = end.checked_add(u32::from(u16::from_le_bytes(*length)))?;
            starts.push(end);
        }
        let starts = starts.into();
        (end as usize <= bytes.len()).then_some(Blocks { shape, starts })
    }

    /// How many bytes they are.
    pub fn length(&self) -> usize {
        self.starts.last().copied().unwrap_or_default() as usize
    }

    /// Bytes of memory.
    pub fn memory(&self) -> u64 {
        size_of_val(&self.starts[..]) as u64
    }

    /// The block and the place in it where a placement's plane is stored, and what makes the plane of it.
    pub fn place(&self, placement: &Placement) -> (usize, usize, impl Fn(&Wins) -> Wins + use<>) {
        let (index, as_it_is) = self.shape.stored(placement);
        (index / BLOCK, index % BLOCK, as_it_is)
    }

    /// The planes of one block. `None`: the bytes are no such block.
    pub fn read(&self, bytes: &[u8], number: usize) -> Option<[Wins; BLOCK]> {
        let mut planes = [Wins::NONE; BLOCK];
        let Range { start, end } = *self.starts.get(number)?..*self.starts.get(number + 1)?;
        let Some((&by_rest, packed)) = bytes.get(start as usize..end as usize)?.split_first()
        else {
            return Some(planes);
        };
        let left = self.shape.planes().checked_sub(number * BLOCK)?;
        let room = planes.get_mut(..left.min(BLOCK))?;
        decompress(packed, bytemuck::cast_slice_mut(room))?;
        little_endian(room);
        if by_rest != 0 {
            let frame = Frame::new(self.shape.0);
            exchange_rest(self.shape, &frame, number, by_rest, room);
        }
        Some(planes)
    }

    /// All planes.
    pub fn all(&self, bytes: &[u8]) -> Option<Vec<Wins>> {
        let count = self.shape.planes();
        let mut planes = Vec::with_capacity(count.next_multiple_of(BLOCK));
        for number in 0..count.div_ceil(BLOCK) {
            planes.extend_from_slice(&self.read(bytes, number)?);
        }
        planes.truncate(count);
        Some(self.shape.expand(planes))
    }
}

/// Which planes of a structure are stored.
#[derive(Clone, Copy, Debug)]
struct Shape(Structure);

impl Shape {
    /// Has it the eight symmetries of the board?
    fn is_eightfold(self) -> bool {
        self.0.is_pawnless() && !self.0.pieces.is_empty()
    }

    fn planes(self) -> usize {
        match self.is_eightfold() {
            true => stored_planes::stored_planes(self.0.pieces.len()),
            false => 1 << (6 * self.0.pieces.len()),
        }
    }

    /// The placement of a stored plane, `None` where two men would stand on one square.
    fn placement(self, index: usize) -> Option<Placement> {
        let pieces = self.0.pieces.len();
        if self.is_eightfold() {
            return stored_planes::placement(pieces, index);
        }
        let placement = Placement::of_plane(pieces, index);
        let occupied = placement.occupied();
        let stands =
            occupied.count() as usize == pieces && (occupied & self.0.pawns.occupied()).is_empty();
        stands.then_some(placement)
    }

    /// The number under which the plane of a placement is stored, and what makes it of the stored one.
    fn stored(self, placement: &Placement) -> (usize, impl Fn(&Wins) -> Wins + use<>) {
        let (index, turn) = match self.is_eightfold() {
            true => {
                let (index, turn) = stored_planes::stored(placement);
                (index, Some(turn))
            }
            false => (placement.plane(), None),
        };
        let as_it_is = move |stored: &Wins| match turn {
            Some(turn) => stored_planes::as_it_is(stored, turn),
            None => *stored,
        };
        (index, as_it_is)
    }

    fn reduce(self, all: Vec<Wins>) -> Vec<Wins> {
        match self.is_eightfold() {
            true => stored_planes::reduce(self.0.pieces.len(), &all),
            false => all,
        }
    }

    fn expand(self, stored: Vec<Wins>) -> Vec<Wins> {
        match self.is_eightfold() {
            true => stored_planes::expand(self.0.pieces.len(), &stored),
            false => stored,
        }
    }
}

/// The bytes of a block, none if nothing is won there.
fn pack_block(shape: Shape, frame: &Frame, number: usize, planes: &[Wins]) -> Vec<u8> {
    if planes.iter().all(|plane| *plane == Wins::NONE) {
        return Vec::new();
    }
    let mut stored = planes.to_vec();
    let mut rest = planes.to_vec();
    exchange_rest(shape, frame, number, 0b11, &mut rest);
    let mut by_rest = 0;
    for (bit, mover) in Color::BOTH.into_iter().enumerate() {
        let count = |planes: &[Wins]| -> u32 {
            let rows = planes.iter().flat_map(|plane| plane.with(mover).0);
            rows.map(u64::count_ones).sum()
        };
        if count(&rest) < count(&stored) {
            by_rest |= 1 << bit;
            for (stored, rest) in stored.iter_mut().zip(&rest) {
                *stored.with_mut(mover) = *rest.with(mover);
            }
        }
    }
    little_endian(&mut stored);
    let mut bytes = vec![by_rest];
    bytes.extend(lz4_flex::block::compress(bytemuck::cast_slice(&stored)));
    bytes
}

/// Exchanges what is won and what is legal and not won, in the halves of a block that the bits name.
fn exchange_rest(shape: Shape, frame: &Frame, number: usize, by_rest: u8, planes: &mut [Wins]) {
    for (place, wins) in planes.iter_mut().enumerate() {
        let Some(placement) = shape.placement(number * BLOCK + place) else {
            continue;
        };
        let exchange = |wins: &mut Relation, legal: Relation| {
            for (wins, legal) in wins.0.iter_mut().zip(legal.0) {
                *wins = legal & !*wins;
            }
        };
        if by_rest & 1 != 0 {
            exchange(&mut wins.to_move, frame.legal_to_move(&placement));
        }
        if by_rest & 2 != 0 {
            exchange(&mut wins.waiting, frame.legal_waiting(&placement));
        }
    }
}

/// Unpacks bytes that must fill the room.
fn decompress(packed: &[u8], room: &mut [u8]) -> Option<()> {
    let length = lz4_flex::block::decompress_into(packed, room).ok()?;
    (length == room.len()).then_some(())
}

/// Rows as they are in files, and back.
fn little_endian(planes: &mut [Wins]) {
    if cfg!(target_endian = "big") {
        let words: &mut [u64] = bytemuck::cast_slice_mut(planes);
        words.iter_mut().for_each(|word| *word = word.swap_bytes());
    }
}

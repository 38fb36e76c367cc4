//! Names of structures: mirror images and colour-flipped structures are one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::board::{Pawns, Structure};

/// Which of a structure's two questions: may White win, or may Black? Black's is kept with the board
/// turned over, so that the attacker always plays White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Side(u8);

impl Side {
    /// White of the canonical structure attacks.
    pub const WHITE: Side = Side(0);
    /// Black of the canonical structure attacks.
    pub const BLACK: Side = Side(1);
    pub const BOTH: [Side; 2] = [Side::WHITE, Side::BLACK];

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn flipped_if(self, flip: bool) -> Side {
        Side(self.0 ^ flip as u8)
    }

    /// The structure as the attacker sees it.
    pub fn view<S: Symmetric>(self, structure: S) -> S {
        if self.0 == 0 {
            structure
        } else {
            structure.flip()
        }
    }

    pub const fn other(self) -> Side {
        Side(self.0 ^ 1)
    }
}

/// How a structure is turned into its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub flipped: bool,
    pub mirrored: bool,
}

/// A stored structure together with the way it is turned: index, flip bit, mirror bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reference(u32);

impl Reference {
    /// More structures than this cannot be named.
    pub const MOST: usize = 1 << 30;

    pub fn new(index: usize, turn: Turn) -> Reference {
        debug_assert!(index < Reference::MOST);
        Reference((index as u32) << 2 | u32::from(turn.flipped) << 1 | u32::from(turn.mirrored))
    }

    pub const fn index(self) -> usize {
        (self.0 >> 2) as usize
    }

    pub const fn flipped(self) -> bool {
        self.0 & 2 != 0
    }

    /// As the other player sees it.
    pub const fn flipped_if(self, flip: bool) -> Reference {
        Reference(self.0 ^ (flip as u32) << 1)
    }

    pub const fn mirrored(self) -> bool {
        self.0 & 1 != 0
    }
}

/// What has mirror and colour-flipped images.
pub(crate) trait Symmetric: Copy + Ord {
    /// Left and right exchanged.
    fn mirror(self) -> Self;
    /// Colours exchanged, the board turned over.
    fn flip(self) -> Self;
}

impl Symmetric for Pawns {
    #[inline]
    fn mirror(self) -> Pawns {
        Pawns::mirror(self)
    }

    #[inline]
    fn flip(self) -> Pawns {
        Pawns::flip(self)
    }
}

impl Symmetric for Structure {
    #[inline]
    fn mirror(self) -> Structure {
        Structure::mirror(self)
    }

    #[inline]
    fn flip(self) -> Structure {
        Structure::flip(self)
    }
}

/// The least of a structure's four images, and the turn that leads to it.
#[inline]
pub(crate) fn canonical<S: Symmetric>(structure: S) -> (S, Turn) {
    let flip = structure.flip();
    let images = [
        (structure.mirror(), false, true),
        (flip, true, false),
        (flip.mirror(), true, true),
    ];
    let mut best = (
        structure,
        Turn {
            flipped: false,
            mirrored: false,
        },
    );
    for (image, flipped, mirrored) in images {
        if image < best.0 {
            best = (image, Turn { flipped, mirrored });
        }
    }
    best
}

/// A map from structures. The hash need only spread well: nobody hostile chooses pawns.
pub(crate) type StructureMap<S, V> = HashMap<S, V, BuildHasherDefault<StructureHasher>>;

/// Multiplies and folds the two words of a structure.
#[derive(Default)]
pub(crate) struct StructureHasher(u64);

impl Hasher for StructureHasher {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product =
            u128::from(self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

//! Names of structures: images of each other are one structure, seen in another way.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Symmetric, Symmetry};
use crate::board::Color;

/// A stored structure and the symmetry through which it is seen. Where both players have the same question, because the structure looks
/// the same with colours exchanged, that is White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reference(u32);

impl Reference {
    /// More structures than this cannot be named.
    pub const MAX: usize = 1 << 28;

    #[inline]
    pub fn new(index: usize, symmetry: Symmetry) -> Reference {
        Reference::same_through(index, symmetry, Symmetry::IDENTITY)
    }

    /// The same of a structure that is its own image through `own`.
    #[inline]
    pub fn same_through(index: usize, symmetry: Symmetry, own: Symmetry) -> Reference {
        debug_assert!(index < Reference::MAX);
        let symmetry = if symmetry.flips() && own.flips() {
            symmetry.compose(own)
        } else {
            symmetry
        };
        Reference((index as u32) << 4 | own.bits() << 2 | symmetry.bits())
    }

    #[inline]
    pub const fn index(self) -> usize {
        (self.0 >> 4) as usize
    }

    #[inline]
    fn seen_through(self, symmetry: Symmetry) -> Reference {
        let own = Symmetry::from_bits(self.0 >> 2);
        Reference::same_through(self.index(), self.symmetry().compose(symmetry), own)
    }

    /// What turns the stored structure into the one that is meant.
    #[inline]
    pub const fn symmetry(self) -> Symmetry {
        Symmetry::from_bits(self.0)
    }

    /// May White of the structure that is meant win? The question as it is stored, whose answer is to be mirrored if
    /// [`Reference::symmetry`] mirrors.
    #[inline]
    pub const fn goal(self) -> Goal {
        let attacker = if self.symmetry().flips() {
            Color::Black
        } else {
            Color::White
        };
        Goal {
            node: self.index(),
            attacker,
        }
    }
}

impl Symmetric for Reference {
    #[inline]
    fn mirror(self) -> Reference {
        self.seen_through(Symmetry::MIRROR)
    }

    #[inline]
    fn flip(self) -> Reference {
        self.seen_through(Symmetry::FLIP)
    }
}

/// A one-sided node: where does this player of a stored structure win? Its slice is stored as the attacker sees it,
/// playing White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Goal {
    pub node: usize,
    pub attacker: Color,
}

impl Goal {
    /// The other player's question about the same structure.
    pub fn opponent(self) -> Goal {
        Goal {
            attacker: !self.attacker,
            ..self
        }
    }

    /// What shows the stored structure as the attacker sees it.
    #[inline]
    pub const fn orientation(self) -> Symmetry {
        Symmetry::for_player(self.attacker)
    }
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

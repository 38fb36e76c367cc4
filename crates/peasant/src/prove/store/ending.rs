//! An ending of three promoted pieces without pawns, which stays packed: one plane is read at a time.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::blocks::{BLOCK, Blocks};
use super::entry::{self, Domain, HEAD};
use crate::board::Pawns;
use crate::prove::effort::Effort;
use crate::slice::{Placement, Wins};
use crate::structure::{Pieces, Structure};

/// Where the attacker wins in it.
#[derive(Debug)]
pub(crate) struct PackedEnding {
    /// As a fact of a store.
    fact: Box<[u8]>,
    blocks: Blocks,
    /// Tells endings apart.
    number: u64,
    /// The hash of the fact, once somebody has asked for it.
    #[cfg(feature = "elsewhere")]
    name: std::sync::OnceLock<[u8; 32]>,
    /// Did it come from a store?
    pub was_read: bool,
}

thread_local! {
    /// The block that was read last: of which ending, which, and what it holds.
    static LAST: RefCell<(u64, usize, [Wins; BLOCK])> = const { RefCell::new((0, 0, [Wins::NONE; BLOCK])) };
}

impl PackedEnding {
    /// Packs the planes of an ending that are stored.
    pub fn new(pieces: Pieces, stored: &[Wins], effort: Effort) -> PackedEnding {
        let view = structure(pieces);
        let name = entry::name(Domain::CHESS, view);
        let fact = entry::pack_exact(&name, view, stored, effort);
        let packed = PackedEnding::of(pieces, fact, false);
        packed.unwrap_or_else(|| unreachable!("what was just packed is sound"))
    }

    /// One that stands in a store. `None`: it is damaged, or another one.
    pub(in crate::prove) fn of(
        pieces: Pieces,
        fact: Vec<u8>,
        was_read: bool,
    ) -> Option<PackedEnding> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let view = structure(pieces);
        let blocks = entry::blocks(&entry::name(Domain::CHESS, view), view, &fact)?;
        Some(PackedEnding {
            fact: fact.into(),
            blocks,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            #[cfg(feature = "elsewhere")]
            name: std::sync::OnceLock::new(),
            was_read,
        })
    }

    pub(in crate::prove) fn fact(&self) -> &[u8] {
        &self.fact
    }

    /// The hash of the fact.
    #[cfg(feature = "elsewhere")]
    pub fn name(&self, hash: impl FnOnce(&[u8]) -> [u8; 32]) -> &[u8; 32] {
        self.name.get_or_init(|| hash(&self.fact))
    }

    /// Where the attacker wins in one plane. `None`: somebody has forged the fact.
    pub fn plane(&self, placement: &Placement) -> Option<Wins> {
        let (block, place, as_it_is) = self.blocks.place(placement);
        LAST.with_borrow_mut(|last| {
            if (last.0, last.1) != (self.number, block) {
                last.0 = 0;
                last.2 = self.blocks.read(self.fact.get(HEAD..)?, block)?;
                (last.0, last.1) = (self.number, block);
            }
            last.2.get(place).map(as_it_is)
        })
    }

    /// Bytes of memory.
    pub fn memory(&self) -> u64 {
        self.fact.len() as u64 + self.blocks.memory()
    }
}

/// The pieces alone.
pub(super) fn structure(pieces: Pieces) -> Structure {
    Structure::new(Pawns::NONE, pieces)
}

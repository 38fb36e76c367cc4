//! Room for slices without promoted pieces.

use super::interval::Slot;
use crate::slice::Wins;
use crate::store::pages::Pages;

/// Relations in blocks that never move: a small one for small proofs, then large ones in large pages.
#[derive(Clone)]
pub(in crate::prove) struct PawnSlices {
    first: Vec<Wins>,
    blocks: Vec<Pages<Wins>>,
    free: Vec<Slot>,
    used: usize,
}

/// Relations in the first block.
const FIRST: usize = 256;

/// Relations in every other block: 32 MiB.
const BLOCK: usize = 1 << 15;

impl PawnSlices {
    /// Slot 0 is taken: it stands for no wins.
    pub fn new() -> PawnSlices {
        PawnSlices {
            first: vec![Wins::NONE],
            blocks: Vec::new(),
            free: Vec::new(),
            used: 1,
        }
    }

    #[inline]
    pub fn get(&self, slot: Slot) -> &Wins {
        match (slot.0 as usize).checked_sub(FIRST) {
            None => &self.first[slot.0 as usize],
            Some(index) => &self.blocks[index / BLOCK].all()[index % BLOCK],
        }
    }

    fn get_mut(&mut self, slot: Slot) -> &mut Wins {
        match (slot.0 as usize).checked_sub(FIRST) {
            None => &mut self.first[slot.0 as usize],
            Some(index) => &mut self.blocks[index / BLOCK].all_mut()[index % BLOCK],
        }
    }

    /// Stores a relation.
    pub fn put(&mut self, wins: &Wins) -> Slot {
        if *wins == Wins::NONE {
            return Slot::NONE;
        }
        let slot = self.free.pop().unwrap_or_else(|| self.take());
        *self.get_mut(slot) = *wins;
        slot
    }

    /// A slot that has never been used.
    fn take(&mut self) -> Slot {
        match self.used.checked_sub(FIRST) {
            None => self.first.push(Wins::NONE),
            Some(index) if index == self.blocks.len() * BLOCK => {
                self.blocks.push(Pages::new(BLOCK))
            }
            Some(_) => {}
        }
        self.used += 1;
        Slot(self.used as u32 - 1)
    }

    pub fn replace(&mut self, slot: Slot, wins: &Wins) -> Slot {
        if *wins == Wins::NONE {
            self.free(slot);
            return Slot::NONE;
        }
        if slot == Slot::NONE || slot == Slot::ALL {
            return self.put(wins);
        }
        *self.get_mut(slot) = *wins;
        slot
    }

    pub fn free(&mut self, slot: Slot) {
        if slot != Slot::NONE && slot != Slot::ALL {
            self.free.push(slot);
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.used * size_of::<Wins>()) as u64
    }
}

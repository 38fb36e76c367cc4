//! Room for slices with promoted pieces: one list of planes each.

use super::interval::Slot;
use crate::slice::Wins;

/// Lists of planes by slot; the slots of [`Slot::NONE`] and [`Slot::ALL`] are never used.
#[derive(Clone, Default)]
pub(crate) struct PieceSlices {
    lists: Vec<Box<[Wins]>>,
    free: Vec<u32>,
    bytes: u64,
}

impl PieceSlices {
    pub fn get(&self, slot: Slot) -> &[Wins] {
        &self.lists[slot.0 as usize - 1]
    }

    pub fn put(&mut self, planes: Vec<Wins>) -> Slot {
        if planes.iter().all(|plane| *plane == Wins::NONE) {
            return Slot::NONE;
        }
        self.bytes += size_of_val(&planes[..]) as u64;
        let index = self.free.pop().unwrap_or_else(|| {
            self.lists.push(Box::default());
            self.lists.len() as u32 - 1
        });
        self.lists[index as usize] = planes.into_boxed_slice();
        Slot(index + 1)
    }

    pub fn free(&mut self, slot: Slot) {
        if slot == Slot::NONE || slot == Slot::ALL {
            return;
        }
        let index = slot.0 - 1;
        let list = std::mem::take(&mut self.lists[index as usize]);
        self.bytes -= size_of_val(&list[..]) as u64;
        self.free.push(index);
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

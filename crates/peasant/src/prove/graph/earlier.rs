//! What was known before room was made: bounds without the way to them, until a goal is named again.

use crate::prove::store::SavedBounds;
use crate::slice::Wins;
use crate::structure::{Structure, StructureMap};

/// Bounds of goals, by the structure as the attacker sees it.
#[derive(Clone, Default)]
pub(in crate::prove) struct Earlier {
    goals: StructureMap<Structure, SavedBounds>,
    bytes: u64,
}

impl Earlier {
    /// Keeps the bounds of a goal, if there is room below so many bytes and none are kept: the first ones are the latest.
    pub fn put(&mut self, view: Structure, bounds: SavedBounds, most: u64) {
        let more = bytes(&bounds);
        if self.bytes + more <= most && !self.goals.contains_key(&view) {
            self.goals.insert(view, bounds);
            self.bytes += more;
        }
    }

    /// Gives away what was known of a goal.
    pub fn take(&mut self, view: Structure) -> Option<SavedBounds> {
        let bounds = self.goals.remove(&view)?;
        self.bytes -= bytes(&bounds);
        Some(bounds)
    }

    /// Gives away everything.
    pub fn take_all(self) -> impl Iterator<Item = (Structure, SavedBounds)> {
        self.goals.into_iter()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

fn bytes(bounds: &SavedBounds) -> u64 {
    let planes = bounds.lower.len() + bounds.upper.as_ref().map_or(0, Vec::len);
    // An entry of a map that may be half empty.
    let entry = 2 * size_of::<(Structure, SavedBounds)>();
    (size_of::<Wins>() * planes + entry) as u64
}

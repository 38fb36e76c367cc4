//! Room for slices with promoted pieces: one list of planes each.

use super::interval::Slot;
use crate::slice::Wins;
use crate::structure::Goal;

/// Lists of planes by slot; the slots of [`Slot::NONE`] and [`Slot::ALL`] are never used.
#[derive(Clone, Default)]
pub(crate) struct PieceSlices {
    lists: Vec<List>,
    free: Vec<u32>,
    bytes: u64,
    /// Tells what was used before what.
    clock: u64,
}

/// One list.
#[derive(Clone)]
struct List {
    planes: Box<[Wins]>,
    /// Whose bound it is.
    goal: Goal,
    /// When it was used last.
    used: u64,
}

/// What was used so recently is still in use.
const IN_USE: u64 = 4;

/// When something must be forgotten, at least this part of everything is: looking for it takes time.
const AT_ONCE: u64 = 16;

impl List {
    fn bytes(&self) -> u64 {
        size_of_val(&self.planes[..]) as u64
    }
}

impl PieceSlices {
    pub fn get(&self, slot: Slot) -> &[Wins] {
        &self.lists[slot.0 as usize - 1].planes
    }

    /// Keeps a bound of a goal.
    pub fn put(&mut self, goal: Goal, planes: Vec<Wins>) -> Slot {
        if planes.iter().all(|plane| *plane == Wins::NONE) {
            return Slot::NONE;
        }
        let list = List {
            planes: planes.into_boxed_slice(),
            goal,
            used: self.clock,
        };
        self.bytes += list.bytes();
        match self.free.pop() {
            Some(index) => {
                self.lists[index as usize] = list;
                Slot(index + 1)
            }
            None => {
                self.lists.push(list);
                Slot(self.lists.len() as u32)
            }
        }
    }

    pub fn free(&mut self, slot: Slot) {
        if slot == Slot::NONE || slot == Slot::ALL {
            return;
        }
        let index = slot.0 - 1;
        let list = &mut self.lists[index as usize];
        self.bytes -= list.bytes();
        list.planes = Box::default();
        self.free.push(index);
    }

    /// Is nothing kept?
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// The work goes on: what is used now is used later than what was used before.
    pub fn tick(&mut self) {
        self.clock += 1;
    }

    /// Notes that a slot is used.
    pub fn touch(&mut self, slot: Slot) {
        if slot != Slot::NONE && slot != Slot::ALL {
            self.lists[slot.0 as usize - 1].used = self.clock;
        }
    }

    /// Goals that have not been used for longest and hold so many bytes, or what there is of such that are not in use.
    pub fn least_used(&self, bytes: u64) -> Vec<Goal> {
        let bytes = bytes.max(self.bytes / AT_ONCE);
        let kept = self.lists.iter().filter(|list| !list.planes.is_empty());
        let mut idle: Vec<&List> = kept
            .filter(|list| list.used + IN_USE < self.clock)
            .collect();
        idle.sort_by_key(|list| list.used);
        let mut sum = 0;
        let enough = |list: &&&List| {
            let before = sum;
            sum += list.bytes();
            before < bytes
        };
        idle.iter()
            .take_while(enough)
            .map(|list| list.goal)
            .collect()
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    const SLICE: u64 = 64 * size_of::<Wins>() as u64;

    fn goal(node: usize) -> Goal {
        let attacker = Color::White;
        Goal { node, attacker }
    }

    /// Three slices, of which the oldest is used once more.
    #[test]
    fn what_has_not_been_used_for_longest_goes_first() {
        let mut slices = PieceSlices::default();
        let slots = [0, 1, 2].map(|node| {
            slices.tick();
            slices.put(goal(node), vec![Wins::NONE.complement(); 64])
        });
        slices.tick();
        assert_eq!(slices.least_used(SLICE), [], "all are in use");
        slices.touch(slots[0]);
        (0..IN_USE).for_each(|_| slices.tick());
        assert_eq!(slices.least_used(3 * SLICE), [goal(1), goal(2)]);
        slices.tick();
        assert_eq!(slices.least_used(SLICE), [goal(1)]);
        assert_eq!(slices.least_used(3 * SLICE).last(), Some(&goal(0)));
        slices.free(slots[1]);
        assert_eq!(slices.least_used(SLICE), [goal(2)]);
        assert_eq!(slices.bytes(), 2 * SLICE);
    }
}

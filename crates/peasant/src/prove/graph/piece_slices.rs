//! Room for slices with promoted pieces: one list of planes each.

use super::interval::Slot;
use super::planes::{PackedPlanes, Planes};
use crate::slice::Wins;
use crate::store::pages::Pages;
use crate::structure::Goal;

/// Lists of planes by slot; the slots of [`Slot::NONE`] and [`Slot::ALL`] are never used.
#[derive(Clone, Default)]
pub(crate) struct PieceSlices {
    lists: Vec<List>,
    free: Vec<u32>,
    small: Small,
    bytes: u64,
    /// Tells what was used before what.
    clock: u64,
}

/// One list.
#[derive(Clone)]
struct List {
    room: Room,
    /// Whose bound it is.
    goal: Goal,
    /// When it was used last.
    used: u64,
}

/// Where a list is. What is freed goes back to the system at once: among smaller things it would leave holes.
#[derive(Clone)]
enum Room {
    /// It has been freed.
    None,
    /// With one piece: the place among those.
    Small(u32),
    /// With more pieces.
    Large(PackedPlanes),
}

/// Planes with one piece.
const ONE: usize = 64;

/// Lists with one piece in a block of 4 MiB.
const BLOCK: usize = 64;

/// Lists with one piece, without holes: the last takes the place of one that goes.
#[derive(Clone, Default)]
struct Small {
    blocks: Vec<Pages<Wins>>,
    /// By place, the number of the list.
    numbers: Vec<u32>,
}

impl Small {
    fn get(&self, place: u32) -> &[Wins] {
        let place = place as usize;
        &self.blocks[place / BLOCK].all()[place % BLOCK * ONE..][..ONE]
    }

    fn set(&mut self, place: usize, planes: &[Wins]) {
        let block = self.blocks[place / BLOCK].all_mut();
        block[place % BLOCK * ONE..][..ONE].copy_from_slice(planes);
    }

    /// Keeps the planes of the list with this number. Returns their place.
    fn put(&mut self, number: u32, planes: &[Wins]) -> u32 {
        let place = self.numbers.len();
        if place == self.blocks.len() * BLOCK {
            self.blocks.push(Pages::new(BLOCK * ONE));
        }
        self.set(place, planes);
        self.numbers.push(number);
        place as u32
    }

    /// Frees a place. Returns the number of the list that is there now, if another is.
    fn free(&mut self, place: u32) -> Option<u32> {
        let last = self.numbers.len() - 1;
        let moved = (place as usize != last).then(|| {
            let planes: Box<[Wins]> = self.get(last as u32).into();
            self.set(place as usize, &planes);
            self.numbers[last]
        });
        self.numbers.swap_remove(place as usize);
        self.blocks.truncate(last.div_ceil(BLOCK));
        moved
    }
}

/// What was used so recently is still in use.
const IN_USE: u64 = 4;

/// When something must be forgotten, at least this part of everything is: looking for it takes time.
const AT_ONCE: u64 = 16;

impl List {
    fn bytes(&self) -> u64 {
        match &self.room {
            Room::None => 0,
            Room::Small(_) => (ONE * size_of::<Wins>()) as u64,
            Room::Large(planes) => planes.bytes() as u64,
        }
    }
}

impl PieceSlices {
    pub fn get(&self, slot: Slot) -> Planes<'_> {
        match &self.lists[slot.0 as usize - 1].room {
            Room::None => Planes::NONE,
            Room::Small(place) => Planes::Plain(self.small.get(*place)),
            Room::Large(planes) => Planes::Packed(planes),
        }
    }

    /// Keeps a bound of a goal.
    pub fn put(&mut self, goal: Goal, planes: Vec<Wins>) -> Slot {
        if planes.len() != ONE {
            return self.put_packed(goal, PackedPlanes::of(&planes));
        }
        if planes.iter().all(|plane| *plane == Wins::NONE) {
            return Slot::NONE;
        }
        let number = self.number();
        let room = Room::Small(self.small.put(number, &planes));
        self.put_room(number, goal, room)
    }

    /// The same with more pieces than one.
    pub fn put_packed(&mut self, goal: Goal, planes: PackedPlanes) -> Slot {
        if planes.is_empty() {
            return Slot::NONE;
        }
        let number = self.number();
        self.put_room(number, goal, Room::Large(planes))
    }

    /// A number that is free.
    fn number(&mut self) -> u32 {
        self.free.pop().unwrap_or(self.lists.len() as u32)
    }

    fn put_room(&mut self, number: u32, goal: Goal, room: Room) -> Slot {
        let list = List {
            room,
            goal,
            used: self.clock,
        };
        self.bytes += list.bytes();
        match self.lists.get_mut(number as usize) {
            Some(freed) => *freed = list,
            None => self.lists.push(list),
        }
        Slot(number + 1)
    }

    pub fn free(&mut self, slot: Slot) {
        if slot == Slot::NONE || slot == Slot::ALL {
            return;
        }
        let number = slot.0 - 1;
        let list = &mut self.lists[number as usize];
        self.bytes -= list.bytes();
        if let Room::Small(place) = std::mem::replace(&mut list.room, Room::None)
            && let Some(moved) = self.small.free(place)
        {
            self.lists[moved as usize].room = Room::Small(place);
        }
        self.free.push(number);
    }

    /// Is nothing stored?
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
        let stored = self.lists.iter().filter(|list| list.bytes() > 0);
        let mut idle: Vec<&List> = stored
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

    /// Bytes of a list with more pieces than one, on average, if there is any.
    pub fn bytes_of_large(&self) -> Option<u64> {
        let is_large = |list: &&List| matches!(list.room, Room::Large(_));
        let large = self.lists.iter().filter(is_large);
        let (count, bytes) = large.fold((0, 0), |(count, bytes), list| {
            (count + 1, bytes + list.bytes())
        });
        u64::checked_div(bytes, count)
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

    /// Each keeps what it holds, wherever it is moved, over several blocks and with more pieces between.
    #[test]
    fn what_is_freed_leaves_no_holes() {
        let mut slices = PieceSlices::default();
        let planes = |number: usize| {
            let mut plane = Wins::NONE;
            plane.to_move.0[3] = number as u64 + 1;
            vec![plane; if number % 50 == 7 { 4096 } else { ONE }]
        };
        let mut stored: Vec<(usize, Slot)> = Vec::new();
        for number in 0..3 * BLOCK {
            stored.push((number, slices.put(goal(number), planes(number))));
            if number % 3 == 1 {
                let (_, slot) = stored.swap_remove(number % stored.len());
                slices.free(slot);
            }
        }
        assert!(stored.len() > BLOCK);
        for &(number, slot) in &stored {
            assert!(slices.get(slot).all().eq(planes(number)), "{number}");
        }
        let small = stored.iter().filter(|(number, _)| number % 50 != 7).count();
        assert_eq!(slices.small.blocks.len(), small.div_ceil(BLOCK));
        stored.iter().for_each(|&(_, slot)| slices.free(slot));
        assert!(slices.is_empty() && slices.small.blocks.is_empty());
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

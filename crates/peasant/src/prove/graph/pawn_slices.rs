//! Room for slices without promoted pieces.

use super::interval::Slot;
use super::packed::{self, Line};
use crate::board::Color;
use crate::slice::{Point, Relation, Wins};
use crate::store::pages::Pages;

/// Packed wins in blocks that never move: a small one for small proofs, then large ones in large pages. A slot is the number of the first line.
#[derive(Clone)]
pub(in crate::prove) struct PawnSlices {
    first: Vec<Line>,
    blocks: Vec<Pages<Line>>,
    /// By how many lines there are.
    free: [Vec<Slot>; MOST + 1],
    /// Lines of the first block and of others that have ever been used.
    used: usize,
}

/// Codes, counts, and a word for each row.
const MOST: usize = 18;

/// Lines in the first block: 256 KiB.
const FIRST: usize = 1 << 12;

/// Lines in every other block: 32 MiB.
const BLOCK: usize = 1 << 19;

impl PawnSlices {
    /// Slot 0 is taken: it stands for no wins.
    pub fn new() -> PawnSlices {
        PawnSlices {
            first: vec![Line::default()],
            blocks: Vec::new(),
            free: std::array::from_fn(|_| Vec::new()),
            used: 1,
        }
    }

    /// The wins in a slot that has lines, with this side to move, where there were none.
    #[inline(always)]
    pub fn unpack(&self, slot: Slot, mover: Color, to: &mut Relation) {
        packed::unpack(self.lines(slot), mover, to);
    }

    /// Is a point won in a slot that has lines?
    pub fn contains(&self, slot: Slot, point: Point) -> bool {
        packed::contains(self.lines(slot), point)
    }

    /// The lines from a slot to the end of what may belong to it.
    fn lines(&self, slot: Slot) -> &[Line] {
        match (slot.0 as usize).checked_sub(FIRST) {
            None => &self.first[slot.0 as usize..],
            Some(index) => &self.blocks[index / BLOCK].all()[index % BLOCK..],
        }
    }

    fn lines_mut(&mut self, slot: Slot) -> &mut [Line] {
        match (slot.0 as usize).checked_sub(FIRST) {
            None => &mut self.first[slot.0 as usize..],
            Some(index) => &mut self.blocks[index / BLOCK].all_mut()[index % BLOCK..],
        }
    }

    /// Stores wins in place of others.
    pub fn replace(&mut self, slot: Slot, wins: &Wins) -> Slot {
        self.free(slot);
        if *wins == Wins::NONE {
            return Slot::NONE;
        }
        let packed = packed::pack(wins);
        let lines = packed.lines();
        let slot = self.free[lines].pop().unwrap_or_else(|| self.take(lines));
        packed.write(&mut self.lines_mut(slot)[..lines]);
        slot
    }

    /// Lines that have never been used.
    fn take(&mut self, lines: usize) -> Slot {
        let left = match self.used.checked_sub(FIRST) {
            None => FIRST - self.used,
            Some(index) => index.next_multiple_of(BLOCK) - index,
        };
        if left < lines {
            // A block ends: wins stand in one.
            self.free[left].push(Slot(self.used as u32));
            self.used += left;
        }
        let slot = Slot(self.used as u32);
        self.used += lines;
        self.first.resize(self.used.min(FIRST), Line::default());
        if self.used > FIRST + self.blocks.len() * BLOCK {
            self.blocks.push(Pages::new(BLOCK));
        }
        slot
    }

    pub fn free(&mut self, slot: Slot) {
        if slot.is_stored() {
            let lines = packed::lines(self.lines(slot));
            self.free[lines].push(slot);
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.used * size_of::<Line>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::slice::{NEAR, Placement, Relation};
    use specification::Dice;

    /// Wins with so many rows of their own.
    fn wins(dice: &mut Dice, own: usize) -> Wins {
        let mut wins = Wins::NONE;
        for row in 0..own {
            wins.to_move.0[row % 64] = 1 + dice.roll(1 << 30) as u64;
        }
        wins
    }

    #[test]
    fn what_is_stored_stays_until_it_is_replaced() {
        let mut dice = Dice(11);
        let mut slices = PawnSlices::new();
        let mut stored: Vec<(Slot, Wins)> = Vec::new();
        // Beyond the end of the first block.
        while slices.used < 3 * FIRST {
            let wins = wins(&mut dice, stored.len() % 67);
            stored.push((slices.replace(Slot::NONE, &wins), wins));
        }
        for (number, (slot, of)) in stored.iter_mut().enumerate() {
            if number % 3 == 0 {
                *of = wins(&mut dice, number % 65);
                *slot = slices.replace(*slot, of);
            }
        }
        let used = slices.used;
        for (slot, of) in stored.iter_mut().filter(|(slot, _)| *slot != Slot::NONE) {
            slices.free(*slot);
            *slot = slices.replace(Slot::NONE, of);
        }
        assert_eq!(slices.used, used, "what is free is used first");
        for (slot, of) in &stored {
            assert_eq!(*slot == Slot::NONE, *of == Wins::NONE);
            for mover in Color::BOTH.into_iter().filter(|_| *slot != Slot::NONE) {
                let mut won = Relation::EMPTY;
                slices.unpack(*slot, mover, &mut won);
                assert!(won == *of.with(mover));
            }
        }
    }

    #[test]
    fn a_point_is_told_from_its_row() {
        let mut dice = Dice(13);
        let mut slices = PawnSlices::new();
        let legal = Wins {
            to_move: Relation(NEAR.map(|near| !near)),
            waiting: wins(&mut dice, 40).to_move,
        };
        let slot = slices.replace(Slot::NONE, &legal);
        for _ in 0..1000 {
            let mut square = || Square::new(dice.roll(64) as u32);
            let point = Point {
                attacker: square(),
                defender: square(),
                to_move: dice.roll(2) == 0,
                placement: Placement::NONE,
            };
            assert_eq!(slices.contains(slot, point), legal.contains(point));
        }
    }
}

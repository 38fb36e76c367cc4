//! An ending solved, backwards: every position is settled once, 64 at a time.

use std::collections::VecDeque;

use super::block::Block;
use super::ending::Ending;
use super::exits::exits;
use super::lines::Squares;
use super::table::{Packed, Table, packed};
use super::{Small, other};

/// What is known of the positions of a block.
#[derive(Clone, Copy, Default)]
struct Known {
    legal: Squares,
    /// Legal ones that are not won as far as is known.
    not_won: Squares,
    /// Those of them that may be lost: no move that leaves the ending saves them, and they are not known to be lost.
    losable: Squares,
    lost: Squares,
    /// Positions that are settled, of which those before them have still to be told.
    told: Squares,
    /// Positions of which it is to be found out whether they are lost.
    asked: Squares,
}

/// Solves an ending; what its positions lead to outside is looked up, and solved before if need be.
pub fn solve(ending: Ending, outside: &mut Small) -> Table {
    let blocks = vec![Known::default(); ending.blocks()];
    let mut solver = Solver { blocks, queue: VecDeque::new() };
    for number in 0..ending.blocks() {
        solver.begin(&Block::new(&ending, number), outside);
    }
    while let Some(number) = solver.queue.pop_front() {
        let block = Block::new(&ending, number);
        solver.ask(&block);
        solver.tell(&block);
    }
    Table { ending, blocks: solver.blocks.iter().map(Known::packed).collect() }
}

impl Known {
    fn packed(&self) -> Packed {
        packed([self.lost, self.not_won & !self.lost, self.legal & !self.not_won])
    }

    /// Queues the block, as there will be something to tell or to find out.
    fn call(&self, number: usize, queue: &mut VecDeque<usize>) {
        if self.told | self.asked == 0 {
            queue.push_back(number);
        }
    }
}

struct Solver {
    blocks: Vec<Known>,
    /// Blocks with something to tell or to find out.
    queue: VecDeque<usize>,
}

impl Solver {
    /// What is known at once: what moves that leave the ending are worth. Checks may be mates.
    fn begin(&mut self, block: &Block, outside: &mut Small) {
        let (number, legal) = (block.number, block.legal());
        if legal == 0 {
            return;
        }
        let [loses, draws, wins] = exits(block, legal, outside);
        (self.blocks[number].legal, self.blocks[number].not_won) = (legal, legal);
        self.win(number, wins);
        // Nobody loses against a bare king.
        if block.men.side(other(block.men.turn)).count() > 1 {
            self.blocks[number].losable = legal & !wins & !draws;
            self.want(number, block.checks(block.men.turn) | loses);
        }
    }

    /// Notes positions of a block that are won.
    fn win(&mut self, number: usize, won: Squares) {
        let known = &mut self.blocks[number];
        let won = won & known.not_won;
        if won != 0 {
            known.call(number, &mut self.queue);
            known.not_won &= !won;
            known.losable &= !won;
            known.told |= won;
        }
    }

    /// Notes positions of a block that may be lost now: in check, or with a move that loses. So a stalemate is never lost.
    fn want(&mut self, number: usize, asked: Squares) {
        let known = &mut self.blocks[number];
        let asked = asked & known.losable;
        if asked != 0 {
            known.call(number, &mut self.queue);
            known.asked |= asked;
        }
    }

    /// Finds out which positions are lost: those from which every move leads to a won one.
    fn ask(&mut self, block: &Block) {
        let known = &mut self.blocks[block.number];
        let asked = std::mem::take(&mut known.asked) & known.losable;
        if asked != 0 {
            let saved = block.before(asked, |next| self.blocks[next].not_won);
            let (known, lost) = (&mut self.blocks[block.number], asked & !saved);
            known.lost |= lost;
            known.losable &= !lost;
            known.told |= lost;
        }
    }

    /// Tells the positions before those of a block that are settled: before a lost one they are won, before a won one they may be
    /// lost.
    fn tell(&mut self, block: &Block) {
        let known = &mut self.blocks[block.number];
        let told = std::mem::take(&mut known.told);
        let (lost, won) = (told & known.lost, told & !known.lost);
        if lost != 0 {
            self.note_before(block, lost, Solver::win);
        }
        if won != 0 {
            self.note_before(block, won, Solver::want);
        }
    }

    /// Notes something of the positions before some of a block.
    fn note_before(
        &mut self,
        block: &Block,
        set: Squares,
        note: impl Fn(&mut Self, usize, Squares),
    ) {
        let side = other(block.men.turn);
        if block.is_last(side) {
            note(self, block.turned(), block.spread(set));
        }
        block.neighbours(side, |before| note(self, before.number, before.there(set)));
    }
}

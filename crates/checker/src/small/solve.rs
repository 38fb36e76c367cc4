//! An ending solved, backwards: every position is settled once, 64 at a time.

use std::collections::VecDeque;

use super::block::Block;
use super::ending::Ending;
use super::lines::Squares;
use super::table::{LOST, NONE, Table, WON};
use super::{Small, Worth, other};

/// Positions that may be lost: no move that leaves the ending saves them.
const LOSABLE: usize = 3;
/// Positions that are settled, of which those before them have still to be told.
const TOLD: usize = 4;
/// Positions of which it is to be found out whether they are lost.
const ASKED: usize = 5;

/// Solves an ending; what its positions lead to outside is looked up, and solved before if need be.
pub fn solve(ending: &Ending, outside: &mut Small) -> Table {
    let blocks = vec![[0; 6]; ending.size() >> 6];
    let mut solver = Solver { ending, blocks, queue: VecDeque::new() };
    for number in Block::numbers(ending) {
        solver.blocks[number][NONE] = Block::new(ending, number).none();
    }
    for number in Block::numbers(ending) {
        solver.begin(number, outside);
    }
    while let Some(number) = solver.queue.pop_front() {
        solver.ask(number);
        solver.tell(number);
    }
    let mut table = Table(vec![[0; 3]; solver.blocks.len()]);
    for number in Block::numbers(ending) {
        let [none, won, lost, ..] = solver.blocks[number];
        table.0[number] = [none, won, lost];
    }
    table
}

struct Solver<'e> {
    ending: &'e Ending,
    /// By block what is known of its positions.
    blocks: Vec<[Squares; 6]>,
    /// Blocks with something to tell or to find out.
    queue: VecDeque<usize>,
}

impl Solver<'_> {
    /// What is known at once: what moves that leave the ending are worth. Checks may be mates.
    fn begin(&mut self, number: usize, outside: &mut Small) {
        let block = Block::new(self.ending, number);
        let legal = !self.blocks[number][NONE];
        let [won, held, left] = exits(&block, legal, outside);
        self.win(number, won);
        // Nobody loses against a bare king.
        if block.men.side(other(block.men.turn)).count() > 1 {
            self.blocks[number][LOSABLE] = legal & !won & !held;
            self.want(number, block.checks(block.men.turn) | left);
        }
    }

    /// Notes positions of a block that are won.
    fn win(&mut self, number: usize, won: Squares) {
        let block = &mut self.blocks[number];
        let won = won & !block[NONE] & !block[WON];
        block[WON] |= won;
        self.call(number, TOLD, won);
    }

    /// Notes positions of a block that may be lost now: in check, or with a move that loses. So a stalemate is never lost.
    fn want(&mut self, number: usize, asked: Squares) {
        let block = &self.blocks[number];
        self.call(number, ASKED, asked & block[LOSABLE] & !block[WON] & !block[LOST]);
    }

    /// Queues a block with something to tell or to find out.
    fn call(&mut self, number: usize, what: usize, positions: Squares) {
        let block = &mut self.blocks[number];
        let is_idle = block[TOLD] | block[ASKED] == 0;
        block[what] |= positions;
        if is_idle && positions != 0 {
            self.queue.push_back(number);
        }
    }

    /// Finds out which positions are lost: those from which every move leads to a won one.
    fn ask(&mut self, number: usize) {
        let asked = std::mem::take(&mut self.blocks[number][ASKED]);
        if asked != 0 {
            let blocks = &self.blocks;
            let not_won = |next: usize| !blocks[next][NONE] & !blocks[next][WON];
            let saved = Block::new(self.ending, number).before(asked, not_won);
            let block = &mut self.blocks[number];
            let lost = asked & !saved & !block[WON];
            block[LOST] |= lost;
            block[TOLD] |= lost;
        }
    }

    /// Tells the positions before those of a block that are settled: before a lost one they are won, before a won one they may be
    /// lost.
    fn tell(&mut self, number: usize) {
        let told = std::mem::take(&mut self.blocks[number][TOLD]);
        if told == 0 {
            return;
        }
        let (won, lost) = (told & self.blocks[number][WON], told & self.blocks[number][LOST]);
        let block = Block::new(self.ending, number);
        let side = other(block.men.turn);
        if let Some(turned) = block.by_last(side) {
            self.win(turned, block.spread(lost));
            self.want(turned, block.spread(won));
        }
        block.neighbours(side, |before| {
            self.win(before.number, before.there(lost));
            self.want(before.number, before.there(won));
        });
    }
}

/// Positions of a block from which a move that leaves the ending wins, draws, loses.
fn exits(block: &Block, legal: Squares, outside: &mut Small) -> [Squares; 3] {
    let mut exits = [0; 3];
    for (after, from) in block.followers() {
        let [wins, draws, losses] = outside.look_up_all(&after);
        add(&mut exits, [losses, draws, wins].map(|set| set & from & legal));
    }
    for (after, from) in block.captures_by_last() {
        let worth = outside.look_up(&after);
        add(&mut exits, by_worth(worth, from & legal));
    }
    let mut leaving = block.leaving() & legal & !exits[0];
    while leaving != 0 {
        let square = leaving.trailing_zeros();
        leaving &= leaving - 1;
        let mut best = None;
        let with_steps = block.pawn_ahead().is_none();
        block.with_last(square as u8).leaving(with_steps, |after| {
            if best < Some(Worth::Win) {
                best = best.max(outside.look_up(&after).map(Worth::turned));
            }
        });
        add(&mut exits, by_worth(best.map(Worth::turned), 1 << square));
    }
    exits
}

/// Positions before those of a worth: from which a move wins, draws, loses.
fn by_worth(worth: Option<Worth>, before: Squares) -> [Squares; 3] {
    [Worth::Loss, Worth::Draw, Worth::Win].map(|one| if worth == Some(one) { before } else { 0 })
}

fn add(all: &mut [Squares; 3], more: [Squares; 3]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all |= more);
}

//! The search for a proof, depth first: is the result at least this good?
//!
//! Every question has the answer yes or no. To reach `wanted`, one move must leave the opponent without what would prevent it;
//! so the two questions, *do I win?* and *do I hold?*, take turns down a line.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::board::{Board, Geometry};
use super::gamelets::{Gamelet, Gamelets, MOST_FILES, MOST_PAWNS, Sum};
use super::islands::{Chart, Keys};
use super::race::Race;
use super::reach::Reach;
use super::rules::{NoMove, Rules};
use super::table::{Place, Table};
use crate::value::{Bounds, Wdl};

/// Down to so many plies below the root, threads keep out of each other's way.
const SHARED_PLIES: u32 = 24;
/// Places for positions that threads are at work on.
const BUSY: usize = 1 << 12;
/// How often a worker's count of nodes is added to the sum.
const COUNTED: u64 = 1 << 10;

/// What all workers share.
pub struct Ground {
    pub geometry: Geometry,
    pub keys: Keys,
    pub gamelets: Gamelets,
    pub table: Table,
    /// Raised when the work shall stop.
    pub halted: AtomicBool,
    /// Positions visited.
    pub nodes: AtomicU64,
    /// Words of the table in use.
    pub positions: AtomicU64,
    /// What the threads are at work on, as hashes.
    busy: Box<[AtomicU64]>,
}

/// The work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// What is seen of a position without the table.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    pub bounds: Bounds,
    /// Where more may be known, if the bounds leave something open.
    pub place: Place,
}

/// One thread's part of a search.
pub struct Worker<'g> {
    ground: &'g Ground,
    /// Several threads work side by side.
    shared: bool,
    nodes: u64,
    /// So many have been added to the sum.
    counted: u64,
    /// It may look into so many positions.
    budget: u64,
    /// Positions that wait for their turn, those of each node behind those of the node above.
    waiting: Vec<Candidate>,
}

/// A position that a move leads to.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    board: Board,
    place: Place,
    /// What is least comes first.
    order: i32,
}

/// The question that must be answered with no for the opponent, so that we reach `wanted`.
pub const fn opposite(wanted: Wdl) -> Wdl {
    match wanted {
        Wdl::Win => Wdl::Draw,
        _ => Wdl::Win,
    }
}

/// What an answer says.
pub fn answered(wanted: Wdl, reached: bool) -> Bounds {
    match (wanted, reached) {
        (Wdl::Win, true) => Bounds::exactly(Wdl::Win),
        (Wdl::Win, false) => Bounds::from_answers(Some(false), None),
        (_, true) => Bounds::from_answers(None, Some(false)),
        (_, false) => Bounds::exactly(Wdl::Loss),
    }
}

/// What bounds answer, if they do.
pub fn answer(bounds: Bounds, wanted: Wdl) -> Option<bool> {
    if bounds.lower() >= wanted {
        Some(true)
    } else {
        (bounds.upper() < wanted).then_some(false)
    }
}

impl Ground {
    /// Nothing is known yet. `None` if the system does not have so much memory.
    pub fn new(rules: Rules, memory: u64) -> Option<Ground> {
        let geometry = Geometry::new(rules);
        let keys = Keys::new(rules.get().files, &geometry);
        let table = Table::new(keys.bits(), memory)?;
        Some(Ground {
            geometry,
            keys,
            gamelets: Gamelets::new(&geometry)?,
            table,
            halted: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            positions: AtomicU64::new(0),
            busy: (0..BUSY).map(|_| AtomicU64::new(0)).collect(),
        })
    }

    /// The least memory for a table, in bytes.
    pub fn least_memory(rules: Rules) -> u64 {
        Table::least(Keys::bits_for(rules.get().files))
    }

    /// What can be seen of a position: by the rules, by races, by how far pawns can come.
    pub fn sight(&self, board: &Board) -> Sight {
        let bounds = self.plain(board);
        let place = Place::default();
        if bounds.exact().is_some() {
            return Sight { bounds, place };
        }
        let reach = Reach::of(board, &self.geometry);
        let bounds = self.hopes(&reach);
        if bounds.exact().is_some() {
            return Sight { bounds, place };
        }
        let chart = Chart::of(board, &reach, &self.geometry);
        let bounds = bounds.narrow(self.sum(board, &chart));
        if bounds.exact().is_some() {
            return Sight { bounds, place };
        }
        let place = self.table.place(self.keys.key(board, &reach, &chart));
        Sight { bounds, place }
    }

    /// What follows if there are several islands, all of them small.
    fn sum(&self, board: &Board, chart: &Chart) -> Bounds {
        let count = chart.parts().len();
        if board.passed != 0 || count < 2 {
            return Bounds::UNKNOWN;
        }
        let mut ours = [Gamelet::NONE; 8];
        let mut theirs = [Gamelet::NONE; 8];
        for (index, part) in chart.parts().enumerate() {
            let files = u64::MAX >> (64 - 8 * part.len());
            let cut = |pawns: u64| pawns >> (8 * part.start) & files;
            let (us, them) = (cut(board.us), cut(board.them));
            if part.len() > MOST_FILES as usize || (us | them).count_ones() > MOST_PAWNS {
                return Bounds::UNKNOWN;
            }
            let turn = |pawns: u64| self.geometry.turn(pawns);
            ours[index] = self.gamelets.get(us, them);
            theirs[index] = self.gamelets.get(turn(them), turn(us));
        }
        let sum = Sum {
            ours: &ours[..count],
            theirs: &theirs[..count],
        };
        sum.bounds(self.geometry.no_move)
    }

    /// What is known of a position: what can be seen of it, and what the table holds.
    pub fn known(&self, board: &Board) -> (Bounds, Place) {
        let Sight { bounds, place } = self.sight(board);
        if bounds.exact().is_some() {
            return (bounds, place);
        }
        let found = self.table.get(place).unwrap_or(Bounds::UNKNOWN);
        (bounds.narrow(found), place)
    }

    /// What the rules and races say.
    fn plain(&self, board: &Board) -> Bounds {
        let geometry = &self.geometry;
        if let Some(result) = board.ended(geometry) {
            return Bounds::exactly(result);
        }
        if board.wins_at_once(geometry) {
            return Bounds::exactly(Wdl::Win);
        }
        let ours = Race::new(board.us, board.them, geometry);
        if ours.is_won(geometry.no_move) {
            return Bounds::exactly(Wdl::Win);
        }
        let theirs = Race {
            passed: geometry.turn(board.passed),
            others_first: true,
            ..Race::new(geometry.turn(board.them), geometry.turn(board.us), geometry)
        };
        if theirs.is_won(geometry.no_move) {
            return Bounds::exactly(Wdl::Loss);
        }
        Bounds::UNKNOWN
    }

    /// Who can never win cannot do better than draw, where being without a move is no loss.
    fn hopes(&self, reach: &Reach) -> Bounds {
        if self.geometry.no_move != NoMove::Draw {
            return Bounds::UNKNOWN;
        }
        let wins = (!reach.we_may_win(&self.geometry)).then_some(false);
        let loses = (!reach.they_may_win(&self.geometry)).then_some(false);
        Bounds::from_answers(wins, loses)
    }

    /// Keeps an answer and what it cost.
    pub fn keep(&self, place: Place, wanted: Wdl, reached: bool, nodes: u64) {
        let effort = nodes.max(1).ilog2();
        if self.table.add(place, answered(wanted, reached), effort) {
            self.positions.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn busy(&self, place: Place, wanted: Wdl) -> (&AtomicU64, u64) {
        let hash = place.hash() ^ wanted as u64 | 4;
        (&self.busy[(hash >> 52) as usize % BUSY], hash)
    }
}

impl<'g> Worker<'g> {
    pub fn new(ground: &'g Ground, shared: bool) -> Worker<'g> {
        Worker {
            ground,
            shared,
            nodes: 0,
            counted: 0,
            budget: u64::MAX,
            waiting: Vec::new(),
        }
    }

    /// The same worker, who gives up after so many positions.
    pub fn with_budget(mut self, budget: u64) -> Worker<'g> {
        self.budget = budget;
        self
    }

    /// Is the result for the player to move at least `wanted`?
    pub fn reaches(&mut self, board: &Board, wanted: Wdl) -> Result<bool, Halted> {
        let (bounds, place) = self.ground.known(board);
        match answer(bounds, wanted) {
            Some(known) => Ok(known),
            None => self.search(board, place, wanted, 0),
        }
    }

    /// The same for a position of which too little is known.
    fn search(
        &mut self,
        board: &Board,
        place: Place,
        wanted: Wdl,
        ply: u32,
    ) -> Result<bool, Halted> {
        // Much may have been learned since it was listed.
        if let Some(known) = self.ground.table.get(place).and_then(|b| answer(b, wanted)) {
            return Ok(known);
        }
        self.count()?;
        let before = self.nodes;
        let first = self.waiting.len();
        let reached = match self.list(board, wanted) {
            true => Ok(true),
            false if self.shared && ply < SHARED_PLIES => {
                self.try_beside_others(first, wanted, ply)
            }
            false => self.try_in_order(first, wanted, ply),
        };
        self.waiting.truncate(first);
        let reached = reached?;
        self.ground
            .keep(place, wanted, reached, self.nodes - before);
        Ok(reached)
    }

    fn count(&mut self) -> Result<(), Halted> {
        self.nodes += 1;
        if self.nodes - self.counted == COUNTED {
            self.flush();
        }
        if self.nodes > self.budget || self.ground.halted.load(Ordering::Relaxed) {
            return Err(Halted);
        }
        Ok(())
    }

    /// Adds what has been counted to the sum.
    fn flush(&mut self) {
        let nodes = self.nodes - self.counted;
        self.ground.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.counted = self.nodes;
    }

    /// Lists the positions that must be looked into, in the order in which to do it. True if one move is seen to be enough.
    fn list(&mut self, board: &Board, wanted: Wdl) -> bool {
        let (geometry, theirs) = (&self.ground.geometry, opposite(wanted));
        let first = self.waiting.len();
        for step in board.steps(geometry) {
            let after = board.after(step, geometry);
            let Sight { bounds, place } = self.ground.sight(&after);
            match answer(bounds, theirs) {
                Some(false) => return true,
                Some(true) => {}
                None => self.waiting.push(Candidate {
                    board: after,
                    place,
                    order: order(board, step.to, &after, geometry),
                }),
            }
        }
        // By now the table's words are at hand.
        let mut end = first;
        for index in first..self.waiting.len() {
            let candidate = self.waiting[index];
            let found = self.ground.table.get(candidate.place);
            match found.and_then(|bounds| answer(bounds, theirs)) {
                Some(false) => return true,
                Some(true) => {}
                None => {
                    self.waiting[end] = candidate;
                    end += 1;
                }
            }
        }
        self.waiting.truncate(end);
        self.waiting[first..].sort_unstable_by_key(|candidate| candidate.order);
        false
    }

    fn try_in_order(&mut self, first: usize, wanted: Wdl, ply: u32) -> Result<bool, Halted> {
        for index in first..self.waiting.len() {
            let Candidate { board, place, .. } = self.waiting[index];
            if !self.search(&board, place, opposite(wanted), ply + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same, but what another thread is at work on is left for the end: by then it may be done.
    fn try_beside_others(&mut self, first: usize, wanted: Wdl, ply: u32) -> Result<bool, Halted> {
        let theirs = opposite(wanted);
        let mut left = Vec::new();
        for index in first..self.waiting.len() {
            let Candidate { board, place, .. } = self.waiting[index];
            let (busy, hash) = self.ground.busy(place, theirs);
            // The first is looked into in any case: it decides most nodes.
            if index > first && busy.load(Ordering::Relaxed) == hash {
                left.push(index);
                continue;
            }
            busy.store(hash, Ordering::Relaxed);
            let reached = self.search(&board, place, theirs, ply + 1);
            let _ = busy.compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
            if !reached? {
                return Ok(true);
            }
        }
        for index in left {
            let Candidate { board, place, .. } = self.waiting[index];
            if !self.search(&board, place, theirs, ply + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Small for a move that promises much: one that leaves the opponent few moves that lose no pawn, then captures, then
/// pawns far ahead. The weights were found by counting nodes.
fn order(board: &Board, to: u64, after: &Board, geometry: &Geometry) -> i32 {
    let attacked = (after.them >> 9) | (after.them << 7);
    let steps = after.pushes() | after.doubles(geometry);
    let safe = (steps & !attacked).count_ones() as i32;
    let captures = (after.left().count_ones() + after.right().count_ones()) as i32;
    let takes = i32::from(to & (board.them | board.passed) != 0);
    let rank = to.trailing_zeros() as i32 & 7;
    16 * safe + 32 * captures - rank - 100 * takes
}

#[cfg(test)]
mod tests;

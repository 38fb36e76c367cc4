//! The search for a proof, depth first: is the result at least this good?

use std::sync::atomic::Ordering;

use super::board::{Board, Geometry, Step};
use super::ground::{Count, Ground, Halted, answer, opposite};
use super::transposition::Place;
use peasant::value::Wdl;

/// Down to so many plies below the root, threads keep out of each other's way.
const SHARED_PLIES: u32 = 24;

/// One thread's part of a search.
pub struct Worker<'g> {
    ground: &'g Ground,
    /// Several threads work side by side.
    shared: bool,
    count: Count<'g>,
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

impl<'g> Worker<'g> {
    pub fn new(ground: &'g Ground, shared: bool) -> Worker<'g> {
        Worker {
            ground,
            shared,
            count: Count::new(ground),
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
        if let Some(known) = self.ground.found(place, wanted) {
            return Ok(known);
        }
        self.count()?;
        let before = self.count.nodes();
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
            .keep(board, place, wanted, reached, self.count.nodes() - before);
        Ok(reached)
    }

    fn count(&mut self) -> Result<(), Halted> {
        self.count.next()?;
        if self.count.nodes() > self.budget {
            return Err(Halted);
        }
        Ok(())
    }

    /// Lists the positions that must be looked into, in the order in which to do it. True if one move is seen to be enough.
    fn list(&mut self, board: &Board, wanted: Wdl) -> bool {
        let (ground, first) = (self.ground, self.waiting.len());
        let candidate = |step: Step, after, place| Candidate {
            board: after,
            place,
            order: order(ground, board, step, &after, opposite(wanted)),
        };
        let place = |candidate: &Candidate| candidate.place;
        if ground.list(board, wanted, &mut self.waiting, candidate, place) {
            return true;
        }
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

/// Small for a move that promises much: a no that is forecast to cost little, or what looks so.
fn order(ground: &Ground, board: &Board, step: Step, after: &Board, theirs: Wdl) -> i32 {
    match &ground.forecast {
        Some(forecast) => forecast.costs(after, theirs).no as i32,
        None => order_by_hand(board, step.to, after, &ground.geometry),
    }
}

/// Small for a move that promises much: one that leaves the opponent few moves that lose no pawn, then captures, then
/// pawns far ahead. The weights were found by counting nodes.
fn order_by_hand(board: &Board, to: u64, after: &Board, geometry: &Geometry) -> i32 {
    let attacked = (after.them >> 9) | (after.them << 7);
    let steps = after.pushes() | after.doubles(geometry);
    let safe = (steps & !attacked).count_ones() as i32;
    let captures = (after.left().count_ones() + after.right().count_ones()) as i32;
    let takes = i32::from(to & (board.them | board.passed) != 0);
    let rank = to.trailing_zeros() as i32 & 7;
    16 * safe + 32 * captures - rank - 100 * takes
}

//! What all searches stand on: what can be said of a position without searching, and what is proved so far.
//!
//! Every question has the answer yes or no. To reach a result, one move must leave the opponent without what would prevent it;
//! so the two questions, *do I win?* and *do I hold?*, take turns down a line.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::board::{Board, Geometry, Step};
use super::files::FileCodes;
use super::forecast::Forecast;
use super::gamelets::{Gamelet, Gamelets, MAX_FILES, MAX_PAWNS, Sum};
use super::islands::{Chart, Keys};
use super::race::Race;
use super::reach::Reach;
use super::rules::{NoMove, Rules};
use super::transposition::{Place, Table};
use peasant::value::{Bounds, Wdl};

/// Places for positions that threads are at work on.
const BUSY: usize = 1 << 12;
/// How often a worker's count of nodes is added to the sum, and looked whether the table should grow.
const COUNTED: u64 = 1 << 10;

/// What all workers share.
pub struct Ground {
    pub geometry: Geometry,
    pub keys: Keys,
    pub gamelets: Gamelets,
    pub table: Table,
    /// What proofs are expected to cost, for games that are known well enough.
    pub forecast: Option<Forecast>,
    /// Raised when the work shall stop.
    pub halted: AtomicBool,
    /// It stops by itself after so many nodes in all, where nobody else could stop it.
    pub turn_ends: AtomicU64,
    /// Where answers are noted to learn from them.
    #[cfg(feature = "fitting")]
    pub journal: Option<super::journal::Journal>,
    /// Positions visited.
    pub nodes: AtomicU64,
    /// Words of the table in use.
    pub positions: AtomicU64,
    /// What the threads are at work on, as hashes.
    busy: Box<[AtomicU64]>,
}

/// One worker's count of nodes. It is added to the sum of all workers now and then, and at the end.
pub struct Count<'g> {
    ground: &'g Ground,
    nodes: u64,
    /// So many have been added.
    added: u64,
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
        (Wdl::Win, false) => Bounds::at_most(Wdl::Draw),
        (_, true) => Bounds::at_least(Wdl::Draw),
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

impl<'g> Count<'g> {
    pub const fn new(ground: &'g Ground) -> Count<'g> {
        Count {
            ground,
            nodes: 0,
            added: 0,
        }
    }

    /// Counts a node, unless the work is stopped. It is stopped when the table should grow: a worker's own count decides
    /// when that is seen, not the clock, so that one thread alone does the same work every time.
    pub fn next(&mut self) -> Result<(), Halted> {
        self.nodes += 1;
        if self.nodes - self.added == COUNTED {
            self.add();
            let nodes = self.ground.nodes.load(Ordering::Relaxed);
            let is_over = nodes >= self.ground.turn_ends.load(Ordering::Relaxed);
            if is_over || self.ground.is_tight() {
                self.ground.halted.store(true, Ordering::Relaxed);
            }
        }
        if self.ground.halted.load(Ordering::Relaxed) {
            return Err(Halted);
        }
        Ok(())
    }

    /// This worker's nodes.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn add(&mut self) {
        let nodes = self.nodes - self.added;
        self.ground.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.added = self.nodes;
    }
}

impl Drop for Count<'_> {
    fn drop(&mut self) {
        self.add();
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
            forecast: Forecast::of(rules),
            #[cfg(feature = "fitting")]
            journal: None,
            halted: AtomicBool::new(false),
            turn_ends: AtomicU64::new(u64::MAX),
            nodes: AtomicU64::new(0),
            positions: AtomicU64::new(0),
            busy: (0..BUSY).map(|_| AtomicU64::new(0)).collect(),
        })
    }

    /// The least memory for a table, in bytes.
    pub fn least_memory(rules: Rules) -> u64 {
        let codes = FileCodes::new(&Geometry::new(rules));
        Table::least(rules.get().files * codes.bits())
    }

    /// Can the table grow, and should it?
    pub fn is_tight(&self) -> bool {
        self.table.is_tight(self.positions.load(Ordering::Relaxed))
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
        let bounds = bounds
            .narrow(self.sum(board, &chart))
            .expect("the proofs of one game agree");
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
            if part.len() > MAX_FILES as usize || (us | them).count_ones() > MAX_PAWNS {
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
        (
            bounds.narrow(found).expect("the proofs of one game agree"),
            place,
        )
    }

    /// Lists what each move leaves open, behind what waits already. True if one move is seen to be enough.
    pub fn list<C: Copy>(
        &self,
        board: &Board,
        wanted: Wdl,
        waiting: &mut Vec<C>,
        candidate: impl Fn(Step, Board, Place) -> C,
        place: impl Fn(&C) -> Place,
    ) -> bool {
        let (first, theirs) = (waiting.len(), opposite(wanted));
        for step in board.steps(&self.geometry) {
            let after = board.after(step, &self.geometry);
            let Sight { bounds, place } = self.sight(&after);
            match answer(bounds, theirs) {
                Some(false) => return true,
                Some(true) => {}
                None => waiting.push(candidate(step, after, place)),
            }
        }
        // By now the table's words are at hand.
        let mut end = first;
        for index in first..waiting.len() {
            let candidate = waiting[index];
            match self.found(place(&candidate), theirs) {
                Some(false) => return true,
                Some(true) => {}
                None => {
                    waiting[end] = candidate;
                    end += 1;
                }
            }
        }
        waiting.truncate(end);
        false
    }

    /// The answer to a question, if the table holds it.
    pub fn found(&self, place: Place, wanted: Wdl) -> Option<bool> {
        let found = self.table.get(place);
        found.and_then(|bounds| answer(bounds, wanted))
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
        Bounds::from_answers(wins, loses).expect("the proofs of one game agree")
    }

    /// Keeps an answer and what it cost.
    pub fn keep(&self, board: &Board, place: Place, wanted: Wdl, reached: bool, nodes: u64) {
        #[cfg(feature = "fitting")]
        if let Some(journal) = &self.journal {
            journal.note(board, wanted, reached, nodes);
        }
        let _ = board;
        let effort = nodes.max(1).ilog2();
        if self.table.add(place, answered(wanted, reached), effort) {
            self.positions.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Where a thread that works on a question leaves its hash.
    pub fn busy(&self, place: Place, wanted: Wdl) -> (&AtomicU64, u64) {
        let hash = place.hash() ^ wanted as u64 | 4;
        (&self.busy[(hash >> 52) as usize % BUSY], hash)
    }
}

#[cfg(test)]
mod tests;

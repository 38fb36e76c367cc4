//! A proof in progress: what is known, who helps, and what has been spent.

use std::collections::HashMap;

use super::account::Account;
use super::pace::Pace;
use super::shared_memory::SharedMemory;
use super::unresolved::Unresolved;
use crate::board::Position;
use crate::limits::{Price, Progress, Stop, Watch};
use crate::prove::effort::Effort;
use crate::prove::game::Played;
use crate::prove::graph::bounds::KnownBounds;
use crate::prove::outside_help::Resources;
use crate::prove::policy::{MAX_PIECES, POSITIONS, WEIGHT};
use crate::prove::solve::shared_memory::WORK_ROOM;
use crate::search::{PositionSearch, Weights};
use crate::slice::{Point, buffer_bytes};
use crate::structure::{Goal, Structure};

/// So much is made free by a proof when a relaxed game beside it has no room left.
const RELAXED_ROOM: u64 = 16 << 20;

/// Where structures are limited so many positions count as one: they take as long as a slice with a piece.
const POSITIONS_A_STRUCTURE: u64 = 512;

/// Progress is reported every so many structures.
const REPORT: u64 = 512;

/// And every so many with two pieces, a fifth of a second: their price is counted over all lists.
const REPORT_LARGE: u64 = 8;

/// A proof in progress, by structures and points; [`crate::prove::Proof`] asks it about positions.
pub(crate) struct GoalProver {
    pub(in crate::prove) known: KnownBounds,
    pub(in crate::prove) watch: Watch,
    /// Structures expanded or solved, by how many promoted pieces they hold.
    pub(in crate::prove) counts: [u64; MAX_PIECES + 1],
    /// How many of them before the request in work.
    pub(in crate::prove) before: u64,
    pub(in crate::prove) resources: Resources,
    pub(in crate::prove) unresolved: Unresolved,
    pub(in crate::prove) lacked_memory: bool,
    /// What this proof and those beside it spend.
    pub(in crate::prove) account: Account,
    /// What endings with three pieces took.
    pub(in crate::prove) built: Effort,
    /// Goals for which there was no time or room in this request.
    pub(in crate::prove) given_up: Vec<Goal>,
    /// What this proof and those beside it take.
    memory: SharedMemory,
    /// Bytes of tables that were made from this proof.
    pub(in crate::prove) tables: u64,
    pub(in crate::prove) pace: Pace,
    /// Single positions.
    pub(in crate::prove) search: PositionSearch,
    /// Bytes that it takes, also while it works.
    pub(in crate::prove) search_bytes: u64,
    /// Positions that have been searched.
    pub(in crate::prove) searched: u64,
    /// How many positions of an end searches have met before it was looked into.
    pub(in crate::prove) searched_met: HashMap<Goal, u32>,
    /// How many slices with two pieces will have been solved when those in work are.
    pub(in crate::prove) family_ends: Option<u64>,
    /// How much of the work in a request had been done at the last report.
    reported: u64,
}

impl GoalProver {
    pub fn new(game: Played, watch: Watch, resources: Resources) -> GoalProver {
        GoalProver {
            known: KnownBounds::new(game, resources.endings.clone(), resources.scratch.clone()),
            watch,
            counts: [0; MAX_PIECES + 1],
            before: 0,
            resources,
            unresolved: Unresolved::default(),
            lacked_memory: false,
            account: Account::new(),
            built: Effort::NONE,
            given_up: Vec::new(),
            memory: SharedMemory::default(),
            tables: 0,
            pace: Pace::default(),
            search: PositionSearch::new(Weights::FITTED),
            search_bytes: 0,
            searched: 0,
            searched_met: HashMap::new(),
            family_ends: None,
            reported: 0,
        }
    }

    /// From now on this proof and another one are under one limit.
    pub fn share_memory(&mut self, other: &GoalProver) {
        self.memory = other.memory.clone();
    }

    /// And on one account.
    pub fn share(&mut self, other: &GoalProver) {
        self.share_memory(other);
        self.account = other.account.clone();
    }

    /// A new request begins, with limits and a clock of its own. What has been proved stays.
    pub fn begin(&mut self, watch: Watch) {
        self.known.begin();
        self.watch = watch;
        self.pace = Pace::default();
        self.before = self.work_done();
        self.reported = 0;
        self.unresolved = Unresolved::default();
        self.lacked_memory = false;
        for goal in self.given_up.drain(..) {
            self.known.interval_mut(goal).disabled = false;
        }
    }

    /// Forgets everything but results that take so many bytes at most, those first that have not been used for longest.
    pub fn forget_all_but(&mut self, bytes: u64) {
        self.known.forget_all_but(bytes);
        self.search = PositionSearch::new(Weights::FITTED);
        self.search_bytes = 0;
        self.searched_met = HashMap::new();
        self.given_up.clear();
    }

    /// Has all work on a question turned out to be in vain? A pawn ending has more ways than descents: none of them leads on any more when
    /// a try for which nothing was too dear has come back without an answer.
    pub fn is_hopeless(&mut self, view: Structure, point: Point, tried: Effort) -> bool {
        let (goal, point) = self.known.goal(view, point);
        let is_last = !view.pieces.is_empty() || self.lacked_memory || tried >= Effort::AGES;
        is_last && self.known.answer(goal, point).is_none() && self.known.interval(goal).disabled
    }

    /// Positions that could not be solved and were in the way, as on the board of the questions.
    pub fn unresolved(&self) -> Vec<Position> {
        self.unresolved.positions(&self.known)
    }

    /// Were goals with two promoted pieces left alone for want of memory?
    pub fn lacked_memory(&self) -> bool {
        self.lacked_memory
    }

    /// Have two proofs contradicted each other? Then something from outside is wrong.
    pub fn is_contradicted(&self) -> bool {
        self.known.contradicted
    }

    /// How many structures have been expanded or solved, so many positions counting as one.
    pub fn work_done(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.searched / POSITIONS_A_STRUCTURE
    }

    /// The same without promoted pieces, with one, with two.
    pub fn counts(&self) -> [u64; MAX_PIECES + 1] {
        self.counts
    }

    /// Everything that has been spent.
    pub(in crate::prove) fn spent(&self) -> Effort {
        let weighed = self.counts.iter().zip(WEIGHT);
        weighed
            .map(|(&count, weight)| weight * count)
            .sum::<Effort>()
            + Effort(self.searched) / POSITIONS
            + self.built
    }

    /// Bytes for what is known.
    pub fn bytes(&self) -> u64 {
        self.known.bytes() + self.search_bytes
    }

    /// Bytes in use by this proof and those beside it, the room for work included.
    pub(in crate::prove) fn bytes_in_work(&self) -> u64 {
        let threads = buffer_bytes() + self.resources.workers.bytes();
        self.memory.set(self.bytes() + self.tables) + threads
    }

    /// How much more memory may be used, in bytes.
    pub(in crate::prove) fn room(&self) -> u64 {
        self.watch.room(self.bytes_in_work())
    }

    /// What so many slices with two pieces take.
    pub(in crate::prove) fn price(&self, slices: u64) -> Option<Price> {
        let (time, bytes) = (self.pace.each(), self.known.bytes_of_large());
        (slices > 0).then(|| Price {
            slices,
            time: time.map(|each| each * u32::try_from(slices).unwrap_or(u32::MAX)),
            bytes: bytes.map(|each| each * slices),
        })
    }

    /// Minds the limits before one more structure with so many promoted pieces is worked on. With most pieces there must be time for all
    /// of it.
    pub(in crate::prove) fn mind_limits(&mut self, pieces: usize) -> Result<(), Stop> {
        let structures = self.work_done() - self.before;
        let is_large = pieces == MAX_PIECES && self.counts[pieces].is_multiple_of(REPORT_LARGE);
        if is_large || structures / REPORT != self.reported / REPORT {
            self.reported = structures;
            let left = (self.family_ends).map(|end| end.saturating_sub(self.counts[MAX_PIECES]));
            self.watch.show(Progress {
                done: structures,
                bytes: self.bytes_in_work(),
                price: left.and_then(|slices| self.price(slices)),
                ..Progress::default()
            });
        }
        if self.known.saved.is_due() {
            self.known.save();
        }
        self.known.tick();
        let room = WORK_ROOM[pieces];
        self.make_room(room);
        self.watch.check(structures, self.bytes_in_work() + room)?;
        self.pace.end();
        if pieces == MAX_PIECES {
            self.watch.needs(self.pace.longest())?;
            self.pace.begin();
        }
        Ok(())
    }

    /// Forgets something for the sake of a proof beside this one that has no room left. Is there room then?
    pub(in crate::prove) fn make_way(&mut self) -> bool {
        self.room() < RELAXED_ROOM && self.make_room(RELAXED_ROOM)
    }

    /// Moves to disk or forgets what can be had again, in order of use, until so many bytes are free. Are they?
    pub(in crate::prove) fn make_room(&mut self, bytes: u64) -> bool {
        loop {
            let room = self.watch.room(self.bytes_in_work());
            if room >= bytes {
                return true;
            }
            if !self.known.put_away_least_used(bytes - room) {
                return false;
            }
        }
    }
}

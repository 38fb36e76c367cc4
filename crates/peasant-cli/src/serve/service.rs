//! What requests share: helpers of proofs, limits, the desk, the sessions.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use peasant::board::Position;
use peasant::notation::fen;
use peasant::{Builder, Limits, Prover, Question, Request};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::queue::Queue;
use super::reply::Refusal;
use super::sessions::Sessions;
use verbs::host::{memory, stderr};
use verbs::options::helpers::Helpers;
use verbs::options::proof::ProofArgs;
use verbs::solve::options::SolveArgs;

/// Games are read up to this size, in bytes.
pub const MOST_GAMES: usize = 4 << 20;

/// Of all memory games may take this part.
const SHARE_OF_GAMES: u64 = 16;

/// It holds both kinds of slices, and takes a blink.
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";

/// But no longer than this.
const WARMING_UP: Duration = Duration::from_secs(1);

/// All that requests share.
pub struct Service {
    helpers: Helpers,
    /// What all proofs have in common.
    pub has_syzygy: bool,
    pub has_store: bool,
    /// No request works longer.
    pub time: Duration,
    /// What one of the requests side by side may take, in bytes.
    pub memory: u64,
    pub queue: Queue,
    /// So many requests may hold games at a time.
    games: Arc<Semaphore>,
    pub sessions: Sessions,
    /// What the operator has been told.
    warned: Mutex<HashSet<String>>,
}

impl Service {
    /// For so many requests side by side, each with so much time and memory. They end when this is raised.
    pub fn new(
        helpers: Helpers,
        proof: &ProofArgs,
        side_by_side: usize,
        limits: (Duration, u64),
        closing: &'static AtomicBool,
    ) -> Service {
        let (time, memory) = limits;
        Service {
            helpers,
            has_syzygy: proof.syzygy.is_some(),
            has_store: !proof.store.no_store,
            time,
            memory,
            queue: Queue::new(side_by_side, closing),
            games: Arc::new(Semaphore::new(rooms_for_games(memory, side_by_side))),
            sessions: Sessions::default(),
            warned: Mutex::default(),
        }
    }

    /// Room for the games of one request, as soon as there is some.
    pub async fn room_for_games(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let room = Arc::clone(&self.games).acquire_owned().await;
        room.map_err(|_| Refusal::Busy)
    }

    /// A prover for these options, within the limits of a request.
    pub fn builder(&self, proof: &ProofArgs) -> Builder {
        self.helpers.builder(proof).limits(self.limits(proof))
    }

    /// A prover that knows nothing yet.
    pub fn fresh(&self, proof: &ProofArgs) -> Prover {
        self.make_room();
        self.build(proof)
    }

    /// A question of a prover that may know something of the neighbourhood, or the same if it is suspended. It is to be given back.
    pub fn question(&self, args: &SolveArgs, position: &Position) -> Question {
        let proof = &args.proof;
        let stored = self.sessions.question(position, proof.rules, args.lines);
        self.make_room();
        stored.unwrap_or_else(|| {
            let request = args.request(*position);
            self.stored(proof).ask(request.limits(self.limits(proof)))
        })
    }

    /// A prover that may know something of the neighbourhood.
    pub fn stored(&self, proof: &ProofArgs) -> Prover {
        let stored = self.sessions.prover(proof.rules);
        self.make_room();
        stored.unwrap_or_else(|| self.build(proof))
    }

    pub fn build(&self, proof: &ProofArgs) -> Prover {
        self.builder(proof).build()
    }

    /// What is stored takes no more than the free seats would.
    pub fn make_room(&self) {
        self.sessions.leave(self.queue.free());
    }

    /// Explains something small, so that nobody waits for what a first proof takes from the disk: the program itself.
    pub fn warm_up(&self, proof: &ProofArgs) {
        let limits = self.limits(proof).time(WARMING_UP);
        let request = fen::parse(RETI).map(|position| Request::new(position).limits(limits));
        let (Ok(request), prover) = (request, self.build(proof)) else {
            return;
        };
        if let Ok(analysis) = prover.analyse(&request) {
            _ = prover.explain(&request, analysis);
        }
        drop(prover);
        memory::give_back();
        self.warn();
    }

    /// Says what has gone wrong with tables or the store since it was said last.
    fn warn(&self) {
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        for warning in self.helpers.warnings() {
            if warned.insert(warning.clone()) {
                stderr::warn(warning);
            }
        }
    }

    /// Is there anything to put away?
    pub fn is_untidy(&self) -> bool {
        self.sessions.idle() > 0 || self.queue.was_left()
    }

    /// Puts away what nobody needs: sessions that nobody goes on with, and memory that is free.
    pub fn tidy(&self) {
        self.sessions.forget(self.sessions.idle());
        memory::give_back();
        self.warn();
    }

    pub fn limits(&self, proof: &ProofArgs) -> Limits {
        let mut limits = Limits::NONE.memory(self.memory);
        limits.time = Some(proof.time().unwrap_or(self.time));
        limits.structures = proof.structures;
        limits
    }
}

/// How many requests may hold games at a time, with so much memory for each of those side by side.
fn rooms_for_games(memory: u64, side_by_side: usize) -> usize {
    let all = memory * side_by_side as u64 / SHARE_OF_GAMES;
    side_by_side.max((all / MOST_GAMES as u64) as usize)
}

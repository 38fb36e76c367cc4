//! One solution: which questions are asked, by how many threads, and for how long.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::board::Board;
use super::checkpoint::Keeper;
use super::ground::{Ground, Halted, Sight, answer, answered, opposite};
use super::position::{Move, Position};
use super::proof_number::{Numbers, Searcher};
use super::search::Worker;
use super::solution::MoveAnswer;
use peasant::limits::{Observer, Progress, Stop, Watch};
use peasant::value::{Bounds, Wdl};

/// So many nodes are a turn: a tenth of a second or so.
const TURN: u64 = 1 << 17;

/// One thread tries alone for so many positions before others are called.
const ALONE: u64 = 20_000;
/// How often the clock is read.
const TICK: Duration = Duration::from_millis(20);

/// Why threads stop before they have an answer.
enum Pause {
    /// For good.
    Stop(Stop),
    /// The table must grow.
    Tight,
}

/// What a thread does.
type Work<'w> = dyn Fn(&Ground) -> Result<bool, Halted> + Sync + 'w;

/// A solution in work.
pub struct Proof<'s> {
    pub ground: &'s mut Ground,
    pub threads: usize,
    pub numbers: Option<&'s Numbers>,
    pub watch: &'s Watch<&'s dyn Observer>,
    pub checkpoint: Option<Keeper<'s>>,
    /// Moves that are decided, of all.
    pub decided: (usize, usize),
}

impl Proof<'_> {
    /// The position, then its moves, the best first.
    pub fn decide(&mut self, position: &Position) -> (Bounds, Vec<MoveAnswer>, Option<Stop>) {
        let moves = position.legal_moves();
        self.decided = (0, moves.len());
        let (whole, mut stopped) = self.settle(&position.board());
        let mut answers = Vec::with_capacity(moves.len());
        for &m in &moves {
            let bounds = match stopped {
                None => {
                    let bounds;
                    (bounds, stopped) = self.settle_move(position, m, whole);
                    bounds
                }
                Some(_) => -self.known(&position.play(m).board()),
            };
            let bounds = bounds
                .narrow(Bounds::at_most(whole.upper()))
                .expect("the proofs of one game agree");
            self.decided.0 += usize::from(bounds.exact().is_some());
            answers.push(MoveAnswer { r#move: m, bounds });
        }
        let best = answers
            .iter()
            .map(|answer| answer.bounds)
            .reduce(Bounds::max);
        let bounds = best.map_or(whole, |best| {
            best.narrow(whole).expect("the proofs of one game agree")
        });
        if bounds.exact().is_some() && self.decided.0 == self.decided.1 {
            stopped = None;
        }
        answers.sort_by_key(|answer| {
            std::cmp::Reverse((answer.bounds.lower(), answer.bounds.upper()))
        });
        (bounds, answers, stopped)
    }

    /// Finds the result of a position.
    fn settle(&mut self, board: &Board) -> (Bounds, Option<Stop>) {
        let mut bounds = self.known(board);
        for wanted in [Wdl::Win, Wdl::Draw] {
            if answer(bounds, wanted).is_some() {
                continue;
            }
            match self.ask(board, wanted) {
                Ok(reached) => {
                    bounds = bounds
                        .narrow(answered(wanted, reached))
                        .expect("the proofs of one game agree")
                }
                Err(stop) => return (bounds, Some(stop)),
            }
        }
        (bounds, None)
    }

    /// Finds the result of a move, for its player, who cannot do better than in the position before. What is asked first is
    /// whether the move is as good as that.
    fn settle_move(
        &mut self,
        position: &Position,
        m: Move,
        before: Bounds,
    ) -> (Bounds, Option<Stop>) {
        let after = position.play(m).board();
        let mut bounds = self.known(&after);
        for wanted in [Wdl::Draw, Wdl::Win] {
            // The opponent reaches Draw: we do not win.
            let superfluous =
                wanted == Wdl::Draw && before.upper() < Wdl::Win || before.upper() == Wdl::Loss;
            if superfluous || answer(bounds, wanted).is_some() {
                continue;
            }
            match self.ask(&after, wanted) {
                Ok(reached) => {
                    bounds = bounds
                        .narrow(answered(wanted, reached))
                        .expect("the proofs of one game agree")
                }
                Err(stop) => return (-bounds, Some(stop)),
            }
        }
        (-bounds, None)
    }

    /// Best play from a position whose result is proved: the winner and the one who holds make moves that are proved to keep
    /// the result, the loser the one whose refutation took most work. It ends where time is up.
    pub fn line(&mut self, position: &Position, bounds: Bounds) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut here, mut result) = (*position, bounds.exact());
        while let Some(wanted) = result
            && here.ended().is_none()
        {
            let Some(m) = self.best_move(&here, wanted) else {
                break;
            };
            line.push(m);
            here = here.play(m);
            result = Some(-wanted);
        }
        line
    }

    fn best_move(&mut self, position: &Position, result: Wdl) -> Option<Move> {
        let after = |m: Move| position.play(m);
        let mut moves = position.legal_moves();
        if result == Wdl::Loss {
            return moves
                .into_iter()
                .max_by_key(|&m| self.effort(&after(m).board()));
        }
        let ends = |m: Move| after(m).ended().map(|result| -result) == Some(result);
        if let Some(&m) = moves.iter().find(|&&m| ends(m)) {
            return Some(m);
        }
        // What is known already comes first.
        moves.sort_by_key(|&m| -self.known(&after(m).board()).upper() < result);
        moves.into_iter().find(|&m| {
            let kept = self.ask(&after(m).board(), opposite(result));
            kept == Ok(false)
        })
    }

    /// What it took to settle a position; nothing if it is seen at a glance.
    fn effort(&self, board: &Board) -> u32 {
        let Sight { bounds, place } = self.ground.sight(board);
        match bounds.exact() {
            Some(_) => 0,
            None => self.ground.table.effort(place),
        }
    }

    /// What is proved by now.
    fn known(&self, board: &Board) -> Bounds {
        self.ground.known(board).0
    }

    /// Does the player to move reach this?
    fn ask(&mut self, board: &Board, wanted: Wdl) -> Result<bool, Stop> {
        loop {
            if let Some(known) = answer(self.known(board), wanted) {
                return Ok(known);
            }
            self.check()?;
            self.make_room()?;
            match self.search(board, wanted) {
                Ok(reached) => return Ok(reached),
                Err(Pause::Stop(stop)) => return Err(stop),
                // What is proved is stored: the search soon is where it was.
                Err(Pause::Tight) => {}
            }
        }
    }

    /// Lets the tables grow if they should: many short searches fill them as well as a long one.
    fn make_room(&mut self) -> Result<(), Stop> {
        if self.ground.is_tight() {
            let shares = 1 + u64::from(self.numbers.is_some());
            let table = &mut self.ground.table;
            self.watch.check(0, shares * table.bytes_when_grown())?;
            table.make_room(self.ground.positions.load(Ordering::Relaxed));
        }
        if let Some(numbers) = self.numbers {
            numbers.make_room(self.ground.table.capacity());
        }
        Ok(())
    }

    fn search(&mut self, board: &Board, wanted: Wdl) -> Result<bool, Pause> {
        let (threads, numbers) = (self.threads, self.numbers);
        if let Some(numbers) = numbers {
            return self.supervise(threads, &|ground| {
                Searcher::new(ground, numbers, threads > 1).reaches(board, wanted)
            });
        }
        let mut alone = Worker::new(self.ground, false).with_budget(ALONE);
        if let Ok(reached) = alone.reaches(board, wanted) {
            return Ok(reached);
        }
        drop(alone);
        self.supervise(threads, &|ground| {
            Worker::new(ground, threads > 1).reaches(board, wanted)
        })
    }

    /// Lets so many threads work on a question until one has the answer. Meanwhile this one watches.
    fn supervise(&mut self, threads: usize, work: &Work) -> Result<bool, Pause> {
        if threads == 0 {
            return self.take_turns(work);
        }
        let mut keeper = self.checkpoint.take();
        let (this, ground) = (&*self, &*self.ground);
        let halt = || ground.halted.store(true, Ordering::Relaxed);
        let (mut reached, mut pause) = (None, None);
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..threads {
                let send = send.clone();
                scope.spawn(move || send.send(work(ground)));
            }
            drop(send);
            loop {
                match receive.recv_timeout(TICK) {
                    Ok(Ok(yes)) => {
                        reached = Some(yes);
                        halt();
                    }
                    Ok(Err(Halted)) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        this.report();
                        if let Some(keeper) = &mut keeper {
                            keeper.keep_in_time(&ground.table);
                        }
                        if let Err(stop) = this.check() {
                            pause = Some(Pause::Stop(stop));
                            halt();
                        }
                    }
                }
            }
        });
        ground.halted.store(false, Ordering::Relaxed);
        self.checkpoint = keeper;
        // Who stops without a word has seen that the table should grow.
        reached.ok_or(pause.unwrap_or(Pause::Tight))
    }

    /// The same without another thread: works and watches in turn. What is proved is stored, so that each turn soon is where the
    /// last one was.
    fn take_turns(&self, work: &Work) -> Result<bool, Pause> {
        let ground = &*self.ground;
        loop {
            self.report();
            self.check().map_err(Pause::Stop)?;
            let ends = ground.nodes.load(Ordering::Relaxed) + TURN;
            ground.turn_ends.store(ends, Ordering::Relaxed);
            let worked = work(ground);
            ground.turn_ends.store(u64::MAX, Ordering::Relaxed);
            ground.halted.store(false, Ordering::Relaxed);
            match worked {
                Ok(reached) => return Ok(reached),
                Err(Halted) if ground.is_tight() => return Err(Pause::Tight),
                Err(Halted) => {}
            }
        }
    }

    /// Shows how far the work has come.
    fn report(&self) {
        let (ground, (decided, moves)) = (&self.ground, self.decided);
        let mut progress = Progress::default();
        progress.done = ground.nodes.load(Ordering::Relaxed);
        progress.bytes = self.bytes();
        progress.positions = Some(ground.positions.load(Ordering::Relaxed));
        progress.capacity = Some(ground.table.max_capacity());
        (progress.decided, progress.moves) = (Some(decided), Some(moves));
        self.watch.show(progress);
    }

    /// Must it end?
    fn check(&self) -> Result<(), Stop> {
        let nodes = self.ground.nodes.load(Ordering::Relaxed);
        self.watch.check(nodes, self.bytes())
    }

    /// Bytes of the tables in use.
    pub fn bytes(&self) -> u64 {
        self.ground.table.bytes() + self.numbers.map_or(0, Numbers::bytes)
    }

    /// Writes the checkpoint; says what went wrong.
    pub fn finish(&mut self) -> Vec<String> {
        let Some(keeper) = &mut self.checkpoint else {
            return Vec::new();
        };
        keeper.keep(&self.ground.table);
        keeper.trouble().map(str::to_owned).into_iter().collect()
    }
}

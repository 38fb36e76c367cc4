//! The thread that proves.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use peasant::board::Pawns;
use peasant::limits::Stop;
use peasant::value::Wdl;
use peasant::{Analysis, Bounds, Limits, ProveError, Question, Rules};

use super::clock;
use super::game::Trade;
use super::job::Job;
use super::report;
use super::resources::Resources;
use super::table::Table;
use super::teller::Teller;
use verbs::host::memory;
use verbs::opinion::Thinker;
use verbs::opinion::choice;
use verbs::outside::engine::Uci;

/// What trades lead to is looked into for so long before the position itself is.
const FIRST: Duration = Duration::from_millis(500);

/// What is proved is brought to its end, line and all, in this part of the time, and in no more than half a second.
const END: u32 = 20;
const LONGEST_END: Duration = Duration::from_millis(500);

/// Where nobody's clock runs the end, and the reason, may take so long.
const UNTIMED_END: Duration = Duration::from_millis(1500);

/// With less time than that nothing more is proved if a move is known that keeps the result and leads on.
const LAST: Duration = Duration::from_millis(200);

/// As long as it is open what to play, whoever has an opinion is asked again and again, longer and longer, for this part of the time.
const OPINION: u32 = 8;

/// How a win is brought home may take this part of the usual time of a move, and twice as much to be told: there may be many such moves.
const HOW: u32 = 6;

/// A piece of work: everybody is heard between two. The first is shorter.
const PIECE: Duration = Duration::from_millis(50);
const FIRST_PIECE: Duration = Duration::from_millis(20);

/// The first thought has this part of the time, before anything is proved, and no more than so long.
const FIRST_PART: u32 = 10;
const FIRST_THOUGHT: Duration = Duration::from_millis(20);

/// No later one takes longer.
const LONGEST_THOUGHT: Duration = Duration::from_millis(500);

/// What nobody has limited, and is no proof, takes so long.
const USUAL: Duration = Duration::from_secs(1);

/// What the thread is to do, in the order in which it is told.
enum Task {
    /// Prove with these means from now on.
    Means(Box<Resources>),
    /// Ask this engine for opinions from now on, or nobody.
    Engine(Option<Arc<Uci>>),
    Forget,
    Prove(Box<Job>),
    /// Say when everything before is done.
    Sync(Sender<()>),
}

/// The thread, as others see it. It ends when this is dropped.
pub struct Search {
    tasks: Sender<Task>,
}

impl Search {
    pub fn start(means: Resources) -> Search {
        let (tasks, receive) = mpsc::channel();
        let worker = Worker {
            thinker: Thinker::new(None),
            table: Table::new(means),
            stuck: None,
        };
        thread::spawn(move || worker.run(&receive));
        Search { tasks }
    }

    pub fn prove(&self, job: Job) {
        self.tell(Task::Prove(Box::new(job)));
    }

    pub fn forget(&self) {
        self.tell(Task::Forget);
    }

    pub fn work_with(&self, means: Resources) {
        self.tell(Task::Means(Box::new(means)));
    }

    pub fn ask(&self, engine: Option<Arc<Uci>>) {
        self.tell(Task::Engine(engine));
    }

    /// Waits until everything before is done, but no longer than that.
    pub fn wait(&self, patience: Duration) {
        let (done, wait) = mpsc::channel();
        self.tell(Task::Sync(done));
        _ = wait.recv_timeout(patience);
    }

    /// The thread outlives every question: it catches what might end it.
    fn tell(&self, task: Task) {
        _ = self.tasks.send(task);
    }
}

/// The thread itself.
struct Worker {
    table: Table,
    thinker: Thinker,
    /// The pawns of the last question of which nothing became known.
    stuck: Option<Pawns>,
}

impl Worker {
    fn run(mut self, tasks: &Receiver<Task>) {
        for task in tasks {
            match task {
                Task::Means(means) => self.table = Table::new(*means),
                Task::Engine(engine) => self.thinker = Thinker::new(engine),
                Task::Forget => self.table.forget(),
                Task::Sync(done) => {
                    self.table.prepare();
                    _ = done.send(());
                }
                Task::Prove(job) => {
                    let work = AssertUnwindSafe(|| self.prove(&job));
                    if panic::catch_unwind(work).is_err() {
                        self.table.forget();
                        job.turn.tell("the proof failed by a fault of the program");
                    }
                    memory::reserve();
                    job.turn.finish();
                }
            }
        }
    }

    fn prove(&mut self, job: &Job) {
        let mut teller = Teller::new(job, self.table.memory());
        if job.is_in_reach {
            if let Err(error) = self.prove_and_tell(job, &mut teller) {
                job.turn.tell(&format!("no proof: {error}"));
            }
        } else {
            self.think(job, &mut teller);
        }
        for warning in self.table.warnings() {
            job.turn.tell(&warning);
        }
    }

    /// What cannot be proved is thought about until time is up.
    fn think(&mut self, job: &Job, teller: &mut Teller) {
        let analysis = Analysis::open(job.position, Rules::Chess);
        let until = job.usual().unwrap_or(USUAL).mul_f64(0.9);
        let mut piece = PIECE;
        while !job.turn.is_stopped() {
            let left = until.saturating_sub(job.turn.elapsed());
            let time = match job.turn.is_held() {
                true => piece,
                false => left.min(piece),
            };
            if time.is_zero() || !teller.opine(&mut self.thinker, &analysis, time) {
                return;
            }
            teller.take(&analysis);
            piece = (piece * 2).min(LONGEST_THOUGHT);
        }
    }

    /// Works on one question, and tells what is found as it comes.
    fn prove_and_tell(&mut self, job: &Job, teller: &mut Teller) -> Result<(), ProveError> {
        if self.answer_at_once(job, teller) {
            return Ok(());
        }
        let (mut trades, lines) = (job.trades.clone(), job.style.lines);
        self.prove_trades(&mut trades, FIRST, teller)?;
        let mut question = self.table.question(&job.position, lines);
        let worked = self.work(job, teller, &mut question);
        let untimed = match job.turn.is_stopped() {
            true => LONGEST_END,
            false => UNTIMED_END,
        };
        let left = job.turn.left().map_or(untimed, |left| left / 2);
        let usual = job.usual().filter(|_| job.is_on_the_clock());
        let left = usual.map_or(left, |usual| left.min(2 * usual / HOW));
        let ended = self.table.end(question, lines, left);
        let (analysis, idea) = worked.and(ended)?;
        teller.take(&analysis);
        teller.say_verdict(&analysis, idea);
        let mut share = FIRST;
        while !trades.is_empty() && !job.turn.is_stopped() && job.turn.is_held() {
            share *= 2;
            self.prove_trades(&mut trades, share, teller)?;
        }
        Ok(())
    }

    /// On the clock what has been proved before is played without any more work, if it leads on. Is that so?
    fn answer_at_once(&mut self, job: &Job, teller: &mut Teller) -> bool {
        let Some(left) = job.turn.left().filter(|_| job.is_on_the_clock()) else {
            return false;
        };
        let known = self.table.known(&job.position, left / 4);
        let Some(analysis) = known.filter(|analysis| choice::leads_on(analysis, &job.past)) else {
            return false;
        };
        teller.take(&analysis);
        teller.say_verdict(&analysis, None);
        true
    }

    /// Works piece by piece, and tells what each has found, until everything is known or time is up.
    fn work(
        &mut self,
        job: &Job,
        teller: &mut Teller,
        question: &mut Question,
    ) -> Result<(), ProveError> {
        let pawns = job.position.pawns();
        let mut is_moving = self.stuck != Some(pawns);
        self.stuck = Some(pawns);
        teller.begin(question.analysis());
        teller.take(question.analysis());
        let first = job.usual().map_or(FIRST_PIECE, |usual| usual / HOW);
        let (mut piece, mut next) = (first.min(FIRST_PIECE), 2 * FIRST_PIECE);
        if job.turn.left().is_some() {
            next = Duration::ZERO;
        }
        while !question.is_done() && !is_enough(job, question.analysis()) {
            let spent = teller.cost(question.analysis()).structures;
            let elapsed = job.turn.elapsed();
            let mut thought = (elapsed >= next).then(|| thought(job, next));
            if let Some(time) = thought {
                next = (elapsed + time * OPINION).max(2 * FIRST_PIECE);
            }
            // Where two may work at once a thought keeps no proof waiting. Else it is told at once: on a busy machine a piece may be late.
            let alone = thought.take_if(|_| self.table.threads() == 1);
            if alone.is_some_and(|time| teller.opine(&mut self.thinker, question.analysis(), time))
            {
                teller.take(question.analysis());
            }
            let longest = thought.map_or(piece, |time| time.max(piece));
            let Some(limits) = limits(job, longest, spent, is_moving) else {
                break;
            };
            let mut has_opinion = false;
            let news = question.work_beside(limits, |analysis| {
                has_opinion =
                    thought.is_some_and(|time| teller.opine(&mut self.thinker, analysis, time));
            })?;
            if !news.is_empty() {
                (is_moving, self.stuck) = (true, None);
            }
            if !news.is_empty() || has_opinion {
                teller.take(question.analysis());
            }
            teller.report(question.analysis());
            piece = PIECE;
        }
        Ok(())
    }

    /// Works for so long on what trades lead to, and tells what is settled.
    fn prove_trades(
        &mut self,
        trades: &mut Vec<Trade>,
        time: Duration,
        teller: &mut Teller,
    ) -> Result<(), ProveError> {
        let job = teller.job;
        let time = job.turn.left().map_or(time, |left| time.min(left / 6));
        let each = time / trades.len().max(1) as u32;
        for trade in std::mem::take(trades) {
            let found = self
                .table
                .bounds(&trade.ending, each, || job.turn.is_stopped())?;
            teller.structures += found.structures as i64;
            let bounds = match trade.same_side {
                true => found.bounds,
                false => -found.bounds,
            };
            if bounds.exact().is_none() {
                trades.push(trade);
                continue;
            }
            let (moves, worth) = (&trade.moves, report::worth(bounds));
            let said = format!("{moves} leads to a pawn ending, {worth}");
            job.turn.tell(&said);
        }
        Ok(())
    }
}

/// How long a thought may take that is the first one, or comes at that time.
fn thought(job: &Job, now: Duration) -> Duration {
    let left = job.turn.left();
    if now.is_zero() {
        return left.map_or(FIRST_THOUGHT, |left| FIRST_THOUGHT.min(left / FIRST_PART));
    }
    let time = (job.turn.elapsed() / OPINION).min(LONGEST_THOUGHT);
    left.map_or(time, |left| time.min(left / 2))
}

/// What the next piece may take; `None` when time is up, or whatever else limits the work.
fn limits(job: &Job, piece: Duration, spent: u64, is_moving: bool) -> Option<Limits> {
    if job.turn.is_stopped() || memory::mind() {
        return None;
    }
    let spare = job.time.filter(|_| !is_moving).map(|time| time.spare);
    let left = job.turn.left().map(|left| {
        let end = ((left + job.turn.elapsed()) / END).min(LONGEST_END);
        left.saturating_sub(end + spare.unwrap_or_default())
    });
    let structures = clock::structures(&job.go).map(|most| most.saturating_sub(spent));
    if left.is_some_and(|left| left.is_zero()) || structures == Some(0) {
        return None;
    }
    let mut limits = Limits::NONE.time(left.map_or(piece, |left| left.min(piece)));
    limits.structures = structures;
    Some(limits)
}

/// Is everything known that was asked for?
fn is_enough(job: &Job, analysis: &Analysis) -> bool {
    let is_proved = analysis.bounds.exact().is_some();
    // On the clock it is enough that the move is right. How a win is brought home may take a part of the usual time, and more where
    // the only ways that are known go in a circle.
    let is_late = job
        .usual()
        .is_none_or(|usual| job.turn.elapsed() >= usual / HOW);
    let is_right = is_proved && job.is_on_the_clock();
    let is_won = analysis.bounds == Bounds::exactly(Wdl::Win);
    let is_right = is_right && (!is_won || is_late && !choice::is_circle(analysis, &job.past));
    let mate = job.go.mate.is_some_and(|mate| {
        let plies = analysis.mate_in.filter(|_| is_proved);
        plies.is_some_and(|plies| u32::from(plies.div_ceil(2)) <= mate)
    });
    // What is in work when time is up would keep the next move waiting.
    let is_near = job.turn.left().is_some_and(|left| left < LAST);
    let is_found = is_near && choice::leads_on(analysis, &job.past);
    // There is no room for more.
    let is_over = matches!(analysis.stopped, Some(Stop::Memory));
    is_over || mate || is_right || is_found
}

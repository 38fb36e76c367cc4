//! The thread that proves.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use peasant::board::{Move, Pawns, Position};
use peasant::limits::{Observer, Progress, Stop};
use peasant::value::Wdl;
use peasant::{Analysis, Bounds, Limits, MoveAnalysis, ProveError, Question, Request};
use shakmaty::Chess;

use super::choice::{self, Past};
use super::clock::{self, Time};
use super::command::Go;
use super::game::Trade;
use super::report::{self, Cost, Style};
use super::resources::Resources;
use super::table::Table;
use super::turn::{Answer, Turn};
use verbs::explain::prose::idea;
use verbs::host::memory;

/// What trades lead to is looked into for so long before the position itself is.
const FIRST: Duration = Duration::from_millis(500);

/// The first piece of work takes so long, each other one twice as long as the one before.
const FIRST_PIECE: Duration = Duration::from_millis(20);

/// What follows a proof that stays open takes this part of the time, and no more than a second.
const FOLLOWS: u32 = 5;

/// How a win is brought home may take this part of the usual time of a move.
const HOW: u32 = 3;

/// No piece of work is longer on the clock.
const SOON: Duration = Duration::from_millis(50);

/// How often the work is reported while nothing is new.
const EVERY: Duration = Duration::from_secs(1);

/// What the thread is to do, in the order in which it is told.
enum Task {
    /// Prove with these means from now on.
    Means(Box<Resources>),
    Forget,
    Prove(Box<Job>),
    /// Say when everything before is done.
    Sync(Sender<()>),
}

/// A question.
pub struct Job {
    pub turn: Arc<Turn>,
    pub position: Position,
    /// The same, for what goes by looks.
    pub chess: Chess,
    /// Nobody else is at work on it: our move is played, proved or not.
    pub alone: bool,
    /// Pawn endings that captures lead to.
    pub trades: Vec<Trade>,
    pub go: Go,
    /// What it may take, if that is limited.
    pub time: Option<Time>,
    pub style: Style,
    pub past: Past,
}

/// The thread, as others see it. It ends when this is dropped.
pub struct Search {
    tasks: Sender<Task>,
}

impl Search {
    pub fn start(means: Resources) -> Search {
        let (tasks, receive) = mpsc::channel();
        let worker = Worker {
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
    /// The pawns of the last question of which nothing became known.
    stuck: Option<Pawns>,
}

impl Worker {
    fn run(mut self, tasks: &Receiver<Task>) {
        for task in tasks {
            match task {
                Task::Means(means) => self.table = Table::new(*means),
                Task::Forget => self.table.forget(),
                Task::Sync(done) => _ = done.send(()),
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
        if let Err(error) = self.prove_and_tell(job) {
            let said = format!("no proof: {error}; a legal move is played");
            job.turn.tell(&said);
        }
        for warning in self.table.warnings() {
            job.turn.tell(&warning);
        }
    }

    /// Works on one question, and tells what is found as it comes.
    fn prove_and_tell(&mut self, job: &Job) -> Result<(), ProveError> {
        let asked = report::asked(&job.position, &job.go.search_moves);
        let mut trades = job.trades.clone();
        let mut teller = Teller::new(job, asked);
        self.prove_trades(&mut trades, FIRST, &mut teller)?;
        let request = Request::new(job.position)
            .lines(job.style.lines.max(1))
            .observer(Watcher::new(job, teller.structures, &self.table));
        let mut question = self.table.ask(request);
        if is_anything_known(question.analysis()) {
            teller.take(question.analysis(), false, &mut self.table);
        }
        let found = self.work(&mut question, &mut teller);
        self.table.take_back(question);
        let analysis = found?;
        teller.take(&analysis, true, &mut self.table);
        teller.structures += analysis.statistics.structures;
        let mut share = FIRST;
        while !trades.is_empty() && !job.turn.is_stopped() && job.turn.is_held() {
            share *= 2;
            self.prove_trades(&mut trades, share, &mut teller)?;
        }
        Ok(())
    }

    /// Works piece by piece, tells what each has found, and ends in time for what follows the proof.
    fn work(
        &mut self,
        question: &mut Question,
        teller: &mut Teller,
    ) -> Result<Analysis, ProveError> {
        let job = teller.job;
        let pawns = job.position.pawns();
        let (mut piece, mut is_moving) = (FIRST_PIECE, self.stuck != Some(pawns));
        self.stuck = Some(pawns);
        while !question.is_done() {
            let spare = job.time.filter(|_| !is_moving).map(|time| time.spare);
            let kept = reserve(job) + spare.unwrap_or_default();
            let left = job.turn.left().map(|left| left.saturating_sub(kept));
            if job.turn.is_stopped() || left.is_some_and(|left| left.is_zero()) {
                break;
            }
            let mut limits = Limits::NONE.time(left.unwrap_or(piece).min(piece));
            let spent = teller.structures + question.analysis().statistics.structures;
            limits.structures = clock::structures(&job.go).map(|most| most.saturating_sub(spent));
            if limits.structures == Some(0) {
                break;
            }
            let events = question.work(limits)?;
            let analysis = question.analysis();
            if !events.is_empty() {
                (is_moving, self.stuck) = (true, None);
                teller.take(analysis, false, &mut self.table);
            }
            if is_enough(job, analysis) {
                break;
            }
            piece = (piece * 2).min(if on_the_clock(job) { SOON } else { EVERY });
        }
        if question.is_done() {
            return Ok(question.analysis().clone());
        }
        let left = job.turn.left().map_or(reserve(job), |left| left / 2);
        Ok(question.conclude(Stop::Time, Limits::NONE.time(left))?.0)
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
            let request = Request::new(trade.ending)
                .moves(false)
                .conditional(false)
                .observer(Watcher::new(job, teller.structures, &self.table));
            let limits = Limits::NONE.time(each);
            let analysis = self.table.analyse(request, limits)?;
            teller.structures += analysis.statistics.structures;
            let bounds = match trade.same_side {
                true => analysis.bounds,
                false => -analysis.bounds,
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

/// What is kept of the time for what follows the proof, and for telling it.
fn reserve(job: &Job) -> Duration {
    let whole = job.turn.left().map(|left| left + job.turn.elapsed());
    whole.map_or(EVERY, |whole| (whole / FOLLOWS).min(EVERY))
}

/// Is everything known that was asked for?
fn is_enough(job: &Job, analysis: &Analysis) -> bool {
    let is_proved = analysis.bounds.exact().is_some();
    // On the clock it is enough that the move is right. How a win is brought home may take a part of the usual time.
    let usual = job.time.map(|time| time.longest - time.spare);
    let is_late = usual.is_none_or(|usual| job.turn.elapsed() >= usual / HOW);
    let is_right = is_proved && on_the_clock(job);
    let is_right = is_right && (is_late || analysis.bounds != Bounds::exactly(Wdl::Win));
    let mate = job.go.mate.is_some_and(|mate| {
        let plies = analysis.mate_in.filter(|_| is_proved);
        plies.is_some_and(|plies| u32::from(plies.div_ceil(2)) <= mate)
    });
    // There is no room for more.
    let is_over = matches!(analysis.stopped, Some(Stop::Memory));
    is_over || mate || is_right
}

fn on_the_clock(job: &Job) -> bool {
    job.go.clocks.iter().any(Option::is_some) && !job.go.infinite
}

/// Is there more to go by than the rules?
fn is_anything_known(analysis: &Analysis) -> bool {
    let mut moves = analysis.moves.iter();
    let is_supposed = analysis.conditional.is_some() || analysis.guess.is_some();
    let is_known = moves.any(|m| m.bounds != Bounds::UNKNOWN);
    is_supposed || is_known || analysis.bounds.exact().is_some()
}

/// Tells what is new, and nothing twice.
struct Teller<'j> {
    job: &'j Job,
    /// The moves that are asked for; none means all.
    asked: Vec<Move>,
    /// Structures of questions before this one.
    structures: u64,
    verdict: String,
}

impl<'j> Teller<'j> {
    fn new(job: &'j Job, asked: Vec<Move>) -> Teller<'j> {
        Teller {
            job,
            asked,
            structures: 0,
            verdict: String::new(),
        }
    }

    /// Proposes what is known by now and tells it; the verdict in words at the end.
    fn take(&mut self, analysis: &Analysis, is_last: bool, table: &mut Table) {
        let job = self.job;
        let is_proved = analysis.bounds.exact().is_some();
        let ranked = choice::ranked(analysis, &self.asked, &job.past);
        let chosen = choice::chosen(analysis, &ranked, &job.past, &job.chess);
        if let Some(chosen) = chosen.filter(|_| is_anything_known(analysis)) {
            job.turn.propose(Answer {
                best: chosen.to_string(),
                ponder: report::reply(analysis, chosen),
            });
            if is_proved && !job.alone {
                job.turn.overrule();
            }
        }
        // Where another engine is at work too, what is not proved is its business.
        if is_proved || job.alone {
            self.say(analysis, &ranked, table);
            if is_last {
                self.say_verdict(analysis, table);
            }
        }
    }

    fn say(&self, analysis: &Analysis, ranked: &[&MoveAnalysis], table: &Table) {
        let cost = Cost {
            structures: self.structures + analysis.statistics.structures,
            time: self.job.turn.elapsed(),
            full: analysis.statistics.bytes * 1000 / table.memory().max(1),
        };
        for line in report::lines(analysis, ranked, self.job.style, &cost) {
            self.job.turn.say(&line);
        }
    }

    /// The result, and what it is owed to.
    fn say_verdict(&mut self, analysis: &Analysis, table: &mut Table) {
        let mut verdict = report::verdict(analysis);
        if analysis.bounds.exact().is_some() {
            let phases = table.phases(analysis);
            let idea = idea::idea(analysis, &phases);
            verdict += &idea.map_or(String::new(), |idea| format!("\n{idea}"));
        }
        if verdict != self.verdict {
            self.job.turn.tell(&verdict);
            self.verdict = verdict;
        }
    }
}

/// Stops a proof when its question is answered, and shows that it goes on.
struct Watcher {
    turn: Arc<Turn>,
    /// Structures of questions before this one.
    before: u64,
    memory: u64,
    told: Mutex<Instant>,
}

impl Watcher {
    fn new(job: &Job, before: u64, table: &Table) -> Watcher {
        Watcher {
            turn: Arc::clone(&job.turn),
            before,
            memory: table.memory(),
            told: Mutex::new(Instant::now()),
        }
    }
}

impl Observer for Watcher {
    fn progress(&self, progress: &Progress) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() < EVERY {
            return;
        }
        *told = Instant::now();
        let cost = Cost {
            structures: self.before + progress.done,
            time: self.turn.elapsed(),
            full: progress.bytes * 1000 / self.memory.max(1),
        };
        self.turn.say(&format!("info {}", cost.words()));
    }

    fn is_cancelled(&self) -> bool {
        self.turn.is_stopped() || memory::is_short()
    }
}

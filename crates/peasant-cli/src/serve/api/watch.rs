//! `/api/watch`: what is known of a position, again and again while it is worked on, as server-sent events.
//!
//! The proof is cut into longer and longer attempts, and each tells what is proved by then. What is cut off is not lost, but the
//! order of the work is, and a lucky proof with it: so a first look is taken by a prover that is thrown away, and the first
//! attempt of the other one is long. That one is of those that are stored: what is asked next is often a neighbour.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Query as Parameters, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use peasant::board::Position;
use peasant::limits::{Observer, Progress, Stop};
use peasant::{Analysis, Bounds, Limits, ProveError, Prover, Request};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::mpsc::{WeakSender, channel};
use tokio::task::spawn_blocking;
use tokio_stream::Stream;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::super::query::Query;
use super::super::queue::Wanted;
use super::super::reply::Refusal;
use super::super::service::Service;
use super::solve;
use verbs::explain::explained::Explained;
use verbs::explain::prose::idea;
use verbs::host::memory;
use verbs::solve::options::SolveArgs;
use verbs::tell::refusal;
use verbs::tell::{json, words};

/// The first look takes so long.
const LOOK: Duration = Duration::from_millis(400);

/// The first attempt takes so long, each other one so many times as long as the one before.
const FIRST: Duration = Duration::from_secs(4);
const TIMES: u32 = 3;

/// While the result is open the last of so many parts of an attempt is for the line.
const LAST_PART: u32 = 4;

/// The explanation of what is not proved by the end may take so long.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// How often it is told how far the work has come.
const EVERY: Duration = Duration::from_millis(250);

/// So many events may wait for a client; progress only while there is room for everything else.
const WAITING: usize = 64;

pub async fn answer(
    State(service): State<Arc<Service>>,
    Parameters(query): Parameters<Query>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let (args, position) = solve::read(&service, query)?;
    let seat = service.queue.seat().await?;
    let client = service.queue.client();
    let (send, receive) = channel(WAITING);
    let show = Arc::new(Show {
        send: send.downgrade(),
        wanted: client.wanted(),
        begun: Instant::now(),
        told: Mutex::new(LastSent {
            at: Instant::now(),
            before: 0,
        }),
    });
    let worker = Arc::clone(&service);
    spawn_blocking(move || {
        let mut watch = Watch::new(&worker, &args, position, show);
        if let Err(error) = watch.run() {
            let refusal = Refusal::from(refusal::unanswered(&error, &position));
            watch.show.tell("trouble", refusal.json());
        }
        watch.show.tell("done", "{}".to_owned());
        worker.sessions.give(watch.prover);
        // The prover remembers who watched it; that must not keep the stream open.
        drop(send);
        memory::reserve();
        drop(seat);
    });
    let events = ReceiverStream::new(receive).map(move |event| {
        _ = &client;
        Ok(event)
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// A position that somebody looks at.
struct Watch<'a> {
    service: &'a Service,
    args: &'a SolveArgs,
    position: Position,
    prover: Prover,
    limits: Limits,
    /// What was told last.
    best: Option<Analysis>,
    show: Arc<Show>,
}

/// What `solve` prints, and the same in words.
#[derive(Serialize)]
struct Rendered<'a> {
    #[serde(flatten)]
    analysis: &'a Analysis,
    #[serde(flatten)]
    words: InWords,
}

/// Beside the fields of `peasant solve`: first after a short look, then whenever an attempt has ended. Bounds only tighten, the last
/// stands.
#[derive(Serialize, JsonSchema)]
pub struct InWords {
    /// The result, without what stopped the proof.
    verdict: String,
    /// What the result rests on.
    idea: Option<String>,
    /// The verdict without what it leans on, its first line first.
    headlines: Vec<String>,
    /// The endings that it leans on, a kind each.
    assumption_kinds: Vec<String>,
}

impl<'a> Watch<'a> {
    fn new(
        service: &'a Service,
        args: &'a SolveArgs,
        position: Position,
        show: Arc<Show>,
    ) -> Watch<'a> {
        Watch {
            service,
            args,
            position,
            prover: service.stored(&args.proof),
            limits: service.limits(&args.proof),
            best: None,
            show,
        }
    }

    fn run(&mut self) -> Result<(), ProveError> {
        let analysis = match self.look()? {
            Some(analysis) => analysis,
            None => self.prove()?,
        };
        if self.show.is_cancelled() {
            return Ok(());
        }
        let verdict = words::verdict(&analysis, None).trim_end().to_owned();
        let left = self.left().max(AFTERWARDS);
        // What the proof took counts too.
        let limits = self.limits.time(left + analysis.statistics.time);
        let explanation = self.prover.explain(&self.request(limits), analysis)?;
        let explained = Explained::new(explanation, verdict);
        self.show.tell("explanation", explained.json());
        Ok(())
    }

    /// The answer, if a look is enough. Where something is known already there is none.
    fn look(&mut self) -> Result<Option<Analysis>, ProveError> {
        if self.prover.known(&self.position) != Bounds::UNKNOWN {
            return Ok(None);
        }
        let stored = std::mem::replace(&mut self.prover, self.service.build(&self.args.proof));
        let analysis = self.attempt(LOOK.min(self.left()))?;
        let is_enough = analysis.stopped.is_none();
        if !is_enough {
            self.prover = stored;
        }
        Ok(Some(analysis).filter(|_| is_enough))
    }

    /// Attempts until nothing more is to be found, or there is no time left, or no room.
    fn prove(&mut self) -> Result<Analysis, ProveError> {
        let mut time = FIRST;
        loop {
            let left = self.left();
            let is_last = time * 2 > left;
            let mut analysis = self.attempt(if is_last { left } else { time })?;
            if self.is_full(&analysis) && analysis.stopped == Some(Stop::Time) {
                analysis.stopped = Some(Stop::Memory);
            }
            if is_last || analysis.stopped != Some(Stop::Time) {
                // An attempt before may have been luckier.
                let is_better = |best: &Analysis| is_tighter(best.bounds, analysis.bounds);
                return Ok(self.best.take().filter(is_better).unwrap_or(analysis));
            }
            time *= TIMES;
        }
    }

    /// Works so long, results first: how far the end is may take longer.
    fn attempt(&mut self, time: Duration) -> Result<Analysis, ProveError> {
        let rest = time / LAST_PART;
        let quick = self.request(self.limits.time(time - rest));
        let results = self.prover.analyse(&quick.distances(false).line(false))?;
        self.show.count(&results);
        let is_proved = results.bounds.exact().is_some();
        self.tell(&results)?;
        if self.show.is_cancelled() || !is_proved && self.is_full(&results) {
            return Ok(results);
        }
        let limits = self.limits.time(if is_proved { time } else { rest });
        let analysis = self.prover.analyse(&self.request(limits))?;
        self.show.count(&analysis);
        self.tell(&analysis)?;
        Ok(analysis)
    }

    /// A prover that is more than half full begins the next request anew.
    fn is_full(&self, analysis: &Analysis) -> bool {
        analysis.statistics.bytes * 2 > self.service.memory
    }

    fn left(&self) -> Duration {
        let time = self.limits.time.unwrap_or(FIRST);
        time.saturating_sub(self.show.begun.elapsed())
    }

    fn request(&self, limits: Limits) -> Request {
        Request::new(self.position)
            .lines(self.args.lines)
            .limits(limits)
            .observer(Arc::clone(&self.show))
    }

    /// Tells an answer, unless more was known before.
    fn tell(&mut self, analysis: &Analysis) -> Result<(), ProveError> {
        let best = self.best.as_ref();
        if best.is_some_and(|best| is_tighter(best.bounds, analysis.bounds)) {
            return Ok(());
        }
        self.best = Some(analysis.clone());
        let phases = self.prover.phases(analysis)?;
        // Nobody here has limits before them that could be moved.
        let mut unstopped = analysis.clone();
        unstopped.stopped = None;
        let verdict = words::verdict(&unstopped, None);
        let conditional = unstopped
            .conditional
            .as_ref()
            .filter(|_| unstopped.bounds.exact().is_none());
        let words = InWords {
            verdict: verdict.trim_end().to_owned(),
            idea: idea::idea(analysis, &phases),
            headlines: words::headlines(&unstopped),
            assumption_kinds: conditional
                .map_or(Vec::new(), |found| words::conditional::kinds(found, None)),
        };
        let told = Rendered { analysis, words };
        self.show.tell("answer", json::line(&told));
        Ok(())
    }
}

/// Is one the better known?
fn is_tighter(one: Bounds, other: Bounds) -> bool {
    one.lower() > other.lower() || one.upper() < other.upper()
}

/// Whoever looks.
struct Show {
    send: WeakSender<Event>,
    wanted: Arc<Wanted>,
    begun: Instant,
    told: Mutex<LastSent>,
}

/// What progress was told last.
struct LastSent {
    at: Instant,
    /// Structures of attempts before.
    before: u64,
}

/// How far the work has come, about four times a second.
#[derive(Serialize, JsonSchema)]
pub struct Count {
    /// Structures solved so far.
    structures: u64,
    /// Memory in use.
    bytes: u64,
    /// Time so far.
    seconds: f64,
}

impl Show {
    /// A client that leaves so much lying has gone, or will get the rest too late.
    fn tell(&self, event: &str, data: String) {
        if let Some(send) = self.send.upgrade() {
            _ = send.try_send(Event::default().event(event).data(data));
        }
    }

    fn count(&self, analysis: &Analysis) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.before += analysis.statistics.structures;
    }
}

impl Observer for Show {
    fn progress(&self, progress: &Progress) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let has_room = || {
            let send = self.send.upgrade();
            send.is_some_and(|send| send.capacity() > WAITING / 2)
        };
        if told.at.elapsed() < EVERY || !has_room() {
            return;
        }
        told.at = Instant::now();
        let count = Count {
            structures: told.before + progress.done,
            bytes: progress.bytes,
            seconds: self.begun.elapsed().as_secs_f64(),
        };
        self.tell("progress", json::line(&count));
    }

    fn is_cancelled(&self) -> bool {
        self.wanted.is_cancelled()
    }
}

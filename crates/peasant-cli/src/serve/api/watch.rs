//! `/api/watch`: what is known of a position, again and again while it is worked on, as server-sent events.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Query as Parameters, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use peasant::board::Position;
use peasant::explain::Phase;
use peasant::limits::{Observer, Progress};
use peasant::wire::EventAnswer;
use peasant::{Analysis, ProveError, Prover, Request};
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
use verbs::Failure;
use verbs::explain::explained::Explained;
use verbs::explain::prose::idea;
use verbs::host::memory;
use verbs::solve::live::Live;
use verbs::solve::options::SolveArgs;
use verbs::tell::refusal;
use verbs::tell::{json, words};

/// What is new is told so often.
const PIECE: Duration = Duration::from_millis(100);

/// The explanation of what is not proved by the end may take so long.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// How often it is told how far the work has come.
const EVERY: Duration = Duration::from_millis(250);

/// So many events may wait for a client; progress only while there is room for everything else.
const WAITING: usize = 256;

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
        limit: service.limits(&args.proof).time.unwrap_or_default(),
        told: Mutex::new(Instant::now()),
    });
    let worker = Arc::clone(&service);
    spawn_blocking(move || {
        let watch = Watch {
            service: &worker,
            args: &args,
            show,
        };
        match watch.run(position) {
            Ok(prover) => worker.sessions.give(prover),
            Err(failure) => watch.show.tell("trouble", Refusal::from(failure).json()),
        }
        watch.show.tell("done", "{}".to_owned());
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

/// Somebody looks at a position.
struct Watch<'a> {
    service: &'a Service,
    args: &'a SolveArgs,
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

/// Beside the fields of `peasant solve`: whenever something new is known. Bounds only tighten; the conditional verdict may change
/// while the proof goes on, distances and lines come last, and the last event stands.
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

impl Watch<'_> {
    /// Tells what is known while it is worked on, and then why it is so.
    fn run(&self, position: Position) -> Result<Prover, Failure> {
        let limits = self.service.limits(&self.args.proof);
        let prover = self.service.stored(&self.args.proof);
        let request = Request::new(position)
            .lines(self.args.lines)
            .observer(Arc::clone(&self.show));
        let mut live = Live::new(prover.ask(request.clone().limits(limits)), limits);
        while !live.is_over() {
            let events = live.work(PIECE)?;
            let analysis = live.analysis();
            for event in &events {
                let seconds = analysis.statistics.time.as_secs_f64();
                let event = EventAnswer::new(&position, event, seconds);
                self.show.tell(event.event.name(), json::line(&event));
            }
            if !events.is_empty() && !live.is_over() {
                self.tell(live.analysis(), &[]);
            }
        }
        let analysis = live.analysis().clone();
        let mut prover = live.into_prover();
        let refused = |error: ProveError| refusal::unanswered(&error, &position);
        let phases = prover.phases(&analysis).map_err(refused)?;
        self.tell(&analysis, &phases);
        if self.show.is_cancelled() {
            return Ok(prover);
        }
        let verdict = words::verdict(&analysis, None).trim_end().to_owned();
        let spent = analysis.statistics.time;
        let left = limits
            .time
            .unwrap_or_default()
            .saturating_sub(self.show.begun.elapsed());
        let limits = limits.time(spent + left.max(AFTERWARDS));
        let explanation = prover.explain(&request.limits(limits), analysis);
        let explained = Explained::new(explanation.map_err(refused)?, verdict);
        self.show.tell("explanation", explained.json());
        Ok(prover)
    }

    fn tell(&self, analysis: &Analysis, phases: &[Phase]) {
        // Nobody here has limits before them that could be moved.
        let mut unstopped = analysis.clone();
        unstopped.stopped = None;
        let is_open = unstopped.bounds.exact().is_none();
        let conditional = unstopped.conditional.as_ref().filter(|_| is_open);
        let words = InWords {
            verdict: words::verdict(&unstopped, None).trim_end().to_owned(),
            idea: idea::idea(analysis, phases),
            headlines: words::headlines(&unstopped),
            assumption_kinds: conditional
                .map_or(Vec::new(), |found| words::conditional::kinds(found, None)),
        };
        self.show
            .tell("answer", json::line(&Rendered { analysis, words }));
    }
}

/// Whoever looks.
struct Show {
    send: WeakSender<Event>,
    wanted: Arc<Wanted>,
    begun: Instant,
    limit: Duration,
    /// When progress was told last.
    told: Mutex<Instant>,
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
    /// The time that there is.
    limit: f64,
}

impl Show {
    /// A client that leaves so much lying has gone, or will get the rest too late.
    fn tell(&self, event: &str, data: String) {
        if let Some(send) = self.send.upgrade() {
            _ = send.try_send(Event::default().event(event).data(data));
        }
    }
}

impl Observer for Show {
    fn progress(&self, progress: &Progress) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let has_room = || {
            let send = self.send.upgrade();
            send.is_some_and(|send| send.capacity() > WAITING / 2)
        };
        if told.elapsed() < EVERY || !has_room() {
            return;
        }
        *told = Instant::now();
        let count = Count {
            structures: progress.done,
            bytes: progress.bytes,
            seconds: self.begun.elapsed().as_secs_f64(),
            limit: self.limit.as_secs_f64(),
        };
        self.tell("progress", json::line(&count));
    }

    fn is_cancelled(&self) -> bool {
        self.wanted.is_cancelled()
    }
}

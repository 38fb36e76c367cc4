//! `/api/watch`: what is known of a position, again and again while it is worked on, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Query as Parameters, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use peasant::board::Position;
use peasant::limits::{Observer, Stop};
use peasant::{Analysis, Bounds, Limits, ProveError};
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;
use tokio_stream::Stream;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::super::queue::Wanted;
use super::super::reply::Refusal;
use super::super::service::Service;
use super::solve;
use verbs::Failure;
use verbs::explain::explained::Explained;
use verbs::form::Query;
use verbs::host::memory;
use verbs::opinion::Thinker;
use verbs::solve::options::SolveArgs;
use verbs::solve::watched::{self, Count};
use verbs::tell::live::Live;
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
    let wanted = client.wanted();
    let worker = Arc::clone(&service);
    spawn_blocking(move || {
        let watch = Watch {
            service: &worker,
            args: &args,
            send,
            wanted,
        };
        if let Err(failure) = watch.run(position) {
            watch.send("trouble", Refusal::from(failure).json());
        }
        watch.send("done", "{}".to_owned());
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
    send: Sender<Event>,
    wanted: Arc<Wanted>,
}

impl Watch<'_> {
    /// Tells what is known while it is worked on, and then why it is so. Whoever leaves before that may come back to it.
    fn run(&self, position: Position) -> Result<(), Failure> {
        let (service, proof, lines) = (self.service, &self.args.proof, self.args.lines);
        let (limits, begun) = (service.limits(proof), Instant::now());
        let question = service.question(self.args, &position);
        let mut live = Live::new(question, Thinker::new(None), limits);
        if live.analysis().bounds != Bounds::UNKNOWN {
            self.tell(live.analysis(), None);
        }
        let mut told = begun;
        while !live.is_over() {
            let events = live.work(PIECE)?;
            for event in &events {
                self.send(event.event.name(), json::line(event));
            }
            if !events.is_empty() && !live.is_over() {
                self.tell(live.analysis(), None);
            }
            if memory::mind() {
                live.end(Stop::Memory)?;
            } else if self.wanted.is_cancelled() {
                service.sessions.give(live.into_question(), lines);
                return Ok(());
            }
            if told.elapsed() >= EVERY {
                told = Instant::now();
                self.count(live.analysis(), begun.elapsed(), limits);
            }
        }
        let analysis = live.analysis().clone();
        let prover = live.into_prover();
        let refused = |error: ProveError| refusal::unanswered(&error, &position);
        self.tell(&analysis, None);
        let verdict = words::headlines(&analysis).join("\n");
        let left = limits
            .time
            .unwrap_or_default()
            .saturating_sub(begun.elapsed());
        let time = analysis.statistics.time + left.max(AFTERWARDS);
        let request = self.args.request(position);
        let explaining = request
            .clone()
            .limits(limits.time(time))
            .observer(Arc::clone(&self.wanted));
        let explanation = prover.explain(&explaining, analysis.clone());
        let explained = Explained::new(explanation.map_err(refused)?, verdict);
        self.tell(&analysis, explained.idea());
        self.send("explanation", explained.json());
        service
            .sessions
            .give(prover.ask(request.limits(limits)), lines);
        Ok(())
    }

    fn tell(&self, analysis: &Analysis, idea: Option<String>) {
        self.send("answer", watched::answer(analysis, idea));
    }

    /// How far the work has come, while there is room for everything else.
    fn count(&self, analysis: &Analysis, spent: Duration, limits: Limits) {
        let limit = limits.time.unwrap_or_default();
        let count = Count::new(&analysis.statistics, spent, limit);
        if self.send.capacity() > WAITING / 2 {
            self.send("progress", json::line(&count));
        }
    }

    /// A client that leaves so much lying has gone, or will get the rest too late.
    fn send(&self, event: &str, data: String) {
        _ = self.send.try_send(Event::default().event(event).data(data));
    }
}

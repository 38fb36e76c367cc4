//! `/api/annotate`: games with comments, or the lines of `peasant annotate --json`, as they are done.

use std::convert::Infallible;
use std::io::Cursor;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Query as Parameters, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use peasant::limits::Observer;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::super::queue::{Client, Wanted};
use super::super::reply::Refusal;
use super::super::service::{MOST_GAMES, Service};
use verbs::annotate::annotator::{Annotator, copied};
use verbs::annotate::options::AnnotateArgs;
use verbs::annotate::summary::Summary;
use verbs::form::{self, Query};
use verbs::host::fault::Fault;
use verbs::host::memory;
use verbs::pgn::stream::Stream;
use verbs::tell::json;
use verbs::verb::Verb;

/// What games are called on their way.
const PGN: &str = "application/x-chess-pgn";

/// A request that sends more than one line at a time is made of them.
const LINES: &str = "application/x-ndjson";

/// What the program gives a position of a game.
const EACH: Duration = Duration::from_secs(1);

/// So long the games of a request may take in all, in times of what one position may; the rest is only copied.
const POSITIONS: u32 = 10;

/// So long games may be on their way to us, and a part of the answer on its way to the client.
const PATIENCE: Duration = Duration::from_secs(30);

/// Answers that may wait for a client.
const WAITING: usize = 8;

pub async fn answer(
    State(service): State<Arc<Service>>,
    Parameters(mut query): Parameters<Query>,
    request: Request,
) -> Result<Response, Refusal> {
    let names = form::ANNOTATE.names();
    let names = names.iter().map(String::as_str);
    form::refuse_unknown(&query, &names.chain([form::WITH_TEXT]).collect::<Vec<_>>())?;
    let with_text = form::flag(&query, form::WITH_TEXT)?;
    query.retain(|(name, _)| name != form::WITH_TEXT);
    query.push((form::ANNOTATE.argument.to_owned(), "-".to_owned()));
    let query = service.timed(query, EACH);
    let Verb::Annotate(args) = form::ANNOTATE.read(&query)? else {
        return Err(Refusal::Broken);
    };
    args.check()?;
    service.check_time(&args.proof)?;
    let sent = match wants_pgn(request.headers()) {
        true => Sent::Games,
        false if with_text => Sent::LinesWithGames,
        false => Sent::Lines,
    };
    let room = service.room_for_games().await?;
    let games = body(request).await?;
    // Only who has sent all has a place in the queue.
    let seat = service.queue.seat().await?;
    let client = service.queue.client();
    let (send, receive) = channel(WAITING);
    let job = Job {
        wanted: client.wanted(),
        send,
        sent,
        until: Instant::now() + service.time * POSITIONS,
    };
    let worker = Arc::clone(&service);
    spawn_blocking(move || {
        worker.make_room();
        job.run(&worker, &args, games);
        memory::reserve();
        drop((seat, room));
    });
    Ok(streamed(client, receive, sent.kind()))
}

fn wants_pgn(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    accepted.any(|value| value.contains(PGN))
}

/// All of the games.
async fn body(request: Request) -> Result<Bytes, Refusal> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MOST_GAMES as u64) {
        return Err(too_large());
    }
    let mut games = Vec::new();
    let mut stream = request.into_body().into_data_stream();
    let all = async {
        while let Some(part) = stream.next().await {
            let part = part.map_err(|_| Refusal::Slow)?;
            if games.len() + part.len() > MOST_GAMES {
                return Err(too_large());
            }
            games.extend_from_slice(&part);
        }
        Ok(())
    };
    timeout(PATIENCE, all).await.map_err(|_| Refusal::Slow)??;
    if games.is_empty() {
        let fault = Fault::new("there are no games in the request");
        return Err(fault.and_cure(": ", "send PGN as its body").into());
    }
    Ok(games.into())
}

fn too_large() -> Refusal {
    let fault = Fault::new(&format!("more than {} MiB of games", MOST_GAMES >> 20));
    Refusal::TooLarge(fault.and_cure(": ", "send fewer at a time, or use `peasant annotate`"))
}

fn streamed(client: Client, receive: Receiver<Vec<u8>>, kind: &'static str) -> Response {
    let parts = ReceiverStream::new(receive).map(move |part| {
        _ = &client;
        Ok::<_, Infallible>(part)
    });
    let mut response = Response::new(Body::from_stream(parts));
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// What a client is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sent {
    Games,
    Lines,
    LinesWithGames,
}

impl Sent {
    const fn kind(self) -> &'static str {
        match self {
            Sent::Games => PGN,
            Sent::Lines | Sent::LinesWithGames => LINES,
        }
    }
}

/// The games of a request in work.
struct Job {
    wanted: Arc<Wanted>,
    send: Sender<Vec<u8>>,
    sent: Sent,
    until: Instant,
}

impl Job {
    fn run(&self, service: &Service, args: &AnnotateArgs, games: Bytes) {
        let limits = service.limits(&args.proof);
        let annotator = Annotator {
            builder: service.builder(&args.proof),
            limits,
            is_likely: args.is_likely(),
            engine: None,
            filter: args.filter.clone(),
            observer: Arc::clone(&self.wanted) as _,
            told: Arc::new(|_, _| ()),
        };
        let mut stream = Stream::new(Cursor::new(games));
        let mut summary = Summary::default();
        // Bytes in memory can be read.
        while let Ok(Some(text)) = stream.text() {
            let answer = match self.is_over() {
                true => copied(text),
                false => annotator.annotate(text),
            };
            summary.add(&answer);
            let part = match self.sent {
                Sent::Games => Some(answer.text),
                Sent::LinesWithGames => Some((answer.json_with_text() + "\n").into_bytes()),
                Sent::Lines => answer.json().map(|line| (line + "\n").into_bytes()),
            };
            if part.is_some_and(|part| !self.hand_on(part)) {
                return;
            }
        }
        if self.sent != Sent::Games {
            self.hand_on((json::summary(&summary.answer()) + "\n").into_bytes());
        }
    }

    fn is_over(&self) -> bool {
        self.wanted.is_cancelled() || Instant::now() > self.until
    }

    /// Is the client still there?
    fn hand_on(&self, part: Vec<u8>) -> bool {
        let sent = timeout(PATIENCE, self.send.send(part));
        matches!(tokio::runtime::Handle::current().block_on(sent), Ok(Ok(())))
    }
}

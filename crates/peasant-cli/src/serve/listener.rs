//! Connections: how many, and how long they may do nothing.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, HttpBody};
use http_body_util::BodyExt;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;
use tokio::time::{interval, sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use super::connections::{Connections, Place};
use super::service::Service;

/// So many connections are held; others wait outside. Those that say nothing do not keep them there: see [`Connections`].
const MOST: usize = 512;

/// A client that says nothing for so long, before its request or in it, is let go.
const SILENCE: Duration = Duration::from_secs(15);

/// One that does not take its answer likewise.
const NOT_TAKEN: Duration = Duration::from_secs(30);

/// Longer heads are refused, in bytes.
const LONGEST_HEAD: usize = 32 << 10;

/// At the end answers in work have so long.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// How often it is asked whether this is the end.
const BEAT: Duration = Duration::from_millis(100);

/// A thread that has worked stays so long for more.
pub const THREADS_STAY: Duration = Duration::from_secs(3);

/// Where a connection came in.
#[derive(Clone, Copy)]
pub struct Local(pub SocketAddr);

/// Takes connections until this is raised.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    service: &Arc<Service>,
    closing: &'static AtomicBool,
) {
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(MOST));
    let connections = Arc::new(Connections::default());
    let mut end = pin!(until(service, closing));
    loop {
        let taken = tokio::select! {
            taken = take(&listener, &room) => taken,
            () = &mut end => break,
        };
        match taken {
            Ok((stream, from, permit)) => {
                if let Some(place) = connections.enter(from.ip()) {
                    connect(stream, (place, permit), &app, &graceful);
                }
            }
            // Too many files are open, or the client has gone already.
            Err(_) => sleep(BEAT).await,
        }
    }
    _ = timeout(PATIENCE, graceful.shutdown()).await;
}

/// The end; on the way there what nobody needs is put away.
async fn until(service: &Arc<Service>, closing: &AtomicBool) {
    let mut beat = interval(BEAT);
    let mut again: Option<Instant> = None;
    while !closing.load(Ordering::Relaxed) {
        beat.tick().await;
        let is_due = again.is_some_and(|again| Instant::now() > again);
        let is_untidy = service.is_untidy();
        if is_untidy || is_due {
            let service = Arc::clone(service);
            _ = task::spawn_blocking(move || service.tidy()).await;
            // Once more when the threads that worked have gone, with what they kept for themselves.
            again = is_untidy.then(|| Instant::now() + 2 * THREADS_STAY);
        }
    }
}

async fn take(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let permit = Arc::clone(room).acquire_owned().await;
    let (stream, from) = listener.accept().await?;
    Ok((stream, from, permit.map_err(io::Error::other)?))
}

/// Answers what comes over a connection.
fn connect(
    stream: TcpStream,
    (place, permit): (Place, OwnedSemaphorePermit),
    app: &Router,
    graceful: &GracefulShutdown,
) {
    let Ok(local) = stream.local_addr() else {
        return;
    };
    _ = stream.set_nodelay(true);
    let (app, place) = (app.clone(), Arc::new(place));
    let here = Arc::clone(&place);
    let answer = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Local(local));
        // A request whose body is still to come may never be whole: it waits until it is answered.
        let whole = request.body().is_end_stream().then(|| here.answering());
        let (answer, here) = (
            app.clone().oneshot(request.map(Body::new)),
            Arc::clone(&here),
        );
        async move {
            let answer = answer.await?;
            let answering = whole.unwrap_or_else(|| here.answering());
            // Until the last of the answer is on its way.
            let hold = move |frame| {
                let _ = &answering;
                frame
            };
            Ok::<_, Infallible>(answer.map(|body| body.map_frame(hold)))
        }
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(NOT_TAKEN));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SILENCE)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), answer);
    let connection = graceful.watch(connection);
    let task = tokio::spawn(async move {
        // What goes wrong with a connection is the client's business.
        _ = connection.await;
        drop(permit);
    });
    place.served_by(task.abort_handle());
}

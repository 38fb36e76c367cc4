//! The page in the browser and the API behind it.
//!
//! `door` takes connections, `guard` turns away what comes from elsewhere, `assets` are the files of the page, `api/` answers a
//! path each. What takes time goes over the `desk`: so many requests are worked on side by side, so many wait, the rest is
//! refused; who goes away is not worked for any more. `sessions` keeps what was proved for the page. `query` reads parameters as
//! the command line does, `reply` is how anything is answered. Nothing here prints, and no file of the disk is ever opened for a
//! request.

mod api;
mod assets;
mod desk;
mod door;
mod guard;
mod query;
mod reply;
mod sessions;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use peasant::{Builder, Limits, Prover};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::args::ProofArgs;
use crate::args::serve::Address;
use crate::helpers::Helpers;
use crate::memory;
use desk::Desk;
use sessions::Sessions;

/// Games are read up to this size, in bytes.
const MOST_GAMES: usize = 4 << 20;

/// All that requests share.
pub struct Service {
    helpers: Helpers,
    /// What all proofs have in common.
    has_syzygy: bool,
    has_base: bool,
    /// No request works longer.
    time: Duration,
    /// What one of the requests side by side may take, in bytes.
    memory: u64,
    desk: Desk,
    sessions: Sessions,
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
            has_base: !proof.no_cache,
            time,
            memory,
            desk: Desk::new(side_by_side, closing),
            sessions: Sessions::default(),
        }
    }

    /// A prover for these options, within the limits of a request.
    fn builder(&self, proof: &ProofArgs) -> Builder {
        self.helpers.builder(proof).limits(self.limits(proof))
    }

    /// A prover that knows nothing yet.
    fn fresh(&self, proof: &ProofArgs) -> Prover {
        self.make_room();
        self.build(proof)
    }

    /// One that may know something of the neighbourhood. It is to be given back.
    fn kept(&self, proof: &ProofArgs) -> Prover {
        let kept = self.sessions.take(proof.rules);
        self.make_room();
        kept.unwrap_or_else(|| self.build(proof))
    }

    fn build(&self, proof: &ProofArgs) -> Prover {
        let prover = self.builder(proof).build();
        prover.expect("nothing is solved eagerly here")
    }

    /// What is kept takes no more than the free seats would.
    fn make_room(&self) {
        self.sessions.leave(self.desk.free());
    }

    /// Is there anything to put away?
    fn is_untidy(&self) -> bool {
        self.sessions.idle() > 0 || self.desk.was_left()
    }

    /// Puts away what nobody needs: sessions that nobody goes on with, and memory that is free.
    fn tidy(&self) {
        self.sessions.forget(self.sessions.idle());
        memory::tidy();
    }

    fn limits(&self, proof: &ProofArgs) -> Limits {
        let mut limits = Limits::NONE.memory(self.memory);
        limits.time = Some(proof.time().unwrap_or(self.time));
        limits.structures = proof.structures;
        limits
    }
}

/// A place that is listened at.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    host: String,
}

impl Server {
    /// Takes the place.
    pub fn bind(address: &Address) -> io::Result<Server> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        let host = (address.host.as_str(), address.port);
        let listener = runtime.block_on(TcpListener::bind(host))?;
        Ok(Server {
            runtime,
            listener,
            host: address.host.clone(),
        })
    }

    /// Where the page is: `http://127.0.0.1:8917/`.
    pub fn url(&self) -> io::Result<String> {
        let address = self.listener.local_addr()?;
        // Nobody can go to "any address".
        Ok(match address.ip().is_unspecified() {
            true => format!("http://localhost:{}/", address.port()),
            false => format!("http://{address}/"),
        })
    }

    /// Can other machines come here?
    pub fn is_open(&self) -> bool {
        let address = self.listener.local_addr();
        address.is_ok_and(|address| !address.ip().is_loopback())
    }

    /// Answers until this is raised.
    pub fn run(self, service: Service, closing: &'static AtomicBool) {
        let service = Arc::new(service);
        let app = guard::guarded(router(Arc::clone(&service)), self.host);
        self.runtime
            .block_on(door::serve(self.listener, app, &service, closing));
        self.runtime.shutdown_timeout(door::PATIENCE);
    }
}

fn router(service: Arc<Service>) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/page/{name}", get(assets::page))
        .route("/vendor/{*path}", get(assets::vendor))
        .nest("/api", api::router())
        .fallback(reply::not_found)
        .method_not_allowed_fallback(reply::wrong_method)
        .with_state(service)
}

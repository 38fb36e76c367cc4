//! The page in the browser and the API behind it.
//!
//! `listener` and `connections` accept clients, `guard` refuses other origins, `assets` holds the files of the page, and each file of
//! `api/` answers a path. Proofs pass through the `queue`: some run side by side, some wait, the rest are refused, and a client that
//! disconnects ends its own. `sessions` keeps proofs for the page. `verbs::form` reads parameters as the command line does; `reply`
//! builds every response. Nothing here prints, and no request opens a file on disk.

pub mod api;
mod assets;
mod connections;
mod guard;
mod listener;
mod queue;
mod reply;
mod service;
mod sessions;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::args::serve::Address;
pub use service::Service;

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
            .thread_keep_alive(listener::THREADS_STAY)
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
            .block_on(listener::serve(self.listener, app, &service, closing));
        self.runtime.shutdown_timeout(listener::PATIENCE);
    }
}

fn router(service: Arc<Service>) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/books.epd", get(assets::books))
        .route("/page/{name}", get(assets::page))
        .route("/vendor/{*path}", get(assets::vendor))
        .nest("/api", api::router())
        .fallback(reply::not_found)
        .method_not_allowed_fallback(reply::wrong_method)
        .with_state(service)
}

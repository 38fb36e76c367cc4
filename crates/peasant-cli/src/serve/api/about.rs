//! `/api/about`: the program and its limits.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::reply;
use super::super::service::{MOST_GAMES, Service};
use verbs::tell::json;

/// The program and its limits.
#[derive(Serialize, JsonSchema)]
pub struct About {
    /// The program's version.
    version: &'static str,
    /// Seconds that a request may take.
    time: f64,
    /// How large a file of games may be.
    pgn_bytes: usize,
    /// Are Syzygy tables used?
    syzygy: bool,
    /// Is what is proved kept on disk, and used?
    store: bool,
}

pub async fn answer(State(service): State<Arc<Service>>) -> Response {
    reply::object(json::line(&About {
        version: env!("CARGO_PKG_VERSION"),
        time: service.time.as_secs_f64(),
        pgn_bytes: MOST_GAMES,
        syzygy: service.has_syzygy,
        store: service.has_store,
    }))
}

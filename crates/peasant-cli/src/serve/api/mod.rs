//! The API: a path a file. Parameters and answers are those of the program's verbs.

pub mod about;
mod annotate;
mod diagram;
mod explain;
mod pawngame;
pub mod position;
mod question;
mod solve;
pub mod watch;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use super::reply;
use super::service::Service;

pub fn router() -> Router<Arc<Service>> {
    Router::new()
        .route("/about", get(about::answer))
        .route("/position", get(position::answer))
        .route("/solve", get(solve::answer))
        .route("/explain", get(explain::answer))
        .route("/watch", get(watch::answer))
        .route("/annotate", post(annotate::answer))
        .route("/diagram", get(diagram::answer))
        .route("/pawngame/solve", get(pawngame::answer))
        .fallback(reply::not_found)
}

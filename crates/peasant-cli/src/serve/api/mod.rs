//! The API: a path a file. Parameters and answers are those of the program's verbs.

mod about;
mod annotate;
mod diagram;
mod explain;
mod pawngame;
mod position;
mod solve;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use peasant::board::Position;
use peasant::notation::lenient;

use super::Service;
use super::query::Query;
use super::reply::{self, Refusal};
use crate::args::ProofArgs;
use crate::cmd;
use crate::fault::{Fault, Layout};
use crate::reasons;

/// What a request may take, as a parameter.
const TIME: &str = "time";

/// What the program gives a position.
const USUAL: Duration = Duration::from_secs(60);

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

/// The position of a FEN, or of what people paste instead.
fn read(text: &str) -> Result<lenient::Reading, Refusal> {
    let refused = |refusal| reasons::fault(&refusal, text, Layout::Lines);
    Ok(lenient::position(text).map_err(refused)?)
}

/// The same where nobody may castle.
fn pawn_ending(words: &[String]) -> Result<Position, Refusal> {
    let text = words.join(" ");
    let reading = read(&text)?;
    match cmd::castling(&reading.castles, &reading.position) {
        Some(fault) => Err(fault.about(&text).into()),
        None => Ok(reading.position),
    }
}

impl Service {
    /// Nobody may ask for more time than there is for a request.
    fn check_time(&self, args: &ProofArgs) -> Result<(), Refusal> {
        match (args.time, args.time()) {
            (Some(_), None) => Err(self.too_long("none")),
            (_, Some(time)) => self.check(time),
            (None, None) => Ok(()),
        }
    }

    /// Parameters with a time: this one where none is given, but no more than there is for a request.
    fn timed(&self, mut query: Query, usual: Duration) -> Query {
        if query.iter().all(|(name, _)| name != TIME) {
            let time = usual.min(self.time).as_secs_f64().to_string();
            query.push((TIME.to_owned(), time));
        }
        query
    }

    fn check(&self, time: Duration) -> Result<(), Refusal> {
        match time > self.time {
            true => Err(self.too_long(&time.as_secs_f64().to_string())),
            false => Ok(()),
        }
    }

    fn too_long(&self, text: &str) -> Refusal {
        let most = self.time.as_secs_f64();
        let fault = Fault::new(&format!("a request may take {most} s here, not {text}"));
        let cure = format!("give `time={most}` or less; `peasant serve --time` allows more");
        fault.and_cure(": ", &cure).about(text).into()
    }
}

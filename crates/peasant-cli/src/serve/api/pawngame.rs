//! `/api/pawngame/solve`: as `peasant pawngame solve --json`.

use std::sync::Arc;

use ::pawngame::{Position, Settings, Solver};
use axum::extract::{Query as Parameters, State};
use axum::response::Response;
use peasant::limits::Limits;

use super::super::queue::Wanted;
use super::super::reply::{self, Refusal};
use super::super::service::Service;
use verbs::Failure;
use verbs::form::{self, Query};
use verbs::host::fault::Fault;
use verbs::pawngame;
use verbs::pawngame::answer::Answer;
use verbs::pawngame::options::{PawngameCommand, PawngameSolveArgs};
use verbs::tell::json;
use verbs::verb::Verb;

pub async fn answer(
    State(service): State<Arc<Service>>,
    Parameters(query): Parameters<Query>,
) -> Result<Response, Refusal> {
    let Verb::Pawngame(args) = form::PAWNGAME.read(&query)? else {
        return Err(Refusal::Broken);
    };
    let PawngameCommand::Solve(args) = args.command else {
        return Err(Refusal::Broken);
    };
    let time = args.time.unwrap_or(service.time);
    service.check(time)?;
    let position = pawngame::position(&args.game)?;
    let limits = Limits::NONE.time(time);
    let worker = Arc::clone(&service);
    let work = move |wanted: Arc<Wanted>| solve(&worker, &args, &position, &limits, &wanted);
    Ok(reply::object(service.queue.work(work).await??))
}

fn solve(
    service: &Service,
    args: &PawngameSolveArgs,
    position: &Position,
    limits: &Limits,
    wanted: &Wanted,
) -> Result<String, Failure> {
    service.make_room();
    let settings = Settings {
        threads: 1,
        memory: service.memory,
        ..args.solver.settings(position.rules())
    };
    let told = |error| Fault::from_sentence(&format!("{error}"), ": ");
    let mut solver = Solver::new(position.rules(), &settings).map_err(told)?;
    let solution = solver.solve(position, limits, wanted);
    Ok(json::line(&Answer::new(&solution)))
}

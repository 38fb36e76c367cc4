//! `/api/solve`: as `peasant solve --json`, by a prover that knows nothing yet, so that the answer is the program's.

use std::sync::Arc;

use axum::extract::{Query as Parameters, State};
use axum::response::Response;
use peasant::board::Position;

use super::super::queue::Wanted;
use super::super::reply::{self, Refusal};
use super::super::service::Service;
use super::question;
use verbs::Failure;
use verbs::form::{self, Query};
use verbs::host::memory;
use verbs::opinion::{self, Thinker};
use verbs::solve::options::SolveArgs;
use verbs::tell::json;
use verbs::tell::refusal;
use verbs::verb::Verb;

pub async fn answer(
    State(service): State<Arc<Service>>,
    Parameters(query): Parameters<Query>,
) -> Result<Response, Refusal> {
    let (args, position) = read(&service, query)?;
    let worker = Arc::clone(&service);
    let work = move |wanted| solve(&worker, &args, position, wanted);
    Ok(reply::object(service.queue.work(work).await??))
}

/// The options and the position.
pub fn read(service: &Service, query: Query) -> Result<(SolveArgs, Position), Refusal> {
    let Verb::Solve(args) = form::SOLVE.read(&service.timed(query, question::USUAL))? else {
        return Err(Refusal::Broken);
    };
    service.check_time(&args.proof)?;
    let position = form::pawn_ending(&args.fen)?;
    Ok((args, position))
}

fn solve(
    service: &Service,
    args: &SolveArgs,
    position: Position,
    wanted: Arc<Wanted>,
) -> Result<String, Failure> {
    let (prover, limits) = (service.fresh(&args.proof), service.limits(&args.proof));
    let request = args.request(position).observer(wanted);
    let analysis = opinion::analyse(&prover, &mut Thinker::new(None), &request, limits);
    let mut analysis = analysis.map_err(|error| refusal::unanswered(&error, &position))?;
    analysis.stopped = memory::stopped(analysis.stopped);
    Ok(json::line(&analysis))
}

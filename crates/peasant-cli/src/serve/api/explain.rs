//! `/api/explain`: as `peasant explain --json`, by a prover that knows nothing yet.

use std::sync::Arc;

use axum::extract::{Query as Parameters, State};
use axum::response::Response;
use peasant::Request;
use peasant::board::Position;

use super::super::queue::Wanted;
use super::super::reply::{self, Refusal};
use super::super::service::Service;
use super::question;
use verbs::Failure;
use verbs::explain::explained::Explained;
use verbs::explain::options::ExplainArgs;
use verbs::form::{self, Query};
use verbs::host::memory;
use verbs::opinion::{self, Thinker};
use verbs::tell::refusal;
use verbs::tell::words;
use verbs::verb::Verb;

pub async fn answer(
    State(service): State<Arc<Service>>,
    Parameters(query): Parameters<Query>,
) -> Result<Response, Refusal> {
    let Verb::Explain(args) = form::EXPLAIN.read(&service.timed(query, question::USUAL))? else {
        return Err(Refusal::Broken);
    };
    service.check_time(&args.proof)?;
    let position = form::pawn_ending(&args.fen)?;
    let worker = Arc::clone(&service);
    let work = move |wanted| explain(&worker, &args, position, wanted);
    Ok(reply::object(service.queue.work(work).await??))
}

fn explain(
    service: &Service,
    args: &ExplainArgs,
    position: Position,
    wanted: Arc<Wanted>,
) -> Result<String, Failure> {
    let (prover, limits) = (service.fresh(&args.proof), service.limits(&args.proof));
    let request = Request::new(position).observer(wanted);
    let refused = |error| refusal::unanswered(&error, &position);
    let proof = opinion::before_reasons(limits);
    let analysis = opinion::analyse(&prover, &mut Thinker::new(None), &request, proof);
    let mut analysis = analysis.map_err(refused)?;
    analysis.stopped = memory::stopped(analysis.stopped);
    let verdict = words::headlines(&analysis).join("\n");
    let mut explanation = prover.explain(&request, analysis).map_err(refused)?;
    explanation.stopped = memory::stopped(explanation.stopped);
    Ok(Explained::new(explanation, verdict).json())
}

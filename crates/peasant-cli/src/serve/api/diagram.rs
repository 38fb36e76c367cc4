//! `/api/diagram`: as `peasant diagram`.

use std::sync::Arc;

use axum::extract::{Query as Parameters, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use peasant::Request;
use peasant::board::Position;

use super::super::queue::Wanted;
use super::super::reply::Refusal;
use super::super::service::Service;
use verbs::Failure;
use verbs::diagram::illustration::{self, Format};
use verbs::diagram::options::DiagramArgs;
use verbs::form::{self, Query};
use verbs::host::fault::Fault;
use verbs::host::plain::excerpt;
use verbs::options::sets::SetArgs;
use verbs::tell::drawing::Sets;
use verbs::tell::refusal;
use verbs::verb::Verb;

pub async fn answer(
    State(service): State<Arc<Service>>,
    Parameters(mut query): Parameters<Query>,
) -> Result<Response, Refusal> {
    let format = format(form::one(&query, form::FORMAT)?)?;
    query.retain(|(name, _)| name != form::FORMAT);
    let Verb::Diagram(args) = form::DIAGRAM.read(&query)? else {
        return Err(Refusal::Broken);
    };
    let proof = args.sets.proof();
    service.check_time(&proof)?;
    let position = form::position(&args.fen.join(" "))?;
    if args.sets.any()
        && let Some(fault) = illustration::without_sets(&position)
    {
        return Err(fault.into());
    }
    let worker = Arc::clone(&service);
    let work = move |wanted| draw(&worker, &args, position, format, wanted);
    let bytes = service.queue.work(work).await??;
    let kind = match format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
    };
    let kind = HeaderValue::from_static(kind);
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

fn format(name: Option<&str>) -> Result<Format, Fault> {
    match name {
        None | Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some(other) => {
            let message = format!("there is no format `{}`", excerpt(other));
            Err(Fault::new(&message)
                .and_cure(": ", "use svg or png")
                .about(other))
        }
    }
}

fn draw(
    service: &Service,
    args: &DiagramArgs,
    position: Position,
    format: Format,
    wanted: Arc<Wanted>,
) -> Result<Vec<u8>, Failure> {
    let sets = match args.sets.any() {
        true => Some(proved_sets(service, &args.sets, position, wanted)?),
        false => None,
    };
    illustration::draw(position, args, format, sets.as_ref())
}

fn proved_sets(
    service: &Service,
    args: &SetArgs,
    position: Position,
    wanted: Arc<Wanted>,
) -> Result<Sets, Failure> {
    let proof = args.proof();
    let prover = service.stored(&proof);
    let request = Request::new(position)
        .limits(service.limits(&proof))
        .moves(false)
        .line(false)
        .observer(wanted);
    let refused = |error| refusal::unanswered(&error, &position);
    let analysis = prover.analyse(&request).map_err(refused)?;
    let explanation = prover.explain(&request, analysis).map_err(refused)?;
    let request = Request::new(position).limits(service.limits(&proof));
    service.sessions.give(prover.ask(request), 1);
    Ok(illustration::asked(&explanation.map, args))
}

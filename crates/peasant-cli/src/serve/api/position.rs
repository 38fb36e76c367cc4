//! `/api/position`: what people paste, read as a position.

use axum::extract::Query as Parameters;
use axum::response::Response;

use super::super::reply::{self, Refusal};
use verbs::form::{self, Pasted, Query};
use verbs::tell::json;

pub async fn answer(Parameters(query): Parameters<Query>) -> Result<Response, Refusal> {
    form::refuse_unknown(&query, &["text"])?;
    let pasted = Pasted::read(form::needed(&query, "text")?)?;
    Ok(reply::object(json::line(&pasted)))
}

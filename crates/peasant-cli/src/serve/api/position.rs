//! `/api/position`: what people paste, read as a position.

use axum::extract::Query as Parameters;
use axum::response::Response;
use peasant::notation::fen;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::query::{self, Query};
use super::super::reply::{self, Refusal};
use super::question;
use verbs::tell::{json, refusal};

/// What was pasted, read as a position.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// The position.
    fen: String,
    /// What was supposed, a sentence each.
    notes: Vec<String>,
    /// Kings and pawns alone, and nobody may castle?
    pawn_ending: bool,
    /// How many men are neither.
    pieces: usize,
    /// Castling rights that stand.
    castling: String,
}

pub async fn answer(Parameters(query): Parameters<Query>) -> Result<Response, Refusal> {
    query::refuse_unknown(&query, &["text"])?;
    let reading = question::read(query::needed(&query, "text")?)?;
    let position = reading.position;
    Ok(reply::object(json::line(&Answer {
        fen: fen::format(&position),
        notes: reading.notes.iter().map(ToString::to_string).collect(),
        pawn_ending: position.is_pawn_ending() && reading.castles.is_empty(),
        pieces: refusal::pieces(&position),
        castling: reading.castles,
    })))
}

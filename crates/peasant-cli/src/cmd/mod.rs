//! One file a verb.

pub mod classic;
pub mod compare;
pub mod epd;
pub mod kpk;
pub mod pawngame;
pub mod pawnking;
pub mod perft;
pub mod solve;

use peasant::board::Position;
use peasant::notation::fen;

use crate::Failure;

/// The position of a FEN given as one word or several.
fn position(words: &[String]) -> Result<Position, Failure> {
    let text = words.join(" ");
    fen::parse(&text).map_err(|error| {
        let reasons = error
            .problems
            .iter()
            .map(|problem| format!("\n  {problem}"));
        Failure::Input(format!("bad FEN `{text}`:{}", reasons.collect::<String>()))
    })
}

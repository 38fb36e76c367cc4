//! What is made of an answer, whether it was just given or stands in a file of answers.

use peasant::value::Bounds;
use peasant::wire::Answer;

/// How much is open: of the result, then of the moves.
pub fn width(answer: &Answer) -> (u32, u32) {
    let width = |bounds: Bounds| bounds.upper() as u32 - bounds.lower() as u32;
    let moves = answer.moves.iter().map(|m| width(m.proved.result));
    (width(answer.result), moves.sum())
}

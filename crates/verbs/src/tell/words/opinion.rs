//! An opinion in words: never to be taken for what is proved.

use peasant::board::Position;
use peasant::{Analysis, Opinion};

use crate::opinion::OURS;
use crate::outside::engine::score_words;
use crate::tell::san;

/// So many plies of its line are shown.
const SHOWN: usize = 8;

/// A sentence of an answer's opinion, on a line of its own; empty where there is none.
pub fn sentence(analysis: &Analysis) -> String {
    let opinion = analysis.opinion.as_ref();
    opinion.map_or(String::new(), |opinion| {
        told(&analysis.position, opinion) + "\n"
    })
}

fn told(position: &Position, opinion: &Opinion) -> String {
    let line = &opinion.line[..opinion.line.len().min(SHOWN)];
    format!(
        "Opinion of {}, no proof: {} at depth {}, {}",
        who(opinion),
        score_words(opinion.score),
        opinion.depth,
        super::told(position, line, None)
    )
}

/// The move alone, in a word or two.
pub fn brief(position: &Position, opinion: &Opinion) -> String {
    let first = opinion.line.first();
    first.map_or(String::new(), |&m| {
        format!("opinion: {}", san::format(position, m))
    })
}

/// Whose opinion it is.
fn who(opinion: &Opinion) -> &str {
    match &*opinion.source {
        OURS => "peasant's own search",
        engine => engine,
    }
}

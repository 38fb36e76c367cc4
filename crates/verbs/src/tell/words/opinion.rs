//! An opinion in words: never to be taken for what is proved.

use peasant::board::Position;
use peasant::{Analysis, Opinion};

use crate::opinion::OURS;
use crate::outside::engine::score_words;
use crate::tell::san;

/// So many plies of its line are shown.
const SHOWN: usize = 8;

/// The move that an answer's opinion plays, its line, its score and whose search it is, in a sentence.
pub fn sentence(analysis: &Analysis) -> Option<String> {
    let opinion = analysis.opinion.as_ref()?;
    Some(told(&analysis.position, opinion))
}

fn told(position: &Position, opinion: &Opinion) -> String {
    let line = &opinion.line[..opinion.line.len().min(SHOWN)];
    format!(
        "Move: {} ({} at depth {} by {}, no proof).",
        super::told(position, line, None),
        score_words(opinion.score),
        opinion.depth,
        who(opinion),
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

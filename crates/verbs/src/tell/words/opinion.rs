//! An opinion in words: never to be taken for what is proved.

use peasant::board::{Color, Move, Position};
use peasant::value::Wdl;
use peasant::{Analysis, Opinion};

use crate::opinion::OURS;
use crate::outside::engine::score_words;
use crate::tell::san;

/// So many plies of its line are shown.
const SHOWN: usize = 8;

/// The move that an answer's opinion plays, its line, its score and whose search it is, in a sentence.
pub fn sentence(analysis: &Analysis) -> Option<String> {
    sentence_from(
        analysis,
        usize::from(analysis.position.turn() == Color::Black),
    )
}

/// The same of a position so many plies from the beginning of a game.
pub fn sentence_from(analysis: &Analysis, ply: usize) -> Option<String> {
    let opinion = analysis.opinion.as_ref()?;
    let line = &opinion.line[..opinion.line.len().min(SHOWN)];
    let names = super::names(&analysis.position, line);
    let mover = analysis.position.turn();
    Some(format!(
        "Move: {} ({}; {} for {mover} at depth {} by {}).",
        super::numbered_from(Color::White, ply, names.into_iter()),
        standing(analysis, line.first()),
        score_words(opinion.score),
        opinion.depth,
        who(opinion),
    ))
}

/// What is proved of the move to play.
fn standing(analysis: &Analysis, first: Option<&Move>) -> String {
    let safe = analysis
        .moves
        .iter()
        .filter(|m| m.bounds.lower() >= Wdl::Draw);
    let safe: Vec<Move> = safe.map(|m| m.r#move).collect();
    match safe.first() {
        _ if first.is_some_and(|first| safe.contains(first)) => "proved at least a draw".to_owned(),
        Some(&safe) => format!(
            "not proved to draw, as {} is",
            san::format(&analysis.position, safe)
        ),
        None => "no proof".to_owned(),
    }
}

/// The move alone, in a word or two.
pub fn brief(position: &Position, opinion: &Opinion) -> String {
    let first = opinion.line.first();
    first.map_or(String::new(), |&m| {
        format!("opinion: {}", san::format(position, m))
    })
}

/// Whose opinion it is.
pub fn who(opinion: &Opinion) -> &str {
    match &*opinion.source {
        OURS => "peasant's own search",
        engine => engine,
    }
}

//! What is said of a person's move: nothing, praise, or what was right and why.

use peasant::board::{Move, Position};
use peasant::explain::is_dead;
use peasant::value::Wdl;
use peasant::{Analysis, Explanation, ProveError, Prover, Request};

use verbs::explain::prose::{idea, tries};
use verbs::tell::san;
use verbs::tell::words;

/// So many plies of the right line are shown.
const SHOWN: usize = 10;

/// What is to be said of a move.
pub struct Judgement {
    /// A result was given away.
    pub is_error: bool,
    /// In words; empty if there is nothing to say.
    pub words: String,
}

impl Judgement {
    fn said(words: String) -> Judgement {
        Judgement {
            is_error: false,
            words,
        }
    }
}

/// Judges a move of a position that has been analysed. Where a result is not proved nothing is said of it.
pub fn judge(
    prover: &Prover,
    request: &Request,
    analysis: Analysis,
    m: Move,
) -> Result<Judgement, ProveError> {
    let after = analysis.moves.iter().find(|found| found.r#move == m);
    let after = after.and_then(|found| found.bounds.exact());
    let (Some(before), Some(after)) = (analysis.bounds.exact(), after) else {
        return Ok(Judgement::said(String::new()));
    };
    if after < before {
        let explanation = prover.explain(request, analysis)?;
        return Ok(Judgement {
            is_error: true,
            words: error(&explanation, m, before, after),
        });
    }
    let rivals = analysis
        .moves
        .iter()
        .filter(|found| found.bounds.upper() >= before);
    let is_only = rivals.count() == 1 && analysis.moves.len() > 1;
    Ok(Judgement::said(match before {
        Wdl::Win if is_only => "The only move that wins.".to_owned(),
        Wdl::Draw if is_only => "The only move that holds.".to_owned(),
        _ => String::new(),
    }))
}

/// What was wrong with a move, what was right, and why.
fn error(explanation: &Explanation, m: Move, before: Wdl, after: Wdl) -> String {
    let analysis = &explanation.analysis;
    let position = &analysis.position;
    let name = san::format(position, m);
    let what = match (before, after) {
        (Wdl::Win, Wdl::Draw) => "the win is gone, now it is a draw",
        (Wdl::Win, _) => "the win is gone, and more: now you lose",
        _ => "the draw is gone, now you lose",
    };
    let mut text = format!("{name}? An error: {what}.");
    if let Some(why) = tries::paragraph(explanation, m) {
        text += &format!("\n{why}");
    }
    text += &format!("\n{}", right(analysis));
    if let Some(idea) = idea::idea_of(explanation) {
        text += &format!(" {idea}");
    }
    text
}

/// What was right instead.
fn right(analysis: &Analysis) -> String {
    let best = words::moves(analysis, &analysis.best).replace(' ', ", ");
    let line = &analysis.line[..analysis.line.len().min(SHOWN)];
    let names = words::names(&analysis.position, line).into_iter();
    let more = if line.len() < analysis.line.len() {
        " …"
    } else {
        "."
    };
    let line = words::numbered(analysis.position.turn(), names);
    match analysis.best.len() {
        1 => format!("Only {best} was right: {line}{more}"),
        _ => format!("Right was {best}: {line}{more}"),
    }
}

/// What the task is, if it is known.
pub fn task(analysis: &Analysis) -> String {
    match analysis.bounds.exact() {
        Some(Wdl::Win) => "You can win.".to_owned(),
        Some(Wdl::Draw) => "You can hold the draw.".to_owned(),
        Some(Wdl::Loss) => "You are lost: resist as long as you can.".to_owned(),
        None => format!(
            "It is not settled: {}.",
            words::open::interval(analysis.bounds)
        ),
    }
}

/// A hint of how to play on, after so many others: what it is about, which man moves, and at last the move.
pub fn hint(explanation: &Explanation, given: usize) -> String {
    let analysis = &explanation.analysis;
    let Some(result) = analysis.bounds.exact() else {
        return format!(
            "It is not settled: {}.",
            words::open::interval(analysis.bounds)
        );
    };
    match given {
        0 => {
            let count = match result {
                Wdl::Loss => "You are lost: look for what holds out longest.".to_owned(),
                _ => words::right_of(analysis.best.len(), analysis.moves.len(), result),
            };
            let idea = idea::idea_of(explanation).filter(|idea| !names_a_move(analysis, idea));
            idea.map_or(count.clone(), |idea| format!("{count} {idea}"))
        }
        1 => man(analysis),
        _ => {
            let best = analysis.line.first().or(analysis.best.first());
            best.map_or(String::new(), |&m| {
                format!("Play {}.", san::format(&analysis.position, m))
            })
        }
    }
}

/// Does a text give a right move away?
fn names_a_move(analysis: &Analysis, text: &str) -> bool {
    let right = words::names_of(&analysis.position, &analysis.best);
    let mut words = text.split(|c: char| c.is_whitespace() || ",.:;()".contains(c));
    words.any(|word| right.iter().any(|name| word.ends_with(name.as_str())))
}

/// Which man moves.
fn man(analysis: &Analysis) -> String {
    let position = &analysis.position;
    let king = position.king(position.turn());
    let moves_king = analysis.best.iter().any(|m| m.from == king);
    let moves_man = analysis.best.iter().any(|m| m.from != king);
    match (moves_king, moves_man) {
        (true, true) => "Both moves of the king and others are right.",
        (true, false) => "It is a move of the king.",
        (false, _) => "The king stays where it is.",
    }
    .to_owned()
}

/// A move as people write it, or as programs do.
pub fn read_move(here: &Position, text: &str) -> Result<Move, String> {
    let named = text.parse().ok();
    match named.filter(|m| here.legal_moves().contains(m)) {
        Some(m) => Ok(m),
        None => san::parse(here, text),
    }
}

/// How a game has ended, if it has: `earlier` are the positions before.
pub fn over<'p>(
    position: &Position,
    mut earlier: impl Iterator<Item = &'p Position>,
) -> Option<String> {
    let mover = position.turn();
    if position.is_checkmate() {
        return Some(format!("Checkmate: {} wins.", !mover));
    }
    if position.is_stalemate() {
        return Some("Stalemate: a draw.".to_owned());
    }
    if is_dead(position) {
        return Some("A draw: nobody can give mate.".to_owned());
    }
    let before = earlier
        .by_ref()
        .filter(|&&before| before == *position)
        .count();
    (before >= 2).then(|| "The position has come for the third time: a draw.".to_owned())
}

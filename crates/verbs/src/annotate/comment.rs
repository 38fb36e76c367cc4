//! What a comment says, in the words of `explain`. Nothing is called thrown away that is not proved.

use peasant::board::{Color, Move, Position};
use peasant::explain::{Motive, Try};
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, Explanation, Opinion};

use super::event::Change;
use super::mistake::Mistake;
use crate::explain::prose::{decided, idea, tries};
use crate::pgn::game::{Line, Ply, ascii};
use crate::tell::words;
use crate::tell::words::open::{self, interval, percent};
use crate::tell::words::opinion::{sentence_from, who};

/// A line is shown so far, in plies.
const SHOWN: usize = 12;

/// Of a refutation that nothing else tells, so many plies are shown.
const REFUTED: usize = 5;

/// `White wins`, `a draw`
pub fn outcome(side: Color, result: Wdl) -> String {
    match result {
        Wdl::Win => format!("{side} wins"),
        Wdl::Draw => "a draw".to_owned(),
        Wdl::Loss => format!("{} wins", !side),
    }
}

/// What is proved of a position, in a sentence or two.
pub fn verdict(analysis: &Analysis) -> String {
    match analysis.bounds {
        bounds if bounds.exact().is_some() => words::verdict(analysis),
        Bounds::UNKNOWN => "Its result is open.".to_owned(),
        bounds => {
            let (proved, mover) = (interval(bounds), analysis.position.turn());
            format!("Its result is open: {proved} for {mover}.")
        }
    }
}

/// What was thrown away: proved.
pub fn thrown(mover: Color, change: &Change) -> String {
    match (change.before.exact(), change.after.exact()) {
        (Some(before), Some(after)) => {
            let what = if before == Wdl::Win { "win" } else { "draw" };
            let now = match after {
                Wdl::Draw => "now it is a draw".to_owned(),
                _ => format!("now {} wins", !mover),
            };
            format!("The {what} is thrown away: {now}.")
        }
        _ => format!(
            "Proved for {mover}: {} before this move, {} behind it.",
            proved(change.before),
            proved(change.after)
        ),
    }
}

/// What is proved of a result.
fn proved(bounds: Bounds) -> String {
    match (bounds.exact(), bounds.lower()) {
        (Some(result), _) => format!("a {result}"),
        (None, Wdl::Draw) => "at least a draw".to_owned(),
        (None, _) => "at most a draw".to_owned(),
    }
}

/// A move is probably a mistake, `better` the best by proof or by who was asked. The first part is the same whatever the figures are.
pub fn mistake(mistake: &Mistake, better: Option<&String>, asked: Option<&Opinion>) -> Vec<String> {
    let what = if mistake.result == Wdl::Win {
        "win"
    } else {
        "hold"
    };
    let better = better.map_or("another move", String::as_str);
    let (before, now) = mistake.shares();
    let now = percent(now);
    let could = match before < 1.0 {
        true => format!("is likely to {what} ({} %; now {now} %)", percent(before)),
        false => format!("is proved to {what} (now {now} %)"),
    };
    let whose = asked.map_or(String::new(), |opinion| format!(", by {}", who(opinion)));
    let share = percent(mistake.share);
    vec![
        "Probably a mistake, not proved:".to_owned(),
        format!("{share} %. {better} {could}{whose}."),
    ]
}

/// How likely the results of an open position are, and what to play, `ply` plies from the beginning of the game.
pub fn likely(analysis: &Analysis, ply: usize) -> Vec<String> {
    let likely = analysis
        .likelihood
        .map(|of| open::likely(analysis.position.turn(), of));
    let to_play = sentence_from(analysis, ply);
    likely.into_iter().chain(to_play).collect()
}

/// The try of an explanation that is this move.
pub fn attempt(explanation: &Explanation, m: Move) -> Option<&Try> {
    explanation.tries.iter().find(|one| one.r#move == m)
}

/// What refutes a move, with the numbers of the game: `next` is the position behind it, `ply` plies from the beginning.
pub fn refutation(
    next: &Position,
    told: Option<&Try>,
    line: &[Move],
    ply: usize,
) -> Option<String> {
    if next.is_stalemate() {
        return Some(format!("{} is stalemated.", next.turn()));
    }
    if let Some(told) = told {
        return tries::refutation(next, told, ply);
    }
    let shown = &line[..line.len().min(REFUTED)];
    let moves = words::names(next, shown);
    (!moves.is_empty()).then(|| words::numbered_from(Color::White, ply, moves.into_iter()) + ".")
}

/// Why the right move is right.
pub fn idea_of(explanation: &Explanation) -> Option<String> {
    idea::idea_of(explanation)
}

/// What motives an error is about, each once: those of the refutation, and those of the right line's first part.
pub fn motives(explanation: &Explanation, told: Option<&Try>) -> Vec<&'static str> {
    let of_refutation = told
        .into_iter()
        .flat_map(|one| one.motives.iter().chain(&one.point));
    let first = explanation.phases.first();
    let of_right = first
        .into_iter()
        .flat_map(|phase| phase.motives.iter().map(|(_, motive)| motive));
    let mut names: Vec<&'static str> = Vec::new();
    for motive in of_refutation
        .chain(of_right)
        .filter(|motive| **motive != Motive::OnlyMove)
    {
        if !names.contains(&motive.name()) {
            names.push(motive.name());
        }
    }
    names
}

/// As much of the best line as is worth showing, and what is to be said at its end.
pub fn shown<'a>(
    analysis: &'a Analysis,
    explanation: Option<&Explanation>,
) -> (&'a [Move], Option<String>) {
    let line = &analysis.line[..];
    let winner = decided::winner(analysis);
    let cut = winner.and_then(|winner| decided::cut(&analysis.position, line, winner, false));
    if let Some(cut) = cut.filter(|cut| cut.plies <= SHOWN) {
        return (&line[..cut.plies], Some(cut.words));
    }
    if line.len() <= SHOWN {
        return (line, None);
    }
    let mut plies = 0;
    for phase in explanation
        .iter()
        .flat_map(|explanation| &explanation.phases)
    {
        if plies + phase.moves.len() > SHOWN {
            break;
        }
        plies += phase.moves.len();
    }
    let plies = if plies < SHOWN / 3 { SHOWN } else { plies };
    (&line[..plies], None)
}

/// A line of moves as a variation, with a comment behind its first move and one at its end.
pub fn variation(
    position: &Position,
    moves: &[Move],
    first: Option<String>,
    last: Option<String>,
) -> Line {
    let names = words::names(position, moves);
    let mut line = Line {
        plies: names.into_iter().map(Ply::new).collect(),
        ..Line::default()
    };
    if let (Some(ply), Some(text)) = (line.plies.first_mut(), first) {
        ply.say(ascii(&text));
    }
    if let (Some(ply), Some(text)) = (line.plies.last_mut(), last) {
        ply.say(ascii(&text));
    }
    line
}

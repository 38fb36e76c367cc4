//! The last trade: a capture that leads from pieces to kings and pawns alone, and the other captures that would have.

use peasant::value::{Bounds, Wdl};
use peasant::wire::Named;
use peasant::{Analysis, ProveError};
use shakmaty::Position as _;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, EnPassantMode, Move};

use super::comment;
use super::course::{Course, after, named};
use super::event::mover;
use super::event::{Alternative, Change, Event, Kind};
use super::judge;
use super::remark::Remark;
use crate::pgn::game::{Line, Ply, ascii};

/// Another capture that leads to a pawn ending.
struct Other {
    san: String,
    /// What is known of the position behind it.
    next: Analysis,
}

impl Other {
    /// What is proved, for the side that captures.
    fn bounds(&self) -> Bounds {
        -self.next.bounds
    }
}

/// Says of the move in a slot, if it is a capture that leads to a pawn ending, what the others were worth.
pub(super) fn trade(
    course: &mut Course,
    slot: usize,
    remark: &mut Remark,
) -> Result<(), ProveError> {
    let played = &course.game.played[slot];
    let capture = played.r#move.filter(|m| m.is_capture());
    let (Some(next), Some(capture)) = (course.known[slot + 1].clone(), capture) else {
        return Ok(());
    };
    let legal = played.before.legal_moves();
    let (others, rest) = others(course, slot, capture, &legal)?;
    let ply = course.ply(slot);
    let change = change(&next, &others);
    let text = text(ply, began(course, slot), &others, rest);
    remark.sentences.push(text.clone());
    let fen = Fen::from_position(&played.before, EnPassantMode::Legal).to_string();
    let mut event = Event::new(Kind::Trade, ply, fen, change.before);
    event.r#move = Some(name(&played.before, capture));
    event.change(&change);
    event.thrown = None;
    event.text = text;
    event.alternatives = others.iter().map(alternative).collect();
    course.moments.push(event);
    if course.known[slot].is_none() {
        verdict(course, slot, capture, &others, &change, remark);
    }
    Ok(())
}

/// The other captures that lead to pawn endings, and how many other moves there are.
fn others(
    course: &mut Course,
    slot: usize,
    capture: Move,
    legal: &[Move],
) -> Result<(Vec<Other>, usize), ProveError> {
    let played = &course.game.played[slot];
    let mut others = Vec::new();
    for &m in legal.iter().filter(|&&m| m != capture && m.is_capture()) {
        let Some((next, position)) = after(&played.before, m) else {
            continue;
        };
        if judge::pieces(&next) > 0 {
            continue;
        }
        match course.judge.analyse(&position) {
            Ok(next) => others.push(Other {
                san: SanPlus::from_move(played.before.clone(), m).to_string(),
                next,
            }),
            Err(error @ ProveError::Contradiction { .. }) => return Err(error),
            Err(_) => {}
        }
    }
    others.sort_by_key(|other| std::cmp::Reverse((other.bounds().lower(), other.bounds().upper())));
    let rest = legal.len() - 1 - others.len();
    Ok((others, rest))
}

/// What the capture changes, as far as the others tell: who may play one of them has what it is proved to reach.
fn change(next: &Analysis, others: &[Other]) -> Change {
    let after = -next.bounds;
    let best = others.iter().map(|other| other.bounds().lower()).max();
    let lower = best.unwrap_or(Wdl::Loss).max(after.lower());
    let before = Bounds::at_least(lower);
    Change { before, after }
}

/// A capture that throws a result away, which another one is proved to keep.
fn verdict(
    course: &mut Course,
    slot: usize,
    capture: Move,
    others: &[Other],
    change: &Change,
    remark: &mut Remark,
) {
    let ply = course.ply(slot);
    let Some(best) = others.first().filter(|_| change.is_error()) else {
        return;
    };
    let played = &course.game.played[slot];
    remark.nags.push(4);
    let text = comment::thrown(mover(ply), change);
    remark.sentences.insert(0, text.clone());
    let mut line = Line {
        plies: vec![Ply::new(best.san.clone())],
        ..Line::default()
    };
    let (moves, last) = comment::shown(&best.next, None);
    let result = best.bounds().exact();
    if let Some(outcome) = result.map(|result| comment::outcome(mover(ply), result)) {
        line.plies[0].say(ascii(&format!("Proved: {outcome}.")));
    }
    line.plies
        .extend(comment::variation(&best.next.position, moves, None, last).plies);
    let fen = Fen::from_position(&played.before, EnPassantMode::Legal).to_string();
    let mut event = Event::new(Kind::Error, ply, fen, change.before);
    event.r#move = Some(name(&played.before, capture));
    event.change(change);
    event.better = vec![best.san.clone()];
    let text_of = |ply: &Ply| String::from_utf8_lossy(&ply.text).into_owned();
    event.line = line.plies.iter().map(text_of).collect();
    event.text = text;
    remark.variations.push(line);
    course.moments.push(event);
}

fn name(before: &shakmaty::Chess, m: Move) -> Named {
    let uci = m.to_uci(CastlingMode::Standard).to_string();
    Named {
        uci: uci.parse().expect("no move is castling or a drop here"),
        san: SanPlus::from_move(before.clone(), m).to_string(),
    }
}

fn alternative(other: &Other) -> Alternative {
    Alternative {
        san: other.san.clone(),
        result: other.bounds(),
    }
}

/// The move before, if the capture takes back what it took: who began the trade decided on it.
fn began(course: &Course, slot: usize) -> Option<String> {
    let (played, before) = (&course.game.played, slot.checked_sub(1)?);
    let (first, back) = (played[before].r#move?, played[slot].r#move?);
    let is_exchange = first.is_capture() && first.to() == back.to();
    let san = || SanPlus::from_move(played[before].before.clone(), first).to_string();
    is_exchange.then(|| named(course.ply(before), &san()))
}

/// `The last trade, begun with 35...Rxg6. 36.fxg6 instead leads to a pawn ending too: White wins (proved). The other 5 moves keep pieces …`
fn text(ply: usize, began: Option<String>, others: &[Other], rest: usize) -> String {
    let began = began.map_or(String::new(), |first| format!(", begun with {first}"));
    let mut sentences = vec![format!("The last trade{began}.")];
    for other in others {
        let worth = match other.bounds().exact() {
            Some(result) => format!("{} (proved)", comment::outcome(mover(ply), result)),
            None => "its result is open".to_owned(),
        };
        let name = named(ply, &other.san);
        sentences.push(format!(
            "Instead {name} leads to a pawn ending too: {worth}."
        ));
    }
    sentences.push(match (rest, others.len()) {
        (0, 0) => "No other move was legal.".to_owned(),
        (0, _) => "There was no other move.".to_owned(),
        (1, _) => "The one other move keeps pieces and is not judged.".to_owned(),
        (rest, _) => format!("The {rest} other moves keep pieces and are not judged."),
    });
    sentences.join(" ")
}

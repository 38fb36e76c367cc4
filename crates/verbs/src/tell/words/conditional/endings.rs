//! The endings that a conditional verdict leans on, as a player would name them: who has what, and how many there are.

use peasant::board::{Bitboard, Color, Position, Role};
use peasant::notation::fen;
use peasant::value::Wdl;
use peasant::{Assumption, Source};

use super::number;
use crate::outside::engine::score_words;
use crate::tell::words::{file_letter, material};

/// So many kinds are told.
const MOST: usize = 6;

/// And so many in a line.
const MOST_IN_A_LINE: usize = 3;

/// Endings of a kind.
#[derive(PartialEq)]
struct Kind {
    /// Who has what.
    men: String,
    /// Who wins.
    winner: Option<Color>,
    /// By whose account.
    why: String,
}

/// A line for each kind, the most frequent first.
pub fn kinds(assumptions: &[Assumption], engine: Option<&str>) -> Vec<String> {
    let mut kinds = grouped(assumptions, engine, exact_men);
    if kinds.len() > MOST {
        kinds = grouped(assumptions, engine, pieces_alone);
    }
    // The order of those with as many is that of the list.
    kinds.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    let left: usize = kinds.iter().skip(MOST).map(|(_, count, _)| count).sum();
    let others = (left > 0).then(|| format!("others: {left} endings"));
    kinds.iter().take(MOST).map(line).chain(others).collect()
}

/// The kinds by their pieces in a line, the most frequent first: `queen against queen (two endings), queen against pawn`.
pub fn tally<'a>(positions: impl Iterator<Item = &'a Position>) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for position in positions {
        let men = against(position, |color| material(position, color, false));
        match kinds.iter_mut().find(|(known, _)| *known == men) {
            Some((_, count)) => *count += 1,
            None => kinds.push((men, 1)),
        }
    }
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let others = kinds.split_off(MOST_IN_A_LINE.min(kinds.len()));
    let left: usize = others.iter().map(|(_, count)| count).sum();
    let others = (left > 0).then(|| ("others".to_owned(), left));
    let told = kinds.into_iter().chain(others);
    let told = told.map(|(men, count)| men + &many(count));
    told.collect::<Vec<String>>().join(", ")
}

/// A line for each ending.
pub fn each(assumptions: &[Assumption], engine: Option<&str>) -> Vec<String> {
    let each = grouped(assumptions, engine, fen::format);
    each.iter().map(line).collect()
}

/// A kind, how many there are, and the engine's lowest and highest score.
type Counted = (Kind, usize, Option<(i32, i32)>);

fn grouped(
    assumptions: &[Assumption],
    engine: Option<&str>,
    men: fn(&Position) -> String,
) -> Vec<Counted> {
    let mut kinds: Vec<Counted> = Vec::new();
    for assumption in assumptions {
        let kind = Kind {
            men: men(&assumption.position),
            winner: winner(assumption),
            why: why(assumption, engine),
        };
        let scores = assumption.score.map(|score| (score, score));
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, count, known)) => {
                *count += 1;
                *known = known.zip(scores).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
            }
            None => kinds.push((kind, 1, scores)),
        }
    }
    kinds
}

fn line((kind, count, scores): &Counted) -> String {
    let many = many(*count);
    let result = match kind.winner {
        Some(winner) => format!("{winner} wins"),
        None => "a draw".to_owned(),
    };
    let scores = match *scores {
        Some((low, high)) if low == high => format!(" {}", score_words(low)),
        Some((low, high)) => format!(" {} to {}", score_words(low), score_words(high)),
        None => String::new(),
    };
    format!("{}{many}: {result}, {}{scores}", kind.men, kind.why)
}

/// How many endings, if that is not one.
fn many(count: usize) -> String {
    match count {
        1 => String::new(),
        _ => format!(" ({} endings)", number(count)),
    }
}

fn winner(assumption: &Assumption) -> Option<Color> {
    let mover = assumption.position.turn();
    match assumption.result {
        Wdl::Win => Some(mover),
        Wdl::Draw => None,
        Wdl::Loss => Some(!mover),
    }
}

/// Why the result is assumed. Scores are told with the side that they are for.
fn why(assumption: &Assumption, engine: Option<&str>) -> String {
    let position = &assumption.position;
    let engine = engine.unwrap_or("the engine");
    match assumption.source {
        Source::Equal => equal(position),
        Source::Ahead => format!("as {}", super::ahead(position)),
        Source::Pawns => match super::more_pawns(position) {
            None => "as the pawns are equal".to_owned(),
            Some((side, more)) => format!("at least for {side}, who is {more} up"),
        },
        Source::Engine => format!("says {engine}, {} to move", position.turn()),
        _ => "so it seems".to_owned(),
    }
}

/// Equal pieces, or as good as that.
fn equal(position: &Position) -> String {
    let [white, black] = Color::BOTH.map(|color| pieces(position, color).len());
    match white == black {
        true => "as the pieces are equal".to_owned(),
        false => format!("as {} promotes next", position.turn()),
    }
}

/// The roles of a side's pieces.
fn pieces(position: &Position, color: Color) -> Vec<Role> {
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let of = |role| (0..position.pieces(color, role).count()).map(move |_| role);
    roles.into_iter().flat_map(of).collect()
}

/// `queen against queen with White's a-pawn`
fn exact_men(position: &Position) -> String {
    let pieces = against(position, |color| material(position, color, false));
    let pawns = Color::BOTH.map(|color| pawns(position, color));
    let pawns: Vec<String> = pawns.into_iter().flatten().collect();
    match pawns.is_empty() {
        true => pieces,
        false => format!("{pieces} with {}", pawns.join(" and ")),
    }
}

/// `queen against queen`; what is neither king, queen nor pawn is a lesser piece.
fn pieces_alone(position: &Position) -> String {
    against(position, |color| {
        let name = |role: Role| match role {
            Role::Queen => "queen",
            _ => "lesser piece",
        };
        let names = pieces(position, color).into_iter().map(name);
        names.collect::<Vec<&str>>().join(" and ")
    })
}

/// What the sides have, White's first, by `men` for one that has pieces.
fn against(position: &Position, men: impl Fn(Color) -> String) -> String {
    let side = |color| match position.pawns().of(color).count() {
        _ if !pieces(position, color).is_empty() => men(color),
        0 => "king".to_owned(),
        1 => "pawn".to_owned(),
        _ => "pawns".to_owned(),
    };
    Color::BOTH.map(side).join(" against ")
}

/// `White's a- and b-pawns`
fn pawns(position: &Position, color: Color) -> Option<String> {
    let pawns = position.pawns().of(color);
    let files = (0..8).flat_map(|file| {
        let here = pawns & Bitboard::file(file);
        here.map(|pawn| format!("{}-", file_letter(pawn)))
    });
    let mut files: Vec<String> = files.collect();
    let last = files.pop()?;
    Some(match files.is_empty() {
        true => format!("{color}'s {last}pawn"),
        false => format!("{color}'s {} and {last}pawns", files.join(", ")),
    })
}

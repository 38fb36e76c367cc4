//! The idea in a sentence: who gets what, and by what it is brought about.

use std::iter;

use peasant::board::{Color, Role};
use peasant::explain::{Feature, Motive, PassedPawn, Phase};
use peasant::kpk::Placement;
use peasant::value::Wdl;
use peasant::{Analysis, Explanation, LineEnd, MoveAnalysis};

use super::decided;
use super::feature;
use super::motive::{self, NO_IDEA, Rendered};
use crate::kpk::words::Facts;
use crate::tell::words::squares;

/// The idea of an explanation in a sentence, from the line and the longest defence.
pub fn idea_of(explanation: &Explanation) -> Option<String> {
    let phases = [&explanation.phases[..], &explanation.longest_defence].concat();
    let analysis = &explanation.analysis;
    let feature = feature::deciding(explanation);
    let saved = saver(analysis);
    let idea = told(analysis, &phases, feature, saved)
        .or_else(|| drawn(explanation))
        .or_else(|| told(analysis, &phases, feature, None))
        .or_else(|| repeated(analysis))?;
    let no_queen = no_queen(explanation).filter(|_| idea.contains("by promoting to"));
    Some(format!("{idea}{}", no_queen.unwrap_or_default()))
}

/// The idea in a sentence: who gets what, and by what it is brought about if the line shows it.
pub fn idea(analysis: &Analysis, phases: &[Phase]) -> Option<String> {
    told(analysis, phases, None, None)
}

/// Why a draw in which nothing happens is one.
fn drawn(explanation: &Explanation) -> Option<String> {
    let analysis = &explanation.analysis;
    if analysis.bounds.exact()? != Wdl::Draw || analysis.line_end != Some(LineEnd::Repetition) {
        return None;
    }
    let mut maps = iter::once(&explanation.map).chain(&explanation.other_map);
    let saved = saver(analysis);
    if let Some(map) = maps.find(|map| {
        let has_keys = (1..=MOST_KEYS).contains(&map.key_squares.len());
        let king = analysis.position.king(map.attacker);
        has_keys && saved != Some(map.attacker) && !map.key_squares.contains(&king)
    }) {
        let (side, other) = (map.attacker, !map.attacker);
        let keys = squares(map.key_squares.iter().copied());
        return Some(format!(
            "{other} draws because {side}'s king cannot get to a key square ({keys}) without loss."
        ));
    }
    let last = analysis.line.iter();
    let last = last.fold(analysis.position, |here, &m| here.play(m));
    if last.is_pawn_ending() && last.pawns().occupied().count() == 1 {
        let pawn = last.pawns().occupied().first()?;
        let side = match last.pawns().white.is_empty() {
            true => Color::Black,
            false => Color::White,
        };
        return Some(format!(
            "{} draws because its king holds the last pawn, {side}'s on {pawn}.",
            !side
        ));
    }
    let pawns = analysis.position.pawns();
    let blocked = pawns.white.up() == pawns.black && !pawns.white.is_empty();
    blocked
        .then(|| "A draw: the pawns block each other, and neither side makes headway.".to_owned())
}

/// That the moves are repeated.
fn repeated(analysis: &Analysis) -> Option<String> {
    let is_draw = analysis.bounds.exact() == Some(Wdl::Draw);
    let repeats = is_draw && analysis.line_end == Some(LineEnd::Repetition);
    repeats.then(|| "The draw comes by repetition: neither side has anything better.".to_owned())
}

/// Why no queen is right, if it is stalemate.
fn no_queen(explanation: &Explanation) -> Option<&'static str> {
    let position = &explanation.analysis.position;
    let mut moves = explanation.analysis.moves.iter().map(|m| m.r#move);
    let stalemates = moves.any(|m| {
        let queens = m.promotion == Some(Role::Queen);
        queens && position.play(m).is_stalemate()
    });
    stalemates.then_some(" A queen would give stalemate.")
}

/// The idea, if need be by the feature on which the win hangs; of a draw what the side does that it saves.
fn told(
    analysis: &Analysis,
    phases: &[Phase],
    feature: Option<&Feature>,
    saved: Option<Color>,
) -> Option<String> {
    analysis.bounds.exact()?;
    if let Some(pawn) = decided::runner(analysis) {
        return Some(uncaught(&pawn));
    }
    let winner = decided::winner(analysis);
    let placement = Placement::from_position(&analysis.position);
    let facts = placement.map(|placement| Facts::new(&analysis.position, placement));
    if let Some(idea) = facts.and_then(|facts| facts.idea()) {
        return Some(idea);
    }
    let motive = main_motive(phases, winner.or(saved));
    if let Some(feature) = feature
        && motive.is_none_or(|(motive, owner)| {
            feature::weight(feature.kind) <= motive::told(motive, owner).weight
        })
    {
        return Some(feature::idea(feature));
    }
    let Some((motive, owner)) = motive else {
        return by_the_square(analysis, winner).or_else(|| plainly(analysis, phases, winner));
    };
    if *motive == Motive::Stalemate {
        // Whom it saves the board does not say: each side may have been the worse one.
        return Some(format!(
            "The draw comes by stalemate: {} is left without a move.",
            !owner
        ));
    }
    let by = motive::told(motive, owner).by;
    if by.is_empty() {
        return plainly(analysis, phases, winner);
    }
    let owner = match motive {
        Motive::HoldsAgainstQueen { defender, .. } => *defender,
        Motive::Race(race) => race.first.map_or(owner, |first| !first),
        _ => owner,
    };
    let subject = winner.unwrap_or(owner);
    let by = by.replacen(&format!("{subject}'s king"), "its king", 1);
    let gets = if winner.is_some() { "wins" } else { "draws" };
    Some(format!("{subject} {gets} {by}."))
}

/// Whom a draw saves, if it is the mover: a move of its can lose, and none can win.
fn saver(analysis: &Analysis) -> Option<Color> {
    let loses = |m: &MoveAnalysis| m.bounds.exact() == Some(Wdl::Loss);
    let is_draw = analysis.bounds.exact() == Some(Wdl::Draw);
    (is_draw && analysis.moves.iter().any(loses)).then_some(analysis.position.turn())
}

/// Where nothing else tells more: one side alone has a passed pawn, and the other king is outside its square and loses, or inside and draws.
fn by_the_square(analysis: &Analysis, winner: Option<Color>) -> Option<String> {
    let passed = PassedPawn::all(&analysis.position);
    let first = passed
        .first()
        .filter(|_| analysis.position.is_pawn_ending())?;
    let (side, other) = (first.color, !first.color);
    if passed.iter().any(|pawn| pawn.color == other) {
        return None;
    }
    // Its own king must not be in its way.
    let own = analysis.position.king(side);
    let runs = passed
        .iter()
        .find(|pawn| !pawn.in_square && own.file() != pawn.pawn.file());
    match winner {
        Some(winner) if winner == side => Some(uncaught(runs?)),
        None if first.in_square && analysis.position.pawns().occupied().count() == 1 => {
            Some(format!(
                "{other} draws because its king is in the square of the pawn on {}.",
                first.pawn
            ))
        }
        _ => None,
    }
}

/// Where there is nothing else to say: what the winner's king takes, what is left in the end, or where a pawn gets through.
fn plainly(analysis: &Analysis, phases: &[Phase], winner: Option<Color>) -> Option<String> {
    let winner = winner?;
    let mut motives = phases.iter().flat_map(|phase| {
        let is_winners =
            |number: &usize| (phase.start.turn() == winner) == number.is_multiple_of(2);
        let own = phase.motives.iter();
        own.filter(move |(number, _)| is_winners(number))
    });
    let taken = motives.find_map(|(_, motive)| match motive {
        Motive::PawnWon(square) => Some(square),
        _ => None,
    });
    if let Some(square) = taken {
        return Some(format!(
            "{winner} wins because its king gets the pawn on {square}."
        ));
    }
    if let Some(cut) = decided::cut(&analysis.position, &analysis.line, winner) {
        let words = cut.words.replacen(&format!("{winner}'s"), "its", 1);
        let words = words.replacen("From there on ", "", 1);
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_ascii_lowercase());
        let words: String = first.into_iter().chain(letters).collect();
        return Some(format!("{winner} wins: in the end {words}"));
    }
    let mut moves = analysis.line.iter().zip(turns(analysis));
    let (promotes, _) = moves.find(|(m, turn)| *turn == winner && m.promotion.is_some())?;
    Some(format!(
        "{winner} wins because a pawn gets through to {}.",
        promotes.to
    ))
}

/// Who makes each move of the line.
fn turns(analysis: &Analysis) -> impl Iterator<Item = Color> {
    let first = analysis.position.turn();
    [first, !first].into_iter().cycle()
}

/// That a pawn cannot be caught, and the name of that.
fn uncaught(pawn: &PassedPawn) -> String {
    let uncaught = decided::uncaught(pawn);
    format!("{uncaught} That king is outside the square of the pawn.")
}

/// The motive that tells most, and whose it is. What comes late in the line tells less.
fn main_motive(phases: &[Phase], winner: Option<Color>) -> Option<(&Motive, Color)> {
    let mut begun = 0;
    let mut told = Vec::new();
    for phase in phases {
        if phase.start == phases[0].start {
            // The longest defence begins where the line does.
            begun = 0;
        }
        let turn = phase.start.turn();
        for (number, motive) in &phase.motives {
            let ply = begun + number;
            let owner = if number % 2 == 0 { turn } else { !turn };
            let Rendered {
                weight, is_trick, ..
            } = motive::told(motive, owner);
            if weight < NO_IDEA && (!is_trick || ply < EARLY) {
                // What the first move does tells more.
                let early = if ply == 0 { FIRST } else { 0 };
                told.push(((weight + ply / LATE).saturating_sub(early), motive, owner));
            }
        }
        begun += phase.moves.len();
    }
    let of_interest = told
        .into_iter()
        .filter(|&(weight, _, owner)| weight < NO_IDEA && winner.is_none_or(|side| side == owner));
    let (_, motive, owner) = of_interest.min_by_key(|&(weight, ..)| weight)?;
    Some((motive, owner))
}

/// A motive of the first move counts as so much the stronger one.
const FIRST: usize = 2;

/// So many key squares are named.
const MOST_KEYS: usize = 6;

/// By so many plies a motive counts as the next weaker one.
const LATE: usize = 5;

/// So many plies from the beginning a trick may be what it is about.
const EARLY: usize = 3;

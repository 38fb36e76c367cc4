//! The idea in a sentence: who gets what, and by what it is brought about. Every verb and the page take it from here.

use peasant::board::{Color, Move, Role, Square};
use peasant::explain::{Feature, FeatureKind, Motive, PassedPawn, Phase};
use peasant::kpk::Placement;
use peasant::value::Wdl;
use peasant::{Analysis, Explanation, MoveAnalysis};

use super::decided;
use super::drawn;
use super::feature;
use super::motive::{self, NO_IDEA, Rendered};
use super::queen;
use crate::kpk::words::Facts;
use crate::tell::san;
use crate::tell::words::file_letter;

/// The idea of an explanation in a sentence or two; none while the result is open.
pub fn idea_of(explanation: &Explanation) -> Option<String> {
    let analysis = &explanation.analysis;
    analysis.bounds.exact()?;
    if analysis.moves.is_empty() {
        // It is over, which the verdict says.
        return None;
    }
    let saved = saver(analysis);
    let idea = at_once(analysis)
        .or_else(|| drawn::walled(explanation))
        .or_else(|| queen::told(explanation).map(|(idea, _)| idea))
        .or_else(|| told(explanation, saved))
        .or_else(|| drawn::by_opposition(explanation, saved))
        .or_else(|| drawn::told(explanation, saved))
        .or_else(|| told(explanation, None))
        .or_else(|| drawn::told(explanation, None))?;
    let no_queen = no_queen(explanation).filter(|_| idea.contains("by promoting to"));
    Some(format!("{idea}{}", no_queen.unwrap_or_default()))
}

/// That a move mates.
fn at_once(analysis: &Analysis) -> Option<String> {
    let [m] = analysis.line[..] else {
        return None;
    };
    let next = analysis.position.play(m);
    let name = san::format(&analysis.position, m);
    let name = name.trim_end_matches('#');
    (next.is_checkmate()).then(|| format!("{} mates by {name}.", analysis.position.turn()))
}

/// Why no queen is right, if it is stalemate.
pub(super) fn no_queen(explanation: &Explanation) -> Option<&'static str> {
    let position = &explanation.analysis.position;
    let mut moves = explanation.analysis.moves.iter().map(|m| m.r#move);
    let stalemates = moves.any(|m| {
        let queens = m.promotion == Some(Role::Queen);
        queens && position.play(m).is_stalemate()
    });
    stalemates.then_some(" A queen would give stalemate.")
}

/// The idea as the line shows it, if need be by the feature on which the win hangs; of a draw what the side does that it saves.
fn told(explanation: &Explanation, saved: Option<Color>) -> Option<String> {
    let analysis = &explanation.analysis;
    if let Some(pawn) = decided::runner(analysis) {
        return Some(decided::outside(&pawn));
    }
    let winner = decided::winner(analysis);
    let placement = Placement::from_position(&analysis.position);
    let facts = placement.map(|placement| Facts::new(&analysis.position, placement));
    if let Some(idea) = facts.as_ref().and_then(Facts::idea) {
        return Some(idea);
    }
    // What comes very late is told only if there is nothing else.
    let late = winner.and_then(|winner| by_majority(explanation, winner));
    let main = main_motive(explanation, winner.or(saved));
    let main = main.filter(|&(weight, ..)| weight < VERY_LATE || late.is_none());
    let motive = main.map(|(_, motive, owner)| (motive, owner));
    let plain = facts.as_ref().and_then(Facts::plain_idea);
    let is_plain = |motive: &Motive| match motive {
        Motive::CorrespondingSquares(..) | Motive::KeySquaresHeld(_) => winner.is_none(),
        _ => false,
    };
    if plain.is_some() && motive.is_none_or(|(motive, _)| is_plain(motive)) {
        return plain;
    }
    if let Some(feature) = feature::deciding(explanation)
        && motive.is_none_or(|(motive, owner)| {
            feature::weight(feature.kind) <= motive::told(motive, owner).weight
        })
    {
        return Some(feature::idea(feature, explanation));
    }
    let Some((motive, owner)) = motive else {
        return by_the_square(analysis, winner).or_else(|| plainly(explanation, winner?));
    };
    if *motive == Motive::Stalemate {
        // Whom it saves the board does not say: each side may have been the worse one.
        return Some(format!(
            "The draw comes by stalemate: {} is left without a move.",
            !owner
        ));
    }
    if matches!(
        motive,
        Motive::KeySquaresHeld(_) | Motive::CorrespondingSquares(..)
    ) && let Some(idea) = drawn::by_opposition(explanation, saved)
    {
        return Some(idea);
    }
    let by = motive::told(motive, owner).by;
    if by.is_empty() {
        return plainly(explanation, winner?);
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
    // Its own king must not be in its way, and if it is its turn it must be able to go.
    let own = analysis.position.king(side);
    let goes = |pawn: &&PassedPawn| {
        let mut best = analysis.best.iter();
        let goes = |m: &Move| m.from == pawn.pawn && m.promotion.is_none_or(|to| to == Role::Queen);
        analysis.position.turn() != side || best.any(goes)
    };
    let runs = passed
        .iter()
        .filter(goes)
        .find(|pawn| !pawn.in_square && own.file() != pawn.pawn.file());
    match winner {
        Some(winner) if winner == side => Some(decided::outside(runs?)),
        None if first.in_square && analysis.position.pawns().occupied().count() == 1 => {
            Some(format!(
                "{other} draws because its king is in the square of the pawn on {}.",
                first.pawn
            ))
        }
        _ => None,
    }
}

/// Where there is nothing else to say: a stalemate that is avoided, what the winner's king takes, what is left in the end, or which pawn
/// gets through.
fn plainly(explanation: &Explanation, winner: Color) -> Option<String> {
    let analysis = &explanation.analysis;
    if no_queen(explanation).is_some() && analysis.position.turn() == winner {
        return Some(format!(
            "{winner} wins by avoiding stalemate: a queen at once would leave {} without a move.",
            !winner
        ));
    }
    if let Some(idea) = by_majority(explanation, winner) {
        return Some(idea);
    }
    let taken = explanation.phases.iter().find_map(|phase| {
        let mut own = phase.motives.iter();
        own.find_map(|(number, motive)| match motive {
            Motive::PawnWon(square)
                if (phase.start.turn() == winner) == number.is_multiple_of(2) =>
            {
                Some(*square)
            }
            _ => None,
        })
    });
    if let Some(square) = taken {
        let stands = analysis.position.pawns().of(!winner).contains(square);
        let pawn = match stands {
            true => format!("pawn on {square}"),
            false => format!("{}-pawn", file_letter(square)),
        };
        return Some(format!("{winner} wins because its king gets the {pawn}."));
    }
    let mut moves = analysis.line.iter().zip(super::turns(analysis));
    let (promotes, _) = moves.find(|(m, turn)| *turn == winner && m.promotion.is_some())?;
    let pawn = file_letter(promotes.from);
    let races = explanation
        .passed_pawns
        .iter()
        .any(|pawn| pawn.color != winner);
    Some(match races {
        true => format!("{winner} wins because its {pawn}-pawn promotes first."),
        false => format!("{winner} wins because its {pawn}-pawn gets through."),
    })
}

/// The pawn that promotes in the line comes from a majority.
fn by_majority(explanation: &Explanation, winner: Color) -> Option<String> {
    let analysis = &explanation.analysis;
    let moves: Vec<_> = analysis.line.iter().zip(super::turns(analysis)).collect();
    let last = moves
        .iter()
        .position(|(m, turn)| *turn == winner && m.promotion.is_some())?;
    let mut square: Square = moves[last].0.from;
    for (m, turn) in moves[..last].iter().rev() {
        if *turn == winner && m.to == square {
            square = m.from;
        }
    }
    let is_its = |one: &&Feature| {
        let is_majority = matches!(
            one.kind,
            FeatureKind::Majority | FeatureKind::DoubledMajority
        );
        is_majority && one.color == winner && one.pawns.contains(&square)
    };
    let majority = explanation.features.iter().find(is_its)?;
    Some(format!(
        "{winner} wins by its majority on the {}, which makes a passed pawn.",
        feature::wing(&majority.pawns)
    ))
}

/// The motive that tells most, and whose it is. What comes late in the line tells less, and what comes after the matter is decided
/// nothing.
fn main_motive(
    explanation: &Explanation,
    winner: Option<Color>,
) -> Option<(usize, &Motive, Color)> {
    let mut told = Vec::new();
    for phases in [&explanation.phases, &explanation.longest_defence] {
        let horizon = horizon(explanation, phases);
        let mut begun = 0;
        for phase in phases {
            let turn = phase.start.turn();
            for (number, motive) in &phase.motives {
                let ply = begun + number;
                let owner = if number % 2 == 0 { turn } else { !turn };
                let Rendered {
                    weight, is_trick, ..
                } = motive::told(motive, owner);
                let counts = weight < NO_IDEA && ply < horizon;
                if counts && (!is_trick || ply < EARLY) {
                    // What the first move does tells more.
                    let early = if ply == 0 { FIRST } else { 0 };
                    told.push(((weight + ply / LATE).saturating_sub(early), motive, owner));
                }
            }
            begun += phase.moves.len();
        }
    }
    let of_interest = told
        .into_iter()
        .filter(|&(_, _, owner)| winner.is_none_or(|side| side == owner));
    of_interest.min_by_key(|&(weight, ..)| weight)
}

/// After so many plies a course of play is decided: what comes then is another matter.
fn horizon(explanation: &Explanation, phases: &[Phase]) -> usize {
    let analysis = &explanation.analysis;
    let moves: Vec<_> = phases
        .iter()
        .flat_map(|phase| phase.moves.clone())
        .collect();
    let cut = decided::winner(analysis)
        .and_then(|winner| decided::cut(&analysis.position, &moves, winner));
    cut.map_or(usize::MAX, |cut| cut.plies)
}

/// A motive of the first move counts as so much the stronger one.
const FIRST: usize = 2;

/// What weighs so much with its lateness is told only if there is nothing else.
const VERY_LATE: usize = 14;

/// By so many plies a motive counts as the next weaker one.
const LATE: usize = 5;

/// So many plies from the beginning a trick may be what it is about.
const EARLY: usize = 3;

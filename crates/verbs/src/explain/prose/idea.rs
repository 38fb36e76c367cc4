//! The idea in a sentence: who gets what, and by what it is brought about. Every verb and the page take it from here.

use std::collections::BTreeSet;

use peasant::board::{Color, Move, Position, Role, Square};
use peasant::explain::{Motive, Opposition, PassedPawn, Phase};
use peasant::kpk::Placement;
use peasant::value::Wdl;
use peasant::{Analysis, Bounds, Explanation, LineEnd, MoveAnalysis};

use super::decided;
use super::drawn;
use super::feature;
use super::left;
use super::map::MOST_SQUARES;
use super::motive::{self, NO_IDEA, Rendered};
use super::pair;
use super::plain;
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
        .or_else(|| drawn::stops_a_breakthrough(explanation))
        .or_else(|| drawn::by_connected_pawns(explanation))
        .or_else(|| told(explanation, saved))
        .or_else(|| drawn::by_opposition(explanation, saved))
        .or_else(|| drawn::told(explanation, saved))
        .or_else(|| told(explanation, None))
        .or_else(|| drawn::told(explanation, None))?;
    let idea = by_files(idea, &analysis.position);
    let no_queen = no_queen(explanation).filter(|_| idea.contains("by promoting to"));
    Some(format!("{idea}{}", no_queen.unwrap_or_default()))
}

/// Names a pawn by its file where none stands on its square yet.
fn by_files(idea: String, start: &Position) -> String {
    let empty = Square::all().filter(|&square| !start.pawns().occupied().contains(square));
    let all = empty.flat_map(|square| ["the", "White's", "Black's"].map(|whose| (whose, square)));
    all.fold(idea, |idea, (whose, square)| {
        let by_file = format!("{whose} {}-pawn", file_letter(square));
        idea.replace(&format!("{whose} pawn on {square}"), &by_file)
    })
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
    let m = plain::stalemating(explanation)?;
    (m.promotion.is_some()).then_some(" A queen would give stalemate.")
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
    let late = winner.and_then(|winner| plain::told(explanation, winner));
    let main = main_motive(explanation, winner.or(saved));
    let main = main.filter(|&(weight, ..)| weight < VERY_LATE || late.is_none());
    let motive = main.map(|(_, motive, owner)| (motive, owner));
    let is_saved = motive.is_some_and(|(motive, _)| motive.name() == "stalemate");
    if winner.is_none() && !is_saved && pair::is_alone(explanation) {
        if let Some(idea) = left::by_stalemate(analysis).filter(|_| stays(analysis)) {
            return Some(idea);
        }
        let is_soon = left::until_one_left(analysis).is_some_and(|ply| ply <= EARLY);
        let left = || left::one_left(analysis).filter(|_| is_soon);
        let falls = || drawn::by_opposition(explanation, saved).filter(|_| !is_soon);
        if let Some(idea) = falls()
            .or_else(|| pair::told(explanation, saved))
            .or_else(left)
        {
            return Some(idea);
        }
    }
    if winner.is_none()
        && facts.is_some()
        && let Some(idea) = drawn::one_held(explanation)
    {
        return Some(idea);
    }
    if let Some((Motive::Trebuchet(white, black), owner)) = motive
        && let Some(idea) = by_the_last_tempo(analysis, [*white, *black], owner)
    {
        return Some(idea);
    }
    if let Some(idea) = motive
        .is_none_or(|(motive, _)| !is_full_point(motive))
        .then(|| in_zugzwang(explanation, winner?))
        .flatten()
    {
        return Some(idea);
    }
    let plain = facts.as_ref().and_then(Facts::plain_idea);
    let is_plain = |motive: &Motive| match motive {
        Motive::CorrespondingSquares(..) | Motive::KeySquaresHeld(_) => winner.is_none(),
        // A king on a key square wins whoever is to move; before it comes there the way counts.
        Motive::Opposition(..) | Motive::KeySquare(_) => facts
            .as_ref()
            .is_some_and(|facts| facts.is_on_key() || winner.is_some() && facts.is_race()),
        _ => false,
    };
    if plain.is_some() && motive.is_none_or(|(motive, _)| is_plain(motive)) {
        return plain;
    }
    if let Some(feature) = feature::deciding(explanation)
        && main.is_none_or(|(weight, motive, owner)| {
            let weight = weight.max(motive::told(motive, owner).weight);
            feature::weight(feature.kind) <= weight
        })
    {
        return Some(feature::idea(feature, explanation));
    }
    match motive {
        Some((motive, owner)) => by_motive(explanation, motive, owner, saved),
        None => by_the_square(analysis, winner).or_else(|| plain::told(explanation, winner?)),
    }
}

/// The idea that a motive of a side's is.
fn by_motive(
    explanation: &Explanation,
    motive: &Motive,
    owner: Color,
    saved: Option<Color>,
) -> Option<String> {
    let winner = decided::winner(&explanation.analysis);
    let end = explanation.analysis.line_end;
    let is_last = matches!(motive, Motive::KeySquaresHeld(_)) && end == Some(LineEnd::Stalemate);
    let is_alone = explanation.analysis.position.pawns().occupied().count() == 1;
    if *motive == Motive::Stalemate || is_last && !is_alone {
        // Whom it saves the board does not say: each side may have been the worse one.
        return left::by_stalemate(&explanation.analysis).or_else(|| {
            Some(format!(
                "The draw comes by stalemate: {} is left without a move.",
                !owner
            ))
        });
    }
    if matches!(
        motive,
        Motive::KeySquaresHeld(_) | Motive::CorrespondingSquares(..)
    ) && let Some(idea) = drawn::by_opposition(explanation, saved)
    {
        return Some(idea);
    }
    if let Motive::CorrespondingSquares(mine, theirs) = motive
        && let Some(idea) = by_one_pair(explanation, owner, [*mine, *theirs])
    {
        return Some(idea);
    }
    if winner.is_some()
        && matches!(motive, Motive::Race(_))
        && let Some(idea) = by_checks(explanation, owner)
    {
        return Some(idea);
    }
    let motive = match motive {
        Motive::Shouldering { .. } => {
            opposition_before(explanation, motive, owner).unwrap_or(motive)
        }
        _ => motive,
    };
    let by = motive::told(motive, owner).by;
    if by.is_empty() {
        return plain::told(explanation, winner?);
    }
    if winner.is_none() && matches!(motive, Motive::Race(_)) {
        // What comes of it tells more.
        return None;
    }
    let subject = winner.unwrap_or(owner);
    let by = by.replacen(&format!("{subject}'s king"), "its king", 1);
    let gets = if winner.is_some() { "wins" } else { "draws" };
    Some(format!("{subject} {gets} {by}."))
}

/// The opposition that a side has taken in the same phase before something else: the other king gives way because of it.
fn opposition_before<'a>(
    explanation: &'a Explanation,
    other: &Motive,
    side: Color,
) -> Option<&'a Motive> {
    let phase = explanation.phases.first()?;
    let before = phase
        .motives
        .iter()
        .take_while(|(_, motive)| motive != other);
    let mut of_side =
        before.filter(|(number, _)| (phase.start.turn() == side) == number.is_multiple_of(2));
    let found = of_side.find(|(_, motive)| matches!(motive, Motive::Opposition(..)));
    found.map(|(_, motive)| motive)
}

/// In a race both sides promote, and checks mate or win the other's new queen.
fn by_checks(explanation: &Explanation, side: Color) -> Option<String> {
    let analysis = &explanation.analysis;
    let mut here = analysis.position;
    let mut promoted = [false; 2];
    let mut checks = Vec::new();
    for &m in &analysis.line {
        checks.push((here.turn(), here.play(m).in_check()));
        if m.promotion.is_some() {
            promoted[here.turn() as usize] = true;
            checks.clear();
        }
        here = here.play(m);
    }
    let only_checks = checks.iter().all(|&(turn, check)| check || turn != side);
    let told = format!("{side} wins the race: both sides promote, but");
    if promoted == [true; 2] && only_checks && here.is_checkmate() {
        return Some(format!("{told} {side} then mates with checks."));
    }
    let motives = explanation.phases.iter().flat_map(|phase| &phase.motives);
    let mut skewered = motives.filter_map(|(_, motive)| match motive {
        Motive::Skewer(square) => Some(*square),
        _ => None,
    });
    let promotes = |square: &Square| {
        let mut moves = analysis.line.iter();
        moves.any(|m| m.promotion.is_some() && m.to == *square)
    };
    let square = skewered.find(promotes)?;
    Some(format!("{told} a check wins the new queen on {square}."))
}

/// A single pair of squares corresponds to nothing: the opposition, or a zugzwang.
fn by_one_pair(explanation: &Explanation, side: Color, kings: [Square; 2]) -> Option<String> {
    let lines = [&explanation.phases, &explanation.longest_defence];
    let motives = lines.into_iter().flatten().flat_map(|phase| {
        let turn = phase.start.turn();
        let of_side = move |number: usize| (turn == side) == number.is_multiple_of(2);
        phase
            .motives
            .iter()
            .filter(move |(number, _)| of_side(*number))
    });
    let motives: Vec<&Motive> = motives.map(|(_, motive)| motive).collect();
    let pairs = motives.iter().filter_map(|motive| match motive {
        Motive::CorrespondingSquares(mine, theirs) => Some((*mine, *theirs)),
        _ => None,
    });
    let pairs: BTreeSet<(Square, Square)> = pairs.collect();
    if pairs.len() > 1 {
        return None;
    }
    let gets = match decided::winner(&explanation.analysis) {
        Some(_) => "wins",
        None => "draws",
    };
    let opposition = motives
        .iter()
        .find(|motive| matches!(motive, Motive::Opposition(..)));
    let [mine, theirs] = kings;
    Some(match opposition {
        Some(motive) => format!("{side} {gets} {}.", motive::told(motive, side).by),
        None => format!(
            "{side} {gets} by zugzwang: with the kings on {mine} and {theirs} {} has to move.",
            !side
        ),
    })
}

/// In a trébuchet whose pawns stand already, and others beside them: who runs out of pawn moves.
fn by_the_last_tempo(analysis: &Analysis, pair: [Square; 2], winner: Color) -> Option<String> {
    let (position, loser, [white, black]) = (&analysis.position, !winner, pair);
    let spare = |side: Color| position.pawns().of(side) - white.set() - black.set();
    let first = analysis.line.first()?;
    let pawns = position.pawns();
    let stands = pawns.white.contains(white) && pawns.black.contains(black);
    let is_pawns = position.turn() == winner && spare(winner).contains(first.from);
    if !stands || !is_pawns {
        return None;
    }
    let last = format!("Then the trébuchet at {white} and {black} decides.");
    Some(match spare(loser).is_empty() {
        true => format!(
            "{winner} wins by a spare tempo of the pawn on {}: {loser} has to move. {last}",
            first.from
        ),
        false => format!("{winner} wins because {loser} runs out of pawn moves first. {last}"),
    })
}

/// Whoever is to move loses: its motives say more.
const fn is_full_point(motive: &Motive) -> bool {
    matches!(motive, Motive::Trebuchet(..) | Motive::FullPointZugzwang)
}

/// The loser has to move, and would not lose if it had not to.
fn in_zugzwang(explanation: &Explanation, winner: Color) -> Option<String> {
    let position = &explanation.analysis.position;
    let kings = Color::BOTH.map(|color| position.king(color));
    let [own, theirs] = [winner, !winner].map(|color| position.king(color));
    let mut pairs = explanation.map.mutual_zugzwangs.iter();
    let is_pair = explanation.map.attacker == winner
        && pairs.any(|pair| [pair.attacker, pair.defender] == [own, theirs]);
    let then = explanation.other_side_to_move.and_then(Bounds::exact);
    let is_other = is_pair || then.is_some_and(|then| then != Wdl::Win);
    if position.turn() == winner || !is_other {
        return None;
    }
    let by = match Opposition::of(kings[0], kings[1]) {
        Some(Opposition::Near) => "the opposition",
        Some(Opposition::Distant) => "the distant opposition",
        _ => "zugzwang",
    };
    Some(format!(
        "{winner} wins by {by}: {} has to move and give way.",
        !winner
    ))
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

/// The motive that tells most, and whose it is. What comes late in the line tells less, and what comes after the matter is decided
/// nothing.
fn main_motive(
    explanation: &Explanation,
    winner: Option<Color>,
) -> Option<(usize, &Motive, Color)> {
    let mut told = Vec::new();
    let lines = [
        (&explanation.phases, 0),
        (&explanation.longest_defence, BESIDE),
    ];
    for (phases, beside) in lines {
        let horizon = horizon(explanation, phases);
        let mut begun = 0;
        for phase in phases {
            let turn = phase.start.turn();
            for (number, motive) in &phase.motives {
                let ply = begun + number;
                let owner = match motive {
                    Motive::HoldsAgainstQueen { defender, .. } => *defender,
                    _ if number % 2 == 0 => turn,
                    _ => !turn,
                };
                let weight = weight(explanation, motive, owner, ply);
                if weight < NO_IDEA && ply < horizon {
                    told.push((weight + beside, motive, owner));
                }
            }
            begun += phase.moves.len();
        }
    }
    let of_interest = told
        .into_iter()
        .filter(|&(_, _, owner)| winner.is_none_or(|side| side == owner));
    // In a draw the mover tries, if none of its moves loses.
    let tries = explanation.analysis.position.turn();
    of_interest.min_by_key(|&(weight, _, owner)| (weight, winner.is_none() && owner == tries))
}

/// What a motive weighs after so many plies.
fn weight(explanation: &Explanation, motive: &Motive, owner: Color, ply: usize) -> usize {
    let Rendered {
        weight, is_trick, ..
    } = motive::told(motive, owner);
    let is_late = is_trick && ply >= EARLY;
    let weight = match motive {
        Motive::Breakthrough { .. } if is_late => LATE_BREAKTHROUGH,
        Motive::KeySquare(_) if !has_keys(explanation) => NO_IDEA,
        Motive::IntoTheSquare(pawn) if !runs_on(explanation, *pawn) => NO_IDEA,
        _ if is_late => NO_IDEA,
        _ => weight,
    };
    // What the first move does tells more.
    let is_fortress = matches!(motive, Motive::Fortress(_) | Motive::NoWayIn);
    let early = if ply == 0 && !is_fortress { FIRST } else { 0 };
    match weight {
        NO_IDEA => NO_IDEA,
        _ => (weight + ply / LATE).saturating_sub(early),
    }
}

/// Does the line end in stalemate with all pawns where they are?
fn stays(analysis: &Analysis) -> bool {
    let moves = analysis.line.iter();
    let end = moves.fold(analysis.position, |here, &m| here.play(m));
    end.is_stalemate() && end.pawns() == analysis.position.pawns()
}

/// Are key squares what it is about: few, of one pawn or of two that block each other?
fn has_keys(explanation: &Explanation) -> bool {
    let pawns = explanation.analysis.position.pawns();
    let is_pair = pawns.occupied().count() == 2 && pawns.white.up() == pawns.black;
    let is_simple = is_pair || pawns.occupied().count() == 1;
    explanation.map.key_squares.len() <= MOST_SQUARES && is_simple
}

/// Is there a passed pawn on the file of this one from the beginning?
fn runs_on(explanation: &Explanation, pawn: Square) -> bool {
    let mut passed = explanation.passed_pawns.iter();
    passed.any(|one| one.pawn.file() == pawn.file())
}

/// What a breakthrough weighs that has to be made ready.
const LATE_BREAKTHROUGH: usize = 9;

/// After so many plies a course of play is decided: what comes then is another matter.
fn horizon(explanation: &Explanation, phases: &[Phase]) -> usize {
    let analysis = &explanation.analysis;
    if analysis.bounds.exact() == Some(Wdl::Draw) {
        return left::until_one_left(analysis).unwrap_or(usize::MAX);
    }
    let moves: Vec<_> = phases
        .iter()
        .flat_map(|phase| phase.moves.clone())
        .collect();
    let cut = decided::winner(analysis)
        .and_then(|winner| decided::cut(&analysis.position, &moves, winner, false));
    cut.map_or(usize::MAX, |cut| cut.plies)
}

/// What only the longest defence shows counts as so much the weaker one.
const BESIDE: usize = 3;

/// A motive of the first move counts as so much the stronger one.
const FIRST: usize = 2;

/// What weighs so much with its lateness is told only if there is nothing else.
const VERY_LATE: usize = 14;

/// By so many plies a motive counts as the next weaker one.
const LATE: usize = 5;

/// So many plies from the beginning a trick may be what it is about.
const EARLY: usize = 3;

//! The course of play in words: the idea, the line by phases, the moves that spoil the result.

use peasant::board::{Color, Move, Position, Role, Square};
use peasant::explain::{Motive, Opposition, Phase, Race, Try};
use peasant::value::Wdl;
use peasant::{Analysis, Explanation};
use serde::Serialize;

use super::{names, numbered_from};
use crate::san;

/// A part of the line, as `--json` has it.
#[derive(Serialize)]
pub struct PhaseAnswer {
    moves: Vec<String>,
    motives: Vec<&'static str>,
    text: String,
}

/// A move that spoils the result, as `--json` has it.
#[derive(Serialize)]
pub struct TryAnswer {
    r#move: String,
    result: Wdl,
    refutation: Vec<String>,
    motives: Vec<&'static str>,
    text: String,
}

/// The parts of the line.
pub fn phases(explanation: &Explanation) -> Vec<PhaseAnswer> {
    parts(explanation, &explanation.phases)
}

/// The parts of the longest defence, if the line shows another one.
pub fn longest_defence(explanation: &Explanation) -> Vec<PhaseAnswer> {
    parts(explanation, &explanation.longest_defence)
}

fn parts(explanation: &Explanation, phases: &[Phase]) -> Vec<PhaseAnswer> {
    let first = explanation.analysis.position.turn();
    let (mut begun, mut said) = (0, Vec::new());
    let mut answers = Vec::with_capacity(phases.len());
    for phase in phases {
        let mut motives: Vec<&'static str> = Vec::new();
        for name in phase.motives.iter().map(|(_, motive)| motive.name()) {
            if !motives.contains(&name) {
                motives.push(name);
            }
        }
        answers.push(PhaseAnswer {
            moves: names(&phase.start, &phase.moves),
            motives,
            text: told(phase, first, begun, &mut said),
        });
        begun += phase.moves.len();
    }
    answers
}

/// The moves that spoil the result.
pub fn tries(explanation: &Explanation) -> Vec<TryAnswer> {
    let analysis = &explanation.analysis;
    explanation
        .tries
        .iter()
        .map(|one| attempt(analysis, one))
        .collect()
}

fn attempt(analysis: &Analysis, one: &Try) -> TryAnswer {
    let position = &analysis.position;
    let next = position.play(one.r#move);
    let result = match one.result {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    };
    let name = san::format(position, one.r#move);
    let answers = names(&next, &one.refutation);
    let mut played = vec![format!("{name}?")];
    played.extend(answers.first().map(|answer| format!("{answer}!")));
    let first = numbered_from(position.turn(), 0, played.into_iter());
    let why = one
        .motives
        .iter()
        .find_map(|motive| sentence(motive, next.turn()));
    let why = why.map_or(String::new(), |why| format!(" {why}"));
    let rest = answers.into_iter().skip(1);
    let rest = numbered_from(position.turn(), 2, rest);
    let then = if rest.is_empty() {
        String::new()
    } else {
        format!(" {rest}.")
    };
    let only = if one.result == Wdl::Loss { "" } else { "only " };
    TryAnswer {
        text: format!("{first} {only}{result}.{why}{then}"),
        r#move: name,
        result: one.result,
        refutation: names(&next, &one.refutation),
        motives: one.motives.iter().map(Motive::name).collect(),
    }
}

/// A part of the line, each comment after the move that it is about. What has been `said` is not said again.
fn told(phase: &Phase, first: Color, begun: usize, said: &mut Vec<String>) -> String {
    let moves = names(&phase.start, &phase.moves);
    let mut text = String::new();
    let mut from = 0;
    for ply in 0..moves.len() {
        let sentences = comments(phase, ply, said);
        if sentences.is_empty() && ply + 1 < moves.len() {
            continue;
        }
        let part = moves[from..=ply].iter().cloned();
        text.push_str(&numbered_from(first, begun + from, part));
        text.push_str(". ");
        for sentence in sentences {
            text.push_str(&sentence);
            text.push(' ');
        }
        from = ply + 1;
    }
    text.trim_end().to_owned()
}

/// What is to be said of one move, each thing once in all.
fn comments(phase: &Phase, ply: usize, said: &mut Vec<String>) -> Vec<String> {
    let turn = phase.start.turn();
    let mover = if ply.is_multiple_of(2) { turn } else { !turn };
    let mut sentences = Vec::new();
    for (_, motive) in phase.motives.iter().filter(|&&(number, _)| number == ply) {
        let sentence = match motive {
            Motive::TriangulationAgainst(answer, route) => {
                Some(against(phase, ply, *answer, route))
            }
            _ => sentence(motive, mover),
        };
        // The falling of a pawn is news each time, the rest is told once.
        let key = match motive {
            Motive::PawnWon(square) => square.to_string(),
            _ => format!("{} {mover}", motive.name()),
        };
        if let Some(sentence) = sentence.filter(|_| !said.contains(&key)) {
            said.push(key);
            sentences.push(sentence);
        }
    }
    sentences
}

/// What happens if the opponent answers a move of a phase otherwise than in the line.
fn against(phase: &Phase, ply: usize, answer: Move, route: &[Square]) -> String {
    let mut here = phase.start;
    for &m in &phase.moves[..=ply] {
        here = here.play(m);
    }
    let back: Vec<String> = route.iter().map(ToString::to_string).collect();
    format!(
        "If {}, {}'s king makes the triangle {}: an earlier position with {} to move.",
        san::format(&here, answer),
        !here.turn(),
        back.join("-"),
        here.turn()
    )
}

/// What a motive of the mover's is in a sentence, if it is worth one.
fn sentence(motive: &Motive, mover: Color) -> Option<String> {
    let other = !mover;
    Some(match motive {
        Motive::KeySquare(square) => format!("{mover}'s king has reached the key square {square}."),
        Motive::Opposition(shape) => {
            let kind = match shape {
                Opposition::Distant => "distant ",
                _ => "",
            };
            format!("{mover} takes the {kind}opposition: {other} is to move and must give way.")
        }
        Motive::CorrespondingSquares(mine, theirs) => format!(
            "The kings stand on the corresponding squares {mine} and {theirs}, and {other} is to move."
        ),
        Motive::SpareMove(_) => format!(
            "With a pawn move to spare {mover} leaves the turn to {other}, who must give way."
        ),
        Motive::Triangulation(route) => {
            let route: Vec<String> = route.iter().map(ToString::to_string).collect();
            format!(
                "{mover}'s king makes the triangle {}: the same position with {other} to move.",
                route.join("-")
            )
        }
        Motive::Breakthrough(square) => format!(
            "Breakthrough: the pawn on {square} is given up so that another one gets through."
        ),
        Motive::Decoy(square) => format!(
            "While {other}'s king takes the pawn on {square}, {mover}'s takes what is left on the other wing."
        ),
        Motive::PawnWon(square) => format!("The pawn on {square} falls."),
        Motive::PromotionWithCheck => format!("{mover} promotes with check."),
        Motive::UnderPromotion(role) => format!("Not a queen but a {} is right.", piece(*role)),
        Motive::IntoTheSquare(square) => {
            format!("{mover}'s king steps into the square of the pawn on {square}, just in time.")
        }
        Motive::Skewer(square) => format!("The check wins what stands on {square}."),
        Motive::Stalemate => format!("{other} is stalemated."),
        Motive::SavedByStalemate => format!("{mover} is saved by stalemate."),
        Motive::StalemateTrap(answer) => {
            format!(
                "If {other} goes to {} now, {mover} is stalemated.",
                answer.to
            )
        }
        Motive::Outflanking(_) => format!("{mover}'s king goes round {other}'s: outflanking."),
        Motive::Shouldering { instead, barred } => format!(
            "{mover}'s king shoulders {other}'s away: after a step to {instead}, just as short, that would come to {}.",
            list(barred)
        ),
        Motive::TwoAims { catch, support } => format!(
            "Two aims in one walk: if {other}'s king goes for the pawn on {support}, {mover}'s gets into the square of the \
             pawn on {catch}; if that pawn runs, {mover}'s king helps its own."
        ),
        Motive::Trebuchet(white, black) => format!(
            "The trébuchet at {white} and {black}: whoever has to move loses the pawn and the game."
        ),
        Motive::FullPointZugzwang => "Whoever has to move in such a place loses.".to_owned(),
        Motive::Race(race) => in_a_race(race),
        Motive::ProtectedPassedPawn { pawn, protector } => format!(
            "{other}'s king may not take on {protector}: the passed pawn on {pawn} would run."
        ),
        Motive::KeySquaresHeld(squares) => {
            format!(
                "{other}'s king does not get to {} without loss.",
                one_of(squares)
            )
        }
        Motive::Blockade(pawn) => {
            format!("{mover}'s king must stay before the pawn on {pawn}.")
        }
        Motive::Fortress(squares) => format!(
            "A fortress: {mover}'s king needs only {}, whatever {other} does.",
            list(squares)
        ),
        Motive::NoWayIn => format!("The pawns are blocked, and {other}'s king finds no way in."),
        Motive::RookPawn(_) => format!(
            "Against a rook's pawn that is enough: {mover}'s king cannot be driven from the corner."
        ),
        Motive::ShutIn(square) => {
            format!("{other}'s king is shut in on {square}, before its own pawn.")
        }
        Motive::HoldsAgainstQueen { pawn, .. } => {
            format!("The pawn on {pawn} holds against the queen.")
        }
        Motive::NearerToThePawn(_) => {
            format!("{other}'s king stands before its own pawn: {mover}'s has time to come nearer.")
        }
        _ => return None,
    })
}

/// How a race goes.
fn in_a_race(race: &Race) -> String {
    let Some(first) = race.first else {
        return "Both sides run with their pawns.".to_owned();
    };
    let of = |color| match color {
        Color::White => race.white,
        Color::Black => race.black,
    };
    let moves = |count| match count {
        1 => "1 move".to_owned(),
        _ => format!("{count} moves"),
    };
    let check = if race.check { ", with check" } else { "" };
    let own = moves(of(first).unwrap_or_default());
    match of(!first) {
        Some(theirs) => format!(
            "A race: {first} promotes first{check}, in {own}; {} in {}.",
            !first,
            moves(theirs)
        ),
        None => format!("A race: {first} promotes first{check}, in {own}."),
    }
}

/// So many key squares are named.
const MOST_KEYS: usize = 9;

/// One of some key squares in a sentence.
fn one_of(squares: &[Square]) -> String {
    match squares {
        [square] => format!("the key square {square}"),
        _ if squares.len() > MOST_KEYS => "any of its key squares".to_owned(),
        _ => format!("any of its key squares {}", list(squares)),
    }
}

/// Squares in a sentence.
fn list(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

fn piece(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

/// The idea in a sentence: who gets what, and by what it is brought about if the line shows it.
pub fn idea(analysis: &Analysis, phases: &[Phase]) -> Option<String> {
    let mover = analysis.position.turn();
    let result = analysis.bounds.exact()?;
    let winner = match result {
        Wdl::Win => Some(mover),
        Wdl::Loss => Some(!mover),
        Wdl::Draw => None,
    };
    let (motive, owner) = main_motive(phases, winner)?;
    let by = match motive {
        Motive::Breakthrough(square) => {
            format!("by a breakthrough: the pawn given up on {square} clears the way for another")
        }
        Motive::Triangulation(_) => format!(
            "by triangulation: the king goes round to leave the move to {}",
            !owner
        ),
        Motive::Decoy(square) => format!(
            "by a decoy: {}'s king has to go for the pawn on {square} while the other wing falls",
            !owner
        ),
        Motive::CorrespondingSquares(..) => format!(
            "by corresponding squares: {owner}'s king comes to each of them with {} to move",
            !owner
        ),
        Motive::Opposition(_) => format!("by the opposition: {} has to give way", !owner),
        Motive::SpareMove(_) => format!("by a pawn move to spare: {} has to give way", !owner),
        Motive::KeySquare(square) => {
            format!("because {owner}'s king reaches the key square {square}")
        }
        Motive::IntoTheSquare(square) => {
            format!("because {owner}'s king gets into the square of the pawn on {square} in time")
        }
        Motive::Race(_) => "in a race of pawns".to_owned(),
        Motive::Outflanking(_) => {
            format!("by outflanking: {owner}'s king goes round {}'s", !owner)
        }
        Motive::Shouldering { .. } => format!(
            "by shouldering: {owner}'s king bars the way of {}'s while it goes its own",
            !owner
        ),
        Motive::TwoAims { catch, support } => format!(
            "because {owner}'s king walks with two aims: the square of the pawn on {catch}, and its own pawn on {support}"
        ),
        Motive::Trebuchet(white, black) => format!(
            "by the trébuchet at {white} and {black}: whoever has to move loses, and {} has to",
            !owner
        ),
        Motive::FullPointZugzwang => {
            format!(
                "by zugzwang: whoever has to move loses, and {} has to",
                !owner
            )
        }
        Motive::ProtectedPassedPawn { pawn, .. } => {
            format!(
                "because the protected passed pawn on {pawn} ties {}'s king",
                !owner
            )
        }
        Motive::SavedByStalemate | Motive::StalemateTrap(_) => "by stalemate".to_owned(),
        Motive::KeySquaresHeld(_) => {
            format!(
                "because {owner}'s king keeps {}'s from the key squares",
                !owner
            )
        }
        Motive::Blockade(pawn) => {
            format!("because {owner}'s king stays before the pawn on {pawn}")
        }
        Motive::Fortress(squares) => {
            format!("by a fortress: {owner}'s king needs only {}", list(squares))
        }
        Motive::NoWayIn => format!(
            "by a fortress: the pawns are blocked, and {}'s king finds no way in",
            !owner
        ),
        Motive::RookPawn(_) => {
            format!("because {owner}'s king holds the corner against the rook's pawn")
        }
        Motive::ShutIn(square) => {
            format!(
                "because {}'s king is shut in on {square}, before its own pawn",
                !owner
            )
        }
        Motive::HoldsAgainstQueen { pawn, .. } => {
            format!("because the pawn on {pawn} holds against the queen")
        }
        Motive::NearerToThePawn(pawn) => format!(
            "because {owner}'s king comes nearer while {}'s stands before its pawn on {pawn}",
            !owner
        ),
        Motive::Skewer(square) => format!("by a skewer: what stands on {square} is won by a check"),
        Motive::UnderPromotion(role) => format!("by promoting to a {}", piece(*role)),
        Motive::Stalemate => "by stalemate".to_owned(),
        Motive::PawnWon(square) => format!("because {owner}'s king wins the pawn on {square}"),
        _ => return None,
    };
    let owner = match motive {
        Motive::HoldsAgainstQueen { defender, .. } => *defender,
        Motive::Race(race) => race.first.map_or(owner, |first| !first),
        _ => owner,
    };
    Some(match winner {
        Some(winner) => format!("{winner} wins {by}."),
        None => format!("{owner} draws {by}."),
    })
}

/// The motive that tells most, and whose it is.
fn main_motive(phases: &[Phase], winner: Option<Color>) -> Option<(&Motive, Color)> {
    let told = phases.iter().enumerate().flat_map(|(number, phase)| {
        let early = move |ply: usize| number == 0 && ply < EARLY;
        let of_interest = phase.motives.iter();
        let of_interest = of_interest.filter(move |(ply, motive)| !is_trick(motive) || early(*ply));
        of_interest.map(|(ply, motive)| {
            let turn = phase.start.turn();
            (motive, if ply % 2 == 0 { turn } else { !turn })
        })
    });
    let of_interest = told.filter(|&(_, owner)| winner.is_none_or(|winner| winner == owner));
    of_interest
        .min_by_key(|(motive, _)| weight(motive))
        .filter(|(motive, _)| weight(motive) < 100)
}

/// A trick at the end of a manoeuvre is not what it is about.
fn is_trick(motive: &Motive) -> bool {
    matches!(
        motive,
        Motive::Breakthrough(_)
            | Motive::Skewer(_)
            | Motive::PawnWon(_)
            | Motive::TriangulationAgainst(..)
            | Motive::Stalemate
            | Motive::SavedByStalemate
            | Motive::StalemateTrap(_)
    )
}

/// So many plies from the beginning a trick may be what it is about.
const EARLY: usize = 3;

/// The less, the more it tells.
fn weight(motive: &Motive) -> u32 {
    match motive {
        Motive::Breakthrough(_) => 0,
        Motive::Triangulation(_) => 1,
        Motive::UnderPromotion(_) => 2,
        Motive::Skewer(_) => 3,
        Motive::Decoy(_) => 4,
        Motive::Stalemate => 5,
        Motive::IntoTheSquare(_) => 6,
        Motive::CorrespondingSquares(..) => 7,
        Motive::Opposition(_) => 8,
        Motive::SpareMove(_) => 9,
        Motive::KeySquare(_) => 10,
        Motive::Race(_) => 11,
        Motive::TwoAims { .. } => 1,
        Motive::ShutIn(_) => 5,
        Motive::StalemateTrap(_) | Motive::SavedByStalemate | Motive::Trebuchet(..) => 5,
        Motive::Shouldering { .. } | Motive::HoldsAgainstQueen { .. } => 6,
        Motive::Fortress(_) | Motive::NoWayIn | Motive::RookPawn(_) => 6,
        Motive::FullPointZugzwang | Motive::NearerToThePawn(_) => 7,
        Motive::Outflanking(_) | Motive::Blockade(_) => 9,
        Motive::ProtectedPassedPawn { .. } => 9,
        Motive::KeySquaresHeld(_) => 12,
        Motive::PawnWon(_) => 13,
        _ => 100,
    }
}

/// The line by phases and the tries, a paragraph each; nothing if there is no line.
pub fn story(explanation: &Explanation) -> Vec<String> {
    let mut paragraphs: Vec<String> = phases(explanation)
        .into_iter()
        .map(|phase| phase.text)
        .collect();
    if let Some(end) = end(&explanation.analysis) {
        paragraphs.push(end);
    }
    let longest = longest_defence(explanation)
        .into_iter()
        .map(|phase| phase.text);
    let longest = longest.collect::<Vec<String>>().join(" ");
    if !longest.is_empty() {
        paragraphs.push(format!("The longest defence: {longest}"));
    }
    paragraphs.extend(tries(explanation).into_iter().map(|one| one.text));
    paragraphs
}

/// How the line ends.
fn end(analysis: &Analysis) -> Option<String> {
    let mut position: Position = analysis.position;
    for &m in &analysis.line {
        position = position.play(m);
    }
    analysis.bounds.exact()?;
    let end = super::line_end(analysis.line_end?, &position);
    let end = end
        .strip_prefix(", and ")
        .or_else(|| end.strip_prefix(", "))?;
    let mut letters = end.chars();
    let first = letters.next()?.to_uppercase();
    Some(format!("{first}{}.", letters.as_str()))
}

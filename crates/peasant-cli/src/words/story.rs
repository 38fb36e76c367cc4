//! The course of play in words: the idea, the line by phases, the moves that spoil the result.

use peasant::board::{Color, Move, Position, Role, Square};
use peasant::explain::{Motive, Opposition, Phase, Try};
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
    let mut begun = 0;
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
            text: told(phase, first, begun),
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
    let mut played = vec![format!("{name}?")];
    played.extend(names(&next, &one.refutation));
    let line = numbered_from(position.turn(), 0, played.into_iter());
    let why = one
        .motives
        .iter()
        .find_map(|motive| sentence(motive, next.turn()));
    let why = why.map_or(String::new(), |why| format!(" {why}"));
    TryAnswer {
        text: format!("{line} only {result}.{why}").replace("only loses", "loses"),
        r#move: name,
        result: one.result,
        refutation: names(&next, &one.refutation),
        motives: one.motives.iter().map(Motive::name).collect(),
    }
}

/// A part of the line with what its moves are good for, each thing said once.
fn told(phase: &Phase, first: Color, begun: usize) -> String {
    let moves = names(&phase.start, &phase.moves).into_iter();
    let mut text = numbered_from(first, begun, moves);
    text.push('.');
    let mut said: Vec<String> = Vec::new();
    for (ply, motive) in &phase.motives {
        let mover = if ply % 2 == 0 {
            phase.start.turn()
        } else {
            !phase.start.turn()
        };
        let told = match motive {
            Motive::TriangulationAgainst(answer, route) => {
                Some(against(phase, *ply, *answer, route))
            }
            _ => sentence(motive, mover),
        };
        let Some(sentence) = told else {
            continue;
        };
        let again = match motive {
            Motive::CorrespondingSquares(..) => "correspond",
            Motive::Opposition(_) => "opposition",
            _ => &sentence,
        };
        if said.len() < MOST_SENTENCES && !said.iter().any(|earlier| earlier.contains(again)) {
            said.push(sentence);
        }
    }
    for sentence in said {
        text.push(' ');
        text.push_str(&sentence);
    }
    text
}

/// What happens if the opponent answers a move of a phase otherwise than in the line.
fn against(phase: &Phase, ply: usize, answer: Move, route: &[Square]) -> String {
    let mut here = phase.start;
    for &m in &phase.moves[..=ply] {
        here = here.play(m);
    }
    let back: Vec<String> = route.iter().map(ToString::to_string).collect();
    format!(
        "If {}, {}'s king goes round by {} to reach an earlier position with {} to move.",
        san::format(&here, answer),
        !here.turn(),
        back.join("-"),
        here.turn()
    )
}

/// So many sentences are said of a phase.
const MOST_SENTENCES: usize = 4;

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
                "{mover}'s king goes round by {} to reach the same position with {other} to move.",
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
        Motive::Race => "Both sides run with their pawns.".to_owned(),
        Motive::PromotionWithCheck => format!("{mover} promotes with check."),
        Motive::UnderPromotion(role) => format!("Not a queen but a {} is right.", piece(*role)),
        Motive::IntoTheSquare(square) => {
            format!("{mover}'s king steps into the square of the pawn on {square}, just in time.")
        }
        Motive::Skewer(square) => format!("The check wins what stands on {square}."),
        Motive::Stalemate => format!("{other} is stalemated."),
        _ => return None,
    })
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
        Motive::Race => "in a race of pawns".to_owned(),
        Motive::Skewer(square) => format!("by a skewer: what stands on {square} is won by a check"),
        Motive::UnderPromotion(role) => format!("by promoting to a {}", piece(*role)),
        Motive::Stalemate => "by stalemate".to_owned(),
        Motive::PawnWon(square) => format!("because {owner}'s king wins the pawn on {square}"),
        _ => return None,
    };
    Some(match winner {
        Some(winner) => format!("{winner} wins {by}."),
        None => format!("{owner} draws {by}."),
    })
}

/// The motive that tells most, and whose it is.
fn main_motive(phases: &[Phase], winner: Option<Color>) -> Option<(&Motive, Color)> {
    let told = phases.iter().flat_map(|phase| {
        phase.motives.iter().map(|(ply, motive)| {
            let turn = phase.start.turn();
            (motive, if ply % 2 == 0 { turn } else { !turn })
        })
    });
    let of_interest = told.filter(|&(_, owner)| winner.is_none_or(|winner| winner == owner));
    of_interest
        .min_by_key(|(motive, _)| weight(motive))
        .filter(|(motive, _)| weight(motive) < 100)
}

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
        Motive::Race => 11,
        Motive::PawnWon(_) => 12,
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

//! The course of play in words: the idea, the line by phases, the moves that spoil the result.

use peasant::board::{Color, Move, Role, Square};
use peasant::explain::{Motive, Opposition, Phase};
use peasant::{Analysis, Explanation};
use serde::Serialize;

use super::{names, numbered_from, plain};
use crate::san;

/// A part of the line, as `--json` has it.
#[derive(Serialize)]
pub struct PhaseAnswer {
    moves: Vec<String>,
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

/// A part of the line, each comment after the move that it is about. What has been `said` is not said again.
pub(super) fn told(phase: &Phase, first: Color, begun: usize, said: &mut Vec<String>) -> String {
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
pub(super) fn comments(phase: &Phase, ply: usize, said: &mut Vec<String>) -> Vec<String> {
    let turn = phase.start.turn();
    let mover = if ply.is_multiple_of(2) { turn } else { !turn };
    let mut sentences = Vec::new();
    for (_, motive) in phase.motives.iter().filter(|&&(number, _)| number == ply) {
        let sentence = match motive {
            Motive::PawnWon(_) => None,
            Motive::PromotionWithCheck if !is_close(phase, ply) => None,
            Motive::TriangulationAgainst(answer, route) => {
                Some(against(phase, ply, *answer, route))
            }
            _ => sentence(motive, mover),
        };
        let key = match motive {
            Motive::Race => motive.name().to_owned(),
            _ => format!("{} {mover}", motive.name()),
        };
        if let Some(sentence) = sentence.filter(|_| !said.contains(&key)) {
            said.push(key);
            sentences.push(sentence);
        }
    }
    sentences
}

/// Before a move of a phase, does the opponent have a pawn that is about to promote as well?
fn is_close(phase: &Phase, ply: usize) -> bool {
    let moves = &phase.moves[..ply];
    let here = moves.iter().fold(phase.start, |here, &m| here.play(m));
    let other = !here.turn();
    let mut pawns = here.pawns().of(other);
    pawns.any(|pawn| pawn.seen_by(other).rank() >= 5)
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
pub(super) fn sentence(motive: &Motive, mover: Color) -> Option<String> {
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

/// The idea of an explanation in a sentence, from the line and the longest defence.
pub fn idea_of(explanation: &Explanation) -> Option<String> {
    let phases = [&explanation.phases[..], &explanation.longest_defence].concat();
    idea(&explanation.analysis, &phases)
}

/// The idea in a sentence: who gets what, and by what it is brought about if the line shows it.
pub fn idea(analysis: &Analysis, phases: &[Phase]) -> Option<String> {
    analysis.bounds.exact()?;
    if let Some(pawn) = plain::runner(analysis) {
        return Some(plain::uncaught(&pawn));
    }
    let winner = plain::winner(analysis);
    let (motive, owner) = main_motive(phases, winner)?;
    if *motive == Motive::Stalemate {
        // Whom it saves the board does not say: each side may have been the worse one.
        return Some(format!(
            "The draw comes by stalemate: {} is left without a move.",
            !owner
        ));
    }
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
        Motive::Race => 11,
        Motive::PawnWon(_) => 12,
        _ => 100,
    }
}

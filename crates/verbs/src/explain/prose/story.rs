//! The course of play in words: the line by phases, each comment after its move.

use peasant::Explanation;
use peasant::board::{Color, Move, Square};
use peasant::explain::{Motive, Phase};
use schemars::JsonSchema;
use serde::Serialize;

use super::motive::sentence;
use crate::tell::san;
use crate::tell::words::{names, numbered_from};

/// A part of the line, as `--json` has it.
#[derive(Serialize, JsonSchema)]
pub struct PhaseAnswer {
    /// Its moves in SAN.
    moves: Vec<String>,
    /// What they are good for, from the list below.
    motives: Vec<&'static str>,
    /// The same in words.
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
            text: told(phase, (first, begun), None, &mut said),
        });
        begun += phase.moves.len();
    }
    answers
}

/// A part of the line, each comment after the move that it is about. `first` begins the line, this part after `begun` plies; the
/// variation `instead` stands behind the first move. What has been `said` is not said again.
pub(super) fn told(
    phase: &Phase,
    (first, begun): (Color, usize),
    instead: Option<&str>,
    said: &mut Vec<String>,
) -> String {
    let moves = names(&phase.start, &phase.moves);
    let mut text = String::new();
    let mut from = 0;
    for ply in 0..moves.len() {
        let sentences = comments(phase, ply, said);
        let instead = instead.filter(|_| ply == 0);
        if sentences.is_empty() && instead.is_none() && ply + 1 < moves.len() {
            continue;
        }
        let part = moves[from..=ply].iter().cloned();
        text.push_str(&numbered_from(first, begun + from, part));
        match sentences.is_empty() && ply + 1 < moves.len() {
            true => text.push(' '),
            false => text.push_str(". "),
        }
        for sentence in sentences {
            text.push_str(&sentence);
            text.push(' ');
        }
        if let Some(instead) = instead {
            text.push_str(&format!("({instead}) "));
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
    let of_ply: Vec<&Motive> = phase
        .motives
        .iter()
        .filter(|&&(number, _)| number == ply)
        .map(|(_, motive)| motive)
        .collect();
    // Who is stalemated has nothing else to think of.
    let is_stalemate =
        |motive: &&Motive| matches!(motive, Motive::Stalemate | Motive::StalemateTrap(_));
    let only = of_ply.iter().copied().find(is_stalemate);
    for motive in only.map_or(of_ply, |only| vec![only]) {
        let sentence = match motive {
            Motive::PawnWon(_) => None,
            Motive::PromotionWithCheck if !is_close(phase, ply) || phase.moves.len() == 1 => None,
            Motive::TriangulationAgainst(answer, route) => {
                Some(against(phase, ply, *answer, route))
            }
            Motive::Breakthrough {
                otherwise: Some((answer, reply)),
                ..
            } => sentence(motive, mover).map(|told| {
                let other = otherwise(phase, ply, *answer, *reply);
                format!("{told} {other}")
            }),
            _ => sentence(motive, mover),
        };
        let key = match motive {
            Motive::Race(_) => motive.name().to_owned(),
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

/// How another answer to a move of a phase is met.
fn otherwise(phase: &Phase, ply: usize, answer: Move, reply: Move) -> String {
    let moves = phase.moves[..=ply].iter();
    let here = moves.fold(phase.start, |here, &m| here.play(m));
    let after = here.play(answer);
    format!(
        "If {}, then {}.",
        san::format(&here, answer),
        san::format(&after, reply)
    )
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

//! The line as a text tells it, as far as it is worth following: in one piece, and in stages for a page with boards.

use peasant::board::{Move, Position};
use peasant::explain::{Motive, Phase, Wall};
use peasant::{Analysis, Explanation, LineEnd};

use super::decided;
use super::story::{comments, told};
use crate::tell::words;

/// A part of the line with its words.
pub struct Stage {
    /// Where it begins.
    pub start: Position,
    pub moves: Vec<Move>,
    pub text: String,
}

/// What is told of the course of play.
pub struct Course {
    /// The line, and how it ends.
    pub line: String,
    /// The same in parts.
    pub stages: Vec<Stage>,
    /// The longest defence, if it shows something new.
    pub longest: Option<String>,
}

/// The course of play with a variation instead of its first move; nothing if there is no line, or nothing can happen. The longest defence
/// is the line if there is more to say of it.
pub fn course(explanation: &Explanation, instead: Option<&str>) -> Course {
    let analysis = &explanation.analysis;
    let phases = match explanation.wall {
        Some(Wall::Dead) => Vec::new(),
        _ => explanation.phases.clone(),
    };
    let (shown, cut) = worth(analysis, phases);
    let (longest, longest_cut) = worth(analysis, explanation.longest_defence.clone());
    if longest_cut.is_some() && remarks(analysis, &longest) > remarks(analysis, &shown) {
        let end = longest_cut.into_iter().collect();
        return course_of(analysis, longest, end, instead).0;
    }
    let end = end_after(analysis, cut.is_some());
    let end = cut.into_iter().chain(end).collect();
    let (mut course, mut said) = course_of(analysis, shown, end, instead);
    let before = said.len();
    let mut text = whole(analysis, &longest, None, &mut said);
    ends(&mut text, longest_cut.as_slice());
    // A long line without anything new is for `--json`.
    course.longest = (said.len() > before).then_some(text);
    course
}

/// The course of play of these phases and how it ends, and what has been said of it.
fn course_of(
    analysis: &Analysis,
    phases: Vec<Phase>,
    end: Vec<String>,
    instead: Option<&str>,
) -> (Course, Vec<String>) {
    let mut said = Vec::new();
    let mut line = whole(analysis, &phases, instead, &mut said);
    ends(&mut line, &end);
    let mut stages = stages(analysis, phases, instead);
    if let Some(last) = stages.last_mut() {
        ends(&mut last.text, &end);
    }
    let course = Course {
        line,
        stages,
        longest: None,
    };
    (course, said)
}

/// How much is said of some phases.
fn remarks(analysis: &Analysis, phases: &[Phase]) -> usize {
    let mut said = Vec::new();
    whole(analysis, phases, None, &mut said);
    said.len()
}

/// Says how a line ends, if it shows any moves and does not say so already.
fn ends(text: &mut String, end: &[String]) {
    for sentence in end {
        let tells = sentence == "Stalemate." && text.ends_with("is stalemated.");
        if !text.is_empty() && !tells {
            text.push(' ');
            text.push_str(sentence);
        }
    }
}

/// The phases as far as they are worth following, and what is to be said where they are cut.
fn worth(analysis: &Analysis, phases: Vec<Phase>) -> (Vec<Phase>, Option<String>) {
    let moves = phases.iter().flat_map(|phase| phase.moves.clone());
    let moves: Vec<Move> = moves.collect();
    // A pawn that runs from the beginning is told of before; its run is short.
    let winner = decided::winner(analysis).filter(|_| decided::runner(analysis).is_none());
    let cut = winner.and_then(|winner| {
        let races = races(&phases, analysis.position.turn() == winner);
        decided::cut(&analysis.position, &moves, winner, races)
    });
    let mut left = cut.as_ref().map_or(moves.len(), |cut| cut.plies);
    let mut shown = Vec::new();
    for mut phase in phases {
        phase.moves.truncate(left);
        phase.motives.retain(|&(ply, _)| ply < left);
        left -= phase.moves.len();
        if !phase.moves.is_empty() {
            shown.push(phase);
        }
    }
    (shown, cut.map(|cut| cut.words))
}

/// Is a race told of the first move, or of the answer to it? It goes on until somebody promotes.
fn races(phases: &[Phase], begins: bool) -> bool {
    let motives = phases.first().into_iter().flat_map(|phase| &phase.motives);
    let is_race = |motive: &Motive| matches!(motive, Motive::Race(_));
    let first = if begins { 0 } else { 1 };
    motives
        .into_iter()
        .any(|(number, motive)| *number <= first && is_race(motive))
}

/// Some phases in one text.
fn whole(
    analysis: &Analysis,
    phases: &[Phase],
    instead: Option<&str>,
    said: &mut Vec<String>,
) -> String {
    let Some((first, rest)) = phases.split_first() else {
        return String::new();
    };
    let mut whole = first.clone();
    for phase in rest {
        join(&mut whole, phase.clone());
    }
    told(&whole, (analysis.position.turn(), 0), instead, said)
}

/// A phase goes on with the next one.
fn join(phase: &mut Phase, next: Phase) {
    let begun = phase.moves.len();
    let motives = next.motives.into_iter();
    phase
        .motives
        .extend(motives.map(|(ply, motive)| (ply + begun, motive)));
    phase.moves.extend(next.moves);
}

/// The phases in stages, each with its text.
fn stages(analysis: &Analysis, phases: Vec<Phase>, instead: Option<&str>) -> Vec<Stage> {
    let mut said = Vec::new();
    let mut begun = 0;
    let mut stages = Vec::new();
    for phase in joined(phases) {
        let instead = instead.filter(|_| begun == 0);
        let text = told(
            &phase,
            (analysis.position.turn(), begun),
            instead,
            &mut said,
        );
        begun += phase.moves.len();
        stages.push(Stage {
            start: phase.start,
            moves: phase.moves,
            text,
        });
    }
    stages
}

/// A stage of so many plies is long enough.
const LONG: usize = 12;

/// So few that are left stay with it all the same.
const SHORT: usize = 8;

/// The phases, those of which nothing is said with the one before or after.
fn joined(phases: Vec<Phase>) -> Vec<Phase> {
    let mut said = Vec::new();
    let mut left: usize = phases.iter().map(|phase| phase.moves.len()).sum();
    let mut joined: Vec<(Phase, bool)> = Vec::new();
    for phase in phases {
        left -= phase.moves.len();
        let speaks = speaks(&phase, &mut said);
        match joined.last_mut().filter(|(last, spoke)| {
            let is_long = last.moves.len() >= LONG && phase.moves.len() + left >= SHORT;
            !(is_long || *spoke && speaks)
        }) {
            Some((last, has_spoken)) => {
                join(last, phase);
                *has_spoken |= speaks;
            }
            None => joined.push((phase, speaks)),
        }
    }
    joined.into_iter().map(|(phase, _)| phase).collect()
}

/// Is there anything new to say of a phase? All of it counts as `said` then.
fn speaks(phase: &Phase, said: &mut Vec<String>) -> bool {
    let mut speaks = false;
    for ply in 0..phase.moves.len() {
        speaks |= !comments(phase, ply, said).is_empty();
    }
    speaks
}

/// How the line ends, if that is worth a sentence where it is cut or not.
fn end_after(analysis: &Analysis, is_cut: bool) -> Option<String> {
    let plain = matches!(
        analysis.line_end?,
        LineEnd::PlainlyWon { .. } | LineEnd::Mate | LineEnd::Repetition
    );
    let position = analysis.line.iter();
    let position = position.fold(analysis.position, |here, &m| here.play(m));
    analysis.bounds.exact()?;
    if is_cut && plain {
        return None;
    }
    let end = words::line_end(analysis.line_end?, &position);
    let end = end
        .strip_prefix(", and ")
        .or_else(|| end.strip_prefix(", "))?;
    let mut letters = end.chars();
    let first = letters.next()?.to_uppercase();
    Some(format!("{first}{}.", letters.as_str()))
}

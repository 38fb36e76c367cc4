//! The line as a text tells it: in stages, each with what is said of it, as far as it is worth following.

use peasant::board::{Move, Position};
use peasant::explain::Phase;
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
    /// The line, and in the last stage how it ends.
    pub stages: Vec<Stage>,
    /// The longest defence, if it shows something new.
    pub longest: Option<String>,
}

/// The course of play; no stages if there is no line.
pub fn course(explanation: &Explanation) -> Course {
    let analysis = &explanation.analysis;
    let mut said = Vec::new();
    let (mut stages, is_cut) = stages(analysis, &explanation.phases, &mut said);
    let is_plain = |end| matches!(end, LineEnd::PlainlyWon { .. } | LineEnd::Mate);
    let end = end(analysis).filter(|_| !(is_cut && analysis.line_end.is_some_and(is_plain)));
    if let Some((last, end)) = stages
        .last_mut()
        .zip(end)
        .filter(|(last, end)| !tells(&last.text, end))
    {
        last.text = format!("{} {end}", last.text);
    }
    let before = said.len();
    let (longest, _) = self::stages(analysis, &explanation.longest_defence, &mut said);
    let longest: Vec<String> = longest.into_iter().map(|stage| stage.text).collect();
    // A long line without anything new is for `--json`.
    let longest = (said.len() > before).then(|| longest.join(" "));
    Course { stages, longest }
}

/// Has a stalemate been told?
fn tells(text: &str, end: &str) -> bool {
    end == "Stalemate." && text.ends_with("is stalemated.")
}

/// A line in stages as far as it is worth following, and whether it goes on. What has been `said` is not said again.
fn stages(analysis: &Analysis, phases: &[Phase], said: &mut Vec<String>) -> (Vec<Stage>, bool) {
    let moves: Vec<Move> = phases
        .iter()
        .flat_map(|phase| phase.moves.clone())
        .collect();
    // A pawn that runs from the beginning is told of before; its run is short.
    let winner = decided::winner(analysis).filter(|_| decided::runner(analysis).is_none());
    let cut = winner.and_then(|winner| decided::cut(&analysis.position, &moves, winner));
    let plies = cut.as_ref().map_or(moves.len(), |cut| cut.plies);
    let mut begun = 0;
    let mut stages: Vec<Stage> = Vec::new();
    for phase in joined(phases, plies, said) {
        let text = told(&phase, analysis.position.turn(), begun, said);
        begun += phase.moves.len();
        stages.push(Stage {
            start: phase.start,
            moves: phase.moves,
            text,
        });
    }
    if let Some((last, cut)) = stages.last_mut().zip(cut.as_ref()) {
        last.text = format!("{} {}", last.text, cut.words);
    }
    (stages, cut.is_some())
}

/// A stage of so many plies is long enough.
const LONG: usize = 12;

/// So few that are left stay with it all the same.
const SHORT: usize = 8;

/// So many plies of the phases; those of which nothing is said go with the one before or after.
fn joined(phases: &[Phase], plies: usize, said: &[String]) -> Vec<Phase> {
    let mut said = said.to_vec();
    let mut joined: Vec<(Phase, bool)> = Vec::new();
    let mut left = plies;
    for phase in phases {
        let mut phase = phase.clone();
        phase.moves.truncate(left);
        phase.motives.retain(|&(ply, _)| ply < left);
        left -= phase.moves.len();
        if phase.moves.is_empty() {
            break;
        }
        let speaks = speaks(&phase, &mut said);
        match joined.last_mut().filter(|(last, spoke)| {
            let is_long = last.moves.len() >= LONG && phase.moves.len() + left >= SHORT;
            !(is_long || *spoke && speaks)
        }) {
            Some((last, has_spoken)) => {
                let begun = last.moves.len();
                let motives = phase.motives.into_iter();
                last.motives
                    .extend(motives.map(|(ply, motive)| (ply + begun, motive)));
                last.moves.extend(phase.moves);
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

/// How the line ends.
fn end(analysis: &Analysis) -> Option<String> {
    let start = analysis.position;
    let position = analysis.line.iter().fold(start, |here, &m| here.play(m));
    analysis.bounds.exact()?;
    let end = words::line_end(analysis.line_end?, &position);
    let end = end
        .strip_prefix(", and ")
        .or_else(|| end.strip_prefix(", "))?;
    let mut letters = end.chars();
    let first = letters.next()?.to_uppercase();
    Some(format!("{first}{}.", letters.as_str()))
}

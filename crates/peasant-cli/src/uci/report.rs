//! What is told on the way: proved results as scores, lines, and the result and the reason in words.

use std::time::Duration;

use peasant::board::{Move, Position};
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, Likelihood, MoveAnalysis, Opinion};

use verbs::opinion::Evidence;
use verbs::outside::engine::mate_in;
use verbs::tell::words;

/// A win whose end is so many moves away is worth less by as many hundredths of a pawn.
const WON: i32 = 10_000;

/// No win is worth less.
const LEAST_WON: i32 = 5_000;

/// How a report is written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// So many lines.
    pub lines: usize,
    pub show_wdl: bool,
}

/// What the work has cost so far.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    pub structures: u64,
    /// What stands for it where a depth is wanted.
    pub depth: u32,
    pub time: Duration,
    /// Thousandths of the memory.
    pub full: u64,
}

impl Cost {
    /// The part of a line that tells it.
    pub fn words(&self) -> String {
        let ms = self.time.as_millis().max(1);
        let speed = u128::from(self.structures) * 1000 / ms;
        format!(
            "nodes {} nps {speed} hashfull {} time {}",
            self.structures,
            self.full.min(1000),
            self.time.as_millis()
        )
    }
}

/// The lines, the best first. A move of which nothing is proved or thought has none.
pub fn lines(
    analysis: &Analysis,
    ranked: &[&MoveAnalysis],
    opinions: &[Opinion],
    style: Style,
    cost: &Cost,
) -> Vec<String> {
    let scored = ranked.iter().filter_map(|m| {
        let opinion = opinion_of(opinions, m.r#move);
        let likelihood = likelihood(analysis, m, opinion, cost.time);
        Some((m, likelihood, score(m, opinion, likelihood)?))
    });
    let shown = scored.take(style.lines).enumerate();
    let lines = shown.map(|(index, (m, likelihood, score))| {
        let pv = line(analysis, opinions, m.r#move);
        let wdl = likelihood.filter(|_| style.show_wdl).map(wdl);
        let wdl = wdl.unwrap_or_default();
        let moves: Vec<String> = pv.iter().map(Move::to_string).collect();
        format!(
            "info depth {} seldepth {} multipv {} score {score}{wdl} {} pv {}",
            cost.depth,
            moves.len().max(1),
            index + 1,
            cost.words(),
            moves.join(" ")
        )
    });
    lines.collect()
}

fn opinion_of(opinions: &[Opinion], first: Move) -> Option<&Opinion> {
    let mut opinions = opinions.iter();
    opinions.find(|opinion| opinion.line.first() == Some(&first))
}

/// The line that begins with a move, as far as it is known or thought.
fn line(analysis: &Analysis, opinions: &[Opinion], first: Move) -> Vec<Move> {
    let lines = analysis.variations.iter().map(|v| &v.line);
    let thought = opinions.iter().map(|opinion| &opinion.line);
    let mut lines = std::iter::once(&analysis.line).chain(lines).chain(thought);
    let found = lines.find(|line| line.first() == Some(&first));
    found.map_or_else(|| vec![first], Clone::clone)
}

/// What the reply to a move may be.
pub fn reply(analysis: &Analysis, opinions: &[Opinion], first: Move) -> Option<String> {
    let line = line(analysis, opinions, first);
    line.get(1).map(Move::to_string)
}

/// A proved result as a score; else what somebody thinks is likely, or a mate that he sees, or else what is proved as a bound.
fn score(
    m: &MoveAnalysis,
    opinion: Option<&Opinion>,
    likelihood: Option<Likelihood>,
) -> Option<String> {
    match (m.bounds.exact(), likelihood) {
        (Some(Wdl::Draw), _) => Some("cp 0".to_owned()),
        (Some(result), _) => Some(decided(m, result == Wdl::Win)),
        (None, Some(likelihood)) => Some(thought(opinion, likelihood)),
        (None, None) if m.bounds.lower() == Wdl::Draw => Some("cp 0 lowerbound".to_owned()),
        (None, None) if m.bounds.upper() == Wdl::Draw => Some("cp 0 upperbound".to_owned()),
        (None, None) => None,
    }
}

/// What the expected points are worth in hundredths of a pawn, by the scale of ratings: 400 are ten to one.
fn centipawns(likelihood: Likelihood) -> i32 {
    let expected = likelihood.expected().clamp(0.001, 0.999);
    (400.0 * (expected / (1.0 - expected)).log10()).round() as i32
}

/// What is thought at a glance, as a line.
pub fn at_a_glance(position: &Position, opinion: &Opinion) -> String {
    let moves: Vec<String> = opinion.line.iter().map(Move::to_string).collect();
    let evidence = Evidence::new(position, Bounds::UNKNOWN, opinion, Duration::ZERO);
    let score = thought(Some(opinion), evidence.likelihood());
    let depth = opinion.depth.max(1);
    format!("info depth {depth} score {score} pv {}", moves.join(" "))
}

/// What somebody thinks is likely, or a mate that he sees.
fn thought(opinion: Option<&Opinion>, likelihood: Likelihood) -> String {
    match opinion.and_then(|opinion| mate_in(opinion.score)) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", centipawns(likelihood)),
    }
}

/// The score of a move that wins or loses.
fn decided(m: &MoveAnalysis, wins: bool) -> String {
    let sign = if wins { "" } else { "-" };
    if let Some(plies) = m.mate_in {
        // A side that is mated in an even number of plies has so many moves left.
        let moves = if wins { plies.div_ceil(2) } else { plies / 2 };
        return format!("mate {sign}{}", moves.max(1));
    }
    let moves = m.end.map(|end| i32::from(end.moves));
    let plies = m.distance.map(|distance| i32::from(distance.plies()));
    let far = moves.or(plies).unwrap_or(WON);
    format!("cp {sign}{}", (WON - far).max(LEAST_WON))
}

/// How likely each result of a move is: certain where it is proved, by an opinion where it is open.
fn likelihood(
    analysis: &Analysis,
    m: &MoveAnalysis,
    opinion: Option<&Opinion>,
    time: Duration,
) -> Option<Likelihood> {
    let by = |opinion| Evidence::new(&analysis.position, m.bounds, opinion, time).likelihood();
    match m.bounds.exact() {
        Some(result) => Some(Likelihood::certain(result)),
        None => opinion.map(by),
    }
}

/// In thousandths, as the protocol writes them.
fn wdl(likelihood: Likelihood) -> String {
    let [win, draw, loss] = likelihood.thousandths();
    format!(" wdl {win} {draw} {loss}")
}

/// The result in a sentence, proved or not; what it is owed to comes from elsewhere.
pub fn verdict(analysis: &Analysis, opinion: Option<&Opinion>) -> String {
    if analysis.bounds.exact().is_some() {
        return format!("Proved: {}", words::verdict(analysis));
    }
    let mover = analysis.position.turn();
    let verdict = format!(
        "{mover} to move: {}",
        words::open::interval(analysis.bounds)
    );
    match opinion {
        Some(opinion) => format!("{verdict}; the move is the opinion of {}", opinion.source),
        None => verdict,
    }
}

/// What a move is worth, in words.
pub fn worth(bounds: Bounds) -> String {
    match bounds.exact() {
        Some(Wdl::Win) => "proved to win".to_owned(),
        Some(Wdl::Draw) => "proved to draw".to_owned(),
        Some(Wdl::Loss) => "proved to lose".to_owned(),
        None => format!("not settled ({})", words::open::interval(bounds)),
    }
}

/// The legal ones among the moves that a GUI names.
pub fn asked(position: &Position, names: &[String]) -> Vec<Move> {
    let legal = position.legal_moves();
    let named = names.iter().filter_map(|name| name.parse().ok());
    named.filter(|m| legal.contains(m)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_follows_from_the_expected_points() {
        let of = |win, draw, loss| centipawns(Likelihood { win, draw, loss });
        assert_eq!(of(0.0, 1.0, 0.0), 0);
        assert_eq!(of(0.3, 0.4, 0.3), 0);
        assert_eq!(of(0.1, 0.0, 0.9), -of(0.9, 0.0, 0.1));
        assert!(of(0.8, 0.2, 0.0) > of(0.6, 0.4, 0.0));
        // No opinion is worth as much as a proof.
        assert!(of(1.0, 0.0, 0.0) < LEAST_WON);
    }
}

//! One position: what is proved, and what each program says.

use peasant::board::{Move, Position};
use peasant::limits::Stop;
use peasant::notation::fen;
use peasant::rules::Rules;
use peasant::value::{Bounds, Wdl};
use peasant::wire::Named;
use peasant::{Analysis, ProveError};
use schemars::JsonSchema;
use serde::Serialize;

use super::program::{Opinion, Program};
use super::verdict::Verdict;
use crate::epd::record::Record;
use crate::host::plain::plain;
use crate::tell::json;
use crate::tell::{san, words};

/// One record, proved and played.
pub struct Row {
    pub record: Record,
    /// What is proved, and an opinion for every program.
    pub answer: Result<(Analysis, Vec<Opinion>), ProveError>,
}

/// What is proved of a position, and what the programs say of it.
#[derive(Serialize, JsonSchema)]
pub struct RowAnswer<'a> {
    /// The record's `id`, or `line N`.
    id: &'a str,
    /// Its line, from 1.
    line_number: usize,
    /// The position.
    fen: Position,
    /// Those of the exact prover.
    rules: Rules,
    /// What is proved.
    exact: ExactAnswer,
    /// What each program says.
    programs: Vec<OpinionAnswer>,
}

#[derive(Serialize, JsonSchema)]
struct ExactAnswer {
    /// The result.
    result: Bounds,
    /// Are the bounds equal?
    exact: bool,
    /// The moves that keep the result.
    best: Vec<Move>,
    /// What ended the proof early.
    stopped: Option<Stop>,
    /// What the proof took.
    stats: ExactStats,
}

#[derive(Serialize, JsonSchema)]
struct ExactStats {
    /// Structures solved or expanded.
    structures: u64,
    /// Memory.
    bytes: u64,
    /// Time.
    seconds: f64,
}

#[derive(Serialize, JsonSchema)]
struct OpinionAnswer {
    /// Its name, as it was given.
    program: String,
    /// The result for the side to move.
    claim: Option<Wdl>,
    /// Of the claim.
    verdict: Verdict,
    /// What it plays.
    r#move: Option<Named>,
    /// Of the move, in the same words; `right` if it keeps the exact result.
    move_verdict: Verdict,
    /// What it took.
    stats: OpinionStats,
    /// What ended its search early.
    stopped: Option<Stop>,
    /// For PEASANT: nodes ended by each of the nine conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    terminals: Option<[u64; 9]>,
    /// For PAWNKING: what settles the position without search; null if nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    settled: Option<Option<&'static str>>,
}

#[derive(Serialize, JsonSchema)]
struct OpinionStats {
    /// Positions looked at.
    nodes: u64,
    /// Time.
    seconds: f64,
}

/// For other programs: one object.
pub fn json(record: &Record, analysis: &Analysis, said: &[(&Program, &Opinion)]) -> String {
    let statistics = &analysis.statistics;
    json::line(&RowAnswer {
        id: &record.id,
        line_number: record.line_number,
        fen: record.position,
        rules: analysis.rules,
        exact: ExactAnswer {
            result: analysis.bounds,
            exact: analysis.bounds.exact().is_some(),
            best: analysis.best.clone(),
            stopped: analysis.stopped,
            stats: ExactStats {
                structures: statistics.structures,
                bytes: statistics.bytes,
                seconds: statistics.time.as_secs_f64(),
            },
        },
        programs: said
            .iter()
            .map(|(program, opinion)| opinion_answer(analysis, program, opinion))
            .collect(),
    })
}

fn opinion_answer(analysis: &Analysis, program: &Program, opinion: &Opinion) -> OpinionAnswer {
    OpinionAnswer {
        program: program.to_string(),
        claim: opinion.claim,
        verdict: Verdict::of_claim(opinion, analysis),
        r#move: opinion.r#move.map(|m| Named::new(&analysis.position, m)),
        move_verdict: Verdict::of_move(opinion, analysis),
        stats: OpinionStats {
            nodes: opinion.nodes,
            seconds: opinion.time.as_secs_f64(),
        },
        stopped: opinion.stopped,
        terminals: opinion.terminals,
        settled: opinion.settled,
    }
}

/// An id of more characters is cut off, so that the block fits a page of 120 columns.
const LONGEST_ID: usize = 30;

/// The exact prover's moves that a block has room for.
const MOST_MOVES: usize = 5;

/// For people: a block of lines.
pub fn text(record: &Record, analysis: &Analysis, said: &[(&Program, &Opinion)]) -> String {
    let id: String = plain(&record.id).chars().take(LONGEST_ID).collect();
    let shown = &analysis.best[..analysis.best.len().min(MOST_MOVES)];
    let more = analysis.best.len() - shown.len();
    let mut best = words::moves(analysis, shown);
    if more > 0 {
        best += &format!(" +{more}");
    }
    let mut text = format!(
        "{id}  {}\n  {:<20}{:<12}{best:<35}{:>23} {:>9.3} s{}\n",
        fen::format(&record.position),
        "exact",
        analysis.bounds.to_string(),
        words::counted(analysis.statistics.structures, "structure"),
        analysis.statistics.time.as_secs_f64(),
        stopped(analysis.stopped),
    );
    for (program, opinion) in said {
        text += &line(analysis, program, opinion);
    }
    text
}

fn line(analysis: &Analysis, program: &Program, opinion: &Opinion) -> String {
    if !opinion.applies {
        return format!("  {program:<20}n/a\n");
    }
    let claim = opinion.claim.map_or("-".to_owned(), |c| c.to_string());
    let name = |m| san::format(&analysis.position, m);
    let m = opinion.r#move.map_or("-".to_owned(), name);
    format!(
        "  {program:<20}{claim:<12}{:<15}{m:<10}{:<10}{:>12} nodes {:>14.3} s{}\n",
        Verdict::of_claim(opinion, analysis).name(),
        Verdict::of_move(opinion, analysis).name(),
        opinion.nodes,
        opinion.time.as_secs_f64(),
        stopped(opinion.stopped),
    )
}

/// A word at the end of a line.
fn stopped(stop: Option<Stop>) -> String {
    stop.map_or(String::new(), |stop| format!("  {}", stop.name()))
}

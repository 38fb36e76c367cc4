//! What an analysis says of a position, whether it was just made or stands in a file of answers.

use std::time::Duration;

use peasant::board::{Move, Position};
use peasant::limits::Stop;
use peasant::rules::Rules;
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, Conditional};
use serde::Deserialize;

/// The part of an answer that records are judged by and that lists show.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Findings {
    pub fen: Position,
    pub rules: Rules,
    /// What is proved of the result.
    pub result: Bounds,
    pub moves: Vec<MoveFinding>,
    pub best: Vec<Move>,
    pub stopped: Option<Stop>,
    pub conditional: Option<IfSo>,
    pub stats: Stats,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct MoveFinding {
    pub uci: Move,
    pub result: Bounds,
}

/// A conditional verdict.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct IfSo {
    pub result: Wdl,
    pub assumptions: Vec<AnyAssumption>,
    pub moves: Vec<MoveIfSo>,
}

/// Only their number matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct AnyAssumption {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct MoveIfSo {
    pub uci: Move,
    pub result: Wdl,
}

/// What the answer took.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Stats {
    pub structures: u64,
    pub structures_by_pieces: [u64; 3],
    /// Those that the result follows from.
    #[serde(default)]
    pub proof_structures: Option<[u64; 3]>,
    pub seconds: f64,
    /// Until the result was exact.
    pub result_seconds: Option<f64>,
}

impl Findings {
    pub fn of(analysis: &Analysis) -> Findings {
        let statistics = analysis.statistics;
        let finding = |m: &peasant::MoveAnalysis| MoveFinding {
            uci: m.r#move,
            result: m.bounds,
        };
        Findings {
            fen: analysis.position,
            rules: analysis.rules,
            result: analysis.bounds,
            moves: analysis.moves.iter().map(finding).collect(),
            best: analysis.best.clone(),
            stopped: analysis.stopped,
            conditional: analysis.conditional.as_ref().map(IfSo::of),
            stats: Stats {
                structures: statistics.structures,
                structures_by_pieces: statistics.by_pieces,
                proof_structures: statistics.proof,
                seconds: statistics.time.as_secs_f64(),
                result_seconds: statistics.result_time.as_ref().map(Duration::as_secs_f64),
            },
        }
    }

    pub fn is_exact(&self) -> bool {
        self.result.exact().is_some()
    }

    /// The conditional verdict, where the result is not exact.
    pub fn if_so(&self) -> Option<&IfSo> {
        self.conditional.as_ref().filter(|_| !self.is_exact())
    }

    /// The same as it would be if the assumptions of its conditional verdict hold.
    pub fn supposed(&self) -> Option<Findings> {
        let found = self.conditional.as_ref()?;
        let narrow = |bounds: Bounds, result| {
            let exact = bounds.narrow(Bounds::exactly(result));
            exact.unwrap_or(bounds)
        };
        let mut supposed = self.clone();
        supposed.result = narrow(self.result, found.result);
        for m in &mut supposed.moves {
            if let Some(other) = found.moves.iter().find(|other| other.uci == m.uci) {
                m.result = narrow(m.result, other.result);
            }
        }
        Some(supposed)
    }

    /// How much is open: of the result, then of the moves.
    pub fn width(&self) -> (u32, u32) {
        let width = |bounds: Bounds| bounds.upper() as u32 - bounds.lower() as u32;
        let moves = self.moves.iter().map(|m| width(m.result));
        (width(self.result), moves.sum())
    }
}

impl IfSo {
    pub fn of(found: &Conditional) -> IfSo {
        let moves = found.moves.iter().map(|m| MoveIfSo {
            uci: m.r#move,
            result: m.result,
        });
        IfSo {
            result: found.result,
            assumptions: vec![AnyAssumption {}; found.assumptions.len()],
            moves: moves.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::record::tests::{open, record};

    /// What is printed is read as what was printed.
    #[test]
    fn an_answer_is_read_as_it_was_written() {
        let record = record();
        for results in [None, Some([Wdl::Draw, Wdl::Draw, Wdl::Loss])] {
            let mut analysis = open(&record, results);
            analysis.stopped = Some(Stop::Structures);
            let text = crate::tell::json::line(&analysis);
            let read: Findings = serde_json::from_str(&text).expect("its own text");
            assert_eq!(read, Findings::of(&analysis));
        }
    }

    #[test]
    fn a_conditional_result_never_goes_beyond_what_is_proved() {
        let record = record();
        let analysis = open(&record, Some([Wdl::Win, Wdl::Win, Wdl::Loss]));
        let mut findings = Findings::of(&analysis);
        findings.result = Bounds::at_most(Wdl::Draw);
        let supposed = findings.supposed().expect("it is there");
        assert_eq!(supposed.result, Bounds::at_most(Wdl::Draw));
    }
}

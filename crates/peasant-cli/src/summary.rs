//! What a run over many positions comes to.

use std::fmt::Write;

use peasant::{Analysis, ProveError};
use serde_json::{Value, json};

use crate::Outcome;
use crate::epd_record::{self, Row, Verdict};

/// Shares of positions are told for these times.
const WITHIN: [(&str, f64); 4] = [("0.01", 0.01), ("0.1", 0.1), ("1", 1.0), ("5", 5.0)];

/// Counts and times of a run.
#[derive(Default)]
pub struct Summary {
    bad_lines: usize,
    /// Tables or endings of the base contradicted what is proved.
    contradicted: bool,
    positions: usize,
    agree: usize,
    disagree: usize,
    unsolved: usize,
    /// Positions that are not exact but have a conditional result.
    conditional: usize,
    /// Unsolved positions that would agree with their records if the assumptions hold.
    would_agree: usize,
    /// The same for those that would disagree.
    would_disagree: usize,
    /// Seconds that each position took.
    seconds: Vec<f64>,
    /// Seconds until the result of each solved position was exact.
    result_seconds: Vec<f64>,
    structures: u64,
    by_pieces: [u64; 3],
}

impl Summary {
    pub fn new(bad_lines: usize) -> Summary {
        Summary {
            bad_lines,
            ..Summary::default()
        }
    }

    pub fn add(&mut self, row: &Row) {
        let analysis = match &row.analysis {
            Ok(analysis) => analysis,
            Err(ProveError::Contradiction { .. }) => {
                self.positions += 1;
                self.unsolved += 1;
                self.contradicted = true;
                return;
            }
            Err(_) => {
                self.bad_lines += 1;
                return;
            }
        };
        self.positions += 1;
        match row.verdict {
            Verdict::Agree => self.agree += 1,
            Verdict::Disagree => self.disagree += 1,
            Verdict::Unsolved => self.unsolved += 1,
            Verdict::NoClaim => {}
        }
        self.add_conditional(row, analysis);
        self.seconds.push(analysis.statistics.time.as_secs_f64());
        self.result_seconds.extend(
            analysis
                .statistics
                .result_time
                .map(|time| time.as_secs_f64()),
        );
        self.structures += analysis.statistics.structures;
        for (sum, count) in self.by_pieces.iter_mut().zip(analysis.statistics.by_pieces) {
            *sum += count;
        }
    }

    /// What is not proved is counted apart.
    fn add_conditional(&mut self, row: &Row, analysis: &Analysis) {
        let is_open = analysis.bounds.exact().is_none();
        self.conditional += usize::from(is_open && analysis.conditional.is_some());
        if row.verdict == Verdict::Unsolved {
            match epd_record::sum(&row.if_so) {
                Verdict::Agree => self.would_agree += 1,
                Verdict::Disagree => self.would_disagree += 1,
                Verdict::Unsolved | Verdict::NoClaim => {}
            }
        }
    }

    pub fn outcome(&self) -> Outcome {
        if self.contradicted {
            Outcome::Contradiction
        } else if self.disagree > 0 {
            Outcome::Disagreement
        } else if self.bad_lines > 0 {
            Outcome::BadInput
        } else {
            Outcome::Answered
        }
    }

    fn solved(&self) -> usize {
        self.result_seconds.len()
    }

    fn total(&self) -> f64 {
        self.seconds.iter().sum()
    }

    fn median(&self) -> f64 {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        match sorted.len() {
            0 => 0.0,
            n if n % 2 == 1 => sorted[middle],
            _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
        }
    }

    /// The time that nine positions of ten did not exceed.
    fn ninetieth(&self) -> f64 {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let index = (sorted.len() * 9).div_ceil(10);
        sorted.get(index.saturating_sub(1)).copied().unwrap_or(0.0)
    }

    /// How many positions had an exact result within so many seconds.
    fn within(&self, seconds: f64) -> usize {
        self.result_seconds
            .iter()
            .filter(|&&s| s <= seconds)
            .count()
    }

    pub fn answer(&self) -> Value {
        let within: serde_json::Map<String, Value> = WITHIN
            .iter()
            .map(|&(name, s)| (name.to_owned(), json!(self.within(s))))
            .collect();
        json!({ "summary": {
            "positions": self.positions,
            "solved": self.solved(),
            "conditional": self.conditional,
            "agree": self.agree,
            "disagree": self.disagree,
            "unsolved": self.unsolved,
            "bad_lines": self.bad_lines,
            "seconds_total": self.total(),
            "seconds_median": self.median(),
            "seconds_90th_percentile": self.ninetieth(),
            "structures": self.structures,
            "structures_by_pieces": self.by_pieces,
            "solved_within": within,
        } })
    }

    pub fn text(&self) -> String {
        let mut text = format!(
            "\n{} positions: {} solved, {} agree, {} disagree, {} unsolved",
            self.positions,
            self.solved(),
            self.agree,
            self.disagree,
            self.unsolved
        );
        if self.bad_lines > 0 {
            _ = write!(text, ", {} bad lines", self.bad_lines);
        }
        if self.conditional > 0 {
            _ = write!(
                text,
                "\n{} more have a conditional result",
                self.conditional
            );
        }
        if self.would_agree + self.would_disagree > 0 {
            _ = write!(
                text,
                "\nif the assumptions hold {} of the unsolved agree, {} disagree",
                self.would_agree, self.would_disagree
            );
        }
        let (total, median) = (self.total(), self.median());
        _ = writeln!(
            text,
            "\n{total:.3} s in all, median {median:.4} s, 90th percentile {:.3} s, {} structures",
            self.ninetieth(),
            self.structures
        );
        let [_, one, two] = self.by_pieces;
        if one + two > 0 {
            _ = writeln!(
                text,
                "{one} of the structures with a promoted piece, {two} with two"
            );
        }
        text.push_str("result exact within");
        for (name, seconds) in WITHIN {
            let share = 100.0 * self.within(seconds) as f64 / self.positions.max(1) as f64;
            _ = write!(text, "  {name} s: {share:.1} %");
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use peasant::value::{Bounds, Wdl};

    use super::*;
    use crate::epd_record::tests::{open, record, row};

    /// Three unsolved positions, of which two have a conditional result, and one that is exact.
    #[test]
    fn conditional_answers_are_counted_apart() {
        let record = record();
        let mut summary = Summary::new(0);
        let agrees = open(&record, Some([Wdl::Draw, Wdl::Draw, Wdl::Loss]));
        let disagrees = open(&record, Some([Wdl::Loss, Wdl::Loss, Wdl::Loss]));
        let mut exact = agrees.clone();
        exact.bounds = Bounds::exactly(Wdl::Draw);
        for analysis in [agrees, disagrees, open(&record, None), exact] {
            summary.add(&row(&record, analysis));
        }
        let answer = summary.answer();
        assert_eq!(answer["summary"]["positions"], 4);
        assert_eq!(answer["summary"]["conditional"], 2);
        assert_eq!(answer["summary"]["unsolved"], 4);
        assert!(matches!(summary.outcome(), Outcome::Answered));
        let text = summary.text();
        let conditional = "\n2 more have a conditional result\n";
        assert!(text.contains(conditional), "{text}");
        // The exact one leaves its moves open, which would agree.
        let if_so = "\nif the assumptions hold 2 of the unsolved agree, 1 disagree\n";
        assert!(text.contains(if_so), "{text}");
    }

    #[test]
    fn nothing_conditional_is_not_mentioned() {
        let record = record();
        let mut summary = Summary::new(0);
        summary.add(&row(&record, open(&record, None)));
        assert_eq!(summary.answer()["summary"]["conditional"], 0);
        let text = summary.text();
        assert!(!text.contains("conditional") && !text.contains("assumptions"));
    }
}

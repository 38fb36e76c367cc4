//! What a run over many positions comes to.

use std::fmt::Write;

use peasant::ProveError;
use peasant::wire;
use schemars::JsonSchema;
use serde::Serialize;

use super::record::{Row, Verdict};
use crate::Outcome;
use crate::tell::words::counted;

/// Shares of positions are told for these times.
const WITHIN: [(&str, f64); 4] = [("0.01", 0.01), ("0.1", 0.1), ("1", 1.0), ("5", 5.0)];

/// Counts and times of a run.
#[derive(Default)]
pub struct Summary {
    /// Lines that could not be read.
    unreadable: usize,
    /// Positions that the rules do not take.
    refused: usize,
    /// Positions at which tables or the store contradicted what is proved.
    contradictions: usize,
    /// All others, and those that contradict.
    positions: usize,
    /// Those whose result is exact.
    exact: usize,
    /// Those of which bounds are known, or nothing.
    open: usize,
    /// Those whose answers stood in a file.
    kept: usize,
    agree: usize,
    disagree: usize,
    unsolved: usize,
    no_claim: usize,
    /// Seconds that each position took.
    seconds: Vec<f64>,
    /// Seconds until the result of each solved position was exact.
    result_seconds: Vec<f64>,
    structures: u64,
    by_pieces: [u64; 3],
    /// Structures worked on for each that the result follows from, position by position.
    waste: Vec<f64>,
}

/// What the file comes to, for other programs.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// Rows of this verdict.
    agree: usize,
    /// Lines without an answer, which are no positions here.
    bad_lines: usize,
    /// Always 0: the conditional verdict is gone since 0.1.0, and this key goes with the next release.
    conditional: usize,
    /// Positions at which tables or the store contradict the proof; they count as open.
    contradictions: usize,
    /// Rows of this verdict.
    disagree: usize,
    /// Rows whose answer stood in the file of `--resume`.
    kept: usize,
    /// Rows of this verdict.
    no_claim: usize,
    /// Positions without an exact result.
    open: usize,
    /// Rows with an answer, and contradictions: `solved` and `open` together; so are `agree`, `disagree`, `unsolved`
    /// and `no_claim`.
    positions: usize,
    /// Bad lines that hold more pieces than the rules take.
    refused: usize,
    /// The time that nine positions of ten did not exceed.
    seconds_90th_percentile: f64,
    /// The median of the positions' times.
    seconds_median: f64,
    /// The positions' times added up.
    seconds_total: f64,
    /// Positions with an exact result.
    solved: usize,
    /// How many results were exact within so many seconds.
    solved_within: SolvedWithin,
    /// Structures solved or expanded.
    structures: u64,
    /// Those without promoted pieces, with one, with two.
    structures_by_pieces: [u64; 3],
    /// Rows of this verdict.
    unsolved: usize,
    /// Structures worked on for each that the result follows from (`stats.proof_structures`), the median of the exact
    /// positions.
    waste_median: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct SolvedWithin {
    /// A hundredth.
    #[serde(rename = "0.01")]
    hundredth: usize,
    /// A tenth.
    #[serde(rename = "0.1")]
    tenth: usize,
    /// One.
    #[serde(rename = "1")]
    one: usize,
    /// Five.
    #[serde(rename = "5")]
    five: usize,
}

impl Summary {
    /// Takes a line that could not be read.
    pub fn add_bad_line(&mut self) {
        self.unreadable += 1;
    }

    pub fn add(&mut self, row: &Row) {
        match &row.findings {
            Ok(findings) => self.add_answer(row, findings),
            Err(ProveError::Contradiction { .. }) => {
                self.positions += 1;
                self.contradictions += 1;
                self.open += 1;
                self.unsolved += 1;
            }
            Err(_) => self.refused += 1,
        }
    }

    fn add_answer(&mut self, row: &Row, findings: &wire::Answer) {
        self.positions += 1;
        self.kept += usize::from(row.kept);
        self.exact += usize::from(findings.exact);
        self.open += usize::from(!findings.exact);
        match row.verdict {
            Verdict::Agree => self.agree += 1,
            Verdict::Disagree => self.disagree += 1,
            Verdict::Unsolved => self.unsolved += 1,
            Verdict::NoClaim => self.no_claim += 1,
        }
        let stats = &findings.stats;
        self.seconds.push(stats.seconds);
        self.result_seconds.extend(stats.result_seconds);
        self.structures += stats.structures;
        if let Some(needed) = stats.proof_structures {
            let needed: u64 = needed.iter().sum();
            self.waste
                .push(stats.structures as f64 / needed.max(1) as f64);
        }
        for (sum, count) in self.by_pieces.iter_mut().zip(stats.structures_by_pieces) {
            *sum += count;
        }
    }

    pub fn outcome(&self) -> Outcome {
        let is_open = self.positions > 0 && self.exact + self.agree == 0;
        Outcome::first([
            (self.contradictions > 0, Outcome::Contradiction),
            (self.bad_lines() > 0, Outcome::BadInput),
            (self.disagree > 0, Outcome::Disagreement),
            (is_open, Outcome::NothingProved),
        ])
    }

    /// Lines without an answer.
    fn bad_lines(&self) -> usize {
        self.unreadable + self.refused
    }

    /// An empty sum is minus zero.
    fn total(&self) -> f64 {
        self.seconds.iter().sum::<f64>().abs()
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

    pub fn answer(&self) -> Answer {
        Answer {
            agree: self.agree,
            bad_lines: self.bad_lines(),
            conditional: 0,
            contradictions: self.contradictions,
            disagree: self.disagree,
            kept: self.kept,
            no_claim: self.no_claim,
            open: self.open,
            positions: self.positions,
            refused: self.refused,
            seconds_90th_percentile: self.ninetieth(),
            seconds_median: median(&self.seconds).unwrap_or(0.0),
            seconds_total: self.total(),
            solved: self.exact,
            solved_within: SolvedWithin {
                hundredth: self.within(0.01),
                tenth: self.within(0.1),
                one: self.within(1.0),
                five: self.within(5.0),
            },
            structures: self.structures,
            structures_by_pieces: self.by_pieces,
            unsolved: self.unsolved,
            waste_median: median(&self.waste),
        }
    }

    pub fn text(&self) -> String {
        let mut text = self.counts();
        _ = writeln!(
            text,
            "{:.3} s in all, median {:.4} s, 90th percentile {:.3} s, {}",
            self.total(),
            median(&self.seconds).unwrap_or(0.0),
            self.ninetieth(),
            counted(self.structures, "structure")
        );
        let [_, one, two] = self.by_pieces;
        if one + two > 0 {
            _ = writeln!(
                text,
                "{one} of the structures with a promoted piece, {two} with two"
            );
        }
        if let Some(waste) = median(&self.waste) {
            let positions = counted(self.waste.len() as u64, "position");
            _ = writeln!(
                text,
                "visited against needed, in the median of {positions}: {waste:.1}"
            );
        }
        text.push_str("exact within");
        for (name, seconds) in WITHIN {
            let share = 100.0 * self.within(seconds) as f64 / self.positions.max(1) as f64;
            _ = write!(text, "  {name} s: {share:.1} %");
        }
        text.push('\n');
        text
    }

    /// How many lines there were of which kind.
    fn counts(&self) -> String {
        let mut text = format!(
            "\n{}: {} exact, {} open\n",
            counted(self.positions as u64, "position"),
            self.exact,
            self.open
        );
        _ = writeln!(
            text,
            "claims: {} agree, {} disagree, {} unsolved, {} without",
            self.agree, self.disagree, self.unsolved, self.no_claim
        );
        if self.kept > 0 {
            _ = writeln!(text, "{} answered before", self.kept);
        }
        if self.bad_lines() > 0 {
            _ = writeln!(
                text,
                "{} without an answer: {} unreadable, {} not taken by the rules",
                counted(self.bad_lines() as u64, "line"),
                self.unreadable,
                self.refused
            );
        }
        if self.contradictions > 0 {
            _ = writeln!(
                text,
                "{} of the open contradict a table or the store",
                self.contradictions
            );
        }
        text
    }
}

/// The middle of some numbers.
fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(match sorted.len() % 2 {
        1 => upper,
        _ => f64::midpoint(sorted[middle - 1], upper),
    })
}

#[cfg(test)]
mod tests {
    use peasant::value::{Bounds, Wdl};

    use super::*;

    /// As it is printed.
    fn answer(summary: &Summary) -> serde_json::Value {
        serde_json::to_value(summary.answer()).expect("JSON")
    }

    use crate::epd::record::tests::{open, record, row};

    /// Three unsolved positions, and one that is exact.
    #[test]
    fn open_answers_are_counted_apart() {
        let record = record();
        let mut summary = Summary::default();
        let mut exact = open(&record);
        exact.bounds = Bounds::exactly(Wdl::Draw);
        for analysis in [open(&record), open(&record), open(&record), exact] {
            summary.add(&row(&record, analysis));
        }
        let answer = answer(&summary);
        assert_eq!(answer["positions"], 4);
        assert_eq!(answer["conditional"], 0);
        assert_eq!(answer["solved"], 1);
        assert_eq!(answer["open"], 3);
        assert_eq!(answer["unsolved"], 4);
        assert!(matches!(summary.outcome(), Outcome::Answered));
        let text = summary.text();
        let counts = "\n4 positions: 1 exact, 3 open\n\
            claims: 0 agree, 0 disagree, 4 unsolved, 0 without\n";
        assert!(text.contains(counts), "{text}");
    }

    /// One more line of a kind changes one count of each sum.
    #[test]
    fn counts_add_up_and_nothing_proved_is_told() {
        let record = record();
        let mut summary = Summary::default();
        assert!(matches!(summary.outcome(), Outcome::Answered));
        assert!(summary.text().contains("\n0 positions: "));
        assert!(!summary.text().contains("-0"), "{}", summary.text());
        summary.add(&row(&record, open(&record)));
        assert!(matches!(summary.outcome(), Outcome::NothingProved));
        summary.add_bad_line();
        assert!(matches!(summary.outcome(), Outcome::BadInput));
        summary.add(&Row::new(record.clone(), Err(ProveError::NotAPawnEnding)));
        assert_eq!((summary.bad_lines(), summary.positions), (2, 1));
        let error = ProveError::Contradiction {
            position: record.position,
            tablebase: true,
            store: false,
        };
        summary.add(&Row::new(record, Err(error)));
        assert!(matches!(summary.outcome(), Outcome::Contradiction));
        let counts = answer(&summary);
        let sum = |names: &[&str]| names.iter().filter_map(|n| counts[n].as_u64()).sum::<u64>();
        assert_eq!(sum(&["solved", "open"]), 2);
        assert_eq!(sum(&["agree", "disagree", "unsolved", "no_claim"]), 2);
        assert_eq!(sum(&["positions", "bad_lines"]), 4);
    }
}

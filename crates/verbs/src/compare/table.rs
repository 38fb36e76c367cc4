//! What a comparison comes to: a table with a line for each program.

use std::fmt::Write;
use std::iter::zip;

use peasant::{Analysis, ProveError};
use serde_json::{Value, json};

use super::program::{Opinion, Program};
use super::verdict::{Count, Verdict};
use crate::Outcome;
use crate::tell::words::counted;

/// Counts and times of a run.
pub struct Table {
    bad_lines: usize,
    /// Tables or endings of the base contradicted what is proved.
    contradicted: bool,
    positions: usize,
    /// Positions whose result is known.
    exact: usize,
    seconds: f64,
    structures: u64,
    lines: Vec<Line>,
}

/// One program.
#[derive(Default)]
struct Line {
    program: String,
    claims: Count,
    moves: Count,
    /// Positions of a kind that the program knows.
    applies: usize,
    /// Positions at which it was stopped.
    stopped: usize,
    nodes: u64,
    seconds: f64,
    terminals: Option<[u64; 9]>,
}

impl Table {
    pub fn new(programs: &[Program]) -> Table {
        let line = |program: &Program| Line {
            program: program.to_string(),
            ..Line::default()
        };
        Table {
            bad_lines: 0,
            contradicted: false,
            positions: 0,
            exact: 0,
            seconds: 0.0,
            structures: 0,
            lines: programs.iter().map(line).collect(),
        }
    }

    /// Takes a line that could not be read; it has been reported.
    pub fn add_bad_line(&mut self) {
        self.bad_lines += 1;
    }

    /// Takes a position, with an opinion for every program.
    pub fn add(&mut self, analysis: &Analysis, opinions: &[Opinion]) {
        self.positions += 1;
        self.exact += usize::from(analysis.bounds.exact().is_some());
        self.seconds += analysis.statistics.time.as_secs_f64();
        self.structures += analysis.statistics.structures;
        for (line, opinion) in zip(&mut self.lines, opinions) {
            line.add(analysis, opinion);
        }
    }

    /// Takes a position without an answer; the error has been reported.
    pub fn add_error(&mut self, error: &ProveError) {
        match error {
            ProveError::Contradiction { .. } => {
                self.positions += 1;
                self.contradicted = true;
            }
            _ => self.bad_lines += 1,
        }
    }

    pub fn outcome(&self) -> Outcome {
        if self.contradicted {
            Outcome::Contradiction
        } else if self.bad_lines > 0 {
            Outcome::BadInput
        } else {
            Outcome::Answered
        }
    }

    pub fn answer(&self) -> Value {
        json!({ "summary": {
            "positions": self.positions,
            "exact": self.exact,
            "open": self.positions - self.exact,
            "bad_lines": self.bad_lines,
            "programs": self.lines.iter().map(Line::answer).collect::<Vec<_>>(),
            "stats": { "structures": self.structures, "seconds": self.seconds },
        } })
    }

    pub fn text(&self) -> String {
        let mut text = format!(
            "{} positions: the result of {} is exact, of {} open",
            self.positions,
            self.exact,
            self.positions - self.exact
        );
        if self.bad_lines > 0 {
            _ = write!(text, "; {}", counted(self.bad_lines as u64, "bad line"));
        }
        _ = write!(
            text,
            "\nexact prover: {}, {:.3} s\n\n{:<22}{:<28}{:<28}\n{:<22}{HEAD}{HEAD}{:>14}{:>11}{:>9}\n",
            counted(self.structures, "structure"),
            self.seconds,
            "",
            "claims",
            "moves",
            "program",
            "nodes",
            "seconds",
            "stopped",
        );
        for line in &self.lines {
            line.write(&mut text);
        }
        text
    }
}

/// The columns of a [`Count`].
const HEAD: &str = "right wrong  none  open     ";

impl Line {
    fn add(&mut self, analysis: &Analysis, opinion: &Opinion) {
        self.claims.add(Verdict::of_claim(opinion, analysis));
        self.moves.add(Verdict::of_move(opinion, analysis));
        self.applies += usize::from(opinion.applies);
        self.stopped += usize::from(opinion.stopped.is_some());
        self.nodes += opinion.nodes;
        self.seconds += opinion.time.as_secs_f64();
        if let Some(terminals) = opinion.terminals {
            let sums = self.terminals.get_or_insert([0; 9]);
            zip(sums, terminals).for_each(|(sum, count)| *sum += count);
        }
    }

    fn answer(&self) -> Value {
        let mut answer = json!({
            "program": self.program,
            "claims": self.claims,
            "moves": self.moves,
            "applies": self.applies,
            "stopped": self.stopped,
            "stats": { "nodes": self.nodes, "seconds": self.seconds },
        });
        if let Some(terminals) = self.terminals {
            answer["terminals"] = json!(terminals);
        }
        answer
    }

    fn write(&self, text: &mut String) {
        _ = write!(text, "{:<22}", self.program);
        for count in [self.claims, self.moves] {
            let Count {
                right,
                wrong,
                none,
                open,
            } = count;
            _ = write!(text, "{right:>5}{wrong:>6}{none:>6}{open:>6}     ");
        }
        _ = writeln!(
            text,
            "{:>14}{:>11.3}{:>9}",
            self.nodes, self.seconds, self.stopped
        );
    }
}

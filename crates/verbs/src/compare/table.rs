//! What a comparison comes to: a table with a line for each program.

use std::fmt::Write;
use std::iter::zip;

use peasant::{Analysis, ProveError};
use schemars::JsonSchema;
use serde::Serialize;

use super::program::{Opinion, Program};
use super::verdict::{Count, Verdict};
use crate::Outcome;
use crate::tell::words::counted;

/// Counts and times of a run.
pub struct Table {
    bad_lines: usize,
    /// Tables or the store contradicted what is proved.
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

/// What the file comes to, for other programs.
#[derive(Serialize, JsonSchema)]
pub struct Answer<'a> {
    /// Lines without an answer.
    bad_lines: usize,
    /// Positions with an exact result.
    exact: usize,
    /// The other positions.
    open: usize,
    /// Rows with an answer.
    positions: usize,
    /// Each program over all positions.
    programs: Vec<ProgramAnswer<'a>>,
    /// What the proofs took.
    stats: Stats,
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Time.
    seconds: f64,
    /// Structures solved or expanded.
    structures: u64,
}

#[derive(Serialize, JsonSchema)]
struct ProgramAnswer<'a> {
    /// Positions of a kind that it knows.
    applies: usize,
    /// Verdicts of its claims.
    claims: Count,
    /// Verdicts of its moves.
    moves: Count,
    /// Its name, as it was given.
    program: &'a str,
    /// What it took.
    stats: ProgramStats,
    /// Positions at which it was stopped.
    stopped: usize,
    /// For PEASANT: nodes ended by each of the nine conditions, added up.
    #[serde(skip_serializing_if = "Option::is_none")]
    terminals: Option<[u64; 9]>,
}

#[derive(Serialize, JsonSchema)]
struct ProgramStats {
    /// Positions looked at.
    nodes: u64,
    /// Time.
    seconds: f64,
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
        Outcome::first([
            (self.contradicted, Outcome::Contradiction),
            (self.bad_lines > 0, Outcome::BadInput),
        ])
    }

    pub fn answer(&self) -> Answer<'_> {
        Answer {
            bad_lines: self.bad_lines,
            exact: self.exact,
            open: self.positions - self.exact,
            positions: self.positions,
            programs: self.lines.iter().map(Line::answer).collect(),
            stats: Stats {
                seconds: self.seconds,
                structures: self.structures,
            },
        }
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

    fn answer(&self) -> ProgramAnswer<'_> {
        ProgramAnswer {
            applies: self.applies,
            claims: self.claims,
            moves: self.moves,
            program: &self.program,
            stats: ProgramStats {
                nodes: self.nodes,
                seconds: self.seconds,
            },
            stopped: self.stopped,
            terminals: self.terminals,
        }
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

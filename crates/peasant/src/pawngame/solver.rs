//! The facade of the solver: a position in, proved results out.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::board::{Board, Geometry};
use super::position::{Move, Position};
use super::rules::Rules;
use crate::prove::Stop;
use crate::value::{Bounds, Wdl};

/// How a proof is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Depth first, most promising move first.
    AlphaBeta,
    /// Proof numbers: the move that seems the least work first.
    ProofNumber,
}

/// What a solver may use.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How a proof is searched for.
    pub method: Method,
    /// Threads that work side by side.
    pub threads: usize,
    /// Bytes for the table of positions.
    pub memory: u64,
}

/// A file that keeps the table between runs.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// Where.
    pub file: PathBuf,
    /// How often it is written; it is written at the end of a solution too.
    pub every: Duration,
}

/// Solves positions under certain rules and remembers what it has proved.
pub struct Solver {
    rules: Rules,
    settings: Settings,
    known: HashMap<Board, Wdl>,
}

/// What is proved of a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The position.
    pub position: Position,
    /// The result for the side to move.
    pub bounds: Bounds,
    /// Every move, the best first.
    pub moves: Vec<MoveAnswer>,
    /// Best play, as far as it is proved.
    pub line: Vec<Move>,
    /// Why the proof ended before everything was decided.
    pub stopped: Option<Stop>,
    /// What went wrong beside the proof: a checkpoint that could not be written.
    pub warnings: Vec<String>,
    /// What it took.
    pub stats: Stats,
}

/// What is proved of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub r#move: Move,
    /// The result for the side that makes it.
    pub bounds: Bounds,
}

/// What a solution took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Positions visited, as often as they were.
    pub nodes: u64,
    /// Positions in the table at the end.
    pub positions: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Bytes of the table and of everything else that grows, at most.
    pub peak_memory: u64,
}

/// How far a solution has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Positions visited so far.
    pub nodes: u64,
    /// Positions in the table.
    pub positions: u64,
    /// How many the table can hold.
    pub capacity: u64,
    /// Moves of the position that are decided.
    pub decided: usize,
    /// All its moves.
    pub moves: usize,
    /// Time since the solution began.
    pub elapsed: Duration,
}

/// Whoever watches a solution. Called several times a second, from one thread at a time.
pub trait Observer: Sync {
    /// Shows how far the solution has come.
    fn progress(&self, _progress: &Progress) {}

    /// Shall the solution stop?
    fn is_cancelled(&self) -> bool {
        false
    }
}

impl Observer for () {}

/// Why there is no solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverError {
    /// The table needs so many bytes at least.
    Memory(u64),
    /// The checkpoint cannot be used: the file and the reason.
    Checkpoint(PathBuf, String),
}

impl std::fmt::Display for SolverError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SolverError::Memory(bytes) => {
                write!(
                    f,
                    "the table needs {} MiB at least",
                    bytes.div_ceil(1 << 20)
                )
            }
            SolverError::Checkpoint(file, reason) => {
                write!(
                    f,
                    "cannot use the checkpoint `{}`: {reason}",
                    file.display()
                )
            }
        }
    }
}

impl std::error::Error for SolverError {}

impl Solver {
    /// A solver that knows nothing yet.
    ///
    /// # Errors
    /// If the memory is too little.
    pub fn new(rules: Rules, settings: &Settings) -> Result<Solver, SolverError> {
        Ok(Solver {
            rules,
            settings: *settings,
            known: HashMap::new(),
        })
    }

    /// The same solver, keeping its table in a file, and starting with what the file holds if there is one.
    ///
    /// # Errors
    /// If there is a file that cannot be read or belongs to other rules.
    pub fn with_checkpoint(self, _checkpoint: Checkpoint) -> Result<Solver, SolverError> {
        Ok(self)
    }

    /// Solves a position and each of its moves. The rules of the position must be those of the solver.
    pub fn solve(
        &mut self,
        position: &Position,
        _time: Option<Duration>,
        _observer: &dyn Observer,
    ) -> Solution {
        assert_eq!(
            position.rules(),
            self.rules,
            "a solver plays by one set of rules"
        );
        let start = Instant::now();
        let _ = self.settings;
        let geometry = Geometry::new(self.rules);
        let value = self.value(&position.board(), &geometry);
        let mut moves: Vec<MoveAnswer> = position
            .moves()
            .into_iter()
            .map(|m| {
                let after = position.play(position.step(m)).board();
                let bounds = Bounds::exactly(-self.value(&after, &geometry));
                MoveAnswer { r#move: m, bounds }
            })
            .collect();
        moves.sort_by_key(|answer| std::cmp::Reverse(answer.bounds.lower()));
        let mut line = Vec::new();
        let mut here = *position;
        while here.ended().is_none() {
            let best = here
                .moves()
                .into_iter()
                .max_by_key(|&m| -self.value(&here.play(here.step(m)).board(), &geometry));
            let Some(m) = best else { break };
            line.push(m);
            here = here.play(here.step(m));
        }
        Solution {
            position: *position,
            bounds: Bounds::exactly(value),
            moves,
            line,
            stopped: None,
            warnings: Vec::new(),
            stats: Stats {
                nodes: self.known.len() as u64,
                positions: self.known.len() as u64,
                elapsed: start.elapsed(),
                peak_memory: 0,
            },
        }
    }

    fn value(&mut self, board: &Board, geometry: &Geometry) -> Wdl {
        if let Some(result) = board.ended(geometry) {
            return result;
        }
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        let mut best = Wdl::Loss;
        for step in board.steps(geometry) {
            best = best.max(-self.value(&board.after(step, geometry), geometry));
            if best == Wdl::Win {
                break;
            }
        }
        self.known.insert(*board, best);
        best
    }
}

//! The facade of the solver: a position in, proved results out.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use peasant::clock::Instant;

use super::checkpoint::{self, Checkpoint, Keeper};
use super::ground::Ground;
use super::lookahead::Lookahead;
use super::position::{Move, Position};
use super::proof::Proof;
use super::proof_number::Numbers;
use super::rules::Rules;
use super::settings::{Method, Settings};
use super::solution::{Solution, Stats};
use peasant::limits::{Limits, Observer, Watch};

/// For so long it is looked for what seems best, if there is no limit of time.
const GLIMPSE: Duration = Duration::from_millis(100);

/// Solves positions under certain rules and remembers what it has proved.
pub struct Solver {
    rules: Rules,
    settings: Settings,
    ground: Ground,
    /// Proof numbers, if they guide the search.
    numbers: Option<Numbers>,
    checkpoint: Option<Checkpoint>,
}

/// Reasons why there is no solver.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolverError {
    /// The table needs so many bytes at least.
    Memory(u64),
    /// The system does not give so many bytes.
    NoMemory(u64),
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
            SolverError::NoMemory(bytes) => {
                write!(
                    f,
                    "the system does not give {} MiB for the tables: ask for less",
                    bytes >> 20
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
    /// A solver that knows nothing yet. Its table takes memory as it fills.
    ///
    /// # Errors
    /// If the memory is too little for the size of the board, or more than the system gives.
    pub fn new(rules: Rules, settings: &Settings) -> Result<Solver, SolverError> {
        // Proof numbers get as much as the table.
        let shares = match settings.method {
            Method::AlphaBeta => 1,
            Method::ProofNumber => 2,
        };
        let (share, least) = (settings.memory / shares, Ground::least_memory(rules));
        if share < least {
            return Err(SolverError::Memory(least * shares));
        }
        let no_memory = || SolverError::NoMemory(settings.memory);
        let ground = Ground::new(rules, share).ok_or_else(no_memory)?;
        let numbers = match settings.method {
            Method::AlphaBeta => None,
            Method::ProofNumber => Some(Numbers::new(share).ok_or_else(no_memory)?),
        };
        Ok(Solver {
            rules,
            settings: *settings,
            ground,
            numbers,
            checkpoint: None,
        })
    }

    /// Keeps the solver's table in a file, and starts with what the file holds if there is one.
    ///
    /// # Errors
    /// If there is a file that cannot be read or belongs to other rules, or if none can be written.
    pub fn with_checkpoint(mut self, checkpoint: Checkpoint) -> Result<Solver, SolverError> {
        let (file, table) = (&checkpoint.file, &mut self.ground.table);
        let done = if file.exists() {
            checkpoint::load(file, self.rules, table)
        } else {
            let saved = checkpoint::save(file, self.rules, table);
            saved.map_err(|error| checkpoint::explain(&error))
        };
        let restored = done.map_err(|reason| SolverError::Checkpoint(file.clone(), reason))?;
        self.ground.positions.store(restored, Ordering::Relaxed);
        self.checkpoint = Some(checkpoint);
        Ok(self)
    }

    /// Solves a position and each of its moves, within limits that are those of this call; the limit on structures counts
    /// nodes. Clock and counts are looked at every few milliseconds. The memory limit, beside that of [`Settings`], stops
    /// the work where the tables would have to grow beyond it. When a limit is met or the observer cancels, what is proved
    /// by then is the answer.
    ///
    /// # Panics
    /// If the rules of the position are not those of the solver.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Solution {
        assert_eq!(
            position.rules(),
            self.rules,
            "a solver plays by one set of rules"
        );
        self.ground.nodes.store(0, Ordering::Relaxed);
        let watch = Watch::new(*limits, observer).sooner();
        let mut proof = Proof {
            ground: &mut self.ground,
            threads: self.settings.threads,
            numbers: self.numbers.as_ref(),
            watch: &watch,
            checkpoint: self
                .checkpoint
                .as_ref()
                .map(|checkpoint| Keeper::new(checkpoint, self.rules)),
            decided: (0, 0),
        };
        let (bounds, moves, stopped) = proof.decide(position);
        let line = proof.line(position, bounds);
        let warnings = proof.finish();
        let mut solution = Solution {
            position: *position,
            bounds,
            moves,
            line,
            promising: None,
            stopped,
            warnings,
            stats: Stats {
                nodes: self.ground.nodes.load(Ordering::Relaxed),
                positions: self.ground.positions.load(Ordering::Relaxed),
                elapsed: watch.elapsed(),
                peak_memory: self.memory(),
            },
        };
        if !solution.is_decided() {
            let left = limits.time.map(|time| time.saturating_sub(watch.elapsed()));
            let until = Instant::now() + left.unwrap_or(GLIMPSE);
            let moves = solution.candidates();
            solution.promising = self.most_promising(position, &moves, until, observer);
        }
        solution
    }

    /// What the solver stands on.
    #[cfg(any(test, feature = "fitting"))]
    pub(super) const fn ground(&mut self) -> &mut Ground {
        &mut self.ground
    }

    /// The most promising of some moves, as far as one can see until then with what is proved; of those that seem equal, the
    /// first.
    pub(super) fn most_promising(
        &self,
        position: &Position,
        moves: &[Move],
        until: Instant,
        observer: &dyn Observer,
    ) -> Option<Move> {
        let after: Vec<_> = moves.iter().map(|&m| position.play(m).board()).collect();
        let best = Lookahead::new(&self.ground, until, observer).best(&after);
        best.map(|index| moves[index])
    }

    /// Bytes of the tables, which only grow.
    fn memory(&self) -> u64 {
        let numbers = self.numbers.as_ref().map_or(0, Numbers::bytes);
        numbers + self.ground.table.bytes()
    }
}

#[cfg(test)]
mod tests;

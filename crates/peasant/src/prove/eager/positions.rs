//! The eager solver as the facade sees it: everything below the position asked about, or nothing.

use super::solved::Solved;
use super::structures::BYTES_PER_STRUCTURE;
use crate::board::{Color, Position};
use crate::limits::{Stop, Watch};
use crate::prove::effort::Effort;
use crate::prove::proof::{Found, Measure, Proof};
use crate::prove::slice_bounds::SliceBounds;
use crate::slice::Point;
use crate::value::{Bounds, Contradiction, Distance};

/// Everything below the last position that was not below one before. By Newborn's rules.
pub(crate) struct EagerPositions {
    threads: usize,
    watch: Watch,
    solved: Option<Solved>,
    stopped: Option<Stop>,
    /// Structures solved in all requests.
    structures: u64,
}

impl EagerPositions {
    pub fn new(threads: usize) -> EagerPositions {
        EagerPositions {
            threads,
            watch: Watch::idle(),
            solved: None,
            stopped: None,
            structures: 0,
        }
    }

    fn known(&self, position: &Position) -> Result<Bounds, Contradiction> {
        let solved = self.solved.as_ref();
        solved.map_or(Ok(Bounds::UNKNOWN), |solved| solved.bounds(position))
    }

    /// Solves everything that can follow from the position. What was solved before makes room first.
    fn solve(&mut self, position: &Position) {
        self.solved = None;
        let mut roots = vec![position.pawns()];
        let takes = position
            .legal_moves()
            .into_iter()
            .filter(|m| position.is_en_passant(*m));
        roots.extend(takes.map(|m| position.play(m).pawns()));
        match Solved::within(&roots, self.threads, &self.watch) {
            Ok(solved) => {
                self.structures += solved.structures() as u64;
                self.solved = Some(solved);
            }
            Err(stop) => self.stopped = Some(stop),
        }
    }
}

impl Proof for EagerPositions {
    fn begin(&mut self, watch: &Watch) {
        self.watch = watch.clone();
        self.stopped = None;
    }

    fn work(&mut self, position: &Position, effort: Effort) -> Result<Found, Contradiction> {
        let mut bounds = self.known(position)?;
        if bounds.exact().is_none() && effort > Effort::NONE && self.stopped.is_none() {
            self.solve(position);
            bounds = self.known(position)?;
        }
        Ok(Found {
            bounds,
            // Another try would find no more.
            hopeless: true,
        })
    }

    fn distance(&mut self, position: &Position, winner: Color, _: Measure) -> Option<Distance> {
        self.solved.as_ref()?.won_distance(position, winner)
    }

    fn slice(
        &mut self,
        position: &Position,
        attacker: Color,
        _: &[Point],
        effort: Effort,
    ) -> Result<Option<SliceBounds>, Contradiction> {
        self.work(position, effort)?;
        let bounds = self
            .solved
            .as_ref()
            .and_then(|solved| solved.slice(position, attacker));
        Ok(bounds)
    }

    fn unresolved(&self) -> Vec<Position> {
        Vec::new()
    }

    fn lacked_memory(&self) -> bool {
        false
    }

    fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    fn structures(&self) -> [u64; 3] {
        [self.structures, 0, 0]
    }

    fn bytes(&self) -> u64 {
        let solved = self
            .solved
            .as_ref()
            .map_or(0, |solved| solved.structures() as u64);
        solved * BYTES_PER_STRUCTURE
    }
}

//! What is proved of one position after another, within the limits of one study.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::aim::{Aim, Standing};
use crate::board::Position;
use crate::limits::{Observer, Stop, Watch};
use crate::value::Bounds;
use crate::{Analysis, Explanation, Limits, ProveError, Prover, Request};

/// One question takes no more than such a share of the time that is left: a single move that is hard to decide must not leave
/// nothing for the others.
const SHARE: u32 = 3;

/// With less time nothing is begun.
const LEAST: Duration = Duration::from_millis(20);

/// Whoever knows results.
pub(super) trait Oracle {
    type Error;

    /// What is proved of a position, for its side to move; enough to tell whether it reaches what is asked for, if that can be
    /// told.
    fn bounds(&mut self, position: &Position, aim: Aim) -> Result<Bounds, Self::Error>;

    /// The same without any work.
    fn known(&mut self, position: &Position) -> Bounds;

    /// Shall the work end?
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A prover with a budget: limits on time and structures are for the whole study.
pub(super) struct Budget<'p> {
    prover: &'p Prover,
    limits: Limits,
    watch: Watch,
    structures: u64,
    stopped: Option<Stop>,
    /// Where work has been in vain.
    known: HashMap<Position, Bounds>,
}

impl<'p> Budget<'p> {
    pub fn new(prover: &'p Prover, limits: Limits, observer: Arc<dyn Observer>) -> Budget<'p> {
        Budget {
            prover,
            limits,
            watch: Watch::new(limits, observer),
            structures: 0,
            stopped: None,
            known: HashMap::new(),
        }
    }

    /// What is proved of the first position and its moves, and its line, in one of so many parts of the time that is left.
    ///
    /// # Errors
    /// It holds more men than are taken, or tables or the store contradict a proof.
    pub fn first(&mut self, position: &Position, parts: u32) -> Result<Analysis, ProveError> {
        let request = self.request(position, parts).distances(false);
        let analysis = self.prover.analyse(&request)?;
        // Asked again, it may have been answered.
        self.stopped = None;
        self.spent(&analysis);
        Ok(analysis)
    }

    /// The same of another position, with distances if they are wanted; `None` if it holds more men than are taken.
    ///
    /// # Errors
    /// Tables or the store contradict a proof.
    pub fn analyse(
        &mut self,
        position: &Position,
        distances: bool,
    ) -> Result<Option<Analysis>, ProveError> {
        let request = self.request(position, SHARE).distances(distances);
        let answer = self.prover.analyse(&request);
        self.taken(answer)
    }

    /// The same explained, which may take as much time again.
    ///
    /// # Errors
    /// As above.
    pub fn explain(&mut self, analysis: &Analysis) -> Result<Explanation, ProveError> {
        let request = self.request(&analysis.position, SHARE);
        self.prover.explain(&request, analysis.clone())
    }

    /// What stopped the work, if anything did.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// How many structures were needed.
    pub fn structures(&self) -> u64 {
        self.structures
    }

    /// Since it began.
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// A question that may take one of so many parts of what is left.
    fn request(&self, position: &Position, parts: u32) -> Request {
        let mut limits = self.limits.after(self.elapsed(), self.structures);
        limits.time = limits.time.map(|time| time / parts);
        Request::new(*position)
            .limits(limits)
            .observer(self.watch.observer())
    }

    fn spent(&mut self, analysis: &Analysis) {
        self.structures += analysis.statistics.structures;
        self.stopped = self.stopped.or(analysis.stopped);
    }

    fn taken(
        &mut self,
        answer: Result<Analysis, ProveError>,
    ) -> Result<Option<Analysis>, ProveError> {
        match answer {
            Ok(analysis) => {
                self.spent(&analysis);
                Ok(Some(analysis))
            }
            Err(error @ ProveError::Contradiction { .. }) => Err(error),
            Err(_) => Ok(None),
        }
    }
}

impl Oracle for Budget<'_> {
    type Error = ProveError;

    fn bounds(&mut self, position: &Position, aim: Aim) -> Result<Bounds, ProveError> {
        let known = self.prover.known(position);
        let is_told = |bounds| aim.standing(aim.seen(position.turn(), bounds)) != Standing::Open;
        if is_told(known) || self.is_stopped() {
            return Ok(known);
        }
        if let Some(&bounds) = self.known.get(position) {
            return Ok(bounds);
        }
        let request = self.request(position, SHARE);
        let answer = self
            .prover
            .analyse(&request.moves(false).line(false).distances(false));
        let bounds = self
            .taken(answer)?
            .map_or(Bounds::UNKNOWN, |found| found.bounds);
        if !is_told(bounds) {
            self.known.insert(*position, bounds);
        }
        Ok(bounds)
    }

    fn known(&mut self, position: &Position) -> Bounds {
        self.prover.known(position)
    }

    fn is_stopped(&self) -> bool {
        let is_late = self.watch.left().is_some_and(|time| time < LEAST);
        is_late || self.watch.check(self.structures, 0).is_err()
    }
}

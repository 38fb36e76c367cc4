//! What is proved of one position after another, within the limits of one study.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use peasant::board::Position;
use peasant::limits::{Observer, Stop};
use peasant::value::Bounds;
use peasant::{Analysis, Explanation, Limits, ProveError, Prover, Request};

use super::aim::{Aim, Standing};

/// Whoever knows results.
pub trait Oracle {
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

/// A prover with a purse: limits on time and structures are for the whole study.
pub struct Purse {
    prover: Prover,
    limits: Limits,
    observer: Arc<dyn Observer>,
    begun: Instant,
    structures: u64,
    stopped: Option<Stop>,
    /// Where work has been in vain.
    known: HashMap<Position, Bounds>,
}

impl Purse {
    pub fn new(prover: Prover, limits: Limits, observer: Arc<dyn Observer>) -> Purse {
        Purse {
            prover,
            limits,
            observer,
            begun: Instant::now(),
            structures: 0,
            stopped: None,
            known: HashMap::new(),
        }
    }

    /// What is proved of the first position and its moves, and its line.
    ///
    /// # Errors
    /// It holds more men than are taken, or tables or the base contradict a proof.
    pub fn first(&mut self, position: &Position) -> Result<Analysis, ProveError> {
        let request = self.request(position).distances(false);
        let analysis = self.prover.analyse(&request)?;
        self.spent(&analysis);
        Ok(analysis)
    }

    /// The same of another position, with distances if they are wanted; `None` if it holds more men than are taken.
    ///
    /// # Errors
    /// Tables or the base contradict a proof.
    pub fn analyse(
        &mut self,
        position: &Position,
        distances: bool,
    ) -> Result<Option<Analysis>, ProveError> {
        let request = self.request(position).distances(distances);
        let answer = self.prover.analyse(&request);
        self.taken(answer)
    }

    /// The same explained, which may take as much time again.
    ///
    /// # Errors
    /// As above.
    pub fn explain(&mut self, analysis: &Analysis) -> Result<Explanation, ProveError> {
        let request = self.request(&analysis.position);
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
        self.begun.elapsed()
    }

    fn request(&self, position: &Position) -> Request {
        let mut limits = self.limits;
        let elapsed = self.elapsed();
        limits.time = limits.time.map(|time| time.saturating_sub(elapsed));
        let spent = self.structures;
        limits.structures = limits.structures.map(|most| most.saturating_sub(spent));
        Request::new(*position)
            .limits(limits)
            .conditional(false)
            .observer(Arc::clone(&self.observer))
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

impl Oracle for Purse {
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
        let request = self.request(position);
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

    /// Memory that was short once may do for another position.
    fn is_stopped(&self) -> bool {
        let is_over = |stop| stop != Stop::Memory;
        self.stopped.is_some_and(is_over) || self.observer.is_cancelled()
    }
}

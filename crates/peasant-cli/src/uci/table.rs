//! What is proved, kept from one question to the next. A prover that runs out of room forgets everything, and what was won in a
//! game could be lost then: so there are two, of which the old one is asked about what the young one does not know yet.

use std::time::Duration;

use peasant::board::Position;
use peasant::explain::Phase;
use peasant::limits::Stop;
use peasant::{Analysis, Bounds, Limits, ProveError, Prover, Question, Request};

use super::resources::Resources;

/// When the young prover fills so many tenths of the memory it becomes the old one: a prover forgets at five.
const TENTHS: u64 = 4;

/// What the old prover knows it says in this time.
const RECALL: Duration = Duration::from_millis(500);

/// Two provers under one limit.
pub struct Table {
    means: Resources,
    young: Option<Stored>,
    old: Option<Stored>,
    /// Was the last answer the old one's?
    recalled: bool,
}

/// A prover, and how many bytes it takes.
struct Stored {
    prover: Prover,
    bytes: u64,
    /// It had no room left.
    is_full: bool,
}

impl Stored {
    fn new(prover: Prover) -> Stored {
        Stored {
            prover,
            bytes: 0,
            is_full: false,
        }
    }

    fn analyse(&mut self, request: &Request) -> Result<Analysis, ProveError> {
        let analysis = self.prover.analyse(request)?;
        self.bytes = analysis.statistics.bytes;
        self.is_full = analysis.stopped == Some(Stop::Memory);
        Ok(analysis)
    }
}

impl Table {
    pub fn new(means: Resources) -> Table {
        Table {
            means,
            young: None,
            old: None,
            recalled: false,
        }
    }

    pub fn forget(&mut self) {
        (self.young, self.old) = (None, None);
    }

    /// Warnings of what proofs use.
    pub fn warnings(&self) -> Vec<String> {
        self.means.warnings()
    }

    /// Bytes for proofs, all told.
    pub fn memory(&self) -> u64 {
        self.means.memory()
    }

    /// Bytes that the young prover may take.
    fn room(&self) -> u64 {
        let old = self.old.as_ref().map_or(0, |old| old.bytes);
        self.memory().saturating_sub(old)
    }

    /// Bytes that proofs take.
    pub fn bytes(&self) -> u64 {
        let stored = self.young.iter().chain(&self.old);
        stored.map(|stored| stored.bytes).sum()
    }

    /// What the old prover knows of a position, if the young one knows less and the old one all.
    pub fn recall(&mut self, position: &Position, request: Request) -> Option<Analysis> {
        let young = self.young.as_mut();
        let is_known = young.is_some_and(|young| young.prover.known(position).exact().is_some());
        let old = self.old.as_mut().filter(|_| !is_known)?;
        old.prover.known(position).exact()?;
        // Without a limit on memory it forgets nothing; in so little time it does not grow.
        let request = request.limits(Limits::NONE.time(RECALL)).conditional(false);
        let analysis = old.analyse(&request).ok();
        self.recalled = analysis.is_some();
        analysis
    }

    /// The young prover, which has room.
    fn take_young(&mut self) -> Stored {
        let room = self.room();
        let is_full = |young: &mut Stored| young.is_full || young.bytes > room / 10 * TENTHS;
        if let Some(young) = self.young.take_if(is_full) {
            self.old = Some(young);
        }
        let young = self.young.take();
        young.unwrap_or_else(|| Stored::new(self.means.prover()))
    }

    /// Begins a question, which has the young prover until it is given back.
    pub fn ask(&mut self, request: Request) -> Question {
        let young = self.take_young();
        let limits = Limits::NONE.memory(self.room());
        self.recalled = false;
        young.prover.ask(request.limits(limits))
    }

    /// Takes back the prover of a question that has ended.
    pub fn take_back(&mut self, question: Question) {
        let analysis = question.analysis();
        self.young = Some(Stored {
            bytes: analysis.statistics.bytes,
            is_full: analysis.stopped == Some(Stop::Memory),
            prover: question.into_prover(),
        });
    }

    /// Answers a request, within limits of which that on memory is the table's.
    pub fn analyse(&mut self, request: Request, limits: Limits) -> Result<Analysis, ProveError> {
        let mut young = self.take_young();
        let limits = limits.memory(self.room());
        let analysis = young.analyse(&request.limits(limits));
        self.young = Some(young);
        self.recalled = false;
        analysis
    }

    /// The parts of the line of the last answer.
    pub fn phases(&mut self, analysis: &Analysis) -> Vec<Phase> {
        let stored = match self.recalled {
            true => self.old.as_mut(),
            false => self.young.as_mut(),
        };
        let phases = stored.map(|stored| stored.prover.phases(analysis));
        phases.and_then(Result::ok).unwrap_or_default()
    }

    /// What is proved of a position, without any work.
    pub fn known(&mut self, position: &Position) -> Bounds {
        let stored = self.young.iter_mut().chain(&mut self.old);
        let known = stored.map(|stored| stored.prover.known(position));
        // Two proofs that contradict each other say nothing.
        known
            .reduce(|one, other| one.narrow(other).unwrap_or(Bounds::UNKNOWN))
            .unwrap_or(Bounds::UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use peasant::notation::fen;
    use peasant::value::Wdl;

    use super::*;
    use crate::uci::options::Options;

    /// After so many other endings that the prover would have forgotten it, a win is still known.
    #[test]
    fn a_win_is_not_forgotten() {
        let options = Options {
            memory: 64 << 20,
            ..Options::of_tests()
        };
        let (means, _) = Resources::open(&options, None);
        let mut table = Table::new(means);
        let position = |text| fen::parse(text).expect("a position");
        let win = position("8/8/8/7p/1PK2k2/8/8/8 w - - 0 1");
        let limits = Limits::NONE.time(Duration::from_secs(60));
        let analysis = table.analyse(Request::new(win), limits).expect("an answer");
        assert_eq!(analysis.bounds.exact(), Some(Wdl::Win));
        let other = position("6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - - 0 1");
        _ = table.analyse(Request::new(other).moves(false), limits);
        let young = table.young.as_mut().expect("it was asked");
        assert_eq!(young.prover.known(&win).exact(), None);
        assert_eq!(table.known(&win).exact(), Some(Wdl::Win));
        let recalled = table
            .recall(&win, Request::new(win))
            .expect("it is remembered");
        assert_eq!(recalled.bounds.exact(), Some(Wdl::Win));
        assert!(!recalled.best.is_empty() && !table.phases(&recalled).is_empty());
        table.forget();
        assert_eq!(table.bytes(), 0);
    }
}

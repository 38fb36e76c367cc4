//! What is proved, kept from one question to the next.

use peasant::board::Position;
use peasant::explain::Phase;
use peasant::{Analysis, Bounds, Limits, ProveError, Prover, Question, Request};

use super::resources::Resources;

/// A prover and its means.
pub struct Table {
    means: Resources,
    /// None while a question has it.
    prover: Option<Prover>,
    /// Bytes that proofs take.
    bytes: u64,
}

impl Table {
    pub fn new(means: Resources) -> Table {
        let prover = Some(means.prover());
        Table {
            means,
            prover,
            bytes: 0,
        }
    }

    pub fn forget(&mut self) {
        self.prover = Some(self.means.prover());
        self.bytes = 0;
    }

    /// Warnings of what proofs use.
    pub fn warnings(&self) -> Vec<String> {
        self.means.warnings()
    }

    /// Bytes for proofs, all told.
    pub fn memory(&self) -> u64 {
        self.means.memory()
    }

    /// Bytes that proofs take.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Begins a question, which has the prover until it is given back.
    pub fn ask(&mut self, request: Request) -> Question {
        let prover = self.prover.take();
        let prover = prover.unwrap_or_else(|| self.means.prover());
        prover.ask(request.limits(Limits::NONE.memory(self.memory())))
    }

    /// Takes back the prover of a question, which ends it.
    pub fn take_back(&mut self, question: Question) {
        self.bytes = question.analysis().statistics.bytes;
        self.prover = Some(question.into_prover());
    }

    /// Answers a request, within limits of which that on memory is the table's.
    pub fn analyse(&mut self, request: Request, limits: Limits) -> Result<Analysis, ProveError> {
        let mut question = self.ask(request);
        question.work(limits)?;
        let analysis = question.analysis().clone();
        self.take_back(question);
        Ok(analysis)
    }

    /// The parts of the line of the last answer.
    pub fn phases(&mut self, analysis: &Analysis) -> Vec<Phase> {
        let phases = self.prover.as_mut().map(|prover| prover.phases(analysis));
        phases.and_then(Result::ok).unwrap_or_default()
    }

    /// What is proved of a position, without any work.
    pub fn known(&mut self, position: &Position) -> Bounds {
        let known = self.prover.as_mut().map(|prover| prover.known(position));
        known.unwrap_or(Bounds::UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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
        assert_eq!(table.known(&win).exact(), Some(Wdl::Win));
        let again = table.analyse(Request::new(win), limits).expect("an answer");
        assert!(!again.best.is_empty() && !table.phases(&again).is_empty());
        table.forget();
        assert_eq!(table.bytes(), 0);
    }
}

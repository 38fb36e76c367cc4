//! What is proved, kept from one question to the next.

use peasant::explain::Phase;
use peasant::{Analysis, Limits, ProveError, Prover, Question, Request};

use super::resources::Resources;

/// A prover and its means.
pub struct Table {
    means: Resources,
    /// None while a question has it.
    prover: Option<Prover>,
}

impl Table {
    pub fn new(means: Resources) -> Table {
        let prover = Some(means.prover());
        Table { means, prover }
    }

    pub fn forget(&mut self) {
        self.prover = Some(self.means.prover());
    }

    /// Warnings of what proofs use.
    pub fn warnings(&self) -> Vec<String> {
        self.means.warnings()
    }

    /// Bytes for proofs, all told.
    pub fn memory(&self) -> u64 {
        self.means.memory()
    }

    /// Begins a question, which has the prover until it is given back.
    pub fn ask(&mut self, request: Request) -> Question {
        let prover = self.prover.take();
        let prover = prover.unwrap_or_else(|| self.means.prover());
        prover.ask(request.limits(Limits::NONE.memory(self.memory())))
    }

    /// Takes back the prover of a question, which ends it.
    pub fn take_back(&mut self, question: Question) {
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
}

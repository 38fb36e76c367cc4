//! What is proved, kept from one question to the next; and the question that is open.

use std::time::{Duration, Instant};

use peasant::board::Position;
use peasant::explain::Phase;
use peasant::limits::Stop;
use peasant::{Analysis, Bounds, Limits, ProveError, Prover, Question, Request};

use super::resources::Resources;

/// Whoever works on a position looks so often whether that is still wanted.
const PIECE: Duration = Duration::from_millis(50);

/// What a position alone comes to.
pub struct Found {
    pub bounds: Bounds,
    /// What it took.
    pub structures: u64,
}

/// A prover and its means.
pub struct Table {
    means: Resources,
    prover: Option<Prover>,
    /// A question that is suspended, which has the prover, and how many lines it asks for. As long as its position stays open it goes on
    /// with the next `go` about it.
    asked: Option<(Question, usize)>,
}

impl Table {
    pub const fn new(means: Resources) -> Table {
        Table {
            means,
            prover: None,
            asked: None,
        }
    }

    pub fn forget(&mut self) {
        (self.prover, self.asked) = (None, None);
    }

    /// Warnings of what proofs use.
    pub fn warnings(&self) -> Vec<String> {
        self.means.warnings()
    }

    /// Bytes for proofs, all told.
    pub const fn memory(&self) -> u64 {
        self.means.memory()
    }

    /// The question about a position, suspended; a new one unless it has been asked before. It is to be given back to its end.
    pub fn question(&mut self, position: &Position, lines: usize) -> Question {
        let is_same = |(question, of): &mut (Question, usize)| {
            question.analysis().position == *position && *of == lines
        };
        match self.asked.take_if(is_same) {
            Some((question, _)) => question,
            None => self.ask(Request::new(*position).lines(lines).conditional(false)),
        }
    }

    /// Begins a question, which has the prover.
    fn ask(&mut self, request: Request) -> Question {
        let prover = match self.asked.take() {
            Some((question, _)) => Some(question.into_prover()),
            None => self.prover.take(),
        };
        let prover = prover.unwrap_or_else(|| self.means.prover());
        prover.ask(request.limits(Limits::NONE.memory(self.memory())))
    }

    /// Works so long at most on a position alone, its moves aside.
    pub fn bounds(
        &mut self,
        position: &Position,
        time: Duration,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Found, ProveError> {
        let request = Request::new(*position).moves(false).conditional(false);
        let mut question = self.ask(request);
        let until = Instant::now() + time;
        let left = || until.saturating_duration_since(Instant::now());
        while !question.is_done() && !left().is_zero() && !is_stopped() {
            question.work(Limits::NONE.time(left().min(PIECE)))?;
        }
        let Analysis {
            bounds, statistics, ..
        } = question.analysis();
        let found = Found {
            bounds: *bounds,
            structures: statistics.structures,
        };
        self.prover = Some(question.into_prover());
        Ok(found)
    }

    /// What is known of a question in the end, and the parts of its line: what is proved is brought to its end in so much time; what is
    /// open stays suspended.
    pub fn end(
        &mut self,
        mut question: Question,
        lines: usize,
        time: Duration,
    ) -> Result<(Analysis, Vec<Phase>), ProveError> {
        let analysis = question.analysis();
        if !question.is_done() && analysis.bounds.exact().is_none() {
            let analysis = analysis.clone();
            self.asked = Some((question, lines));
            return Ok((analysis, Vec::new()));
        }
        let concluded = match question.is_done() {
            true => Ok(question.analysis().clone()),
            false => {
                let concluded = question.conclude(Stop::Time, Limits::NONE.time(time));
                concluded.map(|(analysis, _)| analysis)
            }
        };
        let prover = self.prover.insert(question.into_prover());
        let analysis = concluded?;
        let phases = prover.phases(&analysis).unwrap_or_default();
        Ok((analysis, phases))
    }
}

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
    /// The question in work, which has the prover, and how many lines it asks for. While the position stays open it is suspended after
    /// each `go`, and goes on with the next.
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

    /// The question about a position, suspended; a new one unless it has been asked before.
    pub fn question(&mut self, position: &Position, lines: usize) -> &mut Question {
        let is_same = |(question, of): &(Question, usize)| {
            question.analysis().position == *position && *of == lines
        };
        let asked = match self.asked.take_if(|asked| is_same(asked)) {
            Some(asked) => asked,
            None => (self.ask(Request::new(*position).lines(lines)), lines),
        };
        &mut self.asked.insert(asked).0
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

    /// What is known in the end, and the parts of its line: what is proved is brought to its end in so much time; what is open stays
    /// suspended.
    pub fn end(&mut self, time: Duration) -> Result<(Analysis, Vec<Phase>), ProveError> {
        let Some((mut question, lines)) = self.asked.take() else {
            return Err(ProveError::NotAPawnEnding);
        };
        let analysis = question.analysis();
        if !question.is_done() && analysis.bounds.exact().is_none() {
            let analysis = analysis.clone();
            self.asked = Some((question, lines));
            return Ok((analysis, Vec::new()));
        }
        if !question.is_done() {
            question.conclude(Stop::Time, Limits::NONE.time(time))?;
        }
        let analysis = question.analysis().clone();
        let mut prover = question.into_prover();
        let phases = prover.phases(&analysis).unwrap_or_default();
        self.prover = Some(prover);
        Ok((analysis, phases))
    }
}

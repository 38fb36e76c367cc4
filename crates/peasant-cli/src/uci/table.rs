//! What is proved, kept from one question to the next; and the question that is open.

use std::thread;
use std::time::{Duration, Instant};

use peasant::board::Position;
use peasant::limits::Stop;
use peasant::notation::fen;
use peasant::{Analysis, Bounds, Limits, ProveError, Prover, Question, Request};
use verbs::explain::prose::idea;

use super::resources::Resources;

/// Whoever works on a position looks so often whether that is still wanted.
const PIECE: Duration = Duration::from_millis(50);

/// What a position alone comes to.
pub struct Found {
    pub bounds: Bounds,
    /// What it took.
    pub structures: u64,
}

/// What is counted in the end minds the time in steps that are no longer than this. With less it is left out: the next move would
/// have to wait for it.
const STEP: Duration = Duration::from_millis(100);

/// A reason may take so long, if there is so much time. Its work is bounded.
const REASON: Duration = Duration::from_secs(10);

/// Endings without pawns that most proofs come to, each solved in some ten milliseconds: draws, of which both sides' chances are
/// looked into.
const BEFOREHAND: [&str; 4] = [
    "7k/8/8/8/8/7q/7Q/7K b - -",
    "k7/8/8/8/8/8/r6Q/6K1 b - -",
    "7k/8/8/8/5b2/8/7Q/7K b - -",
    "7k/8/8/8/6n1/8/7Q/7K b - -",
];

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

    /// Solves beforehand, while nobody waits for a move, what most proofs come to. On a busy machine the system lets a thread that has
    /// just worked wait, so that is done by a thread of its own.
    pub fn prepare(&mut self) {
        if self.prover.is_some() || self.asked.is_some() {
            return;
        }
        let prover = self.prover.insert(self.means.prover());
        let texts = BEFOREHAND
            .iter()
            .flat_map(|text| [(*text).to_owned(), exchanged(text)]);
        let endings = texts.filter_map(|text| fen::parse(&text).ok());
        let work = || endings.for_each(|ending| _ = prover.bounds(&ending));
        thread::scope(|scope| _ = scope.spawn(work).join());
    }

    /// What is known of a position without any work, if somebody asked about another one before: no thread is needed for that.
    pub fn known(&mut self, position: &Position, time: Duration) -> Option<Analysis> {
        let is_same = |(question, _): &(Question, usize)| question.analysis().position == *position;
        if self.asked.as_ref().is_some_and(is_same) {
            return None;
        }
        let request = Request::new(*position).limits(self.limits().time(time));
        Some(self.prover().open(&request))
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

    /// How many may work at once.
    pub const fn threads(&self) -> usize {
        self.means.threads()
    }

    /// The question about a position, suspended; a new one unless it has been asked before. It is to be given back to its end.
    pub fn question(&mut self, position: &Position, lines: usize) -> Question {
        let is_same = |(question, of): &mut (Question, usize)| {
            question.analysis().position == *position && *of == lines
        };
        match self.asked.take_if(is_same) {
            Some((question, _)) => question,
            None => self.ask(Request::new(*position).lines(lines)),
        }
    }

    /// Begins a question, which has the prover.
    fn ask(&mut self, request: Request) -> Question {
        self.take_prover().ask(request.limits(self.limits()))
    }

    const fn limits(&self) -> Limits {
        Limits::NONE.memory(self.memory())
    }

    /// The prover, which no question has any more.
    fn prover(&mut self) -> &Prover {
        let prover = self.take_prover();
        self.prover.insert(prover)
    }

    fn take_prover(&mut self) -> Prover {
        match self.asked.take() {
            Some((question, _)) => question.into_prover(),
            None => self.prover.take().unwrap_or_else(|| self.means.prover()),
        }
    }

    /// Works so long at most on a position alone, its moves aside.
    pub fn bounds(
        &mut self,
        position: &Position,
        time: Duration,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Found, ProveError> {
        let request = Request::new(*position).moves(false);
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

    /// What is known of a question in the end: what is proved is brought to its end in so much time; what is
    /// open stays suspended.
    pub fn end(
        &mut self,
        mut question: Question,
        lines: usize,
        time: Duration,
    ) -> Result<(Analysis, Option<String>), ProveError> {
        let begun = Instant::now();
        let analysis = question.analysis();
        if !question.is_done() && analysis.bounds.exact().is_none() {
            let analysis = analysis.clone();
            self.asked = Some((question, lines));
            return Ok((analysis, None));
        }
        let concluded = match question.is_done() {
            true => Ok(question.analysis().clone()),
            false if time < STEP => Ok(question.analysis().clone()),
            false => question.conclude(Stop::Time).map(|(analysis, _)| analysis),
        };
        let prover = self.prover.insert(question.into_prover());
        let mut analysis = concluded?;
        if analysis.line.is_empty() {
            let request = Request::new(analysis.position).moves(false);
            analysis.line = prover.open(&request.limits(Limits::NONE.time(time))).line;
        }
        let idea = reason(prover, &analysis, time.saturating_sub(begun.elapsed()));
        Ok((analysis, idea))
    }
}

/// Why an exact result is one, as `explain` says it, if that is found in so much time; less than a step is none.
fn reason(prover: &Prover, analysis: &Analysis, time: Duration) -> Option<String> {
    analysis.bounds.exact().filter(|_| time >= STEP)?;
    let limits = Limits::NONE.time(analysis.statistics.time + time.min(REASON));
    let request = Request::new(analysis.position).limits(limits);
    let explanation = prover.explain(&request, analysis.clone()).ok()?;
    let is_whole = explanation.stopped == analysis.stopped;
    is_whole.then(|| idea::idea_of(&explanation))?
}

/// The colours exchanged, where there are no pawns.
fn exchanged(text: &str) -> String {
    let (men, rest) = text.split_once(' ').unwrap_or((text, ""));
    let other = |c: char| match c.is_ascii_uppercase() {
        true => c.to_ascii_lowercase(),
        false => c.to_ascii_uppercase(),
    };
    let men: String = men.chars().map(other).collect();
    let turn = if rest.starts_with('b') { 'w' } else { 'b' };
    format!("{men} {turn}{}", rest.get(1..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_solved_beforehand_can_be_read_for_both_colours() {
        for text in BEFOREHAND {
            let exchanged = exchanged(text);
            assert_eq!(super::exchanged(&exchanged), text);
            assert!(
                fen::parse(text).is_ok() && fen::parse(&exchanged).is_ok(),
                "{text}"
            );
        }
    }
}

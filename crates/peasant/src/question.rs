//! A question that goes on: worked on piece by piece, with the best answer at any time.

use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::analysis::{Analysis, Event, MoveAnalysis, Request, Statistics};
use crate::limits::{Gate, Limits, Observer, Progress, Stop, Watch};
use crate::prover::{Canceller, ProveError, Prover, Watched};
use crate::value::Wdl;

/// The stack of the thread that works on a question, in bytes.
const STACK: usize = 16 << 20;

/// A question about a position, worked on piece by piece. It is suspended between two pieces, not stopped: it goes on exactly where it
/// was, so that it costs no more than in one piece, and time that passes in between does not count.
///
/// It has a prover to itself, and works on a thread of its own, which waits while it is suspended. [`Question::conclude`] ends it before it is
/// done; that, and dropping the question, forgets where the search was, and nothing of what is proved.
///
/// ```
/// use std::time::Duration;
/// use peasant::{Limits, Prover, Request, notation::fen, value::Wdl};
///
/// let reti = fen::parse("7K/8/k1P5/7p/8/8/8/8 w - -")?;
/// let mut question = Prover::default().ask(Request::new(reti));
/// let piece = Limits::NONE.time(Duration::from_millis(1));
/// while !question.is_done() {
///     for event in question.work(piece)? {
///         println!("{event:?}");
///     }
/// }
/// assert_eq!(question.analysis().bounds.exact(), Some(Wdl::Draw));
/// let prover = question.into_prover();
/// assert_eq!(prover.rules(), peasant::Rules::Chess);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Question {
    gate: Arc<Gate>,
    told: Arc<Told>,
    canceller: Canceller,
    watched: Arc<Watched>,
    /// What is known by what was told, and the whole answer when it is there.
    analysis: Analysis,
    worker: Option<JoinHandle<Answered>>,
    prover: Option<Prover>,
    /// The error that it ended with.
    refused: Option<ProveError>,
}

type Answered = (Prover, Result<Analysis, ProveError>);

/// What is told between the two threads.
struct Told {
    observer: Arc<dyn Observer>,
    last: Mutex<Last>,
}

#[derive(Default)]
struct Last {
    events: Vec<Event>,
    progress: Progress,
}

impl Prover {
    /// Begins a question, which is suspended. Limits of the request, or the prover's, count for memory only.
    ///
    /// # Panics
    /// If the system gives no thread.
    #[must_use]
    pub fn ask(self, request: Request) -> Question {
        let watched = self.watched(Arc::clone(&request.observer));
        let gate = Gate::new(Arc::clone(&watched) as _);
        let told = Arc::new(Told {
            observer: Arc::clone(&request.observer),
            last: Mutex::default(),
        });
        let limits = self.limits(&request);
        let watch = Watch::at(Arc::clone(&gate), limits, Arc::clone(&told) as _);
        let mut question = Question {
            canceller: self.canceller(),
            watched,
            analysis: self.open(&request),
            gate: Arc::clone(&gate),
            told: Arc::clone(&told),
            worker: None,
            prover: None,
            refused: None,
        };
        let listener = Arc::clone(&request.listener);
        let request = request.listener(move |event| {
            told.last().events.push(event.clone());
            listener(event);
        });
        let work = move || {
            let over = Over(gate);
            let answer = watch.check(0, 0).map(|()| self.answer(&request, &watch));
            let answer =
                answer.unwrap_or_else(|_| Ok(Analysis::open(request.position, self.rules())));
            drop(over);
            (self, answer)
        };
        let thread = thread::Builder::new().stack_size(STACK);
        question.worker = Some(thread.spawn(work).expect("the system gives a thread"));
        question
    }

    /// The answer to a request before any proof: what is known already. The line of a proved win is one move, which comes nearer to the
    /// next capture or pawn move, or to mate without pawns, if a way there is known or counted within the request's limits.
    #[must_use]
    pub fn open(&self, request: &Request) -> Analysis {
        let (position, rules) = (request.position, self.rules());
        let bounds = self.known(&position);
        let known = |m| MoveAnalysis::new(m, -self.known(&position.play(m)));
        let moves = rules.moves(&position).into_iter();
        let mut moves: Vec<_> = moves.filter(|_| request.moves).map(known).collect();
        moves.sort_by_key(MoveAnalysis::rank);
        let is_won = request.line && bounds.exact() == Some(Wdl::Win);
        let line = is_won.then(|| self.winning_move(&position, self.limits(request)));
        Analysis {
            bounds,
            moves,
            line: line.flatten().into_iter().collect(),
            ..Analysis::open(position, rules)
        }
    }
}

/// Whoever waits at the gate is told when the computation has ended, or panicked.
struct Over(Arc<Gate>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.over();
    }
}

impl Question {
    /// Goes on where it stopped, until everything is known or one of the limits is reached (time and structures are those of this piece
    /// alone; memory is limited by the request), or it is cancelled. Says what is new.
    ///
    /// # Errors
    /// As for [`Prover::analyse`].
    pub fn work(&mut self, limits: Limits) -> Result<Vec<Event>, ProveError> {
        self.work_beside(limits, |_| ())
    }

    /// The same, and meanwhile whoever asks does something else, for which he has the answer as it was.
    ///
    /// # Errors
    /// As for [`Prover::analyse`].
    pub fn work_beside(
        &mut self,
        limits: Limits,
        other: impl FnOnce(&Analysis),
    ) -> Result<Vec<Event>, ProveError> {
        self.watched.begin();
        self.gate.open(limits);
        other(&self.analysis);
        self.wait()
    }

    /// Ends it: nothing more is proved. `why` is what the answer says has stopped it. Says what is new as well.
    ///
    /// # Errors
    /// As for [`Prover::analyse`].
    pub fn conclude(&mut self, why: Stop) -> Result<(Analysis, Vec<Event>), ProveError> {
        self.watched.begin();
        self.gate.end(why);
        let events = self.wait()?;
        Ok((self.analysis.clone(), events))
    }

    fn wait(&mut self) -> Result<Vec<Event>, ProveError> {
        let closed = self.gate.closed();
        let (events, progress) = {
            let mut last = self.told.last();
            (std::mem::take(&mut last.events), last.progress)
        };
        for event in &events {
            self.analysis.learn(event);
        }
        if closed.is_some() {
            self.analysis.stopped = closed;
            self.analysis.statistics = Statistics {
                structures: self.gate.counted(),
                bytes: progress.bytes,
                time: self.gate.elapsed(),
                price: progress.price,
                ..Statistics::default()
            };
        } else if let Some(worker) = self.worker.take() {
            let (prover, answer) = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            self.prover = Some(prover);
            match answer {
                Ok(analysis) => {
                    self.analysis = analysis;
                    self.analysis.statistics.time = self.gate.elapsed();
                }
                Err(error) => self.refused = Some(error),
            }
        }
        match &self.refused {
            Some(error) => Err(error.clone()),
            None => Ok(events),
        }
    }

    /// The best answer now. Until the question is done it has what was told by events: bounds, moves, distances, and a line where
    /// they have come.
    #[must_use]
    pub const fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// Is there nothing more to work on?
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.worker.is_none()
    }

    /// A handle that suspends it from another thread, as if a limit were reached.
    #[must_use]
    pub fn canceller(&self) -> Canceller {
        self.canceller.clone()
    }

    /// Ends it, and gives back the prover, which keeps what is proved.
    #[must_use]
    pub fn into_prover(mut self) -> Prover {
        // What was refused is told by whoever worked.
        _ = self.conclude(Stop::Cancelled);
        self.prover.take().expect("the worker gives it back")
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        self.gate.end(Stop::Cancelled);
        if let Some(worker) = self.worker.take() {
            _ = worker.join();
        }
    }
}

impl Analysis {
    /// Takes over what a listener is told ([`Request::listener`]), so that it is the best answer then.
    pub fn learn(&mut self, event: &Event) {
        match event {
            Event::Bounds(bounds) => self.bounds = *bounds,
            Event::Move(new) => {
                self.moves.retain(|m| m.r#move != new.r#move);
                self.moves.push(*new);
                self.moves.sort_by_key(MoveAnalysis::rank);
            }
            Event::Line {
                best,
                line,
                line_end,
            } => {
                self.best.clone_from(best);
                self.line.clone_from(line);
                self.line_end = *line_end;
                return;
            }
        }
        self.name_best();
    }

    /// Names the moves that are proved to be best; none until the result is exact.
    fn name_best(&mut self) {
        let result = self.bounds.exact();
        let best = self.moves.iter();
        let best = best.filter(|m| result.is_some() && m.bounds.exact() == result);
        self.best = best.map(|m| m.r#move).collect();
    }
}

impl Told {
    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Told {
    fn progress(&self, progress: &Progress) {
        self.last().progress = *progress;
        self.observer.progress(progress);
    }
}

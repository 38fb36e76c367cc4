//! Who in Python is told how far a proof has come, and may cancel it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use peasant::limits::{Observer, Progress};
use peasant::value::Bounds;
use peasant::{Event, Request};
use pyo3::prelude::*;
use verbs::tell::progress::Cancelled;

use crate::task::Flag;

/// What is known of work so far.
#[derive(Clone, Copy)]
struct Known {
    progress: Progress,
    bounds: Bounds,
    /// Positions of many that are done.
    done: usize,
}

/// What a thread says of its work, for Python to hear.
pub struct News(Mutex<Known>);

/// What Python said with a question: a callable that is told how far it has come, and an event that cancels it.
#[derive(Default)]
pub struct Watch {
    pub progress: Option<Py<PyAny>>,
    pub cancel: Option<Py<PyAny>>,
}

/// What of an answer is wanted.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub moves: bool,
    pub distances: bool,
    pub line: bool,
}

impl Wanted {
    pub const ALL: Wanted = Wanted {
        moves: true,
        distances: true,
        line: true,
    };

    pub fn of(self, request: Request) -> Request {
        let request = request.moves(self.moves).distances(self.distances);
        request.line(self.line)
    }
}

impl News {
    pub fn new() -> Arc<News> {
        Arc::new(News(Mutex::new(Known {
            progress: Progress::default(),
            bounds: Bounds::UNKNOWN,
            done: 0,
        })))
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more of many positions is done.
    pub fn one_more(&self) {
        self.known().done += 1;
    }

    /// The request, so that its news are heard here and the flag stops it.
    pub fn of(self: &Arc<News>, request: Request, flag: Cancelled) -> Request {
        let news = Arc::clone(self);
        request
            .observer(Watched {
                news: Arc::clone(self),
                flag,
            })
            .listener(move |event| {
                if let Event::Bounds(bounds) = event {
                    news.known().bounds = *bounds;
                }
            })
    }
}

struct Watched {
    news: Arc<News>,
    flag: Cancelled,
}

impl Observer for Watched {
    fn progress(&self, progress: &Progress) {
        self.news.known().progress = *progress;
    }

    fn is_cancelled(&self) -> bool {
        self.flag.is_cancelled()
    }
}

impl Watch {
    /// Tells the news, and raises the flag if the event is set.
    ///
    /// # Errors
    /// What Python's side raises.
    pub fn look(&self, py: Python<'_>, news: &News, flag: &Flag) -> PyResult<()> {
        if let Some(cancel) = &self.cancel
            && cancel.bind(py).call_method0("is_set")?.is_truthy()?
        {
            flag.raise();
        }
        if let Some(progress) = &self.progress {
            let known = *news.known();
            let Progress {
                done,
                bytes,
                elapsed,
                ..
            } = known.progress;
            let result = code(known.bounds);
            progress.call1(py, (elapsed.as_secs_f64(), done, bytes, result, known.done))?;
        }
        Ok(())
    }
}

/// Bounds as a number: three times the lower one and the upper one, of a loss, a draw and a win.
pub fn code(bounds: Bounds) -> u8 {
    3 * bounds.lower() as u8 + bounds.upper() as u8
}

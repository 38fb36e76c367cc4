//! What is asked of a prover.

use std::fmt;
use std::sync::Arc;

use super::event::Event;
use crate::board::Position;
use crate::limits::{Limits, Observer};

/// A question about a position: what is wanted, within which limits, and who watches.
///
/// ```
/// use std::time::Duration;
/// use peasant::{Limits, Request, notation::fen};
///
/// let position = fen::parse("7K/8/k1P5/7p/8/8/8/8 w - -")?;
/// // The result alone, within a second.
/// let request = Request::new(position)
///     .limits(Limits::NONE.time(Duration::from_secs(1)))
///     .moves(false)
///     .line(false);
/// # Ok::<(), peasant::notation::fen::FenError>(())
/// ```
#[derive(Clone)]
pub struct Request {
    pub(crate) position: Position,
    pub(crate) limits: Option<Limits>,
    pub(crate) moves: bool,
    pub(crate) distances: bool,
    pub(crate) line: bool,
    pub(crate) lines: usize,
    pub(crate) sparing: bool,
    pub(crate) observer: Arc<dyn Observer>,
    pub(crate) listener: Arc<dyn Fn(&Event) + Send + Sync>,
}

impl Request {
    /// Everything about a position: its result, every move's result and distance, a line; within the
    /// prover's own limits, watched by nobody.
    #[must_use]
    pub fn new(position: Position) -> Request {
        Request {
            position,
            limits: None,
            moves: true,
            distances: true,
            line: true,
            lines: 1,
            sparing: false,
            observer: Arc::new(()),
            listener: Arc::new(|_| ()),
        }
    }

    /// Limits for this request alone, instead of the prover's.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Request {
        self.limits = Some(limits);
        self
    }

    /// Asks for the result of every move, or not. That may take much longer than the position's own.
    #[must_use]
    pub fn moves(mut self, wanted: bool) -> Request {
        self.moves = wanted;
        self
    }

    /// Asks for the distances of decided moves, or not.
    #[must_use]
    pub fn distances(mut self, wanted: bool) -> Request {
        self.distances = wanted;
        self
    }

    /// Asks for a line of best play, or not.
    #[must_use]
    pub fn line(mut self, wanted: bool) -> Request {
        self.line = wanted;
        self
    }

    /// Asks for so many lines in all: the others begin with the next best moves whose results are proved.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> Request {
        self.lines = lines;
        self
    }

    /// Spends a 32nd of the limit on time where a store tells that the answer was not complete after as long before: who judges the same
    /// games again wants to know what was found, and not to wait for what was not.
    #[must_use]
    pub fn sparing(mut self, sparing: bool) -> Request {
        self.sparing = sparing;
        self
    }

    /// Sets who watches the work and may cancel it.
    #[must_use]
    pub fn observer(mut self, observer: impl Observer + 'static) -> Request {
        self.observer = Arc::new(observer);
        self
    }

    /// Sets who is told what becomes known, as soon as it does.
    #[must_use]
    pub fn listener(mut self, listener: impl Fn(&Event) + Send + Sync + 'static) -> Request {
        self.listener = Arc::new(listener);
        self
    }

    pub(super) fn tell(&self, event: Event) {
        (self.listener)(&event);
    }

    /// The position asked about.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("position", &self.position)
            .field("limits", &self.limits)
            .field("moves", &self.moves)
            .field("distances", &self.distances)
            .field("line", &self.line)
            .field("lines", &self.lines)
            .finish_non_exhaustive()
    }
}

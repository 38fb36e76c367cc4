//! What an engine said of endings.

use crate::board::Position;
use crate::engine::{Assessment, Engine};

/// An engine is asked about so many endings for one verdict.
const QUESTIONS: usize = 48;

/// The engine, if there is one, and its opinions so far.
pub(super) struct Opinions<'e> {
    engine: Option<&'e dyn Engine>,
    given: Vec<(Position, Assessment)>,
}

impl<'e> Opinions<'e> {
    pub fn new(engine: Option<&'e dyn Engine>) -> Opinions<'e> {
        Opinions {
            engine,
            given: Vec::new(),
        }
    }

    /// Is there anybody to ask?
    pub fn has_engine(&self) -> bool {
        self.engine.is_some()
    }

    pub fn of(&self, position: &Position) -> Option<&Assessment> {
        let mut all = self.given.iter();
        all.find_map(|(of, assessment)| (of == position).then_some(assessment))
    }

    /// Asks about an ending, unless that was done or too much has been asked.
    pub fn ask(&mut self, position: &Position) {
        let Some(engine) = self.engine else {
            return;
        };
        if self.given.len() >= QUESTIONS || self.of(position).is_some() {
            return;
        }
        if let Some(assessment) = engine.assess(position) {
            self.given.push((*position, assessment));
        }
    }
}

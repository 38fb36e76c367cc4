//! What an engine said of endings.

use crate::board::Position;
use crate::engine::{Assessment, Engine};

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

    /// Is there anybody whose word counts?
    pub fn are_quoted(&self) -> bool {
        self.engine.is_some_and(Engine::is_quoted)
    }

    /// How many endings more may be asked about.
    pub fn left(&self) -> usize {
        let most = self.engine.map_or(0, Engine::questions);
        most.saturating_sub(self.given.len())
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
        if self.left() == 0 || self.of(position).is_some() {
            return;
        }
        if let Some(assessment) = engine.assess(position) {
            self.given.push((*position, assessment));
        }
    }
}

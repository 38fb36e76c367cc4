//! One `go`, as the thread that proves gets it.

use std::sync::Arc;
use std::time::Duration;

use peasant::Opinion;
use peasant::board::Position;
use verbs::opinion::choice::Past;

use super::clock::Time;
use super::command::Go;
use super::game::Trade;
use super::report::Style;
use super::turn::Turn;

/// A question.
pub struct Job {
    pub turn: Arc<Turn>,
    pub position: Position,
    /// Can it be proved?
    pub is_in_reach: bool,
    /// Nobody else is at work on it: our move is played, proved or not.
    pub alone: bool,
    /// Pawn endings that captures lead to.
    pub trades: Vec<Trade>,
    pub go: Go,
    /// What it may take, if that is limited.
    pub time: Option<Time>,
    pub style: Style,
    pub past: Past,
    /// What is thought of it at a glance.
    pub first: Option<Opinion>,
}

impl Job {
    /// What a move takes of which nothing more becomes known.
    pub fn usual(&self) -> Option<Duration> {
        self.time.map(|time| time.longest - time.spare)
    }

    /// Does a clock run for it?
    pub fn is_on_the_clock(&self) -> bool {
        self.go.clocks.iter().any(Option::is_some) && !self.go.infinite
    }
}

//! What a search is asked.

use std::time::Duration;

use peasant::{Bounds, Move, Position};

/// A question to a search.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The position.
    pub position: Position,
    /// The moves to choose from, all of them legal; all legal moves if there are none.
    pub moves: &'a [Move],
    /// The positions of the game so far: to come back to one of them counts as a draw.
    pub game: &'a [Position],
    /// The longest time that it may take.
    pub time: Option<Duration>,
    /// The most positions that it may look at: the same answer each time.
    pub nodes: Option<u64>,
    /// Is the answer wanted now? Asked about a thousand times a second.
    pub stop: &'a dyn Fn() -> bool,
    /// What is proved of a position, for its side to move. Asked of the position, of all that a move of it leads to, and of
    /// pawn endings within three plies that a capture or a pawn move has just led to; once of each.
    pub known: &'a dyn Fn(&Position) -> Bounds,
}

impl<'a> Task<'a> {
    /// Everything about a position of which nothing is known, without an end.
    #[must_use]
    pub fn new(position: Position) -> Task<'a> {
        Task {
            position,
            moves: &[],
            game: &[],
            time: None,
            nodes: None,
            stop: &|| false,
            known: &|_| Bounds::UNKNOWN,
        }
    }

    /// With a limit of time.
    #[must_use]
    pub fn time(self, time: Duration) -> Task<'a> {
        Task {
            time: Some(time),
            ..self
        }
    }

    /// With a limit of positions.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Task<'a> {
        Task {
            nodes: Some(nodes),
            ..self
        }
    }
}

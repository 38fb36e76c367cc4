//! Counting lines of play.

use super::board::{Board, Geometry};
use super::position::Position;

/// Counts the lines of `depth` moves. A line that ends the game before is not counted, one that ends it with its last
/// move is.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    count(&position.board(), &Geometry::new(position.rules()), depth)
}

fn count(board: &Board, geometry: &Geometry, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.ended(geometry).is_some() {
        return 0;
    }
    let steps = board.steps(geometry);
    if depth == 1 {
        return steps.map(|_| 1).sum();
    }
    steps
        .map(|step| count(&board.after(step, geometry), geometry, depth - 1))
        .sum()
}

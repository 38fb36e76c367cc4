//! Counting lines of play.

use super::board::{Board, Geometry};
use super::position::Position;

/// So many plies are counted before anybody is asked whether they are still wanted: some ms.
const IN_ONE_PIECE: u32 = 5;

/// Counts the lines of `depth` moves. A line that ends the game before is not counted, one that ends it with its last
/// move is.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    count(&position.board(), &Geometry::new(position.rules()), depth)
}

/// The same; `None` as soon as it is no longer wanted.
#[must_use]
pub fn perft_unless(position: &Position, depth: u32, is_left: &dyn Fn() -> bool) -> Option<u64> {
    let geometry = Geometry::new(position.rules());
    count_unless(&position.board(), &geometry, depth, is_left)
}

fn count_unless(
    board: &Board,
    geometry: &Geometry,
    depth: u32,
    is_left: &dyn Fn() -> bool,
) -> Option<u64> {
    if depth <= IN_ONE_PIECE || board.ended(geometry).is_some() {
        return (!is_left()).then(|| count(board, geometry, depth));
    }
    let after = |step| count_unless(&board.after(step, geometry), geometry, depth - 1, is_left);
    board.steps(geometry).map(after).sum()
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

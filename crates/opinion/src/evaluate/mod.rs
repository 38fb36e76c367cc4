//! What a position looks like, at rest.

mod endings;
mod king;
mod passed;
mod pieces;
mod view;

use peasant::board::Role;
use peasant::{Color, Position};

use crate::score::UTMOST;
pub(crate) use endings::is_dead;
use view::View;
pub(crate) use view::is_passed;

/// What men are worth, by kind.
pub(crate) const WORTH: [i32; 6] = [100, 310, 320, 500, 950, 0];
/// To have the move.
const TEMPO: i32 = 8;

/// The score for the side to move; 0 only where nobody is better, and never that of a mate or of something proved.
pub(crate) fn evaluate(position: &Position) -> i32 {
    if is_dead(position) {
        return 0;
    }
    let us = position.turn();
    let views = Color::BOTH.map(|color| View::of(position, color));
    let [white, black] = Color::BOTH.map(|color| side(position, color, &views[color as usize]));
    let score = match us {
        Color::White => white - black,
        Color::Black => black - white,
    };
    let score = score + passed::race(&views[us as usize], &views[!us as usize]) + TEMPO;
    endings::fitted(position, score, &views).clamp(-UTMOST, UTMOST)
}

/// What one side has.
fn side(position: &Position, color: Color, view: &View) -> i32 {
    let mut score = 0;
    for role in Role::ALL {
        score += WORTH[role as usize] * position.pieces(color, role).count() as i32;
    }
    score
        + passed::passed(view)
        + passed::structure(view)
        + king::king(view)
        + pieces::pieces(position, color, view)
}

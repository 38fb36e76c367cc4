//! Pieces: where they stand and what they see.

use peasant::board::{Role, attacks::attacks};
use peasant::{Color, Position};

use super::view::View;

/// What a square that it attacks is worth to a piece, by kind.
const SIGHT: [i32; 6] = [0, 5, 4, 3, 2, 0];

pub(super) fn pieces(position: &Position, color: Color, view: &View) -> i32 {
    if !view.pieces {
        return 0;
    }
    let (own, occupied) = (position.men(color), position.occupied());
    let mut score = 0;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in position.pieces(color, role) {
            let seen = attacks(role, square, occupied) - own;
            score += SIGHT[role as usize] * seen.count() as i32;
            // Near the enemy's king there is more to do.
            score -= 3 * square.seen_by(color).distance(view.enemy_king) as i32;
        }
    }
    if position.pieces(color, Role::Bishop).count() > 1 {
        score += 30;
    }
    score
}

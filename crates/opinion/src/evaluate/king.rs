//! Kings.

use super::view::View;

/// What the king's place is worth: in endings it is a fighting piece.
pub(super) fn king(view: &View) -> i32 {
    if view.enemy_pieces {
        return shelter(view);
    }
    let (file, rank) = (view.king.file() as i32, view.king.rank() as i32);
    let centre = (2 * file - 7).abs().max((2 * rank - 8).abs()) / 2;
    let mut score = -7 * centre;
    let guarded = view.own.white_pawn_attacks();
    let enemy_guarded = view.enemy.black_pawn_attacks();
    for pawn in view.enemy {
        let weight = if enemy_guarded.contains(pawn) { 2 } else { 5 };
        score -= weight * view.king.distance(pawn) as i32;
    }
    for pawn in view.own {
        let weight = if guarded.contains(pawn) { 1 } else { 3 };
        score -= weight * view.king.distance(pawn) as i32;
    }
    score
}

/// Among pieces the king had better stand behind pawns, the more so the more of them there are.
fn shelter(view: &View) -> i32 {
    let near = view.king.set().king_steps() | view.king.set().king_steps().up();
    6 * (near & view.own).count().min(3) as i32
}

//! Pawns: passed ones, how they run, and weak ones.

use peasant::board::{Bitboard, Square};

use super::view::{View, above, below, beside};

/// A passed pawn by rank.
const PASSED: [i32; 8] = [0, 10, 18, 32, 60, 105, 170, 0];
/// How much the kings' distances to the square before it count, by rank.
const ESCORT: [i32; 8] = [0, 1, 1, 3, 5, 8, 11, 0];
/// Half of the squares before it that are free.
const CANDIDATE: [i32; 8] = [0, 4, 8, 16, 30, 50, 0, 0];
/// A pawn that cannot be stopped is nearly a queen.
const RUNNER: i32 = 700;

/// What passed pawns are worth, apart from races.
pub(super) fn passed(view: &View) -> i32 {
    let guarded = view.own.white_pawn_attacks();
    let mut score = 0;
    for pawn in view.passed {
        let rank = pawn.rank() as usize;
        score += PASSED[rank];
        let stop = Square::new(pawn.index() as u32 + 8);
        let reach = |king: Square| king.distance(stop).min(6) as i32;
        score += ESCORT[rank] * (5 * reach(view.enemy_king) - 3 * reach(view.king)) / 3;
        if view.occupied.contains(stop) {
            score -= PASSED[rank] / 3;
        }
        if guarded.contains(pawn) {
            score += 15 + 6 * rank as i32;
        } else if !(beside(pawn.set()) & view.own).is_empty() {
            score += 8 + 4 * rank as i32;
        }
        score += outside(view, pawn);
    }
    score
}

/// A passed pawn far from all others draws the enemy's king away.
fn outside(view: &View, pawn: Square) -> i32 {
    let others = (view.own | view.enemy).without(pawn);
    let near = (0..8).filter(|&file| !(others & Bitboard::file(file)).is_empty());
    let gap = near
        .map(|file| file.abs_diff(pawn.file()))
        .min()
        .unwrap_or(0);
    if view.enemy_pieces {
        0
    } else {
        12 * (gap.min(4) as i32 - 1).max(0)
    }
}

/// Doubled, isolated and backward pawns, and those that may become passed ones.
pub(super) fn structure(view: &View) -> i32 {
    let files = view.own | above(view.own) | below(view.own);
    let isolated = view.own - beside(files);
    let doubled = view.own & below(view.own);
    // No own pawn beside or behind can guard it, and its next square is attacked.
    let companions = beside(view.own | above(view.own));
    let stopped = view.enemy.black_pawn_attacks().down();
    let backward = (view.own & stopped) - companions - isolated;
    let mut score =
        -14 * isolated.count() as i32 - 16 * doubled.count() as i32 - 9 * backward.count() as i32;
    score += 3 * (view.own & view.own.white_pawn_attacks()).count() as i32;
    score += 3 * (view.own & beside(view.own)).count() as i32;
    for pawn in view.own - below(view.enemy) - below(view.own) - view.passed {
        let sides = beside(pawn.set());
        let helpers = view.own & (sides | below(sides));
        let guards = view.enemy & above(sides);
        if helpers.count() >= guards.count() {
            score += CANDIDATE[pawn.rank() as usize];
        }
    }
    score
}

/// Who queens first? For the side of `us`, who is to move, if neither side has pieces.
pub(super) fn race(us: &View, them: &View) -> i32 {
    let ours = if us.enemy_pieces { None } else { plies(us) };
    let theirs = if them.enemy_pieces { None } else { plies(them) };
    match (ours, theirs) {
        (None, None) => 0,
        (Some(plies), None) => RUNNER - 12 * plies,
        (None, Some(plies)) => 12 * plies - RUNNER,
        (Some(ours), Some(theirs)) if ours + 2 < theirs => RUNNER / 2 - 12 * ours,
        (Some(ours), Some(theirs)) if theirs + 2 < ours => 12 * theirs - RUNNER / 2,
        (Some(ours), Some(theirs)) => (theirs - ours) * 15,
    }
}

/// After how many plies the side has a queen that nobody can prevent, if there is such a pawn.
fn plies(view: &View) -> Option<i32> {
    let runners = view.passed.filter_map(|pawn| steps(view, pawn));
    let steps = runners.min()? as i32;
    Some(2 * steps - i32::from(view.moves))
}

/// The moves that a passed pawn needs, its own king's among them, if the enemy's king comes too late.
fn steps(view: &View, pawn: Square) -> Option<u32> {
    let path = above(pawn.set());
    let end = Square::at(pawn.file(), 7);
    let mut steps = 7 - pawn.rank() - u32::from(pawn.rank() == 1);
    if !(path & (view.occupied - view.king.set())).is_empty() {
        return None;
    }
    if path.contains(view.king) {
        steps += 1;
    }
    // The king on the seventh rank beside the file guards the rest of the way.
    let escorted =
        view.king.rank() == 6 && view.king.file().abs_diff(pawn.file()) == 1 && pawn.rank() >= 4;
    let late = view.enemy_king.distance(end) > steps + u32::from(!view.moves);
    (late || escorted && view.enemy_king.distance(pawn) > 1 + u32::from(!view.moves))
        .then_some(steps)
}

//! Endings in which material is not what counts.

use peasant::board::{Bitboard, Role, Square};
use peasant::kpk::{self, Placement, Verdict};
use peasant::{Color, Position};

use super::view::View;

/// The squares of the colour of b1.
const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// Can nobody win? Bare kings, a lone minor piece, and king and pawn against king where it is drawn.
pub(crate) fn is_dead(position: &Position) -> bool {
    match position.occupied().count() {
        2 => true,
        3 => {
            let minor =
                |color| position.pieces(color, Role::Knight) | position.pieces(color, Role::Bishop);
            let has_minor = Color::BOTH
                .into_iter()
                .any(|color| !minor(color).is_empty());
            has_minor
                || Placement::from_position(position)
                    .is_some_and(|placement| kpk::bitbase().probe(placement) == Verdict::Drawn)
        }
        _ => false,
    }
}

/// The score for the side to move, as the ending at hand has it.
pub(super) fn fitted(position: &Position, score: i32, views: &[View; 2]) -> i32 {
    let us = position.turn();
    let strong = if score > 0 { us } else { !us };
    let view = &views[strong as usize];
    let bare = position.men(!strong).count() == 1;
    let score = score * winnable(position, strong, view, bare) / 16;
    let score = if view.enemy_pieces || view.pieces {
        score
    } else {
        alone(position, strong, us, score)
    };
    if bare && score != 0 {
        let sign = if strong == us { 1 } else { -1 };
        return score + sign * driven(position, strong, view);
    }
    score
}

/// King and pawn against king, if it is not drawn, is won.
fn alone(position: &Position, strong: Color, us: Color, score: i32) -> i32 {
    if Placement::from_position(position).is_none() {
        return score;
    }
    score + if strong == us { 500 } else { -500 }
}

/// How much of the advantage can be used, in sixteenths.
fn winnable(position: &Position, strong: Color, view: &View, bare: bool) -> i32 {
    let count = |color, role| position.pieces(color, role).count();
    let heavy = count(strong, Role::Rook) + count(strong, Role::Queen);
    let minor = count(strong, Role::Knight) + count(strong, Role::Bishop);
    if view.own.is_empty() {
        let bishops = position.pieces(strong, Role::Bishop);
        let one_colour = (bishops & LIGHT).is_empty() || (bishops - LIGHT).is_empty();
        let knights = count(strong, Role::Knight);
        let harmless = one_colour && (knights == 0 || bishops.is_empty() && knights == 2);
        return match (heavy, minor) {
            (0, 0 | 1) => 0,
            (0, _) if harmless => 0,
            (1, 0) if count(strong, Role::Queen) == 1 => against_runner(position, strong, view),
            _ if !bare && is_even(position, strong) => 4,
            _ => 16,
        };
    }
    if heavy == 0 && count(strong, Role::Knight) == 0 && bare && is_cornered(position, strong, view)
    {
        return 0;
    }
    16
}

/// Without pawns, and no more than a minor piece ahead.
fn is_even(position: &Position, strong: Color) -> bool {
    let pieces = |color| -> i32 {
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter();
        roles
            .map(|role| super::WORTH[role as usize] * position.pieces(color, role).count() as i32)
            .sum()
    };
    pieces(strong) - pieces(!strong) < 400 && pieces(!strong) > 0
}

/// Rook's pawns, perhaps with a bishop that does not see the corner, and the bare king is there.
fn is_cornered(position: &Position, strong: Color, view: &View) -> bool {
    let file = match view.own {
        own if (own - Bitboard::FILE_A).is_empty() => 0,
        own if (own - Bitboard::FILE_H).is_empty() => 7,
        _ => return false,
    };
    let corner = Square::at(file, 7);
    let bishops = position.pieces(strong, Role::Bishop).seen_by(strong);
    let sees = |bishop: Square| LIGHT.contains(bishop) == LIGHT.contains(corner);
    view.enemy_king.distance(corner) <= 1 && !bishops.into_iter().any(sees)
}

/// A queen against a pawn on the seventh, its king beside it: drawn on four files unless the strong king is near.
fn against_runner(position: &Position, strong: Color, view: &View) -> i32 {
    if view.enemy_pieces || view.enemy.count() != 1 {
        return 16;
    }
    let Some(pawn) = view.enemy.first().filter(|pawn| pawn.rank() == 1) else {
        return 16;
    };
    let is_safe = matches!(pawn.file(), 0 | 2 | 5 | 7) && view.enemy_king.distance(pawn) <= 1;
    let far = view.king.distance(pawn) > 4 + u32::from(position.turn() == strong);
    if is_safe && far { 2 } else { 16 }
}

/// The bare king is driven to the edge, or by minor pieces to a corner that a bishop sees, and the kings come together.
fn driven(position: &Position, strong: Color, view: &View) -> i32 {
    let (file, rank) = (view.enemy_king.file() as i32, view.enemy_king.rank() as i32);
    let edge = (2 * file - 7).abs() + (2 * rank - 7).abs();
    let near = 14 - 2 * view.king.distance(view.enemy_king) as i32;
    let pieces = |role| position.pieces(strong, role).seen_by(strong);
    let bishops = pieces(Role::Bishop);
    let has_heavy = !(pieces(Role::Queen) | pieces(Role::Rook) | view.own).is_empty();
    let steps = |corner| Square::new(corner).distance(view.enemy_king) as i32;
    let seen = |light| {
        !has_heavy
            && !(if light {
                bishops & LIGHT
            } else {
                bishops - LIGHT
            })
            .is_empty()
    };
    let dark = [0, 63].map(steps).into_iter().filter(|_| seen(false));
    let light = [7, 56].map(steps).into_iter().filter(|_| seen(true));
    let corner = dark.chain(light).min().map_or(0, |steps| 7 - steps);
    10 * edge + 5 * near + 60 * corner
}

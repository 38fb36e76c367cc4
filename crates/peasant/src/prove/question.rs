//! Does this player win? From questions about points of structures to questions about positions, with
//! en passant and promotions.

use super::game::game;
use crate::board::{Color, Position, Role};
use crate::rules::Rules;
use crate::slice::{Placement, Point};
use crate::structure::{Pieces, Structure, Symmetry};
use crate::value::{all, any};

/// Answers about points: the attacker plays White of the structure. `None`: not known.
pub(crate) type Ask<'a> = dyn FnMut(Structure, Point) -> Option<bool> + 'a;

/// The structure and the point of a position, as the attacker sees them. `None` if there are more
/// promoted pieces than a structure can name.
pub(crate) fn place(position: &Position, attacker: Color) -> Option<(Structure, Point)> {
    let seen = Symmetry::for_player(attacker).apply(*position);
    let (mut pieces, mut placement) = (Pieces::NONE, Placement::NONE);
    for color in Color::BOTH {
        for role in Role::PROMOTIONS {
            for square in seen.pieces(color, role) {
                let (more, place) = pieces.with(color, role)?;
                (pieces, placement) = (more, placement.with(place, square));
            }
        }
    }
    let structure = Structure::new(seen.pawns(), pieces);
    let point = Point {
        attacker: seen.king(Color::White),
        defender: seen.king(Color::Black),
        to_move: seen.turn() == Color::White,
        placement,
    };
    Some((structure, point))
}

/// Does the attacker win the position? By Newborn's rules one that holds a new queen is asked of them.
pub(crate) fn wins(
    rules: Rules,
    position: &Position,
    attacker: Color,
    ask: &mut Ask,
) -> Option<bool> {
    let mut next = |next: &Position| wins(rules, next, attacker, ask);
    if let Some(answer) = game(rules).decides(position, attacker, &mut next) {
        return answer;
    }
    let (view, point) = place(position, attacker)?;
    if position.en_passant().is_none() {
        return ask(view, point);
    }
    let moves = position.legal_moves();
    let (takes, others): (Vec<_>, Vec<_>) = moves.iter().partition(|m| position.is_en_passant(**m));
    // Without another move en passant is forced: the slice would see a stalemate.
    let without = others.first().map(|_| ask(view, point));
    let after = takes
        .iter()
        .map(|&&m| wins(rules, &position.play(m), attacker, ask));
    let choices = without.into_iter().chain(after);
    if point.to_move {
        any(choices)
    } else {
        all(choices)
    }
}

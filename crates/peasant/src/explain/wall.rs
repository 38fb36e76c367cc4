//! Walls of pawns: nothing can happen there any more, or nothing that anybody could win by.

use super::territory::hits;
use super::walk::Walk;
use crate::board::{Color, Pawns, Position, Role};
use crate::prove::SliceBounds;
use crate::slice::Point;

/// What a wall of pawns makes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Wall {
    /// The position is dead: no series of legal moves leads to mate.
    Dead,
    /// All pawns are blocked by pawns, and neither side wins from any placement that both kings can walk to.
    Blockade,
}

/// Is a position dead: can no series of legal moves lead to mate? True where the men do not suffice for it, and where all pawns
/// are blocked for good; of other dead positions nothing is said.
#[must_use]
pub fn is_dead(position: &Position) -> bool {
    let count = |role| {
        let of = |color| position.pieces(color, role).count();
        of(Color::White) + of(Color::Black)
    };
    let strong = [Role::Pawn, Role::Rook, Role::Queen].map(count);
    let is_bare = strong == [0; 3] && count(Role::Bishop) + count(Role::Knight) <= 1;
    is_bare || is_walled(position)
}

/// No pawn can ever move or take, and no king can ever take one, whatever the other king does.
fn is_walled(position: &Position) -> bool {
    let pawns = position.pawns();
    let is_quiet = position.is_pawn_ending() && position.en_passant().is_none();
    if !is_quiet || pawns == Pawns::NONE || position.in_check() || !is_locked(position) {
        return false;
    }
    Color::BOTH.into_iter().all(|color| {
        let beside = Walk::new(position, color).within(usize::MAX).king_steps();
        (beside & (pawns.of(!color) - hits(pawns, !color))).is_empty()
    })
}

/// Does a pawn stand before every pawn, and can none take another?
fn is_locked(position: &Position) -> bool {
    let pawns = position.pawns();
    Color::BOTH
        .into_iter()
        .all(|side| !is_free(position, side) && (hits(pawns, side) & pawns.of(!side)).is_empty())
}

/// Has a side a pawn without a pawn before it?
fn is_free(position: &Position, side: Color) -> bool {
    let pawns = position.pawns();
    let ahead = match side {
        Color::White => pawns.of(side).up(),
        Color::Black => pawns.of(side).down(),
    };
    !(ahead - pawns.occupied()).is_empty()
}

/// Has a side pawns, and a pawn before each of them that stays where it is?
pub(super) fn is_blocked(position: &Position, side: Color) -> bool {
    let pawns = position.pawns();
    let takes = !(hits(pawns, side) & pawns.of(!side)).is_empty();
    !pawns.of(side).is_empty() && !is_free(position, side) && !takes
}

/// The wall of a drawn position that is not dead, where there is one.
pub(super) fn wall(position: &Position, slices: [(Color, &SliceBounds); 2]) -> Option<Wall> {
    let is_quiet = position.is_pawn_ending() && position.en_passant().is_none();
    let locked = is_quiet && position.pawns() != Pawns::NONE && is_locked(position);
    let holds =
        |&(attacker, slice): &(Color, &SliceBounds)| wins_nowhere(position, attacker, slice);
    (locked && slices.iter().all(holds)).then_some(Wall::Blockade)
}

/// Is it proved that the attacker wins from no placement that both kings can walk to?
fn wins_nowhere(position: &Position, attacker: Color, slice: &SliceBounds) -> bool {
    let walks = [attacker, !attacker].map(|color| Walk::new(position, color));
    let mut points = slice_points(position, attacker, &walks);
    points.all(|point| slice.answer(point) == Some(false))
}

/// The placements, with either side to move, that both kings can walk to.
pub(super) fn slice_points(
    position: &Position,
    attacker: Color,
    [attackers, defenders]: &[Walk; 2],
) -> impl Iterator<Item = Point> {
    let all = crate::prove::legal_placements(position, attacker);
    let points: Vec<Point> = all.points().collect();
    let reaches = |point: &Point| {
        attackers.moves(point.attacker).is_some() && defenders.moves(point.defender).is_some()
    };
    let reached: Vec<Point> = points.into_iter().filter(reaches).collect();
    reached.into_iter()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn dead_positions() {
        for (fen, dead) in [
            ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - -", true),
            // Black's king stands behind White's pawns, which nothing protects.
            ("8/8/8/p2p2p1/P2P2P1/8/4k3/7K w - -", false),
            // There is a gap.
            ("4k3/8/8/p2p4/P2P4/8/8/4K3 w - -", false),
            // The last pawn has moved two squares: it can be taken.
            ("4k3/8/8/p2pPpp1/P2P2P1/8/8/4K3 w - f6", false),
            ("4k3/8/8/p2p2p1/P1PP2P1/8/8/4K3 w - -", false),
            ("4k3/8/8/8/8/8/8/4K3 w - -", true),
            ("4k3/8/8/8/8/8/8/3NK3 w - -", true),
            ("4k3/8/8/8/8/8/4P3/4K3 w - -", false),
        ] {
            assert_eq!(is_dead(&fen.parse().unwrap()), dead, "{fen}");
        }
    }
}

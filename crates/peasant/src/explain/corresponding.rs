//! Corresponding squares: where the defender's king must be when the attacker's comes to a square.

use super::territory::Territory;
use super::walk::Walk;
use crate::board::{Bitboard, Square};

/// A square of the attacker's king and all squares of the defender's that hold against it *in time*: the attacker's king has
/// just come there, it is the attacker's turn again, and it does not win; the defender's king has walked no longer than the
/// attacker's, one move more if it is its turn now. Both walk around pawns and squares that pawns hit.
///
/// Where there is just one, the squares correspond.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Corresponding {
    /// The square of the attacker's king, which has just come there; it is the attacker's turn again.
    pub attacker: Square,
    /// All squares, at least one, that hold and that the defender's king reaches in time, in the order of the board; where
    /// there is one, the squares correspond.
    pub defenders: Vec<Square>,
    /// The same for squares with the same answer, from 1; numbers begin with squares that the attacker's king reaches soonest.
    pub class: u32,
}

/// The squares that the attacker's king can walk to and that are held somewhere in time, those first that it reaches
/// soonest. A square is left out if not all answers in time are proved to hold or not to.
pub(super) fn corresponding(
    territory: &Territory,
    [attackers, defenders]: &[Walk; 2],
) -> Vec<Corresponding> {
    let slice = &territory.slice;
    let moves_first = usize::from(territory.position.turn() != territory.attacker);
    let mut squares: Vec<(usize, Square)> = Square::all()
        .filter_map(|square| Some((attackers.moves(square)?, square)))
        .collect();
    squares.sort_unstable();
    let mut classes: Vec<Bitboard> = Vec::new();
    let mut found = Vec::new();
    for (moves, square) in squares {
        let row = square.index();
        let [legal, lower, upper] =
            [slice.legal, slice.lower, slice.upper].map(|wins| Bitboard(wins.to_move.0[row]));
        let in_time = legal & defenders.within(moves + moves_first);
        let (holds, open) = (in_time - upper, in_time & (upper - lower));
        if holds.is_empty() || !open.is_empty() {
            continue;
        }
        let class = classes.iter().position(|&class| class == holds);
        let class = class.unwrap_or_else(|| {
            classes.push(holds);
            classes.len() - 1
        });
        found.push(Corresponding {
            attacker: square,
            defenders: holds.collect(),
            class: class as u32 + 1,
        });
    }
    found
}

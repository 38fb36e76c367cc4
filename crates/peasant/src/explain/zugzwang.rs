//! Mutual zugzwangs: placements of the kings in which nobody wants to move.

use super::opposition::Opposition;
use super::territory::Territory;
use super::walk::Walk;
use crate::board::{Bitboard, Square};

/// A placement of the kings in which the defender, to move, loses, and the attacker, to move, does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MutualZugzwang {
    /// The square of the attacker's king.
    pub attacker: Square,
    /// The square of the defender's king.
    pub defender: Square,
    /// Is the attacker, to move, proved to lose?
    pub full_point: bool,
    /// Can both kings walk there?
    #[cfg_attr(feature = "serde", serde(default))]
    pub reachable: bool,
    /// The shape in which the kings stand, if it has a name.
    pub opposition: Option<Opposition>,
}

/// All mutual zugzwangs that are proved, those first that the kings reach soonest.
pub(super) fn mutual_zugzwangs(territory: &Territory, walks: &[Walk; 2]) -> Vec<MutualZugzwang> {
    let slice = &territory.slice;
    let [attackers, defenders] = walks;
    let mut found = Vec::new();
    for attacker in Square::all() {
        let row = attacker.index();
        let held = Bitboard(slice.legal.to_move.0[row]) - Bitboard(slice.upper.to_move.0[row]);
        for defender in Bitboard(slice.lower.waiting.0[row]) & held {
            found.push(MutualZugzwang {
                attacker,
                defender,
                full_point: territory.counter.lower.waiting.contains(defender, attacker),
                reachable: attackers.moves(attacker).is_some()
                    && defenders.moves(defender).is_some(),
                opposition: Opposition::of(attacker, defender),
            });
        }
    }
    let far = |pair: &MutualZugzwang| {
        attackers.moves_or_never(pair.attacker) + defenders.moves_or_never(pair.defender)
    };
    found.sort_by_key(|pair| (far(pair), pair.attacker, pair.defender));
    found
}

//! Key squares by their definition, read off the bitbase.

use super::bitbase::Bitbase;
use super::position::{Placement, Side, Verdict};
use crate::board::{Bitboard, Square};

impl Bitbase {
    /// The squares from which the attacker's king wins wherever the defender's king is (legally,
    /// and not able to take the pawn at once), with the defender to move; with [`Side::Attacker`]
    /// the *strong* key squares, from which it wins whoever is to move. Empty if the pawn is not on
    /// ranks 2 to 7. [`key_squares`](super::key_squares) has those of the handbooks.
    ///
    /// ```
    /// use peasant::board::Square;
    /// use peasant::kpk::{self, Side};
    ///
    /// let e4 = Square::parse("e4").unwrap();
    /// let names: Vec<String> = kpk::bitbase().key_squares(e4, Side::Defender).map(|s| s.to_string()).collect();
    /// assert_eq!(names, ["d6", "e6", "f6"]);
    /// ```
    #[must_use]
    pub fn key_squares(&self, pawn: Square, turn: Side) -> Bitboard {
        Square::all()
            .filter(|&king| self.wins(king, pawn, turn))
            .collect()
    }

    /// Does the attacker's king win from there against every king that cannot take the pawn, with the
    /// defender to move, and for the attacker's turn whoever is to move? Not where there is no such
    /// king.
    fn wins(&self, king: Square, pawn: Square, turn: Side) -> bool {
        let mut any = false;
        for defender in Square::all() {
            if is_taken(king, defender, pawn) {
                continue;
            }
            for side in Side::BOTH {
                let Some(placement) = Placement::new(king, defender, pawn, side) else {
                    continue;
                };
                let is_asked = side == Side::Defender || turn == Side::Attacker;
                any |= side == Side::Defender;
                if is_asked && self.probe(placement) == Verdict::Drawn {
                    return false;
                }
            }
        }
        any
    }
}

/// Could the defender's king take the pawn, were it its turn?
#[must_use]
pub fn is_taken(attacker: Square, defender: Square, pawn: Square) -> bool {
    let beside = pawn.set().king_steps();
    beside.contains(defender) && !beside.contains(attacker)
}

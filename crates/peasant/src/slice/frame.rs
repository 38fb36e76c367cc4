//! What a structure by itself says about placements of the kings: which are legal, which are stalemate.

use super::{Relation, Wins};
use crate::board::{Bitboard, Pawns, Square};

/// For every square, itself and its neighbours: where the other king may not stand.
pub(crate) const NEAR: [u64; 64] = {
    let mut near = [0; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::new(index as u32).set();
        near[index] = square.0 | square.king_steps().0;
        index += 1;
    }
    near
};

/// The sets of squares of one structure that every equation uses. The attacker plays White.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub pawns: Pawns,
    /// Squares with a pawn: no king stands there.
    pub occupied: u64,
    /// Squares that the attacker's pawns attack: check to the defender's king.
    pub attacker_hits: u64,
    /// Squares that the defender's pawns attack: check to the attacker's king.
    pub defender_hits: u64,
}

impl Frame {
    #[inline(always)]
    pub fn new(pawns: Pawns) -> Frame {
        Frame {
            pawns,
            occupied: pawns.occupied().0,
            attacker_hits: pawns.white.white_pawn_attacks().0,
            defender_hits: pawns.black.black_pawn_attacks().0,
        }
    }

    /// Squares where the defender's king is neither on a pawn nor in check.
    #[inline(always)]
    pub fn defender_room(&self) -> u64 {
        !(self.occupied | self.attacker_hits)
    }

    /// All ones if the attacker's king may stand on this square at all.
    #[inline(always)]
    pub fn stands(&self, attacker: usize) -> u64 {
        (self.occupied >> attacker & 1).wrapping_sub(1)
    }

    /// The row of legal placements with the attacker to move: the defender is not in check.
    #[inline(always)]
    pub fn legal_to_move(&self, attacker: usize) -> u64 {
        self.defender_room() & !NEAR[attacker] & self.stands(attacker)
    }

    /// The row of legal placements with the defender to move: the attacker is not in check.
    #[inline(always)]
    pub fn legal_waiting(&self, attacker: usize) -> u64 {
        let check = (self.defender_hits >> attacker & 1).wrapping_sub(1);
        !self.occupied & !NEAR[attacker] & self.stands(attacker) & check
    }

    /// Every legal placement.
    #[inline(always)]
    pub fn all(&self) -> Wins {
        let mut all = Wins::NONE;
        for w in 0..64 {
            all.to_move.0[w] = self.legal_to_move(w);
            all.waiting.0[w] = self.legal_waiting(w);
        }
        all
    }

    /// The placements in which the defender, to move and not in check, has no legal move (en passant
    /// apart). `None` where the pawns alone show that there are none.
    #[inline(always)]
    pub fn stalemates(&self) -> Option<Relation> {
        let black = self.pawns.black;
        if self.defender_hits & self.pawns.white.0 != 0 {
            return None; // a pawn can capture
        }
        let pushes = black.down() - Bitboard(self.occupied);
        // Two kings can stand in the way of two pawns.
        (pushes.count() <= 2).then(|| self.stalemates_with_pushes(pushes))
    }

    fn stalemates_with_pushes(&self, pushes: Bitboard) -> Relation {
        let bare = self.pawns.white.0 & !self.attacker_hits;
        let mut stalemates = Relation::EMPTY;
        for attacker in Square::all() {
            let left = pushes.without(attacker);
            let blocked = match left.count() {
                0 => !0,
                1 => left.0,
                _ => continue,
            };
            let w = attacker.index();
            let reachable = Bitboard(self.legal_to_move(w) | bare & !NEAR[w]).king_steps();
            stalemates.0[w] = self.legal_waiting(w) & !self.attacker_hits & !reachable.0 & blocked;
        }
        stalemates
    }
}

//! Which placements of the kings are legal when promoted pieces stand on given squares.

use super::Placement;
use crate::board::{Bitboard, Color, Pawns, Pieces, Square, attacks};
use crate::slice::Relation;
use crate::slice::frame::Frame;

/// One structure with its promoted pieces. The attacker plays White.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceFrame {
    pub base: Frame,
    pub pieces: Pieces,
}

/// A piece and what it attacks as long as no king is in the way.
type OpenAttack = (Square, Bitboard);

impl PieceFrame {
    pub fn new(pawns: Pawns, pieces: Pieces) -> PieceFrame {
        PieceFrame {
            base: Frame::new(pawns),
            pieces,
        }
    }

    /// How many planes a slice has.
    pub fn planes(&self) -> usize {
        1 << (6 * self.pieces.len())
    }

    /// Can the pieces stand there at all?
    #[inline(always)]
    fn stands(&self, placement: &Placement) -> bool {
        let occupied = placement.occupied();
        occupied.count() as usize == placement.len() && occupied.0 & self.base.occupied == 0
    }

    /// The attacks of one side's pieces.
    #[inline(always)]
    fn open_attacks(&self, color: Color, placement: &Placement) -> ([OpenAttack; 3], usize) {
        let occupied = Bitboard(self.base.occupied) | placement.occupied();
        let mut open = [(Square::new(0), Bitboard::EMPTY); 3];
        let mut count = 0;
        for ((owner, role), &from) in self.pieces.iter().zip(placement.squares()) {
            if owner == color {
                open[count] = (from, attacks::attacks(role, from, occupied));
                count += 1;
            }
        }
        (open, count)
    }

    /// The squares of the defender's king on which it is in check.
    #[inline(always)]
    pub fn checks(&self, placement: &Placement) -> Relation {
        let (open, count) = self.open_attacks(Color::White, placement);
        let mut checks = Relation([self.base.attacker_hits; 64]);
        for (from, open) in &open[..count] {
            for w in Square::all() {
                // The attacker's king hides what is behind it.
                let hidden = if open.contains(w) {
                    attacks::beyond(*from, w).0
                } else {
                    0
                };
                checks.0[w.index()] |= open.0 & !hidden;
            }
        }
        checks
    }

    /// The legal placements with the attacker to move: the defender is not in check.
    #[inline(always)]
    pub fn to_move(&self, placement: &Placement) -> Relation {
        if !self.stands(placement) {
            return Relation::EMPTY;
        }
        let mut legal = self.checks(placement);
        let pieces = placement.occupied();
        for w in 0..64 {
            legal.0[w] = self.base.legal_to_move(w) & !(legal.0[w] | pieces.0);
        }
        for square in pieces {
            legal.0[square.index()] = 0;
        }
        legal
    }

    /// The legal placements with the defender to move: the attacker is not in check.
    #[inline(always)]
    pub fn waiting(&self, placement: &Placement) -> Relation {
        if !self.stands(placement) {
            return Relation::EMPTY;
        }
        let pieces = placement.occupied();
        let mut legal = Relation::EMPTY;
        for w in 0..64 {
            legal.0[w] = self.base.legal_waiting(w) & !pieces.0;
        }
        let (open, count) = self.open_attacks(Color::Black, placement);
        for (from, open) in &open[..count] {
            // The defender's king may stand in the way of its own piece.
            for w in *open {
                legal.0[w.index()] &= attacks::between(*from, w).0;
            }
        }
        for square in pieces {
            legal.0[square.index()] = 0;
        }
        legal
    }
}

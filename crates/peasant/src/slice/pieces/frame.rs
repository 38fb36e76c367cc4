//! Which placements of the kings are legal when promoted pieces stand on given squares.

use super::{Placement, placements};
use crate::board::{Bitboard, Color, Pawns, Pieces, Square, attacks};
use crate::slice::frame::Frame;
use crate::slice::{Relation, Wins};

/// One structure with its promoted pieces. The attacker plays White.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceFrame {
    pub base: Frame,
    pub pieces: Pieces,
    /// What is legal without the pieces, the attacker to move.
    bare_to_move: Relation,
    /// The same with the defender to move.
    bare_waiting: Relation,
}

/// A piece and what it attacks as long as no king is in the way.
type OpenAttack = (Square, Bitboard);

impl PieceFrame {
    #[inline(always)]
    pub fn new(pawns: Pawns, pieces: Pieces) -> PieceFrame {
        let base = Frame::new(pawns);
        let bare = base.all();
        PieceFrame {
            base,
            pieces,
            bare_to_move: bare.to_move,
            bare_waiting: bare.waiting,
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
        let mut safe = Relation([!self.base.attacker_hits; 64]);
        self.remove_checked(placement, &mut safe);
        for row in &mut safe.0 {
            *row = !*row;
        }
        safe
    }

    /// Takes out the placements in which a piece gives check to the defender's king.
    #[inline(always)]
    fn remove_checked(&self, placement: &Placement, legal: &mut Relation) {
        let (open, count) = self.open_attacks(Color::White, placement);
        for (from, open) in &open[..count] {
            let mut shadows = [(0, 0); 27];
            let mut met = 0;
            // What the attacker's king hides from the piece.
            for w in *open {
                let hidden = open.0 & attacks::beyond(*from, w).0;
                shadows[met] = (w.index(), legal.0[w.index()] & hidden);
                met += 1;
            }
            for row in &mut legal.0 {
                *row &= !open.0;
            }
            for &(w, hidden) in &shadows[..met] {
                legal.0[w] |= hidden;
            }
        }
    }

    /// Takes out the placements in which a king stands on a piece.
    #[inline(always)]
    fn remove_pieces(placement: &Placement, legal: &mut Relation) {
        let pieces = placement.occupied();
        for row in &mut legal.0 {
            *row &= !pieces.0;
        }
        for square in placement.squares() {
            legal.0[square.index()] = 0;
        }
    }

    /// The legal placements with the attacker to move: the defender is not in check.
    #[inline(always)]
    pub fn attacking(&self, placement: &Placement) -> Relation {
        if !self.stands(placement) {
            return Relation::EMPTY;
        }
        let mut legal = self.bare_to_move;
        self.remove_checked(placement, &mut legal);
        PieceFrame::remove_pieces(placement, &mut legal);
        legal
    }

    /// Every legal placement, plane by plane.
    pub fn all(&self) -> Vec<Wins> {
        let mut all = vec![Wins::NONE; self.planes()];
        for placement in placements(self.pieces.len(), Bitboard(self.base.occupied)) {
            all[placement.plane()] = Wins {
                to_move: self.attacking(&placement),
                waiting: self.waiting(&placement),
            };
        }
        all
    }

    /// The legal placements with the defender to move: the attacker is not in check.
    #[inline(always)]
    pub fn waiting(&self, placement: &Placement) -> Relation {
        if !self.stands(placement) {
            return Relation::EMPTY;
        }
        let mut legal = self.bare_waiting;
        let (open, count) = self.open_attacks(Color::Black, placement);
        for (from, open) in &open[..count] {
            // The defender's king may stand in the way of its own piece.
            for w in *open {
                legal.0[w.index()] &= attacks::between(*from, w).0;
            }
        }
        PieceFrame::remove_pieces(placement, &mut legal);
        legal
    }
}

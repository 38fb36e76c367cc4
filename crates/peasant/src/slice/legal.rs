//! What a structure by itself says about placements: which are legal.

use super::plane::{Placement, placements};
use super::{Point, Relation, Wins};
use crate::board::{Bitboard, Color, Pawns, Square, attacks};
use crate::structure::{Pieces, Structure};

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
    pub pieces: Pieces,
    /// Squares with a pawn: no piece stands there, and none passes.
    pub occupied: u64,
    /// Squares that the attacker's pawns attack: check to the defender's king.
    pub attacker_hits: u64,
    /// Squares that the defender's pawns attack: check to the attacker's king.
    pub defender_hits: u64,
}

/// A piece and what it attacks as long as no king is in the way.
type OpenAttack = (Square, Bitboard);

impl Frame {
    #[inline(always)]
    pub fn new(structure: Structure) -> Frame {
        let Structure { pawns, pieces } = structure;
        Frame {
            pawns,
            pieces,
            occupied: pawns.occupied().0,
            attacker_hits: pawns.white.white_pawn_attacks().0,
            defender_hits: pawns.black.black_pawn_attacks().0,
        }
    }

    /// How many planes a slice has.
    #[inline(always)]
    pub fn planes(&self) -> usize {
        1 << (6 * self.pieces.len())
    }

    /// The ways to place the pieces, none of them on a pawn.
    #[inline(always)]
    pub fn placements(&self) -> impl Iterator<Item = Placement> + use<> {
        placements(self.pieces.len(), Bitboard(self.occupied))
    }

    /// Without promoted pieces: squares where the defender's king is neither on a pawn nor in check.
    #[inline(always)]
    pub fn defender_room(&self) -> u64 {
        !(self.occupied | self.attacker_hits)
    }

    /// All ones if the attacker's king may stand on this square at all.
    #[inline(always)]
    pub fn stands(&self, attacker: usize) -> u64 {
        (self.occupied >> attacker & 1).wrapping_sub(1)
    }

    /// Without promoted pieces, the row of legal placements with the attacker to move: the defender is not in check.
    #[inline(always)]
    pub fn row_to_move(&self, attacker: usize) -> u64 {
        self.defender_room() & !NEAR[attacker] & self.stands(attacker)
    }

    /// Without promoted pieces, the row of legal placements with the defender to move: the attacker is not in check.
    #[inline(always)]
    pub fn row_waiting(&self, attacker: usize) -> u64 {
        let check = (self.defender_hits >> attacker & 1).wrapping_sub(1);
        !self.occupied & !NEAR[attacker] & self.stands(attacker) & check
    }

    /// The legal placements with the attacker to move: the defender is not in check.
    #[inline(always)]
    pub fn legal_to_move(&self, placement: &Placement) -> Relation {
        let mut legal = Relation(std::array::from_fn(|w| self.row_to_move(w)));
        if !placement.is_empty() {
            self.remove_checked(placement, &mut legal);
            self.remove_pieces(placement, &mut legal);
        }
        legal
    }

    /// The legal placements with the defender to move: the attacker is not in check.
    #[inline(always)]
    pub fn legal_waiting(&self, placement: &Placement) -> Relation {
        let mut legal = Relation(std::array::from_fn(|w| self.row_waiting(w)));
        if !placement.is_empty() {
            let (open, count) = self.open_attacks(Color::Black, placement);
            for (from, open) in &open[..count] {
                // The defender's king may stand in the way of its own piece.
                for w in *open {
                    legal.0[w.index()] &= attacks::between(*from, w).0;
                }
            }
            self.remove_pieces(placement, &mut legal);
        }
        legal
    }

    /// The same with either side to move.
    #[inline(always)]
    pub fn legal(&self, mover: Color, placement: &Placement) -> Relation {
        match mover {
            Color::White => self.legal_to_move(placement),
            Color::Black => self.legal_waiting(placement),
        }
    }

    /// Every legal placement of the kings in one plane.
    #[inline(always)]
    pub fn plane(&self, placement: &Placement) -> Wins {
        Wins {
            to_move: self.legal_to_move(placement),
            waiting: self.legal_waiting(placement),
        }
    }

    /// Every legal placement, plane by plane.
    pub fn all(&self) -> Vec<Wins> {
        let mut all = vec![Wins::NONE; self.planes()];
        for placement in self.placements() {
            all[placement.plane()] = self.plane(&placement);
        }
        all
    }

    /// May everybody stand so, with this side to move?
    pub fn is_legal(&self, point: Point) -> bool {
        if point.placement.is_empty() {
            let w = point.attacker.index();
            let row = if point.to_move {
                self.row_to_move(w)
            } else {
                self.row_waiting(w)
            };
            return row >> point.defender.index() & 1 != 0;
        }
        let legal = self.legal(point.mover(), &point.placement);
        legal.contains(point.attacker, point.defender)
    }

    /// The attacks of one side's pieces.
    #[inline(always)]
    fn open_attacks(&self, color: Color, placement: &Placement) -> ([OpenAttack; 3], usize) {
        let occupied = Bitboard(self.occupied) | placement.occupied();
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

    /// Takes out the placements in which a king stands on a piece; all of them if the pieces cannot stand so.
    #[inline(always)]
    fn remove_pieces(&self, placement: &Placement, legal: &mut Relation) {
        let pieces = placement.occupied();
        if pieces.count() as usize != placement.len() || pieces.0 & self.occupied != 0 {
            *legal = Relation::EMPTY;
            return;
        }
        for row in &mut legal.0 {
            *row &= !pieces.0;
        }
        for square in placement.squares() {
            legal.0[square.index()] = 0;
        }
    }
}

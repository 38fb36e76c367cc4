//! Legal moves: every move the man could make, kept if it leaves the own king unattacked.

use super::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use super::bitboard::Bitboard;
use super::color::Color;
use super::moves::Move;
use super::position::Position;
use super::role::Role;
use super::square::Square;

impl Position {
    /// Every legal move, men of a kind together, pawns first.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_to(Bitboard::ALL)
    }

    /// Every legal move to one of these squares, in the same order.
    #[must_use]
    pub fn legal_moves_to(&self, squares: Bitboard) -> Vec<Move> {
        let mut moves = Vec::with_capacity(32);
        let free = self.free();
        for role in Role::ALL {
            for from in self.pieces(self.turn(), role) {
                self.add_moves(role, from, squares, free, &mut moves);
            }
        }
        moves
    }

    /// True if the move is legal here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let Some((color, role)) = self.piece_at(mv.from) else {
            return false;
        };
        let mut moves = Vec::new();
        if color == self.turn() {
            self.add_moves(role, mv.from, mv.to.set(), Bitboard::EMPTY, &mut moves);
        }
        moves.contains(&mv)
    }

    /// Could the man of the side to move go there, if its king were no concern?
    pub(crate) fn is_possible_but_for_king(&self, mv: Move, role: Role) -> bool {
        self.targets(role, mv.from).contains(mv.to)
    }

    /// Is an en passant capture legal?
    pub(super) fn can_take_en_passant(&self) -> bool {
        self.en_passant().is_some_and(|to| {
            let origins = Position::pawn_attacks(!self.turn(), to.set());
            (origins & self.pieces(self.turn(), Role::Pawn))
                .any(|from| self.is_king_safe_after(Move::new(from, to)))
        })
    }

    /// The men of the side to move that cannot leave their king attacked, wherever they go: unless it is in check, all that do
    /// not stand on a line with it on which somebody may attack.
    fn free(&self) -> Bitboard {
        let (king, them) = (self.king(self.turn()), !self.turn());
        if self.en_passant().is_some() || self.in_check() {
            return Bitboard::EMPTY;
        }
        let sliders = self.men(them) - self.pieces(them, Role::Knight) - self.pawns().of(them);
        let plain = sliders == self.pieces(them, Role::King);
        let lines = if plain {
            Bitboard::EMPTY
        } else {
            queen_attacks(king, self.occupied())
        };
        !lines.with(king)
    }

    /// Adds the legal moves of the man on a square to some squares; those of `free` men are legal.
    fn add_moves(
        &self,
        role: Role,
        from: Square,
        squares: Bitboard,
        free: Bitboard,
        moves: &mut Vec<Move>,
    ) {
        let last_rank = Bitboard::rank(0) | Bitboard::rank(7);
        let is_free = free.contains(from);
        for to in self.targets(role, from) & squares {
            let mv = Move::new(from, to);
            if !is_free && !self.is_king_safe_after(mv) {
                continue;
            }
            if role == Role::Pawn && last_rank.contains(to) {
                let promotions = Role::PROMOTIONS.into_iter();
                moves.extend(promotions.map(|role| Move::promoting(from, to, role)));
            } else {
                moves.push(mv);
            }
        }
    }

    /// The squares that a man of the side to move can go to, if its king were no concern.
    fn targets(&self, role: Role, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let attacks = match role {
            Role::Pawn => return self.pawn_targets(from),
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, occupied),
            Role::Rook => rook_attacks(from, occupied),
            Role::Queen => queen_attacks(from, occupied),
            Role::King => from.set().king_steps(),
        };
        attacks - self.men(self.turn())
    }

    /// The squares that a pawn of the side to move can go to, if its king were no concern.
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let free = !self.occupied();
        let steps = match self.turn() {
            Color::White => {
                let one = from.set().up() & free;
                one | ((one & Bitboard::rank(2)).up() & free)
            }
            Color::Black => {
                let one = from.set().down() & free;
                one | ((one & Bitboard::rank(5)).down() & free)
            }
        };
        let en_passant = self.en_passant().map_or(Bitboard::EMPTY, Square::set);
        let prey = self.men(!self.turn()) | en_passant;
        steps | (Position::pawn_attacks(self.turn(), from.set()) & prey)
    }

    /// Is the own king unattacked after a move that is otherwise possible?
    fn is_king_safe_after(&self, mv: Move) -> bool {
        let taken = mv.to.set() | self.taken_en_passant(mv);
        let occupied = (self.occupied() - mv.from.set() - taken) | mv.to.set();
        let king = self.king(self.turn());
        let king = if king == mv.from { mv.to } else { king };
        !self.is_attacked(king, !self.turn(), occupied, taken)
    }
}

//! A legal position.

use std::fmt;

use super::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use super::bitboard::Bitboard;
use super::color::Color;
use super::moves::Move;
use super::pawns::Pawns;
use super::role::Role;
use super::square::Square;

/// A legal position of kings, pawns and other pieces. There is no castling, and there are no move
/// counters. Legal means:
///
/// - each side has one king, and the kings do not stand next to each other;
/// - no pawn stands on the first or last rank;
/// - a side has at most eight pawns, pieces that must have been pawns included (a second queen, a
///   third rook or knight, a second bishop on squares of one colour);
/// - the side that is not to move is not in check;
/// - a pawn that may be taken en passant can just have made its double step.
///
/// The en passant square is kept only if an en passant capture is legal, so that positions with
/// the same future are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
    turn: Color,
    en_passant: Option<Square>,
}

impl Position {
    /// The men as they are, legal or not; nothing can be taken en passant.
    pub(super) fn from_men(men: [[Bitboard; 6]; 2], turn: Color) -> Position {
        let union = |sets: [Bitboard; 6]| sets.into_iter().fold(Bitboard::EMPTY, |a, b| a | b);
        let [white, black] = men;
        Position {
            colors: [union(white), union(black)],
            roles: Role::ALL.map(|role| white[role as usize] | black[role as usize]),
            turn,
            en_passant: None,
        }
    }

    /// The position with an en passant square, if a capture there is legal; without one otherwise.
    /// A pawn of the opponent must just have passed the square.
    pub(super) fn with_possible_en_passant(self, square: Option<Square>) -> Position {
        let candidate = Position {
            en_passant: square,
            ..self
        };
        if candidate.can_take_en_passant() {
            candidate
        } else {
            self.without_en_passant()
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The square of a side's king.
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.pieces(color, Role::King).0.trailing_zeros())
    }

    /// The pawn structure.
    #[must_use]
    pub fn pawns(&self) -> Pawns {
        Pawns {
            white: self.pieces(Color::White, Role::Pawn),
            black: self.pieces(Color::Black, Role::Pawn),
        }
    }

    /// The men of one side and kind.
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color as usize] & self.roles[role as usize]
    }

    /// Everything that one side has.
    #[must_use]
    pub fn men(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The man on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Color, Role)> {
        let color = Color::BOTH
            .into_iter()
            .find(|&color| self.men(color).contains(square))?;
        Some((color, self.role_at(square)?))
    }

    /// The kind of man on a square.
    fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|&role| self.roles[role as usize].contains(square))
    }

    /// The occupied squares.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The square on which a pawn can legally capture en passant.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Gives the same men and turn with nothing to be taken en passant.
    #[must_use]
    pub const fn without_en_passant(self) -> Position {
        Position {
            en_passant: None,
            ..self
        }
    }

    /// True if there are only kings and pawns.
    #[must_use]
    pub fn is_pawn_ending(&self) -> bool {
        let kings_and_pawns = self.roles[Role::King as usize] | self.roles[Role::Pawn as usize];
        self.occupied() == kings_and_pawns
    }

    /// True if the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        let king = self.king(self.turn);
        self.is_attacked(king, !self.turn, self.occupied(), Bitboard::EMPTY)
    }

    /// True if the move takes something, en passant included. It must be legal here.
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.men(!self.turn).contains(mv.to) || self.is_en_passant(mv)
    }

    /// True if the move captures en passant. It must be legal here.
    #[must_use]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.en_passant == Some(mv.to) && self.pieces(self.turn, Role::Pawn).contains(mv.from)
    }

    /// The position after a legal move. An illegal move is a fault of the caller; it is found out
    /// in debug builds only, see [`Position::is_legal`].
    ///
    /// # Panics
    /// In debug builds, if the move is illegal.
    #[must_use]
    pub fn play(&self, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "{mv} is illegal in {self:?}");
        let (us, them) = (self.turn, !self.turn);
        let Some(role) = self.role_at(mv.from) else {
            return *self;
        };
        let taken = mv.to.set() | self.taken_en_passant(mv);
        let mut next = *self;
        next.en_passant = None;
        next.turn = them;
        next.colors[them as usize] = next.colors[them as usize] - taken;
        for set in &mut next.roles {
            *set = *set - taken - mv.from.set();
        }
        let landing = &mut next.roles[mv.promotion.unwrap_or(role) as usize];
        *landing = landing.with(mv.to);
        let own = &mut next.colors[us as usize];
        *own = own.without(mv.from).with(mv.to);
        if role == Role::Pawn && mv.from.rank().abs_diff(mv.to.rank()) == 2 {
            let passed = Square::at(mv.from.file(), mv.from.rank().midpoint(mv.to.rank()));
            next = next.with_possible_en_passant(Some(passed));
        }
        next
    }

    /// The same men with the other side to move, and nothing to be taken en passant; `None` in check, for then that is no legal
    /// position.
    #[must_use]
    pub fn pass(&self) -> Option<Position> {
        let passed = Position {
            turn: !self.turn,
            en_passant: None,
            ..*self
        };
        (!self.in_check()).then_some(passed)
    }

    /// The pawn that the move takes en passant, if it does.
    pub(super) fn taken_en_passant(&self, mv: Move) -> Bitboard {
        if self.is_en_passant(mv) {
            Square::at(mv.to.file(), mv.from.rank()).set()
        } else {
            Bitboard::EMPTY
        }
    }

    /// True if the side to move is checkmated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.legal_moves().is_empty()
    }

    /// True if the side to move is stalemated.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && self.legal_moves().is_empty()
    }

    /// The position in the left-right mirror.
    #[must_use]
    pub fn mirror(self) -> Position {
        Position {
            colors: self.colors.map(Bitboard::mirror),
            roles: self.roles.map(Bitboard::mirror),
            turn: self.turn,
            en_passant: self.en_passant.map(Square::mirror),
        }
    }

    /// The position with colours exchanged and the board turned over; the other side is to move.
    #[must_use]
    pub fn flip(self) -> Position {
        let [white, black] = self.colors;
        Position {
            colors: [black.flip(), white.flip()],
            roles: self.roles.map(Bitboard::flip),
            turn: !self.turn,
            en_passant: self.en_passant.map(Square::flip),
        }
    }

    /// The squares that pawns of a colour attack.
    pub(super) fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
        match color {
            Color::White => pawns.white_pawn_attacks(),
            Color::Black => pawns.black_pawn_attacks(),
        }
    }

    /// Does a side attack the square, if these squares are occupied and its men on `absent` are gone?
    pub(super) fn is_attacked(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
        absent: Bitboard,
    ) -> bool {
        let kings = self.pieces(by, Role::King);
        !(square.set().king_steps() & kings).is_empty()
            || self.is_attacked_without_kings(square, by, occupied, absent)
    }

    /// Like [`Position::is_attacked`], but kings do not count.
    pub(super) fn is_attacked_without_kings(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
        absent: Bitboard,
    ) -> bool {
        let present = |role| self.pieces(by, role) - absent;
        let queens = present(Role::Queen);
        let hits = |men: Bitboard, attacks: &dyn Fn() -> Bitboard| {
            !men.is_empty() && !(men & attacks()).is_empty()
        };
        hits(present(Role::Pawn), &|| {
            Position::pawn_attacks(!by, square.set())
        }) || hits(present(Role::Knight), &|| knight_attacks(square))
            || hits(present(Role::Rook) | queens, &|| {
                rook_attacks(square, occupied)
            })
            || hits(present(Role::Bishop) | queens, &|| {
                bishop_attacks(square, occupied)
            })
    }
}

impl fmt::Debug for Position {
    /// `White K{e1} P{a2 b2}; Black K{e8}; White to move; en passant a6`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::BOTH {
            write!(f, "{color}")?;
            for role in Role::ALL.into_iter().rev() {
                let men = self.pieces(color, role);
                if !men.is_empty() {
                    write!(f, " {}{men:?}", role.letter().to_ascii_uppercase())?;
                }
            }
            f.write_str("; ")?;
        }
        write!(f, "{} to move", self.turn)?;
        match self.en_passant {
            Some(square) => write!(f, "; en passant {square}"),
            None => Ok(()),
        }
    }
}

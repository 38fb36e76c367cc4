//! A raw set-up of men, which may be nonsense, and what is wrong with it.

use std::error::Error;
use std::fmt;

use super::bitboard::Bitboard;
use super::color::Color;
use super::pawns::Pawns;
use super::position::Position;
use super::role::Role;
use super::square::Square;

/// The squares of the colour of b1.
const LIGHT_SQUARES: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// Men on a board, who is to move, and perhaps an en passant square: anything can be set up.
/// [`Setup::validate`] makes a legal [`Position`] of it, or says why that is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    men: [[Bitboard; 6]; 2],
    /// The side to move.
    pub turn: Color,
    /// The square that a pawn has just passed with a double step.
    pub en_passant: Option<Square>,
}

/// One reason why a set-up is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Illegal {
    /// Two men stand on one square.
    Overlap(Square),
    /// A side has no king.
    NoKing(Color),
    /// A side has so many kings.
    SeveralKings(Color, u32),
    /// A side has so many pawns: more than eight.
    TooManyPawns(Color, u32),
    /// A side has more pieces than it began with and than pawns are missing.
    TooManyPieces {
        /// The side.
        color: Color,
        /// Its pawns.
        pawns: u32,
        /// Its knights, bishops, rooks and queens that must have been pawns.
        promoted: u32,
    },
    /// A pawn stands on the first or last rank.
    PawnOnEdge(Color, Square),
    /// The kings (White's, Black's) stand next to each other.
    KingsAdjacent(Square, Square),
    /// The side that is not to move stands in check.
    OpponentInCheck(Color),
    /// The en passant square is impossible.
    EnPassant(Square, NoEnPassant),
}

/// Reasons why no pawn can just have passed a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoEnPassant {
    /// The square is not on the rank that the opponent's double steps pass.
    Rank,
    /// No pawn of the opponent stands in front of the square.
    NoPawn,
    /// The square, or the one the pawn came from, is occupied.
    Occupied,
    /// The side to move was in check before the double step, though the opponent was to move.
    CheckBefore,
}

/// Every reason why a set-up is not a legal position; there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalPosition {
    /// The reasons.
    pub reasons: Vec<Illegal>,
}

impl Setup {
    /// An empty board.
    #[must_use]
    pub const fn empty(turn: Color) -> Setup {
        Setup {
            men: [[Bitboard::EMPTY; 6]; 2],
            turn,
            en_passant: None,
        }
    }

    /// Two kings and pawns.
    #[must_use]
    pub fn pawn_ending(white_king: Square, black_king: Square, pawns: Pawns, turn: Color) -> Setup {
        let mut setup = Setup::empty(turn);
        for (color, king) in [(Color::White, white_king), (Color::Black, black_king)] {
            setup.men[color as usize][Role::King as usize] = king.set();
            setup.men[color as usize][Role::Pawn as usize] = pawns.of(color);
        }
        setup
    }

    /// Adds a man.
    pub fn put(&mut self, color: Color, role: Role, square: Square) {
        let men = &mut self.men[color as usize][role as usize];
        *men = men.with(square);
    }

    /// The men of one side and kind.
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.men[color as usize][role as usize]
    }

    /// The legal position that this set-up shows. Whether a game can come to it is not asked: a check that no last move can
    /// have given, as by two pawns at once, is played on from as it stands, here and by everything that takes a position.
    ///
    /// # Errors
    /// Every reason why it is not legal.
    pub fn validate(&self) -> Result<Position, IllegalPosition> {
        let mut reasons = self.wrong_numbers();
        reasons.extend(self.wrong_places());
        reasons.extend(self.wrong_turn());
        if reasons.is_empty() {
            Ok(self.position().with_possible_en_passant(self.en_passant))
        } else {
            Err(IllegalPosition { reasons })
        }
    }

    /// What is wrong with how many men there are.
    pub(crate) fn wrong_numbers(&self) -> Vec<Illegal> {
        let mut reasons = Vec::new();
        for color in Color::BOTH {
            let count = |role| self.pieces(color, role).count();
            match count(Role::King) {
                0 => reasons.push(Illegal::NoKing(color)),
                1 => {}
                kings => reasons.push(Illegal::SeveralKings(color, kings)),
            }
            let pawns = count(Role::Pawn);
            let promoted = self.promoted(color);
            if pawns > 8 {
                reasons.push(Illegal::TooManyPawns(color, pawns));
            }
            if promoted > 0 && pawns + promoted > 8 {
                reasons.push(Illegal::TooManyPieces {
                    color,
                    pawns,
                    promoted,
                });
            }
        }
        reasons
    }

    /// How many pieces a side must have promoted: those beyond a queen, two rooks, two knights and a bishop on either colour.
    fn promoted(&self, color: Color) -> u32 {
        let of = |role| self.pieces(color, role);
        let (light, dark) = (LIGHT_SQUARES, !LIGHT_SQUARES);
        [
            (of(Role::Queen), 1),
            (of(Role::Rook), 2),
            (of(Role::Bishop) & light, 1),
            (of(Role::Bishop) & dark, 1),
            (of(Role::Knight), 2),
        ]
        .into_iter()
        .map(|(men, at_first): (Bitboard, u32)| men.count().saturating_sub(at_first))
        .sum()
    }

    /// What is wrong with where the men stand, whoever is to move.
    pub(crate) fn wrong_places(&self) -> Vec<Illegal> {
        let mut reasons = Vec::new();
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for men in self.men.into_iter().flatten() {
            twice |= once & men;
            once |= men;
        }
        reasons.extend(twice.map(Illegal::Overlap));
        for color in Color::BOTH {
            let edge = Bitboard::rank(0) | Bitboard::rank(7);
            let pawns = self.pieces(color, Role::Pawn) & edge;
            reasons.extend(pawns.map(|square| Illegal::PawnOnEdge(color, square)));
        }
        for white in self.pieces(Color::White, Role::King) {
            let black = self.pieces(Color::Black, Role::King) & white.set().king_steps();
            reasons.extend(black.map(|black| Illegal::KingsAdjacent(white, black)));
        }
        reasons
    }

    /// What is wrong given who is to move: checks and en passant.
    pub(crate) fn wrong_turn(&self) -> Vec<Illegal> {
        let mut reasons = Vec::new();
        let position = self.position();
        let checked = self.pieces(!self.turn, Role::King).any(|king| {
            position.is_attacked_without_kings(
                king,
                self.turn,
                position.occupied(),
                Bitboard::EMPTY,
            )
        });
        if checked {
            reasons.push(Illegal::OpponentInCheck(!self.turn));
        }
        if let Some(square) = self.en_passant
            && let Some(reason) = self.wrong_en_passant(&position, square)
        {
            reasons.push(Illegal::EnPassant(square, reason));
        }
        reasons
    }

    /// Why no pawn can just have passed the square.
    fn wrong_en_passant(&self, position: &Position, square: Square) -> Option<NoEnPassant> {
        let (rank, start, landing) = match self.turn {
            Color::White => (5, square.set().up(), square.set().down()),
            Color::Black => (2, square.set().down(), square.set().up()),
        };
        let passed = square.set() | start;
        if square.rank() != rank {
            return Some(NoEnPassant::Rank);
        }
        if (self.pieces(!self.turn, Role::Pawn) & landing).is_empty() {
            return Some(NoEnPassant::NoPawn);
        }
        if !(position.occupied() & passed).is_empty() {
            return Some(NoEnPassant::Occupied);
        }
        let before = (position.occupied() - landing) | start;
        let checked = self.pieces(self.turn, Role::King).any(|king| {
            let by_pawn = Position::pawn_attacks(!self.turn, start).contains(king);
            by_pawn || position.is_attacked_without_kings(king, !self.turn, before, landing)
        });
        checked.then_some(NoEnPassant::CheckBefore)
    }

    /// The men as a position, legal or not.
    fn position(&self) -> Position {
        Position::from_men(self.men, self.turn)
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegal::Overlap(square) => {
                write!(f, "two men stand on {square}: leave one of them there")
            }
            Illegal::NoKing(color) => write!(f, "{color} has no king: add one"),
            Illegal::SeveralKings(color, kings) => {
                write!(f, "{color} has {kings} kings: leave one")
            }
            Illegal::TooManyPawns(color, pawns) => {
                write!(f, "{color} has {pawns} pawns: leave at most 8")
            }
            Illegal::TooManyPieces {
                color,
                pawns,
                promoted,
            } => write!(
                f,
                "{color} has {pawns} pawns and {promoted} pieces that must have been pawns: \
                 leave at most 8 of them"
            ),
            Illegal::PawnOnEdge(color, square) => write!(
                f,
                "a pawn of {color} stands on {square}: pawns stand on ranks 2 to 7"
            ),
            Illegal::KingsAdjacent(white, black) => write!(
                f,
                "the kings on {white} and {black} stand next to each other: move one away"
            ),
            Illegal::OpponentInCheck(color) => write!(
                f,
                "{color} stands in check though {} is to move: let {color} move, or end the check",
                !color
            ),
            Illegal::EnPassant(square, reason) => {
                write!(
                    f,
                    "en passant on {square} is impossible, {reason}: write `-`"
                )
            }
        }
    }
}

impl fmt::Display for NoEnPassant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoEnPassant::Rank => "the opponent's double steps do not pass that rank",
            NoEnPassant::NoPawn => "no pawn of the opponent stands in front of it",
            NoEnPassant::Occupied => "it or the square the pawn came from is occupied",
            NoEnPassant::CheckBefore => "the king was in check before the pawn's double step",
        })
    }
}

impl Position {
    /// A position of kings and pawns.
    ///
    /// # Errors
    /// Every reason why the position is not legal.
    pub fn pawn_ending(
        white_king: Square,
        black_king: Square,
        pawns: Pawns,
        turn: Color,
    ) -> Result<Position, IllegalPosition> {
        Setup::pawn_ending(white_king, black_king, pawns, turn).validate()
    }
}

impl fmt::Display for IllegalPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a legal position: ")?;
        for (n, reason) in self.reasons.iter().enumerate() {
            write!(f, "{}{reason}", if n == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Error for IllegalPosition {}

//! A legal position of king and pawn against king.

use std::fmt;

use crate::board::{Bitboard, Color, Pawns, Position, Role, Square};
use crate::value::Wdl;

/// The two sides, whatever their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side with the pawn, which goes up the board.
    Attacker,
    /// The side with the bare king.
    Defender,
}

impl Side {
    /// Both sides, the attacker first.
    pub const BOTH: [Side; 2] = [Side::Attacker, Side::Defender];
}

/// The result of a position for the attacker, whoever is to move: the defender can only lose or
/// draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Nobody wins.
    Drawn,
    /// The attacker wins.
    Won,
}

impl Verdict {
    /// The result for a side.
    #[must_use]
    pub const fn for_side(self, side: Side) -> Wdl {
        match (self, side) {
            (Verdict::Drawn, _) => Wdl::Draw,
            (Verdict::Won, Side::Attacker) => Wdl::Win,
            (Verdict::Won, Side::Defender) => Wdl::Loss,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Drawn => "drawn",
            Verdict::Won => "won",
        })
    }
}

/// A legal position of king and pawn against king. The pawn goes up the board; where it is Black's,
/// the board is turned over. Legal means: three squares, the pawn on ranks 2 to 7, the kings apart,
/// and the defender not in check when the attacker is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    attacker: Square,
    defender: Square,
    pawn: Square,
    turn: Side,
}

impl Placement {
    /// The position with these kings and this pawn, if it is legal.
    #[must_use]
    pub const fn new(
        attacker: Square,
        defender: Square,
        pawn: Square,
        turn: Side,
    ) -> Option<Placement> {
        let on_pawn = attacker.index() == pawn.index() || defender.index() == pawn.index();
        let off_ranks = pawn.rank() == 0 || pawn.rank() == 7;
        let checks = pawn.set().white_pawn_attacks().contains(defender);
        let takes = matches!(turn, Side::Attacker) && checks;
        if on_pawn || off_ranks || takes || attacker.distance(defender) < 2 {
            return None;
        }
        Some(Placement {
            attacker,
            defender,
            pawn,
            turn,
        })
    }

    /// The position, if it is one of king and pawn against king.
    #[must_use]
    pub fn from_position(position: &Position) -> Option<Placement> {
        if position.occupied().count() != 3 || !position.is_pawn_ending() {
            return None;
        }
        let white = !position.pieces(Color::White, Role::Pawn).is_empty();
        let position = if white { *position } else { position.flip() };
        let turn = match position.turn() {
            Color::White => Side::Attacker,
            Color::Black => Side::Defender,
        };
        let pawn = position.pawns().white.first()?;
        let kings = Color::BOTH.map(|color| position.king(color));
        Placement::new(kings[0], kings[1], pawn, turn)
    }

    /// Gives the position with White as the attacker, for the rest of the library.
    ///
    /// # Panics
    /// Never: every placement is legal there too.
    #[must_use]
    pub fn to_position(self) -> Position {
        let pawns = Pawns {
            white: self.pawn.set(),
            black: Bitboard::EMPTY,
        };
        let turn = match self.turn {
            Side::Attacker => Color::White,
            Side::Defender => Color::Black,
        };
        Position::pawn_ending(self.attacker, self.defender, pawns, turn)
            .expect("a legal placement is a legal position")
    }

    /// Every legal position in which this side is to move.
    pub fn all(turn: Side) -> impl Iterator<Item = Placement> {
        let kings = || Square::all().flat_map(|a| Square::all().map(move |d| (a, d)));
        let pawns = Square::all();
        pawns.flat_map(move |p| kings().filter_map(move |(a, d)| Placement::new(a, d, p, turn)))
    }

    /// The square of the attacker's king.
    #[must_use]
    pub const fn attacker(self) -> Square {
        self.attacker
    }

    /// The square of the defender's king.
    #[must_use]
    pub const fn defender(self) -> Square {
        self.defender
    }

    /// The square of the pawn.
    #[must_use]
    pub const fn pawn(self) -> Square {
        self.pawn
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(self) -> Side {
        self.turn
    }

    /// The position in the left-right mirror.
    #[must_use]
    pub const fn mirror(self) -> Placement {
        Placement {
            attacker: self.attacker.mirror(),
            defender: self.defender.mirror(),
            pawn: self.pawn.mirror(),
            turn: self.turn,
        }
    }
}

impl fmt::Display for Placement {
    /// `Ke6 e5 v Ke8, attacker to move`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.turn {
            Side::Attacker => "attacker",
            Side::Defender => "defender",
        };
        let (attacker, defender, pawn) = (self.attacker, self.defender, self.pawn);
        write!(f, "K{attacker} {pawn} v K{defender}, {turn} to move")
    }
}

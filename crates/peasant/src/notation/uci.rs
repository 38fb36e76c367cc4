//! UCI moves: `e2e4`, `e7e8q`. They are written by [`Move`]'s `Display`.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::board::{Color, Move, Position, Role, Square};

/// Faults of a text that is not a legal move in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// The text is not two squares, perhaps with a letter for what a pawn becomes.
    Syntax(String),
    /// The move leaves an empty square.
    Empty(Move),
    /// The move's man belongs to the side that is not to move.
    NotToMove(Move, Color),
    /// The pawn reaches the last rank, but the text does not say what it becomes.
    NoPromotion(Move),
    /// The text says what a pawn becomes, but no pawn reaches the last rank.
    Promotion(Move),
    /// The king would be in check after the move.
    LeavesKingInCheck(Move),
    /// The man does not move like that.
    Impossible(Move, Role),
}

/// Reads a move for this position.
///
/// # Errors
/// If the text is not a move, or the move is illegal in the position.
pub fn parse(text: &str, position: &Position) -> Result<Move, UciError> {
    let mv: Move = text.parse()?;
    if position.is_legal(mv) {
        return Ok(mv);
    }
    Err(match position.piece_at(mv.from) {
        None => UciError::Empty(mv),
        Some((color, _)) if color != position.turn() => UciError::NotToMove(mv, color),
        Some((_, role)) => why_illegal(mv, role, position),
    })
}

impl FromStr for Move {
    type Err = UciError;

    /// Reads two squares, perhaps with a letter for what a pawn becomes. Whether the move is legal
    /// depends on a position: [`parse`] looks at it too.
    fn from_str(text: &str) -> Result<Move, UciError> {
        parse_move(text).ok_or_else(|| UciError::Syntax(text.chars().take(16).collect()))
    }
}

/// Reads the shape of a move.
fn parse_move(text: &str) -> Option<Move> {
    let from = Square::parse(text.get(..2)?)?;
    let to = Square::parse(text.get(2..4)?)?;
    match text.get(4..)? {
        "" => Some(Move::new(from, to)),
        "q" => Some(Move::promoting(from, to, Role::Queen)),
        "r" => Some(Move::promoting(from, to, Role::Rook)),
        "b" => Some(Move::promoting(from, to, Role::Bishop)),
        "n" => Some(Move::promoting(from, to, Role::Knight)),
        _ => None,
    }
}

/// Why the side to move may not move its man so.
fn why_illegal(mv: Move, role: Role, position: &Position) -> UciError {
    let promotes = role == Role::Pawn && matches!(mv.to.rank(), 0 | 7);
    if mv.promotion.is_some() && !promotes {
        return UciError::Promotion(mv);
    }
    if mv.promotion.is_none() && promotes {
        return UciError::NoPromotion(mv);
    }
    if position.is_possible_but_for_king(mv, role) {
        return UciError::LeavesKingInCheck(mv);
    }
    UciError::Impossible(mv, role)
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::Syntax(text) => write!(
                f,
                "{text:?} is not a move: write two squares, such as `e2e4`, and q, r, b or n for a \
                 promotion, such as `e7e8q`"
            ),
            UciError::Empty(mv) => write!(
                f,
                "{mv} is illegal: nothing stands on {}; move a man of the side to move",
                mv.from
            ),
            UciError::NotToMove(mv, color) => write!(
                f,
                "{mv} is illegal: the man on {} is {color}'s, but {} is to move",
                mv.from, !*color
            ),
            UciError::NoPromotion(mv) => write!(
                f,
                "{mv} does not say what the pawn becomes: write `{mv}q`, or r, b or n"
            ),
            UciError::Promotion(mv) => write!(
                f,
                "{mv} is no promotion: write `{}`",
                Move::new(mv.from, mv.to)
            ),
            UciError::LeavesKingInCheck(mv) => write!(
                f,
                "{mv} is illegal: the king would be in check; move where it is not"
            ),
            UciError::Impossible(mv, role) => write!(
                f,
                "{mv} is illegal: the {role} on {} cannot go to {}; choose a legal move",
                mv.from, mv.to
            ),
        }
    }
}

impl Error for UciError {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::notation::fen;

    fn read(text: &str) -> Result<Move, UciError> {
        let position = fen::parse("3q3k/4P3/8/8/8/8/1P6/3K4 w - -");
        parse(text, &position.unwrap())
    }

    #[test]
    fn legal_moves_are_read() {
        let position = fen::parse("7k/4P3/8/8/8/8/1P6/3K4 w - -").unwrap();
        for mv in position.legal_moves() {
            assert_eq!(parse(&mv.to_string(), &position), Ok(mv));
        }
    }

    #[test]
    fn illegal_moves_say_why() {
        let [b2, b4, d1, d2, e7, e8, h8] =
            ["b2", "b4", "d1", "d2", "e7", "e8", "h8"].map(|name| Square::parse(name).unwrap());
        let table = [
            ("b2b4", UciError::LeavesKingInCheck(Move::new(b2, b4))),
            ("d1d2", UciError::LeavesKingInCheck(Move::new(d1, d2))),
            ("d1e8", UciError::Impossible(Move::new(d1, e8), Role::King)),
            ("e7e8", UciError::NoPromotion(Move::new(e7, e8))),
            (
                "b2b4q",
                UciError::Promotion(Move::promoting(b2, b4, Role::Queen)),
            ),
            ("h8h8", UciError::NotToMove(Move::new(h8, h8), Color::Black)),
            ("d2e7", UciError::Empty(Move::new(d2, e7))),
        ];
        for (text, error) in table {
            assert_eq!(read(text), Err(error), "{text}");
        }
    }

    #[test]
    fn other_text_is_no_move() {
        for text in [
            "", "e", "e2", "e2e", "e2e9", "e7e8k", "e7e8Q", "e2e4 ", "0000", "éé", "aé1", "e4",
        ] {
            assert_eq!(read(text), Err(UciError::Syntax(text.to_owned())));
        }
        let long = "x".repeat(1_000_000);
        assert_eq!(read(&long), Err(UciError::Syntax("x".repeat(16))));
    }
}

//! A queen alone against a pawn alone: from where the queen's king wins, and the stalemate that saves the pawn's.

use super::budget::Budget;
use crate::analysis::{Crossed, Inquiry};
use crate::board::{Bitboard, Color, Position, Role, Setup, Square};
use crate::value::Wdl;

/// The zone may cost so many times what other features may: a tenth of a second.
pub(super) const ZONE: u64 = 4;

/// A queen alone against a pawn alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct QueenAgainstPawn {
    /// The pawn.
    pub pawn: Square,
    /// The side to which it belongs.
    pub defender: Color,
    /// The squares of the queen's king from which its side wins, all else as in the position. `None` if one of them is open.
    pub zone: Option<Vec<Square>>,
    /// The corner in which the pawn's king is stalemated when the pawn stands on its seventh rank: by whoever takes a bishop's pawn, or
    /// shut in before a rook's pawn. `None` for other pawns.
    pub corner: Option<Square>,
}

impl QueenAgainstPawn {
    /// That of a position, if it is one.
    pub(super) fn find(
        inquiry: &mut Inquiry,
        budget: &mut Budget,
        position: &Position,
    ) -> Result<Option<QueenAgainstPawn>, Crossed> {
        let Some((pawn, defender)) = queen_against_pawn(position) else {
            return Ok(None);
        };
        Ok(Some(QueenAgainstPawn {
            pawn,
            defender,
            zone: zone(inquiry, budget, position, !defender)?,
            corner: corner(position, pawn, defender),
        }))
    }
}

/// A queen alone against a pawn alone: the pawn, and whose it is.
pub(super) fn queen_against_pawn(position: &Position) -> Option<(Square, Color)> {
    let men = |color| position.men(color) - position.king(color).set();
    let is_alone = |set: Bitboard| set.count() == 1;
    Color::BOTH.into_iter().find_map(|defender| {
        let pawn = position.pawns().of(defender).first()?;
        let queen = position.pieces(!defender, Role::Queen);
        let all = is_alone(men(defender)) && is_alone(men(!defender)) && is_alone(queen);
        all.then_some((pawn, defender))
    })
}

/// Where a side's king wins, everything else as it is.
fn zone(
    inquiry: &mut Inquiry,
    budget: &mut Budget,
    position: &Position,
    side: Color,
) -> Result<Option<Vec<Square>>, Crossed> {
    let mut zone = Vec::new();
    for square in Square::all() {
        let Some(there) = with_king(position, side, square) else {
            continue;
        };
        let bounds = budget.settle(inquiry, &there)?;
        let bounds = if there.turn() == side {
            bounds
        } else {
            -bounds
        };
        match bounds.exact() {
            Some(Wdl::Win) => zone.push(square),
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(zone))
}

/// The same with a side's king elsewhere, if that is legal.
fn with_king(position: &Position, side: Color, square: Square) -> Option<Position> {
    let king = position.king(side);
    if square != king && position.occupied().contains(square) {
        return None;
    }
    let mut setup = Setup::empty(position.turn());
    for color in Color::BOTH {
        for role in Role::ALL {
            for from in position.pieces(color, role) {
                let to = if from == king { square } else { from };
                setup.put(color, role, to);
            }
        }
    }
    setup.validate().ok()
}

/// The corner in which a king is stalemated, its pawn on the seventh rank or just taken there.
fn corner(position: &Position, pawn: Square, defender: Color) -> Option<Square> {
    let queen = position.king(!defender);
    let at = |file, rank| Square::at(file, rank).seen_by(defender);
    let side = if pawn.file() < 4 { 0 } else { 7 };
    let (corner, seventh) = (at(side, 7), at(pawn.file(), 6));
    let stalemates = |to: Square, is_taken: bool| {
        let mut setup = Setup::empty(defender);
        setup.put(!defender, Role::King, queen);
        setup.put(defender, Role::King, corner);
        setup.put(!defender, Role::Queen, to);
        if !is_taken {
            setup.put(defender, Role::Pawn, seventh);
        }
        let is_free = |square| ![corner, queen].contains(&square);
        let distinct = is_free(to) && (is_taken || to != seventh && is_free(seventh));
        let there = setup.validate().ok().filter(|_| distinct);
        there.is_some_and(|there| there.is_stalemate())
    };
    let saves = match pawn.file() {
        0 | 7 => Square::all().any(|to| stalemates(to, false)),
        2 | 5 => stalemates(seventh, true),
        _ => false,
    };
    saves.then_some(corner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn corners() {
        for (fen, expected) in [
            ("8/8/8/8/8/1Q6/2p4K/1k6 b - -", Some("a1")),
            ("7Q/8/8/8/3K4/8/5p2/6k1 w - -", Some("h1")),
            ("8/8/8/8/8/1Q6/p6K/1k6 b - -", Some("a1")),
            ("8/3P1K2/8/8/8/8/7k/3q4 b - -", None),
            // The queen's own king stands there.
            ("k7/2P2K2/8/8/8/8/8/3q4 b - -", None),
            ("8/2P2K2/8/8/8/8/7k/3q4 b - -", Some("a8")),
        ] {
            let position: Position = fen.parse().unwrap();
            let (pawn, defender) = queen_against_pawn(&position).unwrap();
            let corner = corner(&position, pawn, defender);
            assert_eq!(corner, expected.and_then(Square::parse), "{fen}");
        }
    }
}

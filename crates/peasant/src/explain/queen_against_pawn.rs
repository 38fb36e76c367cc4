//! A queen alone against a pawn alone: from where the queen's king wins, and the stalemate that saves the pawn's.

use super::budget::Budget;
use super::motives::positions;
use crate::analysis::{Analysis, Crossed, Inquiry, SOON, may_hold, queen_against_pawn};
use crate::board::{Color, Position, Role, Setup, Square};
use crate::value::Wdl;

/// The zone may cost so many times what other features may: a tenth of a second.
pub(super) const ZONE: u64 = 4;

/// A queen alone against a pawn alone, on the board or soon.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct QueenAgainstPawn {
    /// After so many plies of the line; 0: it is on the board.
    #[cfg_attr(feature = "serde", serde(default))]
    pub plies: usize,
    /// The pawn.
    pub pawn: Square,
    /// The side to which it belongs.
    pub defender: Color,
    /// The squares of the queen's king from which its side wins, all else as it stands then. `None` if one of them is open.
    pub zone: Option<Vec<Square>>,
    /// The corner in which the pawn's king is stalemated when the pawn stands on its seventh rank: by whoever takes a bishop's pawn, or
    /// shut in before a rook's pawn. `None` for other pawns.
    pub corner: Option<Square>,
}

impl QueenAgainstPawn {
    /// That of a position, or the one to which its line comes in a few plies.
    pub(super) fn find(
        inquiry: &mut Inquiry,
        budget: &mut Budget,
        analysis: &Analysis,
    ) -> Result<Option<QueenAgainstPawn>, Crossed> {
        let start = &analysis.position;
        let positions = positions(start, &analysis.line).into_iter();
        let soon = positions.enumerate().skip(1).take(SOON);
        let mut soon = soon.filter_map(|(plies, here)| Some((plies, here, may_hold(&here)?)));
        let now = queen_against_pawn(start).map(|found| (0, *start, found));
        let Some((plies, position, (pawn, defender))) = now.or_else(|| soon.next()) else {
            return Ok(None);
        };
        Ok(Some(QueenAgainstPawn {
            plies,
            pawn,
            defender,
            zone: zone(inquiry, budget, &position, !defender)?,
            corner: corner(&position, pawn, defender),
        }))
    }
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

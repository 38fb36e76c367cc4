//! Passed pawns that run: both counts of the race, and the square of the pawn.

use crate::board::{Bitboard, Color, Position, Square, attacks};

/// A passed pawn with nobody but kings before it, as it would run if nobody stopped it. Counts, no results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PassedPawn {
    /// The side to which it belongs.
    #[cfg_attr(feature = "serde", serde(rename = "side"))]
    pub color: Color,
    /// The square of the pawn.
    pub pawn: Square,
    /// The square on which it promotes.
    pub goal: Square,
    /// The number of moves that it needs to promote.
    pub moves: u32,
    /// The number of king moves that the other king is away from its goal, on an empty board.
    pub king_moves: u32,
    /// True if the other king is in the square of the pawn, whose turn it is counted in.
    pub in_square: bool,
    /// Would a queen on its goal give check to the other king where that stands now?
    pub check: bool,
}

impl PassedPawn {
    /// Those of a position, White's first, those first that promote soonest.
    #[must_use]
    pub fn all(position: &Position) -> Vec<PassedPawn> {
        passed_pawns(position)
    }

    /// The first pawn of the side that is not to move that the other king cannot catch, where nobody but kings and pawns is
    /// on the board and it is not too late for any passed pawn of the side to move. Counts, no result.
    #[must_use]
    pub fn uncaught(position: &Position) -> Option<PassedPawn> {
        let mover = position.turn();
        let passed = passed_pawns(position);
        let caught = |pawn: &PassedPawn| pawn.in_square || pawn.color != mover;
        let free = |pawn: &&PassedPawn| pawn.color != mover && !pawn.in_square;
        let first = passed.iter().find(free).copied();
        first.filter(|_| position.is_pawn_ending() && passed.iter().all(caught))
    }
}

/// The passed pawns of both sides, White's first, those first that promote soonest.
pub(crate) fn passed_pawns(position: &Position) -> Vec<PassedPawn> {
    let mut found = Vec::new();
    for color in Color::BOTH {
        let pawns = position.pawns().of(color);
        found.extend(pawns.filter_map(|pawn| passed_pawn(position, color, pawn)));
    }
    found.sort_by_key(|passed| (passed.color == Color::Black, passed.moves, passed.pawn));
    found
}

fn passed_pawn(position: &Position, color: Color, pawn: Square) -> Option<PassedPawn> {
    let seen = pawn.seen_by(color);
    // Everything ahead on the file, and on the three files, seen upwards.
    let ahead = Bitboard(Bitboard::file(seen.file()).0 & !0 << (8 * (seen.rank() + 1)));
    let front = ahead | ahead.left() | ahead.right();
    let pawns = position.pawns();
    let enemies = pawns.of(!color).seen_by(color);
    let others = (position.occupied() - position.king(Color::White).set())
        - position.king(Color::Black).set();
    if !(enemies & front).is_empty() || !(others.seen_by(color) & ahead).is_empty() {
        return None;
    }
    let double = u32::from(seen.rank() == 1);
    let moves = 7 - seen.rank() - double;
    let goal = Square::at(seen.file(), 7).seen_by(color);
    let king = position.king(!color);
    let king_moves = king.distance(goal);
    let moves_first = u32::from(position.turn() != color);
    let occupied = position.occupied() - pawn.set();
    Some(PassedPawn {
        color,
        pawn,
        goal,
        moves,
        king_moves,
        in_square: king_moves <= moves + moves_first,
        check: attacks::queen_attacks(goal, occupied).contains(king),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn passed(fen: &str) -> Vec<String> {
        let position = fen.parse().unwrap();
        passed_pawns(&position)
            .iter()
            .map(|p| {
                let square = if p.in_square { "in" } else { "out" };
                let check = if p.check { " check" } else { "" };
                format!("{} {}/{} {square}{check}", p.pawn, p.moves, p.king_moves)
            })
            .collect()
    }

    #[test]
    fn counts_of_both_sides() {
        // Réti: the king is two moves behind.
        assert_eq!(
            passed("7K/8/k1P5/7p/8/8/8/8 w - -"),
            ["c6 2/2 in check", "h5 4/7 out check"]
        );
        assert_eq!(passed("8/8/8/8/8/k7/7P/K7 b - -"), ["h2 5/7 out",][..]);
        assert_eq!(passed("8/8/8/8/2k5/8/7P/K7 b - -"), ["h2 5/5 in"]);
        // A pawn on the next file, and one before it, stop it.
        assert!(passed("4k3/1p6/8/2P5/2P5/8/8/4K3 w - -").is_empty());
    }
}

//! Motives: what a move is good for, from a closed list, each with an exact test (`motives/`).

use std::fmt;

use super::opposition::Opposition;
use crate::board::{Color, Move, Role, Square};

/// A motive: what a move is good for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Motive {
    /// It alone keeps the result, of several moves.
    OnlyMove,
    /// The king reaches a key square.
    KeySquare(Square),
    /// The kings stand in opposition on these squares, the mover's first, and whoever is to move spoils something: the opponent is.
    Opposition(Opposition, Square, Square),
    /// A mutual zugzwang in no such shape: on corresponding squares, the mover's king first.
    CorrespondingSquares(Square, Square),
    /// A pawn move that leaves the turn to the opponent in such a place.
    SpareMove {
        /// From where.
        from: Square,
        /// Where the pawn could go as well, which spoils the result: two squares instead of one, or one instead of two.
        not_to: Option<Square>,
    },
    /// The king has walked round these squares: the same placement again, with the other side to move.
    Triangulation(Vec<Square>),
    /// A triangulation if the opponent answers so, which the line does not show.
    TriangulationAgainst(Move, Vec<Square>),
    /// A pawn is given up on a square to a pawn, and another pawn gets through.
    Breakthrough {
        /// The square.
        on: Square,
        /// If another pawn takes than in the line: how, and the answer that wins then.
        otherwise: Option<(Move, Move)>,
    },
    /// The other king takes a pawn on this file, far away, such as an outside passed pawn; meanwhile something falls on the other
    /// wing.
    Decoy(u32),
    /// The other king could take the pawn that protects a passed pawn, but would lose: the passed pawn runs.
    ProtectedPassedPawn {
        /// The passed pawn.
        pawn: Square,
        /// The one that protects it.
        protector: Square,
    },
    /// The king takes a pawn on this square.
    PawnWon(Square),
    /// The king goes round the other one, to this square, and then passes it.
    Outflanking(Square),
    /// The king bars the way of the other: after another step, just as short, that one would come through.
    Shouldering {
        /// The other step.
        instead: Square,
        /// The squares that the other king would go to, all that show that step to be wrong.
        barred: Vec<Square>,
    },
    /// The king walks towards an enemy pawn and its own at once: alone it would reach neither in time.
    TwoAims {
        /// The enemy pawn.
        catch: Square,
        /// Its own.
        support: Square,
    },
    /// A white and a black pawn stand before each other, White's first, and each king attacks the other's: whoever is to move
    /// loses.
    Trebuchet(Square, Square),
    /// Another placement in which whoever is to move loses.
    FullPointZugzwang,
    /// Both sides run with passed pawns.
    Race(Race),
    /// A pawn promotes with check.
    PromotionWithCheck,
    /// A pawn becomes something else than a queen.
    UnderPromotion(Role),
    /// The king steps into the square of the pawn on this square, which it would else be too late to stop.
    IntoTheSquare(Square),
    /// A check along a line, and what stood behind the king is taken.
    Skewer(Square),
    /// The opponent is stalemated.
    Stalemate,
    /// The mover is stalemated by the next move.
    SavedByStalemate,
    /// This answer, which looks natural, would stalemate the mover.
    StalemateTrap(Move),
    /// The other king is kept from these squares, its key squares.
    KeySquaresHeld(Vec<Square>),
    /// The king stays before the passed pawn on this square, and may not leave its file.
    Blockade(Square),
    /// The king needs no other squares than these, whatever the other side does while the pawns stand.
    Fortress(Vec<Square>),
    /// The other side's pawns are blocked, and its king can win from no placement that the kings can walk to.
    NoWayIn,
    /// The king stands before the foremost pawn of a rook's file, the one on this square, or beside the corner: no win against
    /// that.
    RookPawn(Square),
    /// The other king, on this square, is shut in before its own rook's pawn.
    ShutIn(Square),
    /// A lone rook's or bishop's pawn holds against the queen.
    HoldsAgainstQueen {
        /// The pawn.
        pawn: Square,
        /// The side to which it belongs.
        defender: Color,
    },
    /// Queen against the pawn on this square: its king stands before it, and the winner's comes nearer.
    NearerToThePawn(Square),
}

/// A race of pawns as it goes in the line: with which of its moves each side promotes, counted from the first of the race. What is
/// taken at once does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Race {
    /// White's; `None` if it does not, as far as the line goes.
    pub white: Option<u32>,
    /// Black's.
    pub black: Option<u32>,
    /// The side that promotes first, if any does.
    pub first: Option<Color>,
    /// True if that gives check.
    pub check: bool,
}

impl Motive {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Motive::OnlyMove => "only move",
            Motive::KeySquare(_) => "key square",
            Motive::Opposition(..) => "opposition",
            Motive::CorrespondingSquares(..) => "corresponding squares",
            Motive::SpareMove { .. } => "spare move",
            Motive::Triangulation(_) | Motive::TriangulationAgainst(..) => "triangulation",
            Motive::Breakthrough { .. } => "breakthrough",
            Motive::Decoy(_) => "decoy",
            Motive::PawnWon(_) => "pawn won",
            Motive::ProtectedPassedPawn { .. } => "protected passed pawn",
            Motive::Outflanking(_) => "outflanking",
            Motive::Shouldering { .. } => "shouldering",
            Motive::TwoAims { .. } => "two aims",
            Motive::Trebuchet(..) => "trebuchet",
            Motive::FullPointZugzwang => "full-point zugzwang",
            Motive::Race(_) => "race",
            Motive::PromotionWithCheck => "promotion with check",
            Motive::UnderPromotion(_) => "under-promotion",
            Motive::IntoTheSquare(_) => "into the square",
            Motive::Skewer(_) => "skewer",
            Motive::Stalemate | Motive::SavedByStalemate | Motive::StalemateTrap(_) => "stalemate",
            Motive::KeySquaresHeld(_) => "key squares held",
            Motive::Blockade(_) => "blockade",
            Motive::Fortress(_) | Motive::NoWayIn => "fortress",
            Motive::RookPawn(_) => "rook pawn",
            Motive::ShutIn(_) => "shut in",
            Motive::HoldsAgainstQueen { .. } | Motive::NearerToThePawn(_) => "queen against pawn",
        }
    }
}

impl fmt::Display for Motive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// One of each name.
    fn all() -> Vec<Motive> {
        let square = Square::at(0, 1);
        let race = Race {
            white: None,
            black: None,
            first: None,
            check: false,
        };
        vec![
            Motive::OnlyMove,
            Motive::KeySquare(square),
            Motive::Opposition(Opposition::Near, square, square),
            Motive::CorrespondingSquares(square, square),
            Motive::SpareMove {
                from: square,
                not_to: None,
            },
            Motive::Triangulation(Vec::new()),
            Motive::Breakthrough {
                on: square,
                otherwise: None,
            },
            Motive::Decoy(0),
            Motive::ProtectedPassedPawn {
                pawn: square,
                protector: square,
            },
            Motive::PawnWon(square),
            Motive::Race(race),
            Motive::PromotionWithCheck,
            Motive::UnderPromotion(Role::Rook),
            Motive::IntoTheSquare(square),
            Motive::Outflanking(square),
            Motive::Shouldering {
                instead: square,
                barred: Vec::new(),
            },
            Motive::TwoAims {
                catch: square,
                support: square,
            },
            Motive::Trebuchet(square, square),
            Motive::FullPointZugzwang,
            Motive::Skewer(square),
            Motive::NearerToThePawn(square),
            Motive::Stalemate,
            Motive::NoWayIn,
            Motive::Blockade(square),
            Motive::RookPawn(square),
            Motive::ShutIn(square),
            Motive::KeySquaresHeld(Vec::new()),
        ]
    }

    /// The page of motives has these names and no others: those in marks before a colon.
    #[test]
    fn the_page_names_them_all() {
        let page = include_str!("../../../../docs/motives.md");
        let list = page.split("\nMotives, each").nth(1).unwrap_or_default();
        let list = list.split("\n## ").next().unwrap_or_default();
        let items = list.split("\n- ").skip(1).flat_map(|item| item.split("; "));
        let named: BTreeSet<String> = items
            .flat_map(|part| part.split(";\n  "))
            .filter_map(|part| part.strip_prefix('`')?.split_once("`:"))
            .map(|(name, _)| name.to_owned())
            .collect();
        let known: BTreeSet<String> = all().iter().map(Motive::to_string).collect();
        assert_eq!(named, known);
    }
}

//! Motives: what a move is good for, from a closed list, each with an exact test (`story.rs`).

use std::fmt;

use super::opposition::Opposition;
use crate::board::{Move, Role, Square};

/// What a move is good for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Motive {
    /// It alone keeps the result, of several moves.
    OnlyMove,
    /// The king reaches a key square.
    KeySquare(Square),
    /// The kings stand in opposition, and whoever is to move spoils something: the opponent is.
    Opposition(Opposition),
    /// The same, but the kings stand in no such shape: on corresponding squares, the mover's king first.
    CorrespondingSquares(Square, Square),
    /// A pawn move that leaves the turn to the opponent in such a place.
    SpareMove(Square),
    /// The king has walked round these squares: the same placement again, with the other side to move.
    Triangulation(Vec<Square>),
    /// The same if the opponent answers so, which the line does not show.
    TriangulationAgainst(Move, Vec<Square>),
    /// A pawn is given up on this square to a pawn, and another pawn promotes.
    Breakthrough(Square),
    /// The other king takes a pawn on this square, far away; meanwhile something falls on the other wing.
    Decoy(Square),
    /// The king takes a pawn on this square.
    PawnWon(Square),
    /// Both sides run with passed pawns.
    Race,
    /// A pawn promotes with check.
    PromotionWithCheck,
    /// A pawn becomes something else than a queen.
    UnderPromotion(Role),
    /// The king steps into the square of the pawn on this square, which it would else be too late to stop.
    IntoTheSquare(Square),
    /// A check along a line, and what stood behind the king is taken.
    Skewer(Square),
    /// Stalemate saves the side to move.
    Stalemate,
}

impl Motive {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Motive::OnlyMove => "only move",
            Motive::KeySquare(_) => "key square",
            Motive::Opposition(_) => "opposition",
            Motive::CorrespondingSquares(..) => "corresponding squares",
            Motive::SpareMove(_) => "spare move",
            Motive::Triangulation(_) | Motive::TriangulationAgainst(..) => "triangulation",
            Motive::Breakthrough(_) => "breakthrough",
            Motive::Decoy(_) => "decoy",
            Motive::PawnWon(_) => "pawn won",
            Motive::Race => "race",
            Motive::PromotionWithCheck => "promotion with check",
            Motive::UnderPromotion(_) => "under-promotion",
            Motive::IntoTheSquare(_) => "into the square",
            Motive::Skewer(_) => "skewer",
            Motive::Stalemate => "stalemate",
        }
    }
}

impl fmt::Display for Motive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

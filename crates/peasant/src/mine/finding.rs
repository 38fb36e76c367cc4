//! Something found in a structure.

use super::kind::{Kind, Measure};
use crate::board::{Move, Position};
use crate::value::{Distance, Wdl};

/// A position that is worth a composer's look; why is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The number of its structure in the family.
    pub structure: u64,
    /// The position. In a mutual zugzwang a side that loses is to move, White if both do.
    pub position: Position,
    /// Its result for the side to move.
    pub result: Wdl,
    /// The kind of finding.
    pub what: What,
}

/// Kinds of findings, each with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum What {
    /// A mutual zugzwang: either side does better if the other has to move. Full-point if whoever moves loses.
    Zugzwang {
        /// White's result if White is to move.
        white_to_move: Wdl,
        /// Black's result if Black is to move.
        black_to_move: Wdl,
    },
    /// One of the longest wins of the side to move.
    Longest {
        /// The distance of the end, in plies, with best play on both sides.
        distance: Distance,
        /// The end of what.
        measure: Measure,
    },
    /// These promotions to a rook, a bishop or a knight are all the moves that keep the result.
    Underpromotion {
        /// They.
        moves: Vec<Move>,
    },
    /// The side to move wins, and has a chain of only moves.
    OnlyMoves {
        /// The number of moves of the chain, those of the winner.
        length: u16,
        /// One line of such a length: the winner's only moves, and replies that make the chain as long as it is.
        line: Vec<Move>,
    },
}

impl Finding {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.what {
            What::Zugzwang {
                white_to_move: Wdl::Loss,
                black_to_move: Wdl::Loss,
            } => Kind::FullPoint,
            What::Zugzwang { .. } => Kind::Zugzwang,
            What::Longest { .. } => Kind::Longest,
            What::Underpromotion { .. } => Kind::Underpromotion,
            What::OnlyMoves { .. } => Kind::OnlyMoves,
        }
    }

    /// The moves that keep the result, where the finding is about them.
    #[must_use]
    pub fn only_moves(&self) -> &[Move] {
        match &self.what {
            What::Underpromotion { moves } => moves,
            What::OnlyMoves { line, .. } => &line[..line.len().min(1)],
            _ => &[],
        }
    }

    /// The rank among others of its kind, where the best are stored: plies or moves.
    #[must_use]
    pub fn rank(&self) -> Option<u16> {
        match self.what {
            What::Longest { distance, .. } => Some(distance.plies()),
            What::OnlyMoves { length, .. } => Some(length),
            _ => None,
        }
    }
}

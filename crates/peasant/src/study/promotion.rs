//! Promotions to a rook, a bishop or a knight: is the piece needed?

use super::oracle::Budget;
use super::turn::under_promotes;
use crate::board::{Move, Position, Role};
use crate::value::{Bounds, Wdl};
use crate::{Analysis, ProveError};

/// A line against the queen has so many plies.
const SHOWN: usize = 9;

/// Is the piece needed?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Need {
    /// A queen does worse.
    Yes,
    /// A queen does as well.
    No,
    /// Nobody knows.
    Open,
}

/// A promotion to a rook, a bishop or a knight.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnderPromotion {
    /// The position before it.
    pub position: Position,
    /// The number of moves of both sides from the first position to there.
    pub plies: usize,
    /// The promotion.
    pub r#move: Move,
    /// True if it stands in the prover's line behind the end of the solution.
    pub is_beyond: bool,
    /// What is proved of a queen, for the side that promotes.
    pub queen: Bounds,
    /// What is proved of the piece, for the same side.
    pub piece: Bounds,
    /// Best play against the queen.
    pub line: Vec<Move>,
    /// True if a queen would give stalemate.
    pub is_stalemate: bool,
}

impl UnderPromotion {
    /// The same promotion to a queen.
    #[must_use]
    pub fn queen_move(&self) -> Move {
        Move::promoting(self.r#move.from, self.r#move.to, Role::Queen)
    }

    /// Tells whether a queen would do worse.
    #[must_use]
    pub fn need(&self) -> Need {
        if self.queen.upper() < self.piece.lower() {
            Need::Yes
        } else if self.queen.lower() >= self.piece.upper() {
            Need::No
        } else {
            Need::Open
        }
    }
}

/// What there is to say of a move, if it is such a promotion.
///
/// # Errors
/// Tables or the store contradict a proof.
pub(super) fn judged(
    analysis: &Analysis,
    plies: usize,
    r#move: Move,
    budget: &mut Budget,
) -> Result<Option<UnderPromotion>, ProveError> {
    if !under_promotes(r#move) {
        return Ok(None);
    }
    let queen = Move::promoting(r#move.from, r#move.to, Role::Queen);
    let of = |wanted| {
        let found = analysis.moves.iter().find(|m| m.r#move == wanted);
        found.map_or(Bounds::UNKNOWN, |m| m.bounds)
    };
    let after = analysis.position.play(queen);
    let mut line = budget
        .analyse(&after, false)?
        .map_or(Vec::new(), |found| found.line);
    line.truncate(SHOWN);
    Ok(Some(UnderPromotion {
        position: analysis.position,
        plies,
        r#move,
        is_beyond: false,
        queen: of(queen),
        piece: of(r#move),
        line,
        is_stalemate: after.is_stalemate(),
    }))
}

/// The first one that a side needs in the line of best play of a position, so many moves from the first.
///
/// # Errors
/// Tables or the store contradict a proof.
pub(super) fn beyond(
    analysis: &Analysis,
    plies: usize,
    budget: &mut Budget,
) -> Result<Option<UnderPromotion>, ProveError> {
    let mut here = analysis.position;
    for (i, &m) in analysis.line.iter().enumerate() {
        if under_promotes(m) {
            let found = match budget.analyse(&here, false)? {
                Some(known) => judged(&known, plies + i, m, budget)?,
                None => None,
            };
            let needed =
                found.filter(|one| one.need() == Need::Yes && one.piece.lower() > Wdl::Loss);
            return Ok(needed.map(|one| UnderPromotion {
                is_beyond: true,
                ..one
            }));
        }
        here = here.play(m);
    }
    Ok(None)
}

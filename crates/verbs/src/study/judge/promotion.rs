//! Promotions to a rook, a bishop or a knight: is the piece needed?

use peasant::board::{Move, Position, Role};
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, ProveError};
use schemars::JsonSchema;
use serde::Serialize;

use super::oracle::Budget;
use super::turn::under_promotes;

/// A line against the queen has so many plies.
const SHOWN: usize = 9;

/// Is the piece needed?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    Yes,
    No,
    Open,
}

/// Such a promotion.
pub struct UnderPromotion {
    /// The position before it, so many moves from the first, and the move.
    pub position: Position,
    pub plies: usize,
    pub r#move: Move,
    /// It stands in the program's line behind the end of the solution.
    pub is_beyond: bool,
    /// What is proved of the queen and of the piece, for the side that promotes.
    pub queen: Bounds,
    pub piece: Bounds,
    /// Best play against the queen.
    pub line: Vec<Move>,
    pub is_stalemate: bool,
}

impl UnderPromotion {
    /// The same with a queen.
    pub fn queen_move(&self) -> Move {
        Move::promoting(self.r#move.from, self.r#move.to, Role::Queen)
    }

    /// Would a queen do worse?
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
/// Tables or the base contradict a proof.
pub fn judged(
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
/// Tables or the base contradict a proof.
pub fn beyond(
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

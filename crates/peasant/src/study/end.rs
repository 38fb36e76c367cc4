//! Where a study is at its end, so that the rest is in every book.

use super::aim::{Aim, Goal};
use crate::board::{Position, Role};

/// Ends of a line: what its last position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum End {
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// The solver has a queen or a rook against the bare king.
    #[cfg_attr(feature = "serde", serde(rename = "bare king"))]
    BareKing,
    /// The other side has nothing left to win with.
    #[cfg_attr(feature = "serde", serde(rename = "nothing left to win with"))]
    NothingLeft,
    /// None of these.
    #[cfg_attr(feature = "serde", serde(rename = "goes on"))]
    GoesOn,
}

impl End {
    pub(super) fn of(position: &Position, aim: Aim) -> End {
        if position.is_checkmate() {
            End::Mate
        } else if position.is_stalemate() {
            End::Stalemate
        } else if is_bare(position, aim) && aim.goal == Goal::Draw {
            End::NothingLeft
        } else if is_bare(position, aim) && has_major(position, aim) {
            End::BareKing
        } else {
            End::GoesOn
        }
    }
}

/// Is the matter at its end in a position that reaches what is asked for?
pub(super) fn is_over(position: &Position, aim: Aim) -> bool {
    End::of(position, aim) != End::GoesOn
}

/// Has the side that the solver plays against its king alone?
fn is_bare(position: &Position, aim: Aim) -> bool {
    position.men(!aim.solver).count() == 1
}

fn has_major(position: &Position, aim: Aim) -> bool {
    let has = |role| !position.pieces(aim.solver, role).is_empty();
    has(Role::Queen) || has(Role::Rook)
}

//! Leaves: points with a promoted piece on which a strategy leans, and the promotions that lead to them.

use std::collections::HashMap;

use super::claim::Claim;
use crate::board::{Color, Role, Square};
use crate::slice::{Point, Relation};
use crate::structure::{Exit, Goal, Symmetry};

/// A point of which something is assumed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub goal: Goal,
    pub point: Point,
    /// What turned the board of the question to the attacker's view.
    pub seen: Symmetry,
    /// The promotion that leads there, and the point at which it is played, as the attacker of that structure sees it: the leaf may
    /// be stored as its mirror image.
    pub played: (Promotion, Point),
}

/// Who promotes which pawn, in the structure before, to what, and what is claimed of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Promotion {
    pub goal: Goal,
    pub mover: Color,
    pub from: Square,
    pub becomes: Role,
    pub claim: Claim,
}

/// Promotions that count as failing for the side whose claim is to be proved, for the time being.
pub(super) type Doubts = HashMap<Promotion, Doubt>;

/// The structure that a doubted promotion leads to, and where it counts as failing.
pub(super) struct Doubt {
    pub leaf: Goal,
    pub at: Relation,
}

impl Promotion {
    /// The promotion that an exit is.
    pub fn of<C>(goal: Goal, exit: &Exit<C>, claim: Claim) -> Option<Promotion> {
        Some(Promotion {
            goal,
            mover: exit.mover,
            from: exit.from,
            becomes: exit.becomes?,
            claim,
        })
    }

    /// All promotions of one pawn, with both claims.
    pub fn every(goal: Goal, mover: Color, from: Square) -> impl Iterator<Item = Promotion> {
        let claims = [Claim::Win, Claim::Hold];
        Role::PROMOTIONS.into_iter().flat_map(move |becomes| {
            claims.map(|claim| Promotion {
                goal,
                mover,
                from,
                becomes,
                claim,
            })
        })
    }
}

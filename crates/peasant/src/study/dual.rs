//! Other moves of the solver that reach what is asked for, and of what kind they are.

use super::aim::Aim;
use super::detour::{Answer, Detour};
use super::oracle::Budget;
use super::solution::Solution;
use crate::ProveError;
use crate::board::{Move, Role};

/// No more positions are laid out for one question.
const MOST_POSITIONS: usize = 120_000;

/// Kinds of other moves: first what is another way, then [`Kind::Open`], then what is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Kind {
    /// Another way, at the solver's first move.
    Cook,
    /// Another way, later.
    Dual,
    /// The solution promotes to a rook, bishop or knight, and another piece does as well.
    Promotion,
    /// Nobody knows whether it is another way.
    Open,
    /// The solution's move fails, and this one does not.
    #[cfg_attr(feature = "serde", serde(rename = "right move"))]
    Right,
    /// Another way, beside a move with which the matter ends.
    #[cfg_attr(feature = "serde", serde(rename = "last move"))]
    LastMove,
    /// The solution promotes to a queen, and another piece does as well.
    #[cfg_attr(feature = "serde", serde(rename = "other piece"))]
    OtherPiece,
    /// It can be brought back into a position that has stood there.
    #[cfg_attr(feature = "serde", serde(rename = "waste of time"))]
    WasteOfTime,
    /// It can be brought into a later position of the solution.
    Transposition,
    /// It can be brought into the solution, but neither into an earlier part alone nor into a later one alone.
    Mixed,
    /// It can be brought into the solution, and nobody knows into which part.
    Minor,
}

/// A move that does as well as that of the solution.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Dual {
    /// The move.
    pub r#move: Move,
    /// What it is.
    pub kind: Kind,
    /// True if the author gives it.
    pub is_given: bool,
}

impl Kind {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Cook => "cook",
            Kind::Dual => "dual",
            Kind::Promotion => "promotion",
            Kind::Open => "open",
            Kind::Right => "right move",
            Kind::LastMove => "last move",
            Kind::OtherPiece => "other piece",
            Kind::WasteOfTime => "waste of time",
            Kind::Transposition => "transposition",
            Kind::Mixed => "mixed",
            Kind::Minor => "minor",
        }
    }

    /// Does it leave the study sound?
    pub(super) fn is_minor(self) -> bool {
        self > Kind::Open
    }
}

/// Of what kind a move is that reaches what is asked for as `played` does, in a position of the solution.
///
/// # Errors
/// Tables or the store contradict a proof.
pub(super) fn kind(
    solution: &Solution,
    aim: Aim,
    budget: &mut Budget,
    (node, played): (usize, (usize, Move)),
    r#move: Move,
) -> Result<Kind, ProveError> {
    let (behind, played) = played;
    let is_same_step = (r#move.from, r#move.to) == (played.from, played.to);
    if is_same_step && played.promotion.is_some() {
        return Ok(match played.promotion {
            Some(Role::Queen) => Kind::OtherPiece,
            _ => Kind::Promotion,
        });
    }
    let start = solution.nodes[node].position.play(r#move);
    let all = solution.positions();
    let mut without = |forbidden| {
        let mut detour = Detour {
            aim,
            forbidden,
            oracle: &mut *budget,
            most: MOST_POSITIONS,
        };
        detour.from(&start)
    };
    match without(&all)? {
        Answer::Open => return Ok(Kind::Open),
        Answer::No => {}
        Answer::Yes if !solution.is_begun(node, aim) => return Ok(Kind::Cook),
        Answer::Yes if solution.nodes[behind].is_end => return Ok(Kind::LastMove),
        Answer::Yes => return Ok(Kind::Dual),
    }
    // Whoever may not come into what follows can use no move of the solution: so what has stood there is asked about first.
    let so_far = solution.so_far(node);
    let back = without(&so_far)?;
    if back == Answer::No {
        return Ok(Kind::WasteOfTime);
    }
    let later = all.difference(&so_far).copied().collect();
    Ok(match (back, without(&later)?) {
        (Answer::Yes, Answer::No) => Kind::Transposition,
        (Answer::Yes, Answer::Yes) => Kind::Mixed,
        _ => Kind::Minor,
    })
}

//! A verdict that rests on assumptions: what follows where the proof stays open.

use crate::board::{Move, Position};
use crate::prove::QueensOnBothSides;
use crate::value::{Bounds, Wdl};

/// A verdict that follows if some endings are what they seem. It is a proof but for its assumptions, and is never called
/// proved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conditional {
    /// The result for the side to move, inside the proved bounds.
    pub result: Wdl,
    /// True where that is no more than a bound: a draw of which one half is proved, so that it follows only that nobody wins. Then the
    /// result counts as open.
    pub bound: bool,
    /// Endings that the result leans on, shortened to what matters. Empty if the result itself is proved and
    /// only moves are open.
    pub assumptions: Vec<Assumption>,
    /// True if these are all. The list ends after 512 for each claim that is open: that one side wins, or does not.
    pub complete: bool,
    /// The part of it that hangs on queens on both sides.
    pub queens: QueensOnBothSides,
    /// The moves whose proved bounds are open and for which something follows, more than a bound, each with its result for the side
    /// that makes it.
    pub moves: Vec<ConditionalMove>,
}

impl Conditional {
    /// Makes a verdict of these assumptions. Nothing is checked: a prover does that, or whoever makes one by hand, say to test a
    /// front end.
    #[must_use]
    pub const fn new(
        result: Wdl,
        assumptions: Vec<Assumption>,
        moves: Vec<ConditionalMove>,
    ) -> Conditional {
        Conditional {
            result,
            bound: false,
            assumptions,
            complete: true,
            queens: QueensOnBothSides::NONE,
            moves,
        }
    }
}

/// Is a draw that is supposed no more than a bound, where so much is proved?
pub(crate) fn is_bound(proved: Bounds, supposed: Wdl) -> bool {
    supposed == Wdl::Draw && proved != Bounds::UNKNOWN && proved.exact().is_none()
}

/// A move whose result rests on assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConditionalMove {
    /// The move.
    pub r#move: Move,
    /// The result for the side that makes it.
    pub result: Wdl,
}

impl ConditionalMove {
    /// A move, and its result for the side that makes it.
    #[must_use]
    pub const fn new(r#move: Move, result: Wdl) -> ConditionalMove {
        ConditionalMove { r#move, result }
    }
}

/// An ending whose result is not proved but assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assumption {
    /// The ending.
    pub position: Position,
    /// The result that is assumed, for the side to move there: the side ahead wins, equal pieces draw, unless the verdict needs
    /// another. Less may be enough for the verdict.
    pub result: Wdl,
    /// The source of the assumption.
    pub source: Source,
    /// The engine's score, in hundredths of a pawn for the side to move; `None` if none was asked.
    pub score: Option<i32>,
}

impl Assumption {
    /// An ending, its result and the engine's score for the side to move there, and who assumes it.
    #[must_use]
    pub const fn new(
        position: Position,
        result: Wdl,
        source: Source,
        score: Option<i32>,
    ) -> Assumption {
        Assumption {
            position,
            result,
            source,
            score,
        }
    }
}

/// Sources of what an assumed ending is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The promoted pieces are equal: a draw.
    Equal,
    /// One side has a promoted piece more: it wins, or at least does not lose.
    Ahead,
    /// A pawn ending in which a side that has lost pawns, and is not ahead, does not win, as far as a look at it by Newborn's rules tells.
    Pawns,
    /// An engine was asked.
    Engine,
}

impl Source {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Source::Equal => "equal",
            Source::Ahead => "ahead",
            Source::Pawns => "pawns",
            Source::Engine => "engine",
        }
    }
}

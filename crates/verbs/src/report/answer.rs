//! The figures of a report, as other programs read them and as the page shows them.

use schemars::JsonSchema;
use serde::Serialize;

use super::missed::Missed;
use super::rate::Rate;

/// The figures of a table of endings. A chance is a position in which the side to move has a proved win (or draw), a legal move is proved
/// to spoil it, and it is proved what the move of the game did; an error is a chance that was thrown away.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// Games with a judged position.
    pub games: u64,
    /// Pawn endings that begin in them.
    pub endings: u64,
    /// Positions that were judged.
    pub positions: u64,
    /// Those whose result is proved.
    pub proved: u64,
    /// Those whose result is open.
    pub open: u64,
    /// Everything that was thrown away.
    pub errors: Errors,
    /// When the games were played; null if no date is known.
    pub period: Option<Period>,
    /// The ratings of the players; null if none is known.
    pub ratings: Option<Ratings>,
    /// Wins that could be thrown away, and those that were.
    pub wins: Rate,
    /// The same of draws.
    pub draws: Rate,
    /// Positions that are left out of all rates: a result is at stake, and it is open whether the move of the game keeps it.
    pub undecided: u64,
    /// By the rating of the side to move, in bins of 200 points.
    pub by_rating: Vec<Group>,
    /// By the number of pawns.
    pub by_pawns: Vec<Group>,
    /// By the speed of the game.
    pub by_speed: Vec<Group>,
    /// What the errors were about; an error may have several motives.
    pub motives: Vec<MotiveCount>,
    /// Are the errors of each position counted to the last? If there are too many positions, those with the fewest are forgotten on the
    /// way, and may be counted anew.
    pub missed_counts_exact: bool,
    /// The positions in which most was thrown away.
    pub missed: Vec<Missed>,
}

/// Everything that was thrown away.
#[derive(Serialize, JsonSchema)]
pub struct Errors {
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// How many of both were in positions of which not all is proved, such as a draw at least; they are in no rate.
    pub partly_proved: u64,
}

/// The first and the last day, month or year.
#[derive(Serialize, JsonSchema)]
pub struct Period {
    /// The first date.
    pub first: String,
    /// The last date.
    pub last: String,
}

/// The ratings of the players, each counted in each game.
#[derive(Serialize, JsonSchema)]
pub struct Ratings {
    /// The lowest.
    pub least: u32,
    /// The highest.
    pub most: u32,
    /// Their mean.
    pub mean: u32,
}

/// Positions that have something in common.
#[derive(Serialize, JsonSchema)]
pub struct Group {
    /// What they have in common: `1800–1999`, `5`, `blitz` or `not known`.
    pub name: String,
    /// The number with which the group begins: the lowest rating of a bin, the number of pawns; null if there is none.
    pub from: Option<u32>,
    /// Wins that could be thrown away, and those that were.
    pub wins: Rate,
    /// The same of draws.
    pub draws: Rate,
}

/// How many errors have a motive.
#[derive(Serialize, JsonSchema)]
pub struct MotiveCount {
    /// The motive as `explain` names it; null: errors without one.
    pub name: Option<String>,
    /// Wins that were thrown away.
    pub wins: u64,
    /// Draws that were thrown away.
    pub draws: u64,
}

impl Errors {
    /// Wins and draws.
    pub fn all(&self) -> u64 {
        self.wins + self.draws
    }
}

impl MotiveCount {
    /// Wins and draws.
    pub fn errors(&self) -> u64 {
        self.wins + self.draws
    }
}

//! Explanations of pawn endings: what a teacher would draw on the board, read off the solved slice and never guessed.
//! [`crate::Prover::explain`] is asked.
//!
//! Every statement is a set of squares or placements that is proved; what is not is left out, and [`Map::open_placements`]
//! says how much that is. The *attacker* is the side whose win is in question, the *defender* the other. Words are for
//! others to find.

mod budget;
mod choice;
mod corresponding;
mod explanation;
mod feature;
mod heat;
mod key_squares;
mod map;
mod motive;
mod motives;
mod opposition;
mod parts;
mod queen_against_pawn;
mod spare_moves;
mod story;
mod territory;
mod tries;
mod walk;
mod wall;
mod without;
mod zugzwang;

pub use crate::analysis::PassedPawn;
pub use corresponding::Corresponding;
pub use explanation::Explanation;
pub(crate) use explanation::explain;
pub use feature::{Feature, FeatureKind};
pub use map::Map;
pub use motive::{Motive, Race};
pub use opposition::Opposition;
pub use queen_against_pawn::QueenAgainstPawn;
pub use spare_moves::SpareMoves;
pub use story::Phase;
pub use tries::Try;
pub use wall::{Wall, is_dead};
pub use zugzwang::MutualZugzwang;

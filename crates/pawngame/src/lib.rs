//! Games with pawns alone: Peasants' Chess and its relatives, solved.
//!
//! Two rows or one of pawns face each other, without kings. Whoever brings a pawn to the last rank or takes every pawn of the
//! other side wins. [`Rules`] says how large the board is and what the rest means, [`Position`] is a position under such rules.
//!
//! ```
//! use pawngame::{Position, Preset, RuleSet};
//!
//! let rules = RuleSet { files: 4, ..RuleSet::of(Preset::PawnGame) }.validate()?;
//! let start = Position::start(rules);
//! assert_eq!(start.legal_moves().len(), 8);
//! assert_eq!(start.to_string(), "4/pppp/4/4/4/4/PPPP/4 w - -");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod board;
mod chance;
mod checkpoint;
mod ending;
mod files;
#[cfg(feature = "fitting")]
#[doc(hidden)]
pub mod fitting;
mod forecast;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod gamelets;
mod ground;
mod islands;
#[cfg(feature = "fitting")]
mod journal;
mod lookahead;
mod move_text;
mod opponent;
mod perft;
#[cfg(test)]
mod plain;
mod position;
mod proof;
mod proof_number;
mod race;
mod reach;
mod rules;
mod search;
mod settings;
mod solution;
mod solver;
mod storage;
mod text;
mod transposition;
pub mod value;

pub use chance::Chance;
pub use checkpoint::Checkpoint;
pub use ending::Ending;
pub use move_text::MoveError;
pub use opponent::{Opponent, Strength};
pub use perft::{perft, perft_unless};
pub use position::{Illegal, Move, Position, Raw};
pub use rules::{NoMove, Preset, RuleSet, Rules, RulesError};
pub use settings::{Method, Settings};
pub use solution::{MoveAnswer, Solution, Stats};
pub use solver::{Solver, SolverError};
pub use text::{TextError, parse, read};

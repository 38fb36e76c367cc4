//! Tests only: the specifications, solved slowly and obviously, to check fast solvers against; and
//! what the tests of all crates share.
//!
//! Nothing here knows the library. Positions come and go as text.
//!
//! * [`endings`]: endings of kings and pawns, by Newborn's rules and, in [`endings::chess`], by
//!   those of chess
//! * [`kpk`]: king and pawn against king, one position at a time
//! * [`pawngame`]: games with pawns alone
//! * [`Dice`]: numbers that look random
//! * [`syzygy_directory`], [`skip`]: what is outside the repository, and what is not tested without
//!   it; [`is_thorough`], [`rounds`]: how much is tested
//! * [`cases()`]: tests as data, a file of cases beside the test
//! * [`data()`], [`records`]: the repository's files of positions
#![deny(missing_docs)]

mod cases;
mod data;
mod dice;
pub mod endings;
pub mod kpk;
mod outside;
pub mod pawngame;

pub use cases::{Case, cases};
pub use data::{data, records};
pub use dice::Dice;
pub use outside::{is_thorough, rounds, skip, syzygy_directory};

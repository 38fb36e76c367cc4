//! Pawn endings, proved.
//!
//! Give [`analysis::analyse`] a position of kings and pawns: it answers with proved bounds of the result, of every move, and a
//! line. An answer is exact when its bounds meet; what stopped a proof is part of the answer. Nothing here prints.
//!
//! Rooms, each using only those before it: [`board`] the rules of the wood, [`notation`] text in and out, [`value`] the units,
//! [`mod@slice`] one pawn structure solved for all placements of the kings at once by the [`rules`],
//! [`prove`] many structures, [`analysis`] the facade. Beside them [`kpk`], king and pawn against king in one lookup;
//! [`pawngame`], games without kings; [`historic`], programs of the past. How it works and why: `DESIGN.md` in the repository.
#![deny(missing_docs)]

pub mod analysis;
pub mod board;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
pub mod historic;
pub mod kpk;
pub mod limits;
pub mod notation;
pub mod pawngame;
pub mod prove;
pub mod rules;
pub mod slice;
mod store;
pub mod tablebase;
pub mod value;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

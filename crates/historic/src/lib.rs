//! Programs and rules of the past, rebuilt from what was published about them. What they claim is an opinion.
//!
//! - [`newborn1977`] PEASANT, the program of Monroe Newborn;
//! - [`pawnking`] PAWNKING, the program of Helmut Horacek;
//! - [`kpk`] the rules of king and pawn against king that people and programs have lived by.

#![deny(missing_docs)]

pub mod kpk;
pub mod newborn1977;
pub mod pawnking;

//! Pawn endings, proved.
#![deny(missing_docs)]

pub mod board;
pub mod value;

//! Pawn endings, proved.
#![deny(missing_docs)]

pub mod analysis;
pub mod board;
pub mod notation;
pub mod value;
pub mod promote;
pub mod prove;
pub mod slice;

//! Pawn endings, proved.
#![deny(missing_docs)]

pub mod analysis;
pub mod board;
pub mod notation;
pub mod promote;
pub mod prove;
pub mod slice;
pub mod value;

//! What is mined, against counts by hand, published positions and a naive solver of king and pawn against king.

mod families;
mod naive;
mod pawn_endings;
mod support;

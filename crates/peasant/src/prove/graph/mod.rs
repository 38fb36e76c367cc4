//! What is known: the goals that a proof has met, and two slices for each, what is proved to be won and what is not refuted. Data
//! without a search.

pub(in crate::prove) mod bounds;
pub(in crate::prove) mod by_bound;
mod earlier;
pub(in crate::prove) mod forecast;
pub(in crate::prove) mod interval;
pub(in crate::prove) mod nodes;
mod packed;
mod pawn_slices;
mod piece_slices;
pub(in crate::prove) mod planes;
mod saving;
mod three_pieces;
pub(in crate::prove) mod walk;

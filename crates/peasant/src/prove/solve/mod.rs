//! The on-demand prover: only the structures that a question needs, with bounds where a structure is not settled.
//!
//! A *goal* is one player's question about one structure. Everything known of it is two slices, what is proved to be won and what
//! is not refuted (`graph/`), and they narrow as the structures that follow are worked on. A question about a point is
//! worked on (`search.rs`) by descents, from the point to an exit whose child is open (`descent.rs`), or by solving everything
//! below at once where that is cheaper (`bottom_up.rs`), level by level and by several threads (`../workers.rs`). Goals with two promoted pieces have a way of their own
//! (`two_pieces.rs`).

pub(in crate::prove) mod account;
#[cfg(feature = "elsewhere")]
mod apart;
mod bottom_up;
mod descent;
#[cfg(feature = "files")]
mod exactly;
pub(in crate::prove) mod exit_values;
#[cfg(feature = "elsewhere")]
pub(in crate::prove) mod for_others;
pub(in crate::prove) mod goal_prover;
pub(in crate::prove) mod leaf_slices;
mod pace;
mod positions;
mod search;
pub(in crate::prove) mod shared_memory;
pub(in crate::prove) mod solution;
mod subtree;
mod three_pieces;
pub(in crate::prove) mod threshold;
mod two_pieces;
pub(in crate::prove) mod unresolved;

#[cfg(feature = "files")]
pub(in crate::prove) use exactly::solve_exactly;

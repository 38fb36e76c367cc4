//! The on-demand prover: only the structures that a question needs, with bounds where a structure is not settled.
//!
//! A *goal* is one player's question about one structure. Everything known of it is two slices, what is proved to be won and what
//! is not refuted (`bounds.rs`), and they narrow as the structures that follow are worked on. A question about a point is
//! worked on (`search.rs`) by descents, from the point to an exit whose child is open (`descent.rs`), or by solving everything
//! below at once where that is cheaper (`bottom_up.rs`), level by level and by several threads (`workers.rs`). Goals with two promoted pieces have a way of their own (`two_pieces.rs`,
//! and `whole_ending.rs` where the question itself is about one).

mod advice;
mod bottom_up;
mod bounds;
mod descent;
mod distance;
mod ends;
mod exactly;
mod exit_values;
mod facts;
mod followers;
mod goal_prover;
mod interval;
mod newborn_adviser;
mod nodes;
mod pawn_slices;
mod piece_slices;
mod positions;
mod refinement;
mod saved;
mod search;
mod shared_memory;
mod solution;
mod subtree;
mod suppositions;
mod three_pieces;
mod threshold;
mod two_piece_ways;
mod two_pieces;
mod unresolved;
mod whole_ending;
mod whole_slice;
mod workers;

pub(crate) use ends::{Aim, EndIn};
pub(crate) use exactly::solve_exactly;
pub(crate) use positions::OnDemand;
pub(crate) use saved::Saved;
pub(crate) use workers::Workers;
